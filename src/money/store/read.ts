/** Reads the journal with its index: open records in full, and of the closed ones the rows that a caller asks for. */
import { fileOf, stemOf, type IntentRecord } from "../record.ts";
import { damagedAmong, type DamagedRecord } from "./damage.ts";
import { readFolder, type Folder } from "./folder.ts";
import { toJournalEntry, newestFirst, type JournalEntry } from "./history.ts";
import {
  attemptIn,
  hasResult,
  idIn,
  isOrderIn,
  isRefused,
  lastTimeIn,
  mayOwn,
  pieceMarks,
  preparedAtIn,
  rowOf,
  type IndexRow,
  type Line,
} from "./index-line.ts";
import type { UnreadableFile } from "./other-files.ts";
import { passesEarlier, SentAttempts } from "./sent-attempts.ts";
import type { LedgerWorld } from "./world.ts";

/** Selects rows of closed records: those that meet any of the conditions. Every row is selected when there is none. */
export interface JournalQuery {
  /** Rows of records that may own one of these pieces. An order without known pieces may own any piece. */
  pieces?: ReadonlySet<string>;
  /** Rows of records that were prepared or closed at this time or later, by our clock or by the service's, in milliseconds since the epoch. */
  since?: number;
  /** Rows of all orders. */
  orders?: boolean;
  /** Maximum number of these rows; the newest are returned. */
  newest?: number;
  /** Id of a record to leave out of the reading, which has it as `excepted`: an open one, or one that cannot be read. */
  except?: string;
  /** Ids of records that the caller could not read although the index has their lines. */
  lost?: readonly string[];
  /**
   * Nothing is decided by this reading. It has the records of the run's first hint, and an edited or restored one may be noticed
   * later.
   */
  isHint?: boolean;
}

export interface JournalReading {
  /** The record with the id of the query's `except`, if this reading found it open. */
  excepted?: IntentRecord | undefined;
  /** Records that are prepared, being sent, or of unknown outcome; newest first. */
  open: JournalEntry[];
  /**
   * The selected rows of confirmed records, newest first if `newest` is given, else in no order. A row selects a record: read
   * the record before it decides.
   */
  closed: IndexRow[];
  /** The selected rows that may own a wanted piece. */
  owners: ReadonlySet<IndexRow>;
  /** Number of selected rows, before `newest` limits them. */
  selected: number;
  /** Every refused record, in no order. */
  readonly refused: Pick<IntentRecord, "id" | "preparedAt">[];
  /** Records that cannot be read. */
  damaged: DamagedRecord[];
  /** Unreadable records, and files that are not records. */
  unreadable: readonly UnreadableFile[];
  /** Returns the rows of records with one of these ids at the service, newest first. Ids are compared by `idKey`. */
  named: (...resultIds: string[]) => IndexRow[];
  /** Returns the rows that may own this piece, in no order. */
  owning: (piece: string) => IndexRow[];
  /** Returns the ids of the records that were written last, the latest first. */
  lastWritten: (count: number) => string[];
}

/** Other programs change a journal without its lock: a person restores a backup. So a reading counts for this time. */
const MAX_KNOWN_MS = 5000;

/**
 * Returns a function that reads the journal. Calls during a reading share the next one. A reading costs a listing of the folder. Under
 * the lock none is needed if the latest one is of the same era: no other process has had the lock since then.
 */
export function journalReader(world: LedgerWorld): (query?: JournalQuery) => Promise<JournalReading> {
  const { files, lock, now } = world;
  let latest: { folder: Folder; era: number; readMs: number } | undefined;
  const list = sharing(async (isCompared) => {
    const [era, readMs, { changes }] = [lock.era(), now(), files];
    const folder = await readFolder(world, isCompared);
    if (isCompared && changes === files.changes) {
      latest = { folder, era, readMs };
      files.latest = folder;
    }
    return folder;
  });
  const findKnown = (): Folder | undefined => {
    const isTrue =
      latest !== undefined &&
      latest.folder === files.latest &&
      latest.era === lock.current()?.era &&
      Math.abs(now() - latest.readMs) < MAX_KNOWN_MS;
    return isTrue ? latest?.folder : undefined;
  };
  let hinted: Promise<Folder> | undefined;
  const folderNow = async (isHint: boolean): Promise<Folder> => {
    const known = findKnown();
    known?.lookAtOpen();
    return known ?? (isHint ? (hinted ??= list(false)) : list(true));
  };
  const checked = new WeakSet<IndexRow>();
  /** Reports whether a row is not that of its file: a disk may lose the bytes of a file without a change of its time, and a backup may bring an old record back. */
  const isOutdated = (row: IndexRow): boolean => {
    const isWrong = !checked.has(row) && files.readStamped(row.id)?.record?.state !== "confirmed";
    if (!isWrong) checked.add(row);
    return isWrong;
  };
  return async ({ isHint = false, lost = [], ...query } = {}) => {
    const folder = await folderNow(isHint);
    await folder.correct(lost.map(fileOf));
    const reading = await select(world, folder.copy(), query);
    const outdated = isHint ? [] : [...reading.owners].filter(isOutdated);
    if (outdated.length === 0) return reading;
    await folder.correct(outdated.map(({ id }) => fileOf(id)));
    return select(world, folder.copy(), query);
  };
}

