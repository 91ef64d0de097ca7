/** Reads the journal with its index: open records in full, and of the closed ones the rows that a caller asks for. */
import { damagedAmong, type DamagedRecord } from "./damage.ts";
import { entryOf, isListed, newestFirst, type JournalEntry, type JournalListing } from "./history.ts";
import {
  hasResult,
  idIn,
  isRefused,
  isOrderIn,
  lastTimeIn,
  lineOf,
  mayOwn,
  nameIn,
  pieceMark,
  preparedAtIn,
  rowOf,
  writtenMsIn,
  type IndexRow,
} from "./index-line.ts";
import { idInFileName, stemOf, type IntentRecord } from "../record.ts";
import type { LedgerWorld } from "./files.ts";
import { indexedKeys } from "../recorded-purchase.ts";
import { passesEarlier, SentAttempts } from "./sent-attempts.ts";
import { otherFile } from "./other-files.ts";

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
  unreadable: JournalListing["unreadable"];
  /** Returns the rows of records with one of these ids at the service, newest first. Ids are compared by `idKey`. */
  named: (...resultIds: string[]) => IndexRow[];
  /** Returns the rows that may own this piece, in no order. */
  owning: (piece: string) => IndexRow[];
  /** Returns the ids of the records that were written last, the latest first. */
  lastWritten: (count: number) => string[];
}

/** Records that are read without a turn of the event loop. */
const AT_ONCE = 500;

/**
 * Returns a function that reads the journal. Calls during a reading share the next one. A second reading costs a listing of
 * the folder.
 */
