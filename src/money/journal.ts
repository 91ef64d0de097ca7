/** The spend journal: a folder with one record for each request that may have cost money. `store/` has its parts. */
import type { SpendIntent } from "../contract/spend.ts";
import { readErrno } from "../disk/disk-error.ts";
import { retryWhileBusy } from "../disk/held-file.ts";
import { AppError } from "../errors.ts";
import { requireWritable } from "../disk/make-folder.ts";
import { IS_WINDOWS } from "../disk/system.ts";
import type { Clock } from "../time/clock.ts";
import { claimIntent, settleClaim, withdrawClaim } from "./store/claim.ts";
import { toRecordId, makeFoundRecord, type DamagedRecord, type FoundOrder } from "./store/damage.ts";
import { findPrunable, readAllRecords, type JournalListing } from "./store/all-records.ts";
import type { JournalEntry } from "./store/open-state.ts";
import { toFileName, findIdInName, readDetails, type IntentRecord, type IsAlive } from "./record.ts";
import { toResolvedRecord, type Resolution } from "./outcome.ts";
import type { IndexRow } from "./store/index-lines.ts";
import { openJournalId } from "./store/journal-id.ts";
import {
  exportRecords,
  type ExportReport,
  importRecords,
  type ImportReport,
  type MovingWorld,
  readExport,
} from "./store/move.ts";
import { makeJournalReader, type JournalQuery, type JournalReading } from "./store/read.ts";
import { runInJournal, openRecordFiles, type RecordFiles } from "./store/files.ts";
import { openJournalLock } from "./store/lock.ts";
import { swath } from "../hint.ts";

export { makeDamagedError, toRecordId, type DamagedRecord } from "./store/damage.ts";
export { EXPORT_MARK } from "./store/move.ts";
export { compareByNewest, type JournalEntry } from "./store/open-state.ts";
export type { ExportReport, ImportReport } from "./store/move.ts";
export type { IndexRow } from "./store/index-lines.ts";
export type { JournalReading } from "./store/read.ts";

export interface JournalOptions {
  /** The journal's own folder; created with the first intent. */
  dir: string;
  clock: Clock;
  /** Returns a new UUID for the name of a temporary file. */
  uuid: () => string;
  pid: number;
  profile: string;
  isAlive: IsAlive;
  /** Currency of a `$` in the prices of this profile. Default: USD. */
  dollar?: string;
  /** Returns the service's clock minus ours by the last response of this run; undefined before it. */
  skewMs?: () => number | undefined;
  /** Ends the wait for another process that is using the journal. */
  signal?: AbortSignal;
}

/** A request of another profile, or without a dated response, may be among the newest. */
const RECORDS_FOR_SKEW = 5;

type Write = <R>(change: (files: RecordFiles) => Promise<R>) => Promise<R>;

/** Throws CONFLICT if the file is gone, or its record can be read now: it was ended or repaired meanwhile. */
function requireDamaged(files: RecordFiles, { file, id }: DamagedRecord): void {
  const named = findIdInName(file);
  const isDamaged =
    named === undefined
      ? files.readText(file) !== undefined
      : files.readStamped(named)?.problem !== undefined;
  if (isDamaged) return;
  throw new AppError(
    "local",
    "CONFLICT",
    `journal ${id} can be read now, or was ended meanwhile; nothing was changed`,
    { data: { intentId: id }, next: swath`journal list` },
  );
}

/**
 * Time for which the outcome of a sent request is written again on Windows, while another program has its record open. It is longer than for
 * other files, because the request may be paid, and a record without its outcome stops the next purchase.
 */
const MAX_SETTLE_MS = 60_000;

/** Returns the error code of the file system that made the journal unwritable. */
const findCause = (error: unknown): string | undefined => readErrno((error as Error).cause);

/**
 * The journal of one profile. `look`s take no lock; claims and changes of closed records hold it. All errors of the disk are
 * JOURNAL_UNWRITABLE.
 */
export class Journal {
  readonly #dir: string;
  readonly #world: MovingWorld;
  readonly #clock: Clock;
  readonly #readFolder: (query?: JournalQuery) => Promise<JournalReading>;
  /** The latest reading, and the latest one by which nothing is decided. */
  #latest: JournalReading | undefined;
  #latestHint: JournalReading | undefined;
  /** A confirmed record only changes to a state that blocks less, so each run reads it once. */
  readonly #confirmed = new Map<string, IntentRecord>();

