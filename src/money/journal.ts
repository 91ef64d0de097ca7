import type { SpendIntent } from "../contract/spend.ts";
import { whileBusy } from "../disk/busy-file.ts";
import { errnoOf } from "../disk/disk-error.ts";
import { requireWritable } from "../disk/make-folder.ts";
import type { Clock } from "../time/clock.ts";
import { claimIntent, settleClaim, withdrawClaim } from "./store/claim.ts";
import { idOfFile, recordOfFound, type DamagedRecord, type FoundOrder } from "./store/damage.ts";
import { type JournalEntry, type JournalListing, prunable, readHistory } from "./store/history.ts";
import { idInFileName, type IntentRecord, type IsAlive } from "./record.ts";
import { intentDetailsOf } from "./details.ts";
import { resolvedRecord, type Resolution } from "./outcome.ts";
import type { IndexRow } from "./store/index-line.ts";
import { readExport } from "./store/export-file.ts";
import { openJournalId } from "./store/journal-id.ts";
import { exportRecords, importRecords, type ExportReport, type ImportReport } from "./store/move.ts";
import { journalReader, type JournalQuery, type JournalReading } from "./store/read.ts";
import { inJournal, openRecordFiles } from "./store/files.ts";
import { openJournalLock } from "./store/lock.ts";

export { damagedRecord, idOfFile, type DamagedRecord } from "./store/damage.ts";
export { EXPORT_MARK } from "./store/export-file.ts";
export { newestFirst, type JournalEntry } from "./store/history.ts";
export type { ExportReport, ImportReport } from "./store/move.ts";

export type { IndexRow } from "./store/index-line.ts";
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

export interface Journal {
  /**
   * Writes the record of a request that is about to be sent, durable. `judge` throws when it must not be sent, by the journal as it is now: no
   * other process can claim anything in between. Errors: those of `judge`, INTENT_OPEN if another process keeps the journal, JOURNAL_UNWRITABLE.
   */
  claim: (intent: SpendIntent, judge: () => Promise<void>) => Promise<IntentRecord>;
  /** Removes the record of a claim whose request was not sent. Never throws. */
  withdraw: (claim: IntentRecord) => Promise<void>;
  /** Writes the outcome of a claim, durable. Errors: JOURNAL_UNWRITABLE. */
  settle: (claim: IntentRecord) => Promise<void>;
  /** Throws JOURNAL_UNWRITABLE if no record can be created. */
  requireWritable: () => Promise<void>;
  /** Reads every record in full. Use `read` where a journal may be long. */
  list: () => Promise<JournalListing>;
  /** Returns open records, the rows that the query selects, and unreadable files. */
  read: (query?: JournalQuery) => Promise<JournalReading>;
  /** Returns the rows of records with one of these ids at the service, by the latest reading of this run. */
  named: (...resultIds: string[]) => Promise<IndexRow[]>;
  /** Reads one record by its intent id; undefined if it is missing or unreadable. */
  record: (id: string) => Promise<IntentRecord | undefined>;
  /** Returns the service's clock minus ours, from the newest records of this origin. */
  skewMs: (origin: string) => Promise<number | undefined>;
  /** Finds a record by its intent id, its file, or its id at the service. */
  get: (id: string) => Promise<JournalEntry | undefined>;
  /**
   * Records the outcome of a request whose outcome was unknown; undefined if the journal does not have the id.
   * Errors: INTENT_OPEN during sending, CONFLICT if the outcome is known, JOURNAL_UNWRITABLE.
   */
  resolve: (id: string, finding: Resolution) => Promise<JournalEntry | undefined>;
  /**
   * Ends a record that cannot be read, and returns the new path of its file. An order that a person found gets a record in its
   * place.
   */
  endDamaged: (damaged: DamagedRecord, found?: FoundOrder) => Promise<string>;
  /**
   * Adds details to the record of an order or a request, such as a status or a total price. Undefined if the journal does not
   * have the id.
   */
  note: (id: string, known: Readonly<Record<string, unknown>>) => Promise<JournalEntry | undefined>;
  /** Returns the id of this journal, which it gets when it is first needed. */
  id: () => Promise<string>;
  /** Returns the id; undefined if the journal has none yet. */
  knownId: () => Promise<string | undefined>;
  /**
   * Calls `save` with every record as text, and gives the id away with them; without `save`, counts them. Errors: INTENT_OPEN
   * while a request is being sent, or if a record cannot be read.
   */
  moveTo: (save: ((text: string) => Promise<void>) | undefined) => Promise<ExportReport>;
  /**
   * Adds the records of an export; the problem of a faulty text completes the sentence `the file ...`. `isTrial` changes
   * nothing.
   */
  moveFrom: (text: string, isTrial: boolean) => Promise<ImportReport | { problem: string }>;
  /** Removes ended attempts before this time that have later attempts. `isTrial` removes nothing. */
  prune: (beforeMs: number, isTrial?: boolean) => Promise<IntentRecord[]>;
  /** Removes all attempts of one profile, for a service that was reset (the sandbox). Returns their number. */
  forget: (profile: string) => Promise<number>;
}

/** A request of another profile, or without a dated response, may be among the newest. */
const RECORDS_FOR_SKEW = 5;

