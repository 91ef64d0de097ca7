/** Requests that ask for the same, and differ in their ids only. They are free until more than one of them is approved. */
import { createHash } from "node:crypto";
import { toJsonObject } from "../../contract/json-object.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import { makeRequestKey, compareWithSent } from "../../domain/tasking/reconcile.ts";
import { type IntentRecord, isFree } from "../../money/record.ts";
import { isApproval, isOrder } from "../../money/purchase.ts";
import { readPathId } from "../../contract/endpoints.ts";
import { readAccount, isOfAccount } from "../../money/book.ts";
import { isUnsent, readEntries } from "../../money/history.ts";
import type { AppContext } from "../context.ts";
import type { RequestNoun } from "./request-kind.ts";

/** Returns a digest of what a request asks for; undefined without a record that shows it. */
export function digestAsked(noun: RequestNoun, source: unknown): string | undefined {
  const asked = makeRequestKey(source);
  return asked && createHash("sha256").update(`${noun} ${asked}`).digest("hex").slice(0, 32);
}

interface Candidate {
  noun: RequestNoun;
  id: string;
  record: RequestRecord;
}

/** A request that asks for the same as another one. */
interface Duplicate {
  id: string;
  /** Id of the other one. */
  of: string;
  /** The other one was approved or pre-approved before, and is not among the candidates. */
  isApproved: boolean;
}

/**
 * Finds requests that ask for the same as another candidate, or as a request that this machine approved or pre-approved
 * before. The original is the request that this machine created, or else the oldest request; all others are duplicates. `candidates`:
 * newest first.
 */
export async function findDuplicates(
  context: AppContext,
  candidates: readonly Candidate[],
): Promise<Duplicate[]> {
  const { service } = context;
  const account = readAccount(context, (await service.connect()).origin);
  const { entries } = await readEntries(
    context,
    (record) => !isOrder(record) && isOfAccount(record, account) && !isFree(record),
  );
  const ours = entries.flatMap((entry) => (isUnsent(entry) ? [] : entry.record));
  const created = new Set(ours.flatMap((record) => (isApproval(record) ? [] : (record.resultId ?? []))));
  const paid = ours.filter(({ effect }) => effect !== "write");
  const first = new Map<string, string>();
  const oldest = candidates.toReversed();
  const ordered = [
    ...oldest.filter(({ id }) => created.has(id)),
    ...oldest.filter(({ id }) => !created.has(id)),
  ];
  return ordered.flatMap((candidate): Duplicate[] => {
    const { noun, id, record } = candidate;
    const asked = digestAsked(noun, record.source);
    if (asked === undefined) return [];
    const before = paid.find((one) => isPaidFor(one, candidate, asked));
    if (before !== undefined) return [{ id, of: readApprovedId(before), isApproved: true }];
    const of = first.get(asked);
    if (of === undefined) first.set(asked, id);
    return of === undefined ? [] : [{ id, of, isApproved: false }];
  });
}

const readApprovedId = (record: IntentRecord): string =>
  isApproval(record) ? readPathId(record.path) : (record.resultId ?? "");

const CREATION = { task: "createTask", repeat: "createRepeat" } as const;

/** Returns whether a recorded approval, or a pre-approved request, paid for another request that asks for the same. */
function isPaidFor(paid: IntentRecord, { noun, id, record }: Candidate, asked: string): boolean {
  if (readApprovedId(paid) === id) return false;
  if (isApproval(paid)) return paid.details?.asked === asked;
  if (paid.kind !== CREATION[noun]) return false;
  const { preApproval: _outside, properties, ...rest } = toJsonObject(paid.body);
  const { preApproval: _inside, ...others } = toJsonObject(properties);
  // The service adds its defaults to a record.
  const sent = { kind: paid.kind, originalId: "", body: { ...rest, properties: others } };
  return compareWithSent(sent, record.source) === "same";
}
