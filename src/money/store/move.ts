/**
 * Moves the records of a journal to another one: `export` and `import`. Both hold the lock of the journal for their whole work.
 */
import { createHash } from "node:crypto";
import { isJsonObject } from "../../contract/json-object.ts";
import { readErrno } from "../../disk/disk-error.ts";
import { requireWritableNow } from "../../disk/writable.ts";
import { AppError } from "../../errors.ts";
import { RERUN } from "../../hint.ts";
import {
  makeAttemptKey,
  parseAttempt,
  findIdInName,
  type IntentRecord,
  parseRecord,
  toStem,
  suggestEarlier,
} from "../record.ts";
import { listDamaged, makeDamagedError } from "./damage.ts";
import { runInJournal } from "./files.ts";
import { type JournalListing, readAllRecords } from "./all-records.ts";
import type { JournalId } from "./journal-id.ts";
import type { HeldLock } from "./lock.ts";
import type { LedgerWorld } from "./open-state.ts";

export interface MovingWorld extends LedgerWorld {
  id: JournalId;
}

export interface ImportReport {
  /** Number of records that were added. */
  added: number;
  /** Number of records of refused requests that were replaced by records of requests that may have cost money. */
  replaced: number;
  /** Number of records that were known already. */
  kept: number;
  /** Id of this journal now. */
  journal: string;
  /** True if this journal now is the exported one: its quotes are bought here. */
  isAdopted: boolean;
}

export interface ExportReport {
  /** Number of records. */
  records: number;
  /** Id of the journal that was exported. */
  journal: string;
}

/**
 * Calls `save` with every record as text. The id goes with them: a quote of this journal can then be bought in one place, where
 * the text is imported; if the run is killed before the text is saved, in none. Without `save` nothing is changed. Errors:
 * INTENT_OPEN while a request is being sent, and for an unreadable record.
 */
export function exportRecords(
  world: MovingWorld,
  save: ((text: string) => Promise<void>) | undefined,
): Promise<ExportReport> {
  const { id } = world;
  return runMove(world, save === undefined, async (held) => {
    const records = await readSettledRecords(world);
    if (save === undefined) return { records: records.length, journal: (await id.find()) ?? "" };
    const journal = await id.make();
    await id.remove();
    try {
      // A later buyer finds no id, and an earlier one would have the lock.
      await held?.requireOurs();
      await save(writeExport({ journal, records }));
    } catch (error) {
      await id.adopt(journal);
      throw error;
    }
    return { records: records.length, journal };
  });
}

/** Returns every record. A request whose process has ended has an unknown outcome, wherever the record is read. */
async function readSettledRecords(world: MovingWorld): Promise<IntentRecord[]> {
  const { entries } = await readSettled(world, "nothing was exported");
  return entries.flatMap(({ record, state }): IntentRecord[] => {
    if (state === "prepared") return [];
    if (record.state !== "sending") return [record];
    return [{ ...record, state: "unknown", reason: "the process ended before an answer came" }];
  });
}

/**
 * Adds the records of an export. An import that was stopped has added some of them, and can be repeated. A journal that has
 * no other records becomes the exported one, at the end. A trial changes nothing. Errors: INTENT_OPEN while a request is being
 * sent.
 */
export function importRecords(
  world: MovingWorld,
  exported: ExportedJournal,
  isTrial: boolean,
): Promise<ImportReport> {
  const { files, id } = world;
  return runMove(world, isTrial, async (held) => {
    const { added, replaced, kept, isSubset } = await mergeWith(world, exported);
    const counts = { added: added.length, replaced: replaced.length, kept };
    if (isTrial) return { ...counts, journal: (await id.find()) ?? "", isAdopted: false };
    for (const record of replaced) {
      await held?.requireOurs();
      await files.replace(record);
    }
    for (const record of added) {
      await held?.requireOurs();
      if (!(await files.create(record))) throw makeChangedMeanwhile(record);
    }
    const { journal } = exported;
    const isAdopted = isSubset && ((await id.find()) === journal || (await id.adopt(journal)));
    return { ...counts, journal: await id.make(), isAdopted };
  });
}

