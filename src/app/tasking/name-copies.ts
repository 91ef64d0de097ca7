/** Names for retasks: a name selects a request in every command, so a retask does not take that of its original. */
import type { EndpointName } from "../../contract/endpoints.ts";
import { toField } from "../../domain/request-search/request-names.ts";
import { findBaseName, makeCopyName } from "../../domain/tasking/copy-name.ts";
import { isUuid, SHORT_LENGTH } from "../../domain/short-ids.ts";
import { AppError } from "../../errors.ts";
import { readEntries } from "../../money/history.ts";
import { makePurchaseIdentity } from "../../money/recorded-purchase.ts";
import type { AppContext } from "../context.ts";
import { withoutNotes } from "../surroundings.ts";
import type { RequestNoun } from "./request-kind.ts";
import { searchRequests } from "./search-requests.ts";

/** The record to copy. */
export interface Original {
  name?: string | undefined;
  description?: string | undefined;
  /** No request has the name yet, unless an earlier copy took it. */
  isFree?: boolean;
}

/** Returns the name for retasks of a scene, which has none itself: `Retask 2ec5c0c5`. */
export const nameAfterScene = (id: string): Original => ({
  name: `Retask ${isUuid(id) ? id.slice(0, SHORT_LENGTH) : id}`,
  isFree: true,
});

/** Returns the name of each copy; undefined for an original without a name, and if the names of others cannot be read. */
export async function chooseCopyNames(
  context: AppContext,
  noun: RequestNoun,
  originals: readonly Original[],
): Promise<(string | undefined)[]> {
  const taken = new Map<string, Set<string> | undefined>();
  const names: (string | undefined)[] = [];
  for (const { name = "", description, isFree = false } of originals) {
    const base = findBaseName(name, description);
    if (base !== "" && !taken.has(base)) taken.set(base, await readNames(context, noun, base));
    const others = base === "" ? undefined : taken.get(base);
    const chosen = others && makeCopyName(base, others, isFree);
    if (chosen !== undefined) others?.add(chosen);
    names.push(chosen);
  }
  return names;
}

async function readNames(
  context: AppContext,
  noun: RequestNoun,
  base: string,
): Promise<Set<string> | undefined> {
  const query = {
    [toField(noun, "name")]: { startsWith: base },
    ...(noun === "task" && { includeRepeatingTasks: { eq: true } }),
  };
  const names = new Set<string>();
  try {
    for await (const page of searchRequests(withoutNotes(context), { noun, body: { query }, all: true }))
      for (const { name } of page) if (name !== undefined) names.add(name);
    return names;
  } catch (error) {
    if (!(error instanceof AppError) || context.signal.aborted) throw error;
    context.events.detail(`the names of other requests could not be read: ${error.message}`);
    return undefined;
  }
}

/**
 * Returns the name that an earlier, equal retask got: with the same start it asks for the same image, and stays recognisable as a
 * duplicate.
 */
export async function recallChosenName(
  context: AppContext,
  kind: EndpointName,
  identity: string,
): Promise<string | undefined> {
  const { entries } = await readEntries(context, (record) => record.kind === kind);
  const equal = entries.find(
    ({ record }) => record.details?.chosenName !== undefined && makePurchaseIdentity(record) === identity,
  );
  return equal?.record.details?.chosenName;
}
