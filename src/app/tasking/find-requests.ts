/** Finds the tasks or repeat requests that shortened ids and names may stand for, with as few requests as the search allows. */
import type { RequestRecord } from "../../contract/read-record.ts";
import { looksLikeId, mayBeginId } from "../../domain/short-ids.ts";
import { AppError } from "../../errors.ts";
import type { Hint } from "../../hint.ts";
import type { AppContext } from "../context.ts";
import { fullIds, notLookedUp, type Candidate, type PayingFor } from "../short-ids.ts";
import { REQUEST_KINDS, type RequestNoun } from "./request-kind.ts";
import { searchRequests } from "./search-requests.ts";

type Finding = Pick<AppContext, "service" | "dialect" | "events" | "settings" | "signal">;

/** Errors: those of `fullIds`. */
export const fullRequestIds = (
  context: Finding,
  noun: RequestNoun,
  words: readonly string[],
  options: PayingFor = {},
): Promise<string[]> =>
  fullIds(
    context,
    REQUEST_KINDS[noun].title,
    words,
    (short) => findCandidates(context, noun, short, options),
    options,
  );

async function findCandidates(
  context: Finding,
  noun: RequestNoun,
  words: readonly string[],
  { isPurchase = false }: PayingFor,
): Promise<Candidate[]> {
  try {
    // The interface searches names by their text, and ids only whole: for the beginning of one, every record is read. So it
    // is where a name that another one's id may be, or begin with, is paid for.
    if (words.some(isPurchase ? mayBeginId : looksLikeId)) return await search(context, noun, {});
    const named = await Promise.all(
      words.map((word) => search(context, noun, { [NAME_FIELD[noun]]: { eq: word } })),
    );
    const isNameless = (index: number): boolean => named[index]?.length === 0;
    return words.some((word, index) => isNameless(index) && mayBeginId(word))
      ? await search(context, noun, {})
      : named.flat();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (isPurchase) throw notLookedUp(words, error);
    // The words are then sent as they are, and the service says what it makes of them.
    context.events.detail(`shortened ids were not looked up: ${error.message}`);
    return [];
  }
}

const NAME_FIELD = { task: "taskingrequestName", repeat: "repeatrequestName" } as const;

async function search(
  context: Finding,
  noun: RequestNoun,
  conditions: Record<string, unknown>,
): Promise<Candidate[]> {
  const query = { ...conditions, ...(noun === "task" && { includeRepeatingTasks: { eq: true } }) };
  const found: Candidate[] = [];
  // A listing that stopped early may hide a second match.
  let gap: string | undefined;
  const events = {
    ...context.events,
    failed: ({ message }: AppError) => void (gap = message),
    warn: (warning: Hint) => void (gap = String(warning)),
  };
  for await (const page of searchRequests({ ...context, events }, { noun, body: { query }, all: true }))
    found.push(...page.flatMap(candidateOf));
  if (gap !== undefined) throw new AppError("service", "RESPONSE_UNRECOGNISED", gap);
  return found;
}

function candidateOf({ id, name, submissionTime: date }: RequestRecord): Candidate[] {
  return id === undefined ? [] : [{ id, name, date }];
}
