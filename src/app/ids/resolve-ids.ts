/** Resolves words to full ids of a known kind: a full id, the beginning of one, or the name of a task or series. */
import type { RequestRecord, TaskRecord } from "../../contract/read-record.ts";
import { toField } from "../../domain/request-search/request-names.ts";
import { isLikelyId, canBeginId } from "../../domain/short-ids.ts";
import { AppError } from "../../errors.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { AppContext } from "../context.ts";
import { findCollects, findCollectsOfItems } from "./find-scenes.ts";
import { toFullIds, toLookupError, type Candidate, type PayingFor } from "../full-ids.ts";
import { REQUEST_KINDS, type RequestNoun } from "../tasking/request-kind.ts";
import { searchRequests } from "../tasking/search-requests.ts";
import { SHOW_EXCHANGE } from "../../contract/send.ts";

export type ResolvedKind = RequestNoun | "collect" | "order";

/** Errors: those of `toFullIds`; for a purchase also those of a failed search. */
export async function resolveIds(
  context: AppContext,
  kind: ResolvedKind,
  words: readonly string[],
  paying: PayingFor = {},
): Promise<string[]> {
  const hasNames = kind === "task" || kind === "repeat";
  const resolve = (title: string, find: Parameters<typeof toFullIds>[3]): Promise<string[]> =>
    toFullIds(context, title, words, find, { ...paying, hasNames });
  switch (kind) {
    case "collect": {
      const scenes = await findCollectsOfItems(context, words, paying);
      return toFullIds(context, "scene", scenes, (short) => findCollects(context, short, paying), paying);
    }
    case "order":
      return resolve("order", () => listJournalOrders(context));
    case "task":
    case "repeat":
      return resolve(REQUEST_KINDS[kind].title, (short) => findRequests(context, kind, short, paying));
  }
}

/** Returns the orders in the spend journal, because the interface has no search for orders. */
async function listJournalOrders({ service, profileName }: AppContext): Promise<Candidate[]> {
  const { closed } = await (await service.journal()).read({ orders: true, newest: Infinity });
  return closed.flatMap(({ profile, resultId, preparedAt }) =>
    profile === profileName ? [{ id: resultId, date: formatTimestamp(preparedAt) }] : [],
  );
}

/** Returns the tasks or repeat requests, with as few requests as the search allows. */
export async function findRequests(
  context: AppContext,
  noun: RequestNoun,
  words: readonly string[],
  { isPurchase = false }: PayingFor,
): Promise<RequestCandidate[]> {
  try {
    // The interface searches only for whole ids and names: so every record is read for the beginning of an id. A purchase, and a run with
    // --yes, also reads every record for a name that may be the beginning of another record's id.
    if (words.some(isPurchase || context.consent.isGiven ? canBeginId : isLikelyId))
      return await searchCandidates(context, noun, {});
    const named = await Promise.all(
      words.map((word) => searchCandidates(context, noun, { [toField(noun, "name")]: { eq: word } })),
    );
    return named.some(({ length }) => length === 0)
      ? await searchCandidates(context, noun, {})
      : named.flat();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (isPurchase) throw toLookupError(words, error);
    // The words are sent unchanged, and the service validates them.
    context.events.detail(`shortened ids were not looked up: ${error.message}`);
    return [];
  }
}

export async function searchCandidates(
  context: AppContext,
  noun: RequestNoun,
  given: Record<string, unknown>,
): Promise<RequestCandidate[]> {
  // A list that ended early may hide a second match.
  let gap: string | undefined;
  const events = {
    ...context.events,
    // Notes about further results are suppressed, because the person did not type a search.
    note: () => {},
    failed: ({ message }: AppError) => void (gap = message),
    warn: (warning: string) => void (gap = warning),
  };
  // Includes tasks of a series.
  const query = { ...given, ...(noun === "task" && { includeRepeatingTasks: { eq: true } }) };
  const found: RequestCandidate[] = [];
  for await (const page of searchRequests({ ...context, events }, { noun, body: { query }, all: true }))
    found.push(...page.flatMap(toCandidate));
  if (gap !== undefined) throw new AppError("service", "RESPONSE_UNRECOGNISED", gap, { next: SHOW_EXCHANGE });
  return found;
}

/** `repeatId`: the series of a task. */
export type RequestCandidate = Candidate & { repeatId?: string | undefined };

const toCandidate = (record: RequestRecord): RequestCandidate[] => {
  const { id, name, submissionTime: date, status } = record;
  return id === undefined ? [] : [{ id, name, date, status, repeatId: (record as TaskRecord).repeatId }];
};