export function journalReader(world: LedgerWorld): (query?: JournalQuery) => Promise<JournalReading> {
  /** Records that cannot be read although the index has their lines: a disk may lose bytes of a file without a change of its time. */
  const lost = new Set<string>();
  const linesNow = sharing((isCompared) => readLines(world, isCompared, lost));
  /** Rows that were selected before, by their lines. */
  const rows = new Map<string, IndexRow>();
  const rowIn = (line: string): IndexRow => {
    const known = rows.get(line);
    if (known !== undefined) return known;
    const row = rowOf(line);
    rows.set(line, row);
    return row;
  };
  let hinted: Promise<Lines> | undefined;
  const readOnce = async (query: JournalQuery): Promise<JournalReading> => {
    const lines = query.isHint === true ? (hinted ??= linesNow(false)) : linesNow(true);
    return select(world, without(await lines, query.except), query, rowIn);
  };
  const lose = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      lost.add(id);
      // Shows the record to other readers. If that fails, `lost` still makes this reading right.
      await world.files.index.change(id, async () => {}).catch(() => undefined);
    }
  };
  const checked = new WeakSet<IndexRow>();
  return async (query = {}) => {
    await lose(query.lost ?? []);
    const reading = await readOnce(query);
    const rows = query.isHint === true ? [] : [...reading.owners].filter((row) => !checked.has(row));
    const unreadable = rows.filter(({ id }) => world.files.readStamped(id)?.problem !== undefined);
    for (const row of rows) checked.add(row);
    if (unreadable.length === 0) return reading;
    await lose(unreadable.map(({ id }) => id));
    return readOnce(query);
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

function without(read: Lines, id: string | undefined): Lines & Pick<JournalReading, "excepted"> {
  if (id === undefined) return read;
  return {
    lines: read.lines,
    excepted: read.records.find(({ record }) => record.id === id)?.record,
    records: read.records.filter(({ record }) => record.id !== id),
    unreadable: read.unreadable.filter(({ file }) => file !== `${id}.json`),
  };
}

async function select(
  world: LedgerWorld,
  read: Lines & Pick<JournalReading, "excepted">,
  query: JournalQuery,
  rowIn: (line: string) => IndexRow,
): Promise<JournalReading> {
  const { files } = world;
  const { lines, records, unreadable, excepted } = read;
  const marks = query.pieces && new Set([...query.pieces].map(pieceMark));
  const chosen = lines.filter(selected(query, marks));
  let sent: SentAttempts | undefined;
  /** Compares the attempts of all records, for an open or an unreadable one. */
  const hasLater = (id: string, earlier?: IntentRecord): boolean =>
    (sent ??= sentAttempts(world, read)).hasLater(id, earlier);
  const rowsWith = (isWanted: (line: string) => boolean): IndexRow[] =>
    lines.filter((line) => !isRefused(line) && isWanted(line)).map(rowIn);
  const newest = newestOf(chosen, query.newest ?? Infinity, preparedAtIn);
  return {
    excepted,
    open: records
      .map(({ record }) => entryOf(record, hasLater(record.id, record), world))
      .sort((a, b) => newestFirst(a.record, b.record)),
    closed:
      query.newest === undefined
        ? newest.map(rowIn)
        : newest.map(rowIn).sort(newestFirst).slice(0, query.newest),
    owners: new Set(marks && newest.filter((line) => mayOwn(line, marks)).map(rowIn)),
    selected: chosen.length,
    get refused() {
      return lines.filter(isRefused).map((line) => ({ id: idIn(line), preparedAt: preparedAtIn(line) }));
    },
    damaged: await damagedAmong(files, unreadable, (id) => hasLater(id)),
    unreadable,
    named: (...resultIds) => rowsWith(hasResult(resultIds)).sort(newestFirst),
    owning: (piece) => {
      const mark = new Set([pieceMark(piece)]);
      return rowsWith((line) => mayOwn(line, mark));
    },
    lastWritten: (count) =>
      [
        ...files.index.newest(count).map((line) => ({ id: idIn(line), writtenMs: writtenMsIn(line) })),
        ...records.map(({ record, writtenMs }) => ({ id: record.id, writtenMs })),
      ]
        .sort((a, b) => b.writtenMs - a.writtenMs)
        .slice(0, count)
        .map(({ id }) => id),
  };
}

/** Returns the `count` lines of the latest times, in no order. Lines of the same time stay together. */
function newestOf(lines: string[], count: number, timeIn: (line: string) => number): string[] {
  if (count <= 0) return [];
  if (lines.length <= count) return lines;
  const times = Float64Array.from(lines, timeIn);
  const earliest = times.toSorted()[times.length - count] as number;
  return lines.filter((_line, at) => (times[at] as number) >= earliest);
}

interface Lines {
  /** Lines of all closed records. */
  lines: string[];
  /** Every other record, in full. */
  records: { record: IntentRecord; writtenMs: number }[];
  unreadable: JournalListing["unreadable"];
}

async function readLines(
  { files }: LedgerWorld,
  isCompared: boolean,
  lost: ReadonlySet<string>,
): Promise<Lines> {
  const listing = files.names();
  files.index.refresh(isCompared);
  const divided = files.index.divide(await listing);
  const isLost = (line: string): boolean => lost.has(idIn(line));
  const lines = lost.size === 0 ? divided.lines : divided.lines.filter((line) => !isLost(line));
  const lostFiles = lost.size === 0 ? [] : divided.lines.filter(isLost).map(nameIn);
  const others = [...divided.others.filter(isListed), ...lostFiles];
  const basis = files.index.begin(others.length);
  const unreadable: JournalListing["unreadable"] = [];
  const records: Lines["records"] = [];
  const added: { line: string; writtenMs: number }[] = [];
  for (const [count, file] of others.entries()) {
    const id = idInFileName(file);
    // Signals are delivered during this wait.
    if (count % AT_ONCE === AT_ONCE - 1) await files.writtenMs(file);
    if (id === undefined) {
      unreadable.push(otherFile(files, file));
      continue;
    }
    const { record, stamp, problem } = files.readStamped(id) ?? {};
    if (problem !== undefined) unreadable.push({ file, problem, mayBeRecord: true });
    if (record === undefined || stamp === undefined) continue;
    const line = lineOf(record, stamp, indexedKeys(record));
    const { writtenMs } = stamp;
    if (line === undefined) records.push({ record, writtenMs });
    else added.push({ line, writtenMs });
  }
  // The newest lines come last.
  added.sort((a, b) => a.writtenMs - b.writtenMs);
  const addedLines = added.map(({ line }) => line);
  await files.index.add(addedLines, basis);
  return { lines: lines.concat(addedLines), records, unreadable };
}

/** Returns the attempts that pass earlier ones which are open or unreadable. A first attempt passes none. */
function sentAttempts(world: LedgerWorld, { lines, records, unreadable }: Lines): SentAttempts {
  const sent = new SentAttempts();
  const names = [...records.map(({ record }) => record.id), ...unreadable.map(({ file }) => file)];
  const stems = new Set(names.map(stemOf));
  const add = (record: IntentRecord | undefined): void => {
    if (record !== undefined && passesEarlier({ record }, world)) sent.add(record);
  };
  for (const { record } of records) add(record);
  for (const line of lines)
    if (!line.startsWith("1.", ATTEMPT_AT) && !isRefused(line) && stems.has(stemOf(line)))
      add(world.files.readStamped(idIn(line))?.record);
  return sent;
}

/** Position of the attempt's number in an id, and in a line. */
const ATTEMPT_AT = stemOf("0".repeat(64)).length + 1;

function selected(
  { since, orders = false }: JournalQuery,
  marks: ReadonlySet<string> | undefined,
): (line: string) => boolean {
  const isAll = since === undefined && marks === undefined && !orders;
  return (line) =>
    !isRefused(line) &&
    (isAll ||
      (since !== undefined && lastTimeIn(line) >= since) ||
      (orders && isOrderIn(line)) ||
      (marks !== undefined && mayOwn(line, marks)));
}
