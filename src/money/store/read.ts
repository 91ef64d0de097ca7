/** Reads the journal with its index: open records in full, and of the closed ones the rows that a caller asks for. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { toFileName, findIdInName, type IntentRecord, toStem } from "../record.ts";
import { listIndexedKeys } from "../recorded-purchase.ts";
import {
  listDamaged,
  type DamagedRecord,
  isListed,
  describeOtherFile,
  type UnreadableFile,
} from "./damage.ts";
import type { KnownFolder, RecordFiles } from "./files.ts";
import {
  readLineAttempt,
  readLineFile,
  hasResult,
  readLineId,
  type IndexLines,
  type IndexRow,
  isOfVersion,
  isOrderLine,
  isRefused,
  readLastTime,
  type Line,
  makeLine,
  mayOwn,
  readLineName,
  parseLineName,
  makePieceMarks,
  readPreparedAt,
  toIndexRow,
  readWrittenMs,
} from "./index-lines.ts";
import type { HeldLock } from "./lock.ts";
import {
  type JournalEntry,
  type LedgerWorld,
  compareByNewest,
  mayPassEarlier,
  SentAttempts,
  toJournalEntry,
} from "./open-state.ts";
import { MAX_ADDED, NEWEST } from "./record-index.ts";

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
  /** Ids of records that the caller could not read although the index has their lines. */
  lost?: readonly string[];
  /**
   * Nothing is decided by this reading. It has the records of the run's first hint, and an edited or restored one may be noticed
   * later.
   */
  isHint?: boolean;
}

export interface JournalReading {
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
  /** Returns the rows of records with one of these ids at the service, newest first. Ids are compared by `toIdKey`. */
  listNamed: (...resultIds: string[]) => IndexRow[];
  /** Returns the rows that may own this piece, in no order. */
  listOwning: (piece: string) => IndexRow[];
  /** Returns the ids of the records that were written last, the latest first. */
  listLastWritten: (count: number) => string[];
}

/** Other programs change a journal without its lock: a person restores a backup. So a reading counts for this time. */
const MAX_KNOWN_MS = 5000;

/**
 * Returns a function that reads the journal. Calls during a reading share the next one. A reading costs a listing of the folder. Under
 * the lock none is needed if the latest one is of the same era: no other process has had the lock since then.
 */
