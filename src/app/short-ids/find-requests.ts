/** Finds the tasks or repeat requests that shortened ids and names may stand for, with as few requests as the search allows. */
import type { RequestRecord } from "../../contract/read-record.ts";
import { looksLikeId, mayBeginId } from "../../domain/short-ids.ts";
import { AppError } from "../../errors.ts";
import type { Hint } from "../../hint.ts";
import type { AppContext } from "../context.ts";
import { fullIds, notLookedUp, type Candidate, type PayingFor } from "./full-ids.ts";

type Finding = Pick<AppContext, "service" | "events">;

/** Where they are looked for: the tasks, or the repeat requests. */
export interface Listing {
  /** What one of them is called. */
  title: string;
  /** The member of a query that is its name. */
  nameField: string;
  /** Every record that a query finds, page by page. */
  records(events: Finding["events"], query: Record<string, unknown>): AsyncIterable<readonly RequestRecord[]>;
}

/** Errors: those of `fullIds`. */
export const fullRequestIds = (
  context: Finding,
  listing: Listing,
  words: readonly string[],
  options: PayingFor = {},
): Promise<string[]> =>
  fullIds(
    context,
    listing.title,
    words,
    (short) => findCandidates(context, listing, short, options),
    options,
  );

async function findCandidates(
  context: Finding,
  listing: Listing,
  words: readonly string[],
  { isPurchase = false }: PayingFor,
): Promise<Candidate[]> {
  try {
    // The interface searches names by their text, and ids only whole: for the beginning of one, every record is read. So it
    // is where a name that another one's id may be, or begin with, is paid for.
    if (words.some(isPurchase ? mayBeginId : looksLikeId)) return await search(context, listing, {});
    const named = await Promise.all(
      words.map((word) => search(context, listing, { [listing.nameField]: { eq: word } })),
    );
    const isNameless = (index: number): boolean => named[index]?.length === 0;
    return words.some((word, index) => isNameless(index) && mayBeginId(word))
      ? await search(context, listing, {})
      : named.flat();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (isPurchase) throw notLookedUp(words, error);
    // The words are then sent as they are, and the service says what it makes of them.
    context.events.detail(`shortened ids were not looked up: ${error.message}`);
    return [];
  }
}

async function search(
  context: Finding,
  listing: Listing,
  query: Record<string, unknown>,
): Promise<Candidate[]> {
  const found: Candidate[] = [];
  // A listing that stopped early may hide a second match.
  let gap: string | undefined;
  const events = {
    ...context.events,
    // The person typed no search: how to see more of it is no advice.
    note: () => {},
    failed: ({ message }: AppError) => void (gap = message),
    warn: (warning: Hint) => void (gap = String(warning)),
  };
  for await (const page of listing.records(events, query)) found.push(...page.flatMap(candidateOf));
  if (gap !== undefined) throw new AppError("service", "RESPONSE_UNRECOGNISED", gap);
  return found;
}

function candidateOf({ id, name, submissionTime: date }: RequestRecord): Candidate[] {
  return id === undefined ? [] : [{ id, name, date }];
}
