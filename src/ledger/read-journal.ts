/** Reads the journal with its index: open records in full, and of the closed ones the rows that a caller asks for. */
import { damagedAmong, type DamagedRecord } from "./damaged-records.ts";
import {
  entryOf,
  isListed,
  newestFirst,
  passesEarlier,
  SentAttempts,
  type JournalEntry,
  type JournalListing,
} from "./history.ts";
import {
  hasResult,
  idIn,
  isRefused,
  isOrderIn,
  lastTimeIn,
  lineOf,
  mayOwn,
  pieceMark,
  preparedAtIn,
  rowOf,
  writtenMsIn,
  type IndexRow,
} from "./index-row.ts";
import { idInFileName, stemOf, type IntentRecord } from "./intent-record.ts";
import type { LedgerWorld } from "./record-files.ts";
import { indexedKeys } from "./recorded-purchase.ts";

/** Selects rows of closed records: those that meet any of the conditions. Every row is selected when there is none. */
export interface JournalQuery {
  /** Rows of records that may own one of these pieces. An order without known pieces may own any piece. */
  pieces?: ReadonlySet<string>;
  /** Rows of records that were prepared or closed at this time or later, in milliseconds since the epoch. */
  since?: number;
  /** Rows of all orders. */
  orders?: boolean;
  /** Maximum number of these rows; the newest are returned. */
  newest?: number;
  /** Id of a record to skip: an open one, or one that cannot be read. */
  except?: string;
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
  unreadable: JournalListing["unreadable"];
  /** Returns the rows of records with one of these ids at the service, newest first. */
  named: (...resultIds: string[]) => IndexRow[];
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
  const linesNow = sharing((isCompared) => readLines(world, isCompared));
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
  return async (query = {}) => {
    const lines = query.isHint === true ? (hinted ??= linesNow(false)) : linesNow(true);
    return select(world, without(await lines, query.except), query, rowIn);
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

function without(read: Lines, id: string | undefined): Lines {
  if (id === undefined) return read;
  return {
    lines: read.lines,
    records: read.records.filter(({ record }) => record.id !== id),
    unreadable: read.unreadable.filter(({ file }) => file !== `${id}.json`),
  };
}

async function select(
  { files, now, isAlive }: LedgerWorld,
  { lines, records, unreadable }: Lines,
  query: JournalQuery,
  rowIn: (line: string) => IndexRow,
): Promise<JournalReading> {
  const marks = query.pieces && new Set([...query.pieces].map(pieceMark));
  const chosen = lines.filter(selected(query, marks));
  let sent: SentAttempts | undefined;
  /** Compares the attempts of all records, for an open or an unreadable one. */
  const hasLater = (id: string): boolean => {
    if (sent === undefined) {
      sent = sentAttempts(lines);
      for (const { record } of records) if (passesEarlier({ record }, now(), isAlive)) sent.add(record.id);
    }
    return sent.hasLater(id);
  };
  const newest = newestOf(chosen, query.newest ?? Infinity, preparedAtIn);
  return {
    open: records
      .map(({ record }) => entryOf(record, hasLater(record.id), now(), isAlive))
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
    damaged: await damagedAmong(files, unreadable, hasLater),
    unreadable,
    named: (...resultIds) =>
      lines
        .filter((line) => !isRefused(line))
        .filter(hasResult(resultIds))
        .map(rowIn)
        .sort(newestFirst),
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

async function readLines({ files }: LedgerWorld, isCompared: boolean): Promise<Lines> {
  const listing = files.names();
  files.index.refresh(isCompared);
  const { lines, others: rest } = files.index.divide(await listing);
  const others = rest.filter(isListed);
  const basis = files.index.begin(others.length);
  const unreadable: JournalListing["unreadable"] = [];
  const records: Lines["records"] = [];
  const added: { line: string; writtenMs: number }[] = [];
  for (const [count, file] of others.entries()) {
    const id = idInFileName(file);
    // Signals are delivered during this wait.
    if (count % AT_ONCE === AT_ONCE - 1) await files.writtenMs(id ?? file);
    const { record, stamp, problem } =
      id === undefined ? { problem: "not a journal file" } : (files.readStamped(id) ?? {});
    if (problem !== undefined) unreadable.push({ file, problem });
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

/** Returns the attempts among closed records that pass earlier ones. A first attempt passes none. */
function sentAttempts(lines: readonly string[]): SentAttempts {
  const sent = new SentAttempts();
  for (const line of lines)
    if (
      !line.startsWith("1.", ATTEMPT_AT) &&
      !isRefused(line) &&
      rowOf(line).details.orderStatus !== "rejected"
    )
      sent.add(idIn(line));
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
