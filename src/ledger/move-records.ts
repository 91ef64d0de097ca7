/**
 * Moves the records of a journal to another one. Buyers and an import exclude each other: a buyer writes its intent and then
 * looks for an import; an import takes its lock and then looks for intents.
 */
import { stat } from "node:fs/promises";
import { lockFile } from "../disk/file-lock.ts";
import { AppError } from "../errors.ts";
import type { Clock } from "../time/clock.ts";
import { damagedAmong, damagedRecord } from "./damaged-records.ts";
import { readHistory, type JournalListing } from "./history.ts";
import { idInFileName, type IntentRecord } from "./intent-record.ts";
import type { ExportedJournal } from "./journal-export.ts";
import type { JournalId } from "./journal-id.ts";
import { isSubset, mergeRecords } from "./merge-records.ts";
import type { LedgerWorld } from "./record-files.ts";

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

/**
 * Returns every record. A request whose process has ended has an unknown outcome, wherever the record is read. Errors:
 * INTENT_OPEN while a request is being sent, and for an unreadable record.
 */
export async function exportedRecords(world: MovingWorld): Promise<ExportedJournal> {
  const { entries } = await readSettled(world, "nothing was exported");
  const records = entries.flatMap(({ record, state }): IntentRecord[] => {
    if (state === "prepared") return [];
    if (record.state !== "sending") return [record];
    return [{ ...record, state: "unknown", reason: "the process ended before an answer came" }];
  });
  return { journal: await world.id.make(), records };
}

/** Another round is needed only if a record appears meanwhile. */
const ROUNDS = 3;

/**
 * Adds the records of an export. An import that was stopped has added some of them, and can be repeated. A journal that has
 * no other records becomes the exported one, at the end. Errors: INTENT_OPEN while a request is being sent.
 */
export async function importRecords(
  world: MovingWorld,
  { journal, records }: ExportedJournal,
): Promise<ImportReport> {
  const { files, id } = world;
  await files.ensureDirectory();
  const lock = await lockImport(world);
  if ("heldBy" in lock) throw isImporting(lock.heldBy);
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { entries, unreadable } = await readSettled(world, "nothing was imported", true);
      const ours = entries.map(({ record }) => record);
      const takenIds = [
        ...ours.map((record) => record.id),
        ...unreadable.flatMap(({ file }) => idInFileName(file) ?? []),
      ];
      const { added, replaced, kept } = mergeRecords(ours, records, takenIds);
      let isComplete = true;
      for (const record of replaced) await files.replace(record);
      for (const record of added) isComplete = (await files.create(record)) && isComplete;
      if (!isComplete) continue;
      const isWhole = unreadable.length === 0 && isSubset(ours, records);
      const isAdopted = isWhole && ((await id.find()) === journal || (await id.adopt(journal)));
      return {
        added: added.length,
        replaced: replaced.length,
        kept,
        journal: await id.make(),
        isAdopted,
      };
    }
  } finally {
    lock.release();
  }
  throw new AppError("local", "CONFLICT", "other processes keep writing to the spend journal: import again");
}

/** Throws INTENT_OPEN while an import is running. The lock of an import that was killed is removed. */
export async function requireNoImport(world: MovingWorld): Promise<void> {
  const isLocked = await stat(lockPath(world)).then(
    () => true,
    () => false,
  );
  if (!isLocked) return;
  const lock = await lockImport(world);
  if ("heldBy" in lock) throw isImporting(lock.heldBy);
  lock.release();
}

const lockPath = ({ files }: LedgerWorld): string => `${files.dir}.import`;

const lockImport = (world: MovingWorld) =>
  lockFile(lockPath(world), { clock: world.clock, self: { pid: world.pid, isAlive: world.isAlive } });

const isImporting = (pid: number): AppError =>
  new AppError("local", "INTENT_OPEN", `process ${pid} is importing records into the spend journal`, {
    next: { do: "rerun" },
  });

/** Reads the journal while no request is being sent. */
async function readSettled(
  world: MovingWorld,
  outcome: string,
  mayBeDamaged = false,
): Promise<JournalListing> {
  const listing = await readHistory(world.files, world.now(), world.isAlive);
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