/** Returns the error code of the file system that made the journal unwritable. */
const causeOf = (error: unknown): string | undefined => errnoOf((error as Error).cause);

/** Opens the spend journal of one profile: at most one paid request per intent, whatever happens to this process. */
export function openJournal(options: JournalOptions): Journal {
  const { dir, clock, uuid, pid, profile, isAlive, dollar, skewMs, signal } = options;
  const files = openRecordFiles(dir, uuid);
  const now = (): number => clock.now();
  const id = openJournalId(dir, uuid);
  const lock = openJournalLock(dir, { clock, pid, isAlive, signal });
  const world = { files, lock, now, pid, profile, isAlive, dollar, skewMs, clock, id };
  const list = (): Promise<JournalListing> => inJournal(dir, readHistory(files, world));
  const reader = journalReader(world);
  let latest: JournalReading | undefined;
  let latestHint: JournalReading | undefined;
  const read = async (query: JournalQuery = {}): Promise<JournalReading> => {
    const reading = await inJournal(dir, reader(query));
    if (query.isHint === true) latestHint = reading;
    else latest = reading;
    return reading;
  };
  const recordOf = async (id: string): Promise<IntentRecord | undefined> =>
    idInFileName(`${id}.json`) === undefined ? undefined : (await inJournal(dir, files.read(id)))?.record;
  // A confirmed record only changes to a state that blocks less, so each run reads it once.
  const confirmed = new Map<string, IntentRecord>();
  const recordOnce = async (id: string): Promise<IntentRecord | undefined> => {
    const record = confirmed.get(id) ?? (await recordOf(id));
    if (record?.state === "confirmed") confirmed.set(id, record);
    return record;
  };
  const get = async (id: string): Promise<JournalEntry | undefined> => {
    const { open, named } = await read({ newest: 0 });
    const isOpen = open.find(({ record }) => record.id === idOfFile(id));
    if (isOpen !== undefined) return isOpen;
    const record = (await recordOf(idOfFile(id))) ?? (await recordOf(named(id)[0]?.id ?? ""));
    return record && { record, state: record.state, isOpen: false, isInFlight: false };
  };
  /** Changes records that no process is working on. */
  const change = <T>(work: () => Promise<T>): Promise<T> => lock.hold(() => inJournal(dir, work()));
  return {
    claim: (intent, judge) => claimIntent(intent, world, judge),
    withdraw: (claim) => withdrawClaim(files, claim),
    settle: (claim) => whileBusy(dir, clock, causeOf, () => settleClaim(world, claim)),
    requireWritable: () => inJournal(dir, requireWritable(dir)),
    list,
    read,
    named: async (...resultIds) => (latest ?? (await read({ newest: 0 }))).named(...resultIds),
    record: recordOnce,
    skewMs: async (origin) => {
      const { lastWritten } = latest ?? latestHint ?? (await read({ newest: 0 }));
      const measured = (await Promise.all(lastWritten(RECORDS_FOR_SKEW).map(recordOf))).find(
        (one) => one?.origin === origin && one.skewMs !== undefined,
      );
      return measured?.skewMs;
    },
    get,
    endDamaged: (damaged, found) =>
      change(async () => {
        const keptAs = await files.setAside(damaged.file);
        if (found !== undefined) await files.replace(recordOfFound(damaged, world, found));
        return keptAs;
      }),
    async resolve(id, finding) {
      if ((await get(id)) === undefined) return undefined;
      return change(async () => {
        const entry = await get(id);
        if (entry === undefined) return undefined;
        const record = resolvedRecord(entry, finding, now());
        await files.replace(record);
        return { record, state: record.state, isOpen: false, isInFlight: false };
      });
    },
    async note(id, known) {
      const entry = await get(id);
      if (entry === undefined) return undefined;
      const changes = intentDetailsOf(known);
      return change(async () => {
        const record = await recordOf(entry.record.id);
        if (record === undefined) return undefined;
        // A total price replaces a price per image.
        const { per: _per, images: _images, ...unpriced } = record.details ?? {};
        const details = changes.price === undefined ? record.details : unpriced;
        const noted = { ...record, details: { ...details, ...changes } };
        await files.replace(noted);
        confirmed.delete(noted.id);
        return { ...entry, record: noted };
      });
    },
    id: () => inJournal(dir, id.make()),
    knownId: () => inJournal(dir, id.find()),
    moveTo: (save) => exportRecords(world, save),
    async moveFrom(text, isTrial) {
      const exported = readExport(text);
      return "problem" in exported ? exported : importRecords(world, exported, isTrial);
    },
    async prune(beforeMs, isTrial = false) {
      const pruned = async (): Promise<IntentRecord[]> => prunable((await list()).entries, beforeMs);
      const records = await pruned();
      if (isTrial || records.length === 0) return records;
      return change(async () => {
        const gone = await pruned();
        for (const { id } of gone) await files.remove(id);
        return gone;
      });
    },
    async forget(name) {
      const { entries } = await list();
      const gone = entries.filter(({ record }) => record.profile === name);
      if (gone.length > 0)
        await change(async () => {
          for (const { record } of gone) await files.remove(record.id);
        });
      return gone.length;
    },
  };
}
