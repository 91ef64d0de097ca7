/** Merges the records of another journal into this one, so that nothing which may have been paid is forgotten. */
import { createHash } from "node:crypto";
import { attemptKey, attemptOf, stemOf, type IntentRecord } from "../record.ts";

export interface Merge {
  /** Records to create. */
  added: IntentRecord[];
  /** Records that take the place of ours. */
  replaced: IntentRecord[];
  /** Number of records that stay as they are. */
  kept: number;
}

const mayHaveCost = ({ state }: IntentRecord): boolean => state !== "refused" && state !== "prepared";

/**
 * Merges by attempt. A record that may have cost money is never replaced; one of a request that was refused is replaced by
 * one that may have cost money. `takenIds` are the names of our files, which may be unreadable.
 */
export function mergeRecords(
  ours: readonly IntentRecord[],
  theirs: readonly IntentRecord[],
  takenIds: readonly string[],
): Merge {
  const known = new Map(ours.map((record) => [attemptKey(record), record]));
  const ids = new Set(takenIds);
  const foreignStems = stemsOfOthers(ours, theirs, takenIds);
  const merge: Merge = { added: [], replaced: [], kept: 0 };
  for (const record of theirs) {
    const own = known.get(attemptKey(record));
    if (own !== undefined) {
      if (mayHaveCost(record) && !mayHaveCost(own)) merge.replaced.push({ ...record, id: own.id });
      else merge.kept += 1;
      continue;
    }
    const id = foreignStems.has(stemOf(record.id)) ? freeId(record, ids) : record.id;
    ids.add(id);
    merge.added.push({ ...record, id });
  }
  return merge;
}

/** Reports whether the file has every record of ours: the journal is the one that was exported, or an earlier state of it. */
export function isSubset(ours: readonly IntentRecord[], theirs: readonly IntentRecord[]): boolean {
  const all = new Set(theirs.map(attemptKey));
  return ours.every((record) => all.has(attemptKey(record)));
}

/**
 * Returns the stems at which this journal has an attempt that the other one lacks. There an attempt of the other journal gets
 * an id of its own: it has not followed ours, so it must not count as a later attempt, which settles earlier ones.
 */
function stemsOfOthers(
  ours: readonly IntentRecord[],
  theirs: readonly IntentRecord[],
  takenIds: readonly string[],
): Set<string> {
  const shared = new Set(theirs.map((record) => `${record.id} ${attemptKey(record)}`));
  const sharedIds = new Set(
    ours.filter((record) => shared.has(`${record.id} ${attemptKey(record)}`)).map(({ id }) => id),
  );
  return new Set(takenIds.filter((id) => !sharedIds.has(id)).map(stemOf));
}

/** Returns an id with another stem. Records are recognised by their content, never by the stem. */
function freeId(record: IntentRecord, taken: ReadonlySet<string>): string {
  const stem = stemOf(createHash("sha256").update(attemptKey(record)).digest("hex"));
  let id = `${stem}-1`;
  while (taken.has(id)) id = `${stem}-${attemptOf(id) + 1}`;
  return id;
}
