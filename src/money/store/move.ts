/**
 * Moves the records of a journal to another one. Buyers and a move exclude each other: a buyer writes its intent, then looks for
 * a move, and then reads the journal's id; a move takes its lock and then looks for intents.
 */
import { stat } from "node:fs/promises";
import { lockFile } from "../../disk/file-lock.ts";
import { AppError } from "../../errors.ts";
import type { Clock } from "../../time/clock.ts";
import { damagedAmong, damagedRecord } from "./damage.ts";
import { readHistory, type JournalListing } from "./history.ts";
import { idInFileName, type IntentRecord } from "../record.ts";
import { writeExport, type ExportedJournal } from "./export-file.ts";
import type { JournalId } from "./journal-id.ts";
import { isSubset, mergeRecords } from "./merge.ts";
import type { LedgerWorld } from "./files.ts";

export interface MovingWorld extends LedgerWorld {
  clock: Clock;
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
export const exportRecords = (
  world: MovingWorld,
  save: ((text: string) => Promise<void>) | undefined,
): Promise<ExportReport> =>
  whileMoving(world, async () => {
    const { id } = world;
    const records = await settledRecords(world);
    if (save === undefined) return { records: records.length, journal: (await id.find()) ?? "" };
    const journal = await id.make();
    await id.remove();
    try {
      await save(writeExport({ journal, records }));
    } catch (error) {
      await id.adopt(journal);
      throw error;
    }
    return { records: records.length, journal };
  });

/** Returns every record. A request whose process has ended has an unknown outcome, wherever the record is read. */
async function settledRecords(world: MovingWorld): Promise<IntentRecord[]> {
  const { entries } = await readSettled(world, "nothing was exported");
  return entries.flatMap(({ record, state }): IntentRecord[] => {
    if (state === "prepared") return [];
    if (record.state !== "sending") return [record];
    return [{ ...record, state: "unknown", reason: "the process ended before an answer came" }];
  });
}

/** Another round is needed only if a record appears meanwhile. */
const ROUNDS = 3;

/**
 * Adds the records of an export. An import that was stopped has added some of them, and can be repeated. A journal that has
 * no other records becomes the exported one, at the end. A trial changes nothing. Errors: INTENT_OPEN while a request is being
 * sent.
 */
export const importRecords = (
  world: MovingWorld,
  { journal, records }: ExportedJournal,
  isTrial: boolean,
): Promise<ImportReport> =>
  whileMoving(world, async () => {
    const { files, id } = world;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { entries, unreadable } = await readSettled(world, "nothing was imported", true);
      const ours = entries.map(({ record }) => record);
      const takenIds = [
        ...ours.map((record) => record.id),
        ...unreadable.flatMap(({ file }) => idInFileName(file) ?? []),
      ];
      const { added, replaced, kept } = mergeRecords(ours, records, takenIds);
      const counts = { added: added.length, replaced: replaced.length, kept };
      if (isTrial) return { ...counts, journal: (await id.find()) ?? "", isAdopted: false };
      let isComplete = true;
      for (const record of replaced) await files.replace(record);
      for (const record of added) isComplete = (await files.create(record)) && isComplete;
      if (!isComplete) continue;
      const isWhole = unreadable.length === 0 && isSubset(ours, records);
      const isAdopted = isWhole && ((await id.find()) === journal || (await id.adopt(journal)));
      return { ...counts, journal: await id.make(), isAdopted };
    }
    throw new AppError(
      "local",
      "CONFLICT",
      "other processes keep writing to the spend journal: import again",
    );
  });

/** Runs `work` while no other process moves records. Errors: INTENT_OPEN. */
async function whileMoving<T>(world: MovingWorld, work: () => Promise<T>): Promise<T> {
  await world.files.ensureDirectory();
  const lock = await lockMove(world);
  if ("heldBy" in lock) throw isMoving(lock.heldBy);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** Throws INTENT_OPEN while records are moved. The lock of a process that was killed is removed. */
export async function requireNoMove(world: MovingWorld): Promise<void> {
  const isLocked = await stat(lockPath(world)).then(
    () => true,
    () => false,
  );
  if (!isLocked) return;
  const lock = await lockMove(world);
  if ("heldBy" in lock) throw isMoving(lock.heldBy);
  lock.release();
}

const lockPath = ({ files }: LedgerWorld): string => `${files.dir}.moving`;

const lockMove = (world: MovingWorld) =>
  lockFile(lockPath(world), { clock: world.clock, self: { pid: world.pid, isAlive: world.isAlive } });

const isMoving = (pid: number): AppError =>
  new AppError("local", "INTENT_OPEN", `process ${pid} is exporting or importing the spend journal`, {
    next: { do: "rerun" },
  });

/** Reads the journal while no request is being sent. */
async function readSettled(
  world: MovingWorld,
  outcome: string,
  mayBeDamaged = false,
): Promise<JournalListing> {
  const listing = await readHistory(world.files, world);
  const sending = listing.entries.find(({ isInFlight }) => isInFlight);
  if (sending !== undefined)
    throw new AppError(
      "local",
      "INTENT_OPEN",
      `process ${sending.record.pid} is sending a request (journal ${sending.record.id}): ${outcome}`,
      { data: { intentId: sending.record.id, state: sending.state } },
    );
  const [damaged] = await damagedAmong(world.files, listing.unreadable, () => false);
  if (damaged !== undefined && !mayBeDamaged) throw damagedRecord(damaged);
  return listing;
}