  constructor({ dir, clock, uuid, pid, profile, isAlive, dollar, skewMs, signal }: JournalOptions) {
    const files = openRecordFiles(dir, uuid);
    const lock = openJournalLock(dir, { clock, pid, isAlive, signal });
    const id = openJournalId(dir, uuid);
    this.#dir = dir;
    this.#clock = clock;
    this.#world = { files, lock, id, now: () => clock.now(), pid, profile, isAlive, dollar, skewMs };
    this.#readFolder = makeJournalReader(this.#world);
  }

  /**
   * Writes the record of a request that is about to be sent, durable. `judge` reads the journal under the lock and throws if the purchase
   * must not be sent. No other process can claim anything in between. Errors: those of `judge`, INTENT_OPEN if another process keeps the
   * journal, JOURNAL_UNWRITABLE.
   */
  async claim(intent: SpendIntent, judge: () => Promise<void>): Promise<IntentRecord> {
    return claimIntent(intent, this.#world, judge);
  }

  /** Removes the record of a claim whose request was not sent. Never throws. */
  async withdraw(claim: IntentRecord): Promise<void> {
    await withdrawClaim(this.#world.files, claim);
  }

  /** Writes the outcome of a claim, durable. `noteWait` is called at most once, before a long wait. Errors: JOURNAL_UNWRITABLE. */
  async settle(claim: IntentRecord, noteWait?: () => void, isWindows = IS_WINDOWS): Promise<void> {
    let hasNoted = !isWindows;
    const sleep = (ms: number): Promise<void> => {
      if (!hasNoted) noteWait?.();
      hasNoted = true;
      return this.#clock.sleep(ms);
    };
    await retryWhileBusy(this.#dir, () => settleClaim(this.#world, claim), {
      isWindows,
      clock: { now: () => this.#clock.now(), sleep },
      findErrno: findCause,
      ...(isWindows && { maxMs: MAX_SETTLE_MS }),
    });
  }

  /** Throws JOURNAL_UNWRITABLE if no record can be created. */
  async requireWritable(): Promise<void> {
    await runInJournal(this.#dir, requireWritable(this.#dir));
  }

  /** Reads every record in full. Use `read` where a journal may be long. */
  async list(): Promise<JournalListing> {
    return runInJournal(this.#dir, readAllRecords(this.#world.files, this.#world));
  }

  /** Returns open records, the rows that the query selects, and unreadable files. */
  async read(query: JournalQuery = {}): Promise<JournalReading> {
    const reading = await runInJournal(this.#dir, this.#readFolder(query));
    if (query.isHint === true) this.#latestHint = reading;
    else this.#latest = reading;
    return reading;
  }

  /** Returns the rows of records with one of these ids at the service, by the latest reading of this run. */
  async listNamed(...resultIds: string[]): Promise<IndexRow[]> {
    return (this.#latest ?? (await this.read({ newest: 0 }))).listNamed(...resultIds);
  }

  /** Reads one record by its intent id; undefined if it is missing or unreadable. */
  async record(id: string): Promise<IntentRecord | undefined> {
    const record = this.#confirmed.get(id) ?? (await this.#recordNow(id));
    if (record?.state === "confirmed") this.#confirmed.set(id, record);
    return record;
  }

  async #recordNow(id: string): Promise<IntentRecord | undefined> {
    if (findIdInName(`${id}.json`) === undefined) return undefined;
    return (await runInJournal(this.#dir, this.#world.files.read(id)))?.record;
  }

  /** Returns the service's clock minus ours, from the newest records of this origin. */
  async readSkewMs(origin: string): Promise<number | undefined> {
    const { listLastWritten } = this.#latest ?? this.#latestHint ?? (await this.read({ newest: 0 }));
    const records = await Promise.all(listLastWritten(RECORDS_FOR_SKEW).map((id) => this.#recordNow(id)));
    return records.find((one) => one?.origin === origin && one.skewMs !== undefined)?.skewMs;
  }

  /** Finds a record by its intent id, its file, or its id at the service. */
  async get(id: string): Promise<JournalEntry | undefined> {
    const { open, listNamed } = await this.read({ newest: 0 });
    const isOpen = open.find(({ record }) => record.id === toRecordId(id));
    if (isOpen !== undefined) return isOpen;
    const record =
      (await this.#recordNow(toRecordId(id))) ?? (await this.#recordNow(listNamed(id)[0]?.id ?? ""));
    return record && { record, state: record.state, isOpen: false, isInFlight: false };
  }

  /**
   * Changes records that no process is working on. `write` looks at the lock before each change: after a sleep another process may
   * have it, and have changed what was read.
   */
  #change<T>(work: (write: Write) => Promise<T>): Promise<T> {
    const { lock, files } = this.#world;
    return lock.hold((held) => {
      const write: Write = async (change) => {
        await held.requireOurs();
        return change(files);
      };
      return runInJournal(this.#dir, work(write));
    });
  }

  /**
   * Ends a record that cannot be read, and returns the new path of its file. An order that a person found gets a record in its
   * place.
   */
  async endDamaged(damaged: DamagedRecord, found?: FoundOrder): Promise<string> {
    const { file } = damaged;
    return this.#change((write) =>
      write(async (files) => {
        requireDamaged(files, damaged);
        if (found === undefined) return files.setAside(file);
        // At every moment there is the damaged file, which blocks, or the record of the order.
        const record = makeFoundRecord(damaged, this.#world, found);
        const copy = toFileName(record.id) === file ? await files.copyAside(file) : undefined;
        if (copy !== undefined || toFileName(record.id) !== file) await files.replace(record);
        if (copy !== undefined) return copy;
        const keptAs = await files.setAside(file);
        if (toFileName(record.id) === file) await files.replace(record);
        return keptAs;
      }),
    );
  }

  /**
   * Records the outcome of a request whose outcome was unknown, or recorded by a person; undefined if the journal does not have the
   * id. Errors: INTENT_OPEN during sending, CONFLICT if the outcome was read from the service, JOURNAL_UNWRITABLE.
   */
  async resolve(id: string, finding: Resolution): Promise<JournalEntry | undefined> {
    if ((await this.get(id)) === undefined) return undefined;
    return this.#change(async (write) => {
      const entry = await this.get(id);
      if (entry === undefined) return undefined;
      const record = toResolvedRecord(entry, finding, this.#clock.now());
      await write((files) => files.replace(record));
      this.#confirmed.delete(record.id);
      return { record, state: record.state, isOpen: false, isInFlight: false };
    });
  }

  /**
   * Adds details to the record of an order or a request, such as a status or a total price. Undefined if the journal does not
   * have the id.
   */
  async note(id: string, known: Readonly<Record<string, unknown>>): Promise<JournalEntry | undefined> {
    const entry = await this.get(id);
    if (entry === undefined) return undefined;
    const changes = readDetails(known);
    return this.#change(async (write) => {
      const record = await this.#recordNow(entry.record.id);
      if (record === undefined) return undefined;
      // A total price replaces a price per image.
      const { per: _per, images: _images, ...unpriced } = record.details ?? {};
      const details = changes.price === undefined ? record.details : unpriced;
      const noted = { ...record, details: { ...details, ...changes } };
      await write((files) => files.replace(noted));
      this.#confirmed.delete(noted.id);
      return { ...entry, record: noted };
    });
  }

  /** Returns the id of this journal, which it gets when it is first needed. */
  async makeId(): Promise<string> {
    return runInJournal(this.#dir, this.#world.id.make());
  }

  /** Returns the id; undefined if the journal has none yet. */
  async findId(): Promise<string | undefined> {
    return runInJournal(this.#dir, this.#world.id.find());
  }

  /**
   * Calls `save` with every record as text, and gives the id away with them; without `save`, counts them. Errors: INTENT_OPEN
   * while a request is being sent, or if a record cannot be read.
   */
  async moveTo(save: ((text: string) => Promise<void>) | undefined): Promise<ExportReport> {
    return exportRecords(this.#world, save);
  }

  /**
   * Adds the records of an export; the problem of a faulty text completes the sentence `the file ...`. `isTrial` changes
   * nothing.
   */
  async moveFrom(text: string, isTrial: boolean): Promise<ImportReport | { problem: string }> {
    const exported = readExport(text);
    return "problem" in exported ? exported : importRecords(this.#world, exported, isTrial);
  }

  /** Removes ended attempts before this time that have later attempts. `isTrial` removes nothing. */
  async prune(beforeMs: number, isTrial = false): Promise<IntentRecord[]> {
    const find = async (): Promise<IntentRecord[]> => findPrunable((await this.list()).entries, beforeMs);
    const records = await find();
    if (isTrial || records.length === 0) return records;
    return this.#change(async (write) => {
      const gone = await find();
      for (const { id } of gone) await write((files) => files.remove(id));
      return gone;
    });
  }

  /** Removes all attempts of one profile, for a service that was reset (the sandbox). Returns their number. */
  async forget(profile: string): Promise<number> {
    const { entries } = await this.list();
    const gone = entries.filter(({ record }) => record.profile === profile);
    if (gone.length > 0)
      await this.#change(async (write) => {
        for (const { record } of gone) await write((files) => files.remove(record.id));
      });
    return gone.length;
  }
}