const makeChangedMeanwhile = ({ id }: IntentRecord): AppError =>
  new AppError(
    "local",
    "CONFLICT",
    `something else wrote the record ${id} into the spend journal meanwhile`,
    {
      next: RERUN,
    },
  );

/** Runs `work` while no request is claimed. A trial changes nothing, and takes no lock. Errors: INTENT_OPEN. */
async function runMove<T>(
  { files, lock }: MovingWorld,
  isTrial: boolean,
  work: (held?: HeldLock) => Promise<T>,
): Promise<T> {
  if (isTrial || isReadOnly(files.dir)) return runInJournal(files.dir, work());
  await runInJournal(files.dir, files.ensureDirectory());
  return lock.hold((held) => runInJournal(files.dir, work(held)));
}

/** Reports whether the folder refuses files, as on a read-only disk: then no process can claim a request in it, or lock it. */
function isReadOnly(dir: string): boolean {
  try {
    requireWritableNow(dir);
    return false;
  } catch (error) {
    return readErrno(error) !== "ENOENT";
  }
}

/** Merges an export into the journal as it is now. `isSubset`: the export has every record of it. */
async function mergeWith(
  world: MovingWorld,
  { records }: ExportedJournal,
): Promise<Merge & { isSubset: boolean }> {
  const { entries, unreadable } = await readSettled(world, "nothing was imported", true);
  const ours = entries.map(({ record }) => record);
  const unreadIds = unreadable.flatMap(({ file }) => findIdInName(file) ?? []);
  return {
    ...mergeRecords(ours, records, [...ours.map(({ id }) => id), ...unreadIds]),
    isSubset: unreadable.length === 0 && isSubset(ours, records),
  };
}

/** Reads the journal while no request is being sent. */
async function readSettled(
  world: MovingWorld,
  outcome: string,
  mayBeDamaged = false,
): Promise<JournalListing> {
  const listing = await readAllRecords(world.files, world);
  const sending = listing.entries.find(({ isInFlight }) => isInFlight);
  if (sending !== undefined)
    throw new AppError(
      "local",
      "INTENT_OPEN",
      `process ${sending.record.pid} is sending a request (journal ${sending.record.id}): ${outcome}`,
      {
        data: { intentId: sending.record.id, state: sending.state },
        next: suggestEarlier(sending.record.id),
      },
    );
  const [damaged] = await listDamaged(world.files, listing.unreadable, () => false);
  if (damaged !== undefined && !mayBeDamaged) throw makeDamagedError(damaged);
  return listing;
}

interface Merge {
  /** Records to create. */
  added: IntentRecord[];
  /** Records that take the place of ours. */
  replaced: IntentRecord[];
  /** Number of records that stay as they are. */
  kept: number;
}

const mayHaveCost = ({ state }: IntentRecord): boolean => state !== "refused" && state !== "prepared";

/**
 * Merges by attempt. A record that may have cost money is never replaced. It replaces the record of a refused request. `takenIds` are the
 * names of our files, which may be unreadable.
 */
export function mergeRecords(
  ours: readonly IntentRecord[],
  theirs: readonly IntentRecord[],
  takenIds: readonly string[],
): Merge {
  const known = new Map(ours.map((record) => [makeAttemptKey(record), record]));
  const ids = new Set(takenIds);
  const foreignStems = listForeignStems(ours, theirs, takenIds);
  const merge: Merge = { added: [], replaced: [], kept: 0 };
  for (const record of theirs) {
    const own = known.get(makeAttemptKey(record));
    if (own !== undefined) {
      if (mayHaveCost(record) && !mayHaveCost(own)) merge.replaced.push({ ...record, id: own.id });
      else merge.kept += 1;
      continue;
    }
    const id = foreignStems.has(toStem(record.id)) ? chooseFreeId(record, ids) : record.id;
    ids.add(id);
    merge.added.push({ ...record, id });
  }
  return merge;
}

/** Reports whether the file has every record of ours: the journal is the one that was exported, or an earlier state of it. */
export function isSubset(ours: readonly IntentRecord[], theirs: readonly IntentRecord[]): boolean {
  const all = new Set(theirs.map(makeAttemptKey));
  return ours.every((record) => all.has(makeAttemptKey(record)));
}