export function makeJournalReader(world: LedgerWorld): (query?: JournalQuery) => Promise<JournalReading> {
  const { files, lock, now } = world;
  let latest: { folder: Folder; era: number; readMs: number } | undefined;
  const list = shareRuns(async (isCompared) => {
    const [era, readMs, { changes }] = [lock.readEra(), now(), files];
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
      latest.era === lock.findCurrent()?.era &&
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
  /**
   * Reports whether a row contradicts its file. A disk may lose the bytes of a file without a change of its time, and a backup may
   * restore an old record.
   */
  const isOutdated = (row: IndexRow): boolean => {
    const isWrong = !checked.has(row) && files.readStamped(row.id)?.record?.state !== "confirmed";
    if (!isWrong) checked.add(row);
    return isWrong;
  };
  return async ({ isHint = false, lost = [], ...query } = {}) => {
    const folder = await folderNow(isHint);
    await folder.correct(lost.map(toFileName));
    const reading = await select(world, folder.copy(), query);
    const outdated = isHint ? [] : [...reading.owners].filter(isOutdated);
    if (outdated.length === 0) return reading;
    await folder.correct(outdated.map(({ id }) => toFileName(id)));
    return select(world, folder.copy(), query);
  };
}

/** Returns a function that runs the work, once at a time. Calls before a run begins share its result, compared for any of them. */
function shareRuns<T>(work: (isCompared: boolean) => Promise<T>): (isCompared: boolean) => Promise<T> {
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
  { newest: most, ...query }: JournalQuery,
): Promise<JournalReading> {
  const marks = query.pieces && makePieceMarks(query.pieces);
  const chosen = folder.select(makeSelection(query, marks));
  const newest = chooseNewest(chosen, most ?? Infinity);
  let sent: SentAttempts | undefined;
  /** Compares the attempts of all records, for an open or an unreadable one. */
  const hasLater = (id: string, earlier?: IntentRecord): boolean =>
    (sent ??= readSentAttempts(world, folder)).hasLater(id, earlier);
  const rowsWith = (isWanted: (line: Line) => boolean): IndexRow[] =>
    folder.select((line) => !isRefused(line) && isWanted(line)).map(toIndexRow);
  const unreadable = [...folder.unreadable.values()];
  return {
    open: [...folder.open.values()]
      .map(({ record }) => toJournalEntry(record, hasLater(record.id, record), world))
      .sort((a, b) => compareByNewest(a.record, b.record)),
    closed:
      most === undefined
        ? newest.map(toIndexRow)
        : newest.map(toIndexRow).sort(compareByNewest).slice(0, most),
    owners: new Set(marks && newest.filter((line) => mayOwn(line, marks)).map(toIndexRow)),
    selected: chosen.length,
    get refused() {
      return folder
        .select(isRefused)
        .map((line) => ({ id: readLineId(line), preparedAt: readPreparedAt(line) }));
    },
    damaged: await listDamaged(world.files, unreadable, (id) => hasLater(id)),
    unreadable,
    listNamed: (...resultIds) => rowsWith(hasResult(resultIds)).sort(compareByNewest),
    listOwning: (piece) => {
      const wanted = makePieceMarks([piece]);
      return rowsWith((line) => mayOwn(line, wanted));
    },
    listLastWritten: (count) => folder.listLastWritten(count),
  };
}

/** Returns the `count` lines that were prepared last, in no order. Lines of the same time stay together. */
function chooseNewest(lines: Line[], count: number): Line[] {
  if (count <= 0) return [];
  if (lines.length <= count) return lines;
  const times = Float64Array.from(lines, readPreparedAt);
  const earliest = times.toSorted()[times.length - count] as number;
  return lines.filter((_line, at) => (times[at] as number) >= earliest);
}

/** Returns the attempts that pass earlier ones which are open or unreadable. A first attempt passes none. */
function readSentAttempts(world: LedgerWorld, folder: Folder): SentAttempts {
  const sent = new SentAttempts();
  const stems = new Set([...folder.open.keys(), ...folder.unreadable.keys()].map(toStem));
  const later = folder
    .select((line) => readLineAttempt(line) > 1 && !isRefused(line) && stems.has(toStem(readLineId(line))))
    .map((line) => world.files.readStamped(readLineId(line))?.record);
  for (const record of [...later, ...[...folder.open.values()].map(({ record }) => record)])
    if (record !== undefined && mayPassEarlier({ record }, world)) sent.add(record);
  return sent;
}

function makeSelection(
  { since, orders = false }: JournalQuery,
  marks: ReadonlySet<number> | undefined,
): (line: Line) => boolean {
  const isAll = since === undefined && marks === undefined && !orders;
  return (line) =>
    !isRefused(line) &&
    (isAll ||
      (since !== undefined && readLastTime(line) >= since) ||
      (orders && isOrderLine(line)) ||
      (marks !== undefined && mayOwn(line, marks)));
}

/** The journal's folder as one listing found it: lines of closed records, and everything else in full. */
class Folder implements KnownFolder {
  /** Records that are not closed, by the names of their files. */
  readonly open = new Map<string, { record: IntentRecord; writtenMs: number }>();
  /** Unreadable records, and files that are not records, by their names. */
  readonly unreadable = new Map<string, UnreadableFile>();
  readonly #files: RecordFiles;
  readonly #index: IndexLines;
  /** For each line of the index: 1 if its file is listed, and nothing shows that the file has changed. */
  readonly #isUsed: Uint8Array;
  /** Lines of closed records that have none in the index, by the names of their files. */
  readonly #added = new Map<string, Line>();

  constructor(files: RecordFiles, index = files.index.load()) {
    this.#files = files;
    this.#index = index;
    this.#isUsed = new Uint8Array(index.count);
  }

  /** Returns a copy, which does not change. */
  copy(): Folder {
    const copy = new Folder(this.#files, this.#index);
    copy.#isUsed.set(this.#isUsed);
    for (const [file, found] of this.open) copy.open.set(file, found);
    for (const [file, found] of this.unreadable) copy.unreadable.set(file, found);
    for (const [file, line] of this.#added) copy.#added.set(file, line);
    return copy;
  }

  /** Lists the folder. Returns the files that have to be read. `isCompared`: the newest lines are compared with their files. */
  async list(isCompared: boolean): Promise<string[]> {
    const [index, unread] = [this.#index, [] as string[]];
    await this.#files.visitNames((file) => {
      const number = index.numberOf(file);
      if (number >= 0 && !index.isRemoved(number)) this.#isUsed[number] = 1;
      else if (isListed(file)) unread.push(file);
    });
    if (isCompared && !index.isCompared) {
      index.isCompared = true;
      const outdated = this.#listNewest(NEWEST).filter((line) => {
        const stamp = this.#files.readStamp(readLineFile(line));
        return stamp !== undefined && !isOfVersion(line, stamp);
      });
      unread.push(...outdated.map(readLineFile));
      await this.#removeLines(outdated.map(readLineFile));
    }
    return unread;
  }

  /** Reads files again whose lines are wrong. */
  async correct(files: readonly string[]): Promise<void> {
    await this.#removeLines(files);
    for (const file of files) this.look(file);
  }

  /** Removes lines, also from the index. If that fails, other readers have to find out that they are wrong. */
  async #removeLines(files: readonly string[]): Promise<void> {
    for (const file of files) this.#stopUsing(file);
    if (files.length > 0) await this.#files.index.remove(files).catch(() => {});
  }

  #stopUsing(file: string): void {
    const number = this.#index.numberOf(file);
    if (number >= 0) this.#isUsed[number] = 0;
  }

  /** Reads a file, and replaces what was known of it. Returns the line of a closed record. */
  look(file: string): Line | undefined {
    this.#stopUsing(file);
    for (const known of [this.open, this.unreadable, this.#added]) known.delete(file);
    const id = findIdInName(file);
    if (id === undefined) {
      const other = describeOtherFile(this.#files, file);
      if (other !== undefined) this.unreadable.set(file, other);
      return undefined;
    }
    const { record, stamp, problem } = this.#files.readStamped(id) ?? {};
    if (problem !== undefined) this.unreadable.set(file, { file, problem, mayBeRecord: true });
    if (record === undefined || stamp === undefined) return undefined;
    const line = makeLine(record, stamp, listIndexedKeys(record));
    if (line === undefined) this.open.set(file, { record, writtenMs: stamp.writtenMs });
    else this.#added.set(file, line);
    return line;
  }

  /** Reads open records again: the processes that send them write their outcomes without the lock. */
  lookAtOpen(): void {
    for (const file of Array.from(this.open.keys())) this.look(file);
  }

  /** Returns the wanted lines of closed records, in no order. */
  select(isWanted: (line: Line) => boolean): Line[] {
    const chosen = [...this.#added.values()].filter(isWanted);
    for (let number = 0; number < this.#index.count; number += 1) {
      if (this.#isUsed[number] === 0) continue;
      const line = this.#index.getLine(number);
      if (isWanted(line)) chosen.push(line);
    }
    return chosen;
  }

  /** Returns the ids of the records that were written last, the latest first. */
  listLastWritten(count: number): string[] {
    const closed = [...this.#listNewest(count), ...this.#added.values()];
    const open = [...this.open.values()].map(({ record: { id }, writtenMs }) => ({ id, writtenMs }));
    return [...closed.map((line) => ({ id: readLineId(line), writtenMs: readWrittenMs(line) })), ...open]
      .sort((a, b) => b.writtenMs - a.writtenMs)
      .slice(0, count)
      .map(({ id }) => id);
  }

  /** Returns the last lines of the index, at most `count`. */
  #listNewest(count: number): Line[] {
    const chosen: Line[] = [];
    for (let number = this.#index.count - 1; number >= 0 && chosen.length < count; number -= 1)
      if (this.#isUsed[number] === 1) chosen.push(this.#index.getLine(number));
    return chosen;
  }

  /** Returns the ids of all attempts with this stem, also of those that cannot be read. */
  listAttempts(stem: string): string[] {
    const { high, low } = parseLineName(`${stem}-1`);
    const closed = this.select((line) => {
      const name = readLineName(line);
      return name.high === high && name.low === low;
    });
    const others = [...this.open.keys(), ...this.unreadable.keys()].filter((file) => file.startsWith(stem));
    return [...closed.map(readLineId), ...others.flatMap((file) => findIdInName(file) ?? [])];
  }
}

/** Fewer records without a line are read by every run. */
const WORTH_ADDING = 64;

/** Reads the journal's folder. `isCompared`: the newest lines of the index are compared with their files. */
async function readFolder(world: LedgerWorld, isCompared: boolean): Promise<Folder> {
  const folder = new Folder(world.files);
  const unread = await folder.list(isCompared);
  if (unread.length < WORTH_ADDING) for (const file of unread) folder.look(file);
  else await readMany(world, folder, unread);
  return folder;
}

/** Reads many files, and adds the lines of closed records to the index if the lock is free, or ours. */
async function readMany(
  { files, lock }: LedgerWorld,
  folder: Folder,
  unread: readonly string[],
): Promise<void> {
  const dated = unread.map((file) => ({ file, writtenMs: files.readStamp(file)?.writtenMs ?? 0 }));
  // The newest lines come last.
  dated.sort((a, b) => a.writtenMs - b.writtenMs);
  let mayAdd = true;
  for (let at = 0; at < dated.length; at += MAX_ADDED) {
    const lines = (): Line[] =>
      dated.slice(at, at + MAX_ADDED).flatMap(({ file }) => folder.look(file) ?? []);
    let isRead = false;
    const readAndAdd = async (held: HeldLock): Promise<void> => {
      await held.requireOurs();
      await files.index.prepare();
      isRead = true;
      // Nothing waits in between, so no record changes after it was read.
      const read = lines();
      if (held === lock.findCurrent())
        files.index.add(read.filter((line) => !files.isChanging(readLineFile(line))));
    };
    const held = lock.findCurrent();
    if (mayAdd)
      await (held === undefined ? lock.tryHold(readAndAdd) : readAndAdd(held)).catch(() => {
        mayAdd = false;
      });
    if (!isRead) lines();
    // Signals are delivered, and a held lock is renewed.
    await nextTurn();
  }
}