/** Returns a function that runs the work, once at a time. Calls before a run begins share its result, compared for any of them. */
function sharing<T>(work: (isCompared: boolean) => Promise<T>): (isCompared: boolean) => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  let isNextCompared = false;
  return (isCompared) => {
    isNextCompared ||= isCompared;
    return (next ??= running.then(() => {
      next = undefined;
      const result = work(isNextCompared);
      isNextCompared = false;
      running = result.catch(() => undefined);
      return result;
    }));
  };
}

async function select(
  world: LedgerWorld,
  folder: Folder,
  { except, newest: most, ...query }: JournalQuery,
): Promise<JournalReading> {
  const marks = query.pieces && pieceMarks(query.pieces);
  const chosen = folder.select(selected(query, marks));
  const newest = newestOf(chosen, most ?? Infinity);
  let sent: SentAttempts | undefined;
  /** Compares the attempts of all records, for an open or an unreadable one. */
  const hasLater = (id: string, earlier?: IntentRecord): boolean =>
    (sent ??= sentAttempts(world, folder, except)).hasLater(id, earlier);
  const rowsWith = (isWanted: (line: Line) => boolean): IndexRow[] =>
    folder.select((line) => !isRefused(line) && isWanted(line)).map(rowOf);
  const records = [...folder.open.values()].filter(({ record }) => record.id !== except);
  const unreadable = [...folder.unreadable.values()].filter(({ file }) => file !== fileOf(except ?? ""));
  return {
    excepted: folder.open.get(fileOf(except ?? ""))?.record,
    open: records
      .map(({ record }) => toJournalEntry(record, hasLater(record.id, record), world))
      .sort((a, b) => newestFirst(a.record, b.record)),
    closed: most === undefined ? newest.map(rowOf) : newest.map(rowOf).sort(newestFirst).slice(0, most),
    owners: new Set(marks && newest.filter((line) => mayOwn(line, marks)).map(rowOf)),
    selected: chosen.length,
    get refused() {
      return folder.select(isRefused).map((line) => ({ id: idIn(line), preparedAt: preparedAtIn(line) }));
    },
    damaged: await damagedAmong(world.files, unreadable, (id) => hasLater(id)),
    unreadable,
    named: (...resultIds) => rowsWith(hasResult(resultIds)).sort(newestFirst),
    owning: (piece) => {
      const wanted = pieceMarks([piece]);
      return rowsWith((line) => mayOwn(line, wanted));
    },
    lastWritten: (count) => folder.lastWritten(count),
  };
}

/** Returns the `count` lines that were prepared last, in no order. Lines of the same time stay together. */
function newestOf(lines: Line[], count: number): Line[] {
  if (count <= 0) return [];
  if (lines.length <= count) return lines;
  const times = Float64Array.from(lines, preparedAtIn);
  const earliest = times.toSorted()[times.length - count] as number;
  return lines.filter((_line, at) => (times[at] as number) >= earliest);
}

/** Returns the attempts that pass earlier ones which are open or unreadable. A first attempt passes none. */
function sentAttempts(world: LedgerWorld, folder: Folder, except: string | undefined): SentAttempts {
  const sent = new SentAttempts();
  const stems = new Set([...folder.open.keys(), ...folder.unreadable.keys()].map(stemOf));
  const later = folder
    .select((line) => attemptIn(line) > 1 && !isRefused(line) && stems.has(stemOf(idIn(line))))
    .map((line) => world.files.readStamped(idIn(line))?.record);
  for (const record of [...later, ...[...folder.open.values()].map(({ record }) => record)])
    if (record !== undefined && record.id !== except && passesEarlier({ record }, world)) sent.add(record);
  return sent;
}

function selected(
  { since, orders = false }: JournalQuery,
  marks: ReadonlySet<number> | undefined,
): (line: Line) => boolean {
  const isAll = since === undefined && marks === undefined && !orders;
  return (line) =>
    !isRefused(line) &&
    (isAll ||
      (since !== undefined && lastTimeIn(line) >= since) ||
      (orders && isOrderIn(line)) ||
      (marks !== undefined && mayOwn(line, marks)));
}