/**
 * Returns the stems at which this journal has an attempt that the other one lacks. Otherwise an attempt of the other journal gets a new
 * id. A later attempt settles earlier attempts, and the other journal's attempt did not follow ours.
 */
function listForeignStems(
  ours: readonly IntentRecord[],
  theirs: readonly IntentRecord[],
  takenIds: readonly string[],
): Set<string> {
  const shared = new Set(theirs.map((record) => `${record.id} ${makeAttemptKey(record)}`));
  const sharedIds = new Set(
    ours.filter((record) => shared.has(`${record.id} ${makeAttemptKey(record)}`)).map(({ id }) => id),
  );
  return new Set(takenIds.filter((id) => !sharedIds.has(id)).map(toStem));
}

/** Returns an id with another stem. Records are recognised by their content, never by the stem. */
function chooseFreeId(record: IntentRecord, taken: ReadonlySet<string>): string {
  const stem = toStem(createHash("sha256").update(makeAttemptKey(record)).digest("hex"));
  let id = `${stem}-1`;
  while (taken.has(id)) id = `${stem}-${parseAttempt(id) + 1}`;
  return id;
}

// ---- the file: a line about the rest, then one record a line ----

const VERSION = 1;

interface ExportedJournal {
  /** Id of the journal that was exported. */
  journal: string;
  records: readonly IntentRecord[];
}

/** Returns the beginning of every export. */
export const EXPORT_MARK = '{"swathJournal":';

export function writeExport({ journal, records }: ExportedJournal): string {
  const rest = records.map((record) => `${JSON.stringify(record)}\n`).join("");
  const head = {
    swathJournal: VERSION,
    journal,
    records: records.length,
    sha256: computeDigest(journal, rest),
  };
  return `${JSON.stringify(head)}\n${rest}`;
}

/** Parses an export; the problem completes the sentence `the file ...`. Nothing of a faulty file is used. */
export function readExport(text: string): ExportedJournal | { problem: string } {
  const end = text.indexOf("\n");
  const [head, rest] = [parseExportLine(text.slice(0, end < 0 ? undefined : end)), text.slice(end + 1)];
  if (!isJsonObject(head) || typeof head["swathJournal"] !== "number" || end < 0)
    return { problem: "is not an exported journal" };
  if (head["swathJournal"] > VERSION) return { problem: "was written by a newer version of swath" };
  const { swathJournal, journal, records: count, sha256: digest } = head;
  if (
    swathJournal !== VERSION ||
    typeof journal !== "string" ||
    !isJournalId(journal) ||
    digest !== computeDigest(journal, rest)
  )
    return { problem: "is damaged: its contents are not those that were exported" };
  const records: IntentRecord[] = [];
  for (const line of rest.split("\n").slice(0, -1)) {
    const { id } = (parseExportLine(line) ?? {}) as { id?: unknown };
    const isId = typeof id === "string" && findIdInName(`${id}.json`) === id;
    const { record, problem } = isId ? parseRecord(line, id) : { problem: "not a journal record" };
    if (record === undefined) return { problem: `is damaged: record ${records.length + 1}: ${problem}` };
    if (record.state === "prepared" || record.state === "sending")
      return { problem: `is damaged: record ${records.length + 1}: a request that is being sent` };
    if (!isWritable(record))
      return { problem: `is damaged: record ${records.length + 1}: nested too deeply` };
    records.push(record);
  }
  return records.length === count && new Set(records.map(({ id }) => id)).size === count
    ? { journal, records }
    : { problem: "is damaged: it does not have the number of records that were exported" };
}

/** Reports whether a record can be written: one that is nested too deeply can only be parsed. */
function isWritable(record: IntentRecord): boolean {
  try {
    return JSON.stringify(record, undefined, 2) !== "";
  } catch {
    return false;
  }
}

/** Reports whether a text may be the id of a journal. A digest proves no origin: an id from a file is printed, and stored in a file of its own. */
const isJournalId = (text: string): boolean => /^[\w-]{1,100}$/.test(text);

const computeDigest = (journal: string, rest: string): string =>
  createHash("sha256").update(`${journal}\n${rest}`).digest("hex");

function parseExportLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
