/**
 * The lines of the journal's index: the facts of a closed record that decide whether its file has to be read. A line is a series of
 * 32-bit words, so that 100,000 lines are compared without being decoded:
 *
 *     0         length of the line, in words
 *     1         checksum of all other words
 *     2         the state: removed, refused, or confirmed, as an order or another request
 *     3 4 5     the id of the record: both halves of its 16 digits, and the attempt
 *     6 8 10    preparedAt, the latest time of the record, and the time of the file's last change, each in two words
 *     12        length of the file
 *     13        number of marks
 *     14        two words per mark: the first is of the record's id at the service, the others are of its pieces
 *     ...       the other columns of the row as JSON, filled up with blanks
 */
import { createHash, randomInt } from "node:crypto";
import { ENDPOINTS } from "../../contract/endpoints.ts";
import { toIdKey } from "../../contract/id-key.ts";
import { chooseLaterMs } from "../../domain/price/budget.ts";
import { isOrder } from "../purchase.ts";
import {
  toFileName,
  findIdInName,
  type IntentDetails,
  type IntentRecord,
  RECORD_VERSION,
  toStem,
} from "../record.ts";

/** The row of a confirmed record. Times are milliseconds since the epoch; texts are those of the record. */
export interface IndexRow extends Pick<
  IntentRecord,
  "id" | "preparedAt" | Exclude<(typeof COLUMNS)[number], "resultId">
> {
  resultId: string;
  /** Price for the budget, and the state of an order. */
  details: Pick<IntentDetails, (typeof DETAILS)[number]>;
}

/** The columns of the JSON. The details follow. */
const COLUMNS = [
  "kind",
  "effect",
  "profile",
  "origin",
  "path",
  "resultId",
  "sendingAt",
  "closedAt",
  "skewMs",
] as const satisfies (keyof IntentRecord)[];

/** The most frequent ones come first: missing values at the end are not written. */
const DETAILS = [
  "price",
  "orderStatus",
  "expirationDate",
  "organizationId",
  "contractId",
  "per",
  "images",
  "settled",
] as const satisfies (keyof IntentDetails)[];

const [LENGTH, CHECKSUM, STATE, ID_HIGH, ID_LOW, ATTEMPT] = [0, 1, 2, 3, 4, 5] as const;
const [PREPARED_AT, LAST_TIME, WRITTEN_AT, SIZE, MARK_COUNT, MARKS] = [6, 8, 10, 12, 13, 14] as const;
export const WORD_BYTES = 4;
/** Least length of a line, in words. */
const MIN_LENGTH = MARKS;
const [REMOVED, REFUSED, REQUEST, ORDER] = [0, 1, 2, 3] as const;

const hashText = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Changes when a line would be made differently: raise the number with every change of the columns, or of the function that
 * computes the pieces.
 */
export const LINE_FORMAT = hashText([13, RECORD_VERSION, ...Object.keys(ENDPOINTS)].join())
  .toString("base64url")
  .slice(0, 8);

/** Identifies one version of a file: its last change and its length. */
export interface FileStamp {
  writtenMs: number;
  size: number;
}

/** Lines in memory: their bytes, the same as words, and the rows that were read. */
class Page {
  readonly words: Int32Array;
  readonly rows = new Map<number, IndexRow>();

  constructor(readonly bytes: Buffer) {
    this.words = new Int32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / WORD_BYTES));
  }
}

/** One line: its page, and its first word. */
export interface Line {
  page: Page;
  at: number;
}

/** Returns the two words by which a piece, or an id at the service, is compared. Different pieces do not have the same mark in practice. */
function makeMark(text: string): [number, number] {
  const digest = hashText(text);
  return [digest.readInt32LE(0), digest.readInt32LE(WORD_BYTES)];
}

const makeResultMark = (resultId: string): [number, number] => makeMark(`result:${toIdKey(resultId)}`);

/** Returns the words of the marks of these pieces, for `mayOwn`. */
export const makePieceMarks = (pieces: Iterable<string>): ReadonlySet<number> =>
  new Set([...pieces].flatMap(makeMark));

/** Returns the line of a closed record; undefined for an open one, which is always read. */
export function makeLine(
  record: IntentRecord,
  { writtenMs, size }: FileStamp,
  pieces: Iterable<string>,
): Line | undefined {
  const { id, state, preparedAt, closedAt, skewMs, resultId = "", details = {} } = record;
  if (state !== "confirmed" && state !== "refused") return undefined;
  const isRefused = state === "refused";
  const marks = isRefused ? [] : [makeResultMark(resultId), ...[...new Set(pieces)].map(makeMark)].flat();
  const values = DETAILS.map((key) => details[key]);
  while (values.length > 0 && values.at(-1) === undefined) values.pop();
  const json = Buffer.from(isRefused ? "" : JSON.stringify([...COLUMNS.map((key) => record[key]), values]));
  const jsonAt = MARKS + marks.length;
  const length = jsonAt + Math.ceil(json.length / WORD_BYTES);
  const page = new Page(Buffer.alloc(length * WORD_BYTES, " "));
  const { words, bytes } = page;
  const { high, low, attempt } = parseLineName(id);
  words.set([length, 0, isRefused ? REFUSED : isOrder(record) ? ORDER : REQUEST, high, low, attempt]);
  bytes.writeDoubleLE(preparedAt, PREPARED_AT * WORD_BYTES);
  bytes.writeDoubleLE(chooseLaterMs(Math.max(preparedAt, closedAt ?? 0), skewMs), LAST_TIME * WORD_BYTES);
  bytes.writeDoubleLE(Math.floor(writtenMs), WRITTEN_AT * WORD_BYTES);
  words.set([size, marks.length / 2, ...marks], SIZE);
  json.copy(bytes, jsonAt * WORD_BYTES);
  words[CHECKSUM] = computeLineChecksum(words, 0);
  return { page, at: 0 };
}

/** The id of a record as words: both halves of its 16 digits, and the attempt. */
interface LineName {
  high: number;
  low: number;
  attempt: number;
}

/** Reads the beginning of a record's id, or of the name of its file. Each listed name is read so: this is faster than `parseInt`. */
export function parseLineName(id: string): LineName {
  let attempt = 0;
  for (let at = ATTEMPT_AT; id.charCodeAt(at) >= ZERO; at += 1)
    attempt = 10 * attempt + id.charCodeAt(at) - ZERO;
  return { high: parseHexWord(id, 0), low: parseHexWord(id, 8), attempt };
}

const ATTEMPT_AT = toStem("0".repeat(64)).length + 1;
/** The dot before the ending of a file precedes all digits. */
const ZERO = "0".charCodeAt(0);

function parseHexWord(text: string, start: number): number {
  let word = 0;
  for (let at = start; at < start + 8; at += 1) {
    const unit = text.charCodeAt(at);
    // A letter has a bit that a digit has not, and begins with 1.
    word = (word << 4) | ((unit & 15) + 9 * (unit >> 6));
  }
  return word;
}

const formatHexWord = (word: number): string => (word >>> 0).toString(16).padStart(8, "0");

export const readLineName = ({ page: { words }, at }: Line): LineName => ({
  high: words[at + ID_HIGH] as number,
  low: words[at + ID_LOW] as number,
  attempt: words[at + ATTEMPT] as number,
});

export function readLineId(line: Line): string {
  const { high, low, attempt } = readLineName(line);
  return `${formatHexWord(high)}${formatHexWord(low)}-${attempt}`;
}

export const readLineFile = (line: Line): string => toFileName(readLineId(line));

/** Returns the length in words of the line that begins at this word; 0 if there is none, or if it was changed. */
function readLineLength(words: Int32Array, at: number): number {
  const length = words[at + LENGTH] ?? 0;
  const isLine =
    length >= MIN_LENGTH &&
    at + length <= words.length &&
    computeLineChecksum(words, at) === words[at + CHECKSUM];
  return isLine ? length : 0;
}

/** Computes a checksum like FNV-1a, by words. A change of one word always changes it. */
function computeLineChecksum(words: Int32Array, at: number): number {
  const length = words[at + LENGTH] as number;
  let sum = 0x811c9dc5 ^ length;
  for (let place = at + STATE; place < at + length; place += 1) {
    sum = Math.imul(sum ^ (words[place] as number), 0x01000193);
    sum ^= sum >>> 15;
  }
  return sum;
}

/** Returns the bytes that make a line one of no record, and their position in the page. */
function makeRemoval({ page: { words }, at }: Line): { bytes: Buffer; position: number } {
  const line = words.slice(at, at + (words[at + LENGTH] as number));
  line[STATE] = REMOVED;
  const changed = Int32Array.of(computeLineChecksum(line, 0), REMOVED);
  return { bytes: Buffer.from(changed.buffer), position: (at + CHECKSUM) * WORD_BYTES };
}

const isRemoved = ({ page: { words }, at }: Line): boolean => words[at + STATE] === REMOVED;

/** Returns true for the line of a refused record, which has no row. */
export const isRefused = ({ page: { words }, at }: Line): boolean => words[at + STATE] === REFUSED;

export const isOrderLine = ({ page: { words }, at }: Line): boolean => words[at + STATE] === ORDER;

export const readLineAttempt = ({ page: { words }, at }: Line): number => words[at + ATTEMPT] as number;

const readTime = ({ page, at }: Line, place: number): number =>
  page.bytes.readDoubleLE((at + place) * WORD_BYTES);

export const readPreparedAt = (line: Line): number => readTime(line, PREPARED_AT);

/** Returns the latest time of the record, by our clock or by the service's. */
export const readLastTime = (line: Line): number => readTime(line, LAST_TIME);

/** Returns the time of the file's last change. */
export const readWrittenMs = (line: Line): number => readTime(line, WRITTEN_AT);

/** Reports whether the line was made of this version of the file. */
export const isOfVersion = (line: Line, { writtenMs, size }: FileStamp): boolean =>
  readWrittenMs(line) === Math.floor(writtenMs) && line.page.words[line.at + SIZE] === size;

const findMarksEnd = ({ page: { words }, at }: Line): number =>
  at + MARKS + 2 * (words[at + MARK_COUNT] as number);

/**
 * Returns true if the record may own a piece with one of these marks. An order without known pieces may own any
 * piece.
 */
export function mayOwn(line: Line, marks: ReadonlySet<number>): boolean {
  const { words } = line.page;
  const [start, end] = [line.at + MARKS + 2, findMarksEnd(line)];
  if (start === end) return isOrderLine(line);
  for (let place = start; place < end; place += 2)
    if (marks.has(words[place] as number) && marks.has(words[place + 1] as number)) return true;
  return false;
}

/** Returns a test for lines of records with one of these ids at the service, compared by `toIdKey`. */
export function hasResult(resultIds: readonly string[]): (line: Line) => boolean {
  const marks = new Set(resultIds.flatMap(makeResultMark));
  return ({ page: { words }, at }) =>
    words[at + MARK_COUNT] !== 0 &&
    marks.has(words[at + MARKS] as number) &&
    marks.has(words[at + MARKS + 1] as number);
}

/** Returns the row of a confirmed record: each time the same one. */
export function toIndexRow(line: Line): IndexRow {
  const { rows } = line.page;
  const row = rows.get(line.at) ?? parseRow(line);
  rows.set(line.at, row);
  return row;
}

function parseRow(line: Line): IndexRow {
  const { bytes, words } = line.page;
  const end = line.at + (words[line.at + LENGTH] as number);
  const json = bytes.toString("utf8", findMarksEnd(line) * WORD_BYTES, end * WORD_BYTES);
  const columns = JSON.parse(json) as unknown[];
  return {
    id: readLineId(line),
    preparedAt: readPreparedAt(line),
    ...nameValues(COLUMNS, columns),
    details: nameValues(DETAILS, columns.at(-1) as unknown[]),
  } as unknown as IndexRow;
}

function nameValues(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [at, name] of names.entries())
    if ((values[at] ?? undefined) !== undefined) named[name] = values[at];
  return named;
}

/** The lines of an index, by their numbers in the order of the file. */
export class IndexLines {
  readonly count: number;
  /** True if nothing but lines follows the header, each of another record. */
  readonly isWhole: boolean;
  /** True if the newest lines were compared with their files. */
  isCompared = false;
  readonly #removed = new Set<number>();
  readonly #page: Page;
  /** The first word of each line. */
  readonly #starts: Int32Array;
  /** The names of the lines, one after the other, where they are compared faster: three words each. */
  readonly #names: Int32Array;
  /** A hash table: 1 + the number of a line, at the place that the hash of its name gives, or at the next free one. */
  readonly #table: Int32Array;
  /** Others choose the names of records. With these factors they cannot choose many of one hash. */
  readonly #factors = [makeOddNumber(), makeOddNumber(), makeOddNumber()] as const;

  /** `file` has the bytes of an index; `start` is the length of its header. */
  constructor(file: Buffer, start: number) {
    this.#page = new Page(file);
    const { words } = this.#page;
    this.#starts = new Int32Array(Math.floor(words.length / MIN_LENGTH));
    let [at, count] = [start / WORD_BYTES, 0];
    for (let length = readLineLength(words, at); length > 0; length = readLineLength(words, at)) {
      this.#starts[count++] = at;
      at += length;
    }
    this.#names = new Int32Array(3 * count);
    this.#table = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 2)));
    let number = 0;
    while (number < count && this.#enter(number)) number += 1;
    this.count = number;
    this.isWhole = number === count && at * WORD_BYTES === file.length;
  }

  get removedCount(): number {
    return this.#removed.size;
  }

  getLine(number: number): Line {
    return { page: this.#page, at: this.#starts[number] as number };
  }

  /** Returns the number of the line of a file; -1 without one. */
  numberOf(file: string): number {
    if (findIdInName(file) === undefined) return -1;
    return (this.#table[this.#placeOf(parseLineName(file))] as number) - 1;
  }

  /** Reports whether a line was removed since it was read. */
  isRemoved(number: number): boolean {
    return this.#removed.size > 0 && this.#removed.has(number);
  }

  /** Removes a line, and returns what has to be written into the file. An earlier reading keeps its line. */
  remove(number: number): { bytes: Buffer; position: number } {
    this.#removed.add(number);
    return makeRemoval(this.getLine(number));
  }

  /** Returns false if there is another line of this record. */
  #enter(number: number): boolean {
    const line = this.getLine(number);
    if (isRemoved(line)) {
      this.#removed.add(number);
      return true;
    }
    const name = readLineName(line);
    const place = this.#placeOf(name);
    if (this.#table[place] !== 0) return false;
    this.#table[place] = number + 1;
    this.#names[3 * number] = name.high;
    this.#names[3 * number + 1] = name.low;
    this.#names[3 * number + 2] = name.attempt;
    return true;
  }

  /** Returns the place of a name in the table, or the free one where it would be. */
  #placeOf({ high, low, attempt }: LineName): number {
    const [names, table, factors] = [this.#names, this.#table, this.#factors];
    const hash = Math.imul(high, factors[0]) + Math.imul(low, factors[1]) + Math.imul(attempt, factors[2]);
    for (let place = hash >>> Math.clz32(table.length - 1); ; place = (place + 1) & (table.length - 1)) {
      const at = 3 * ((table[place] as number) - 1);
      if (at < 0 || (names[at] === high && names[at + 1] === low && names[at + 2] === attempt)) return place;
    }
  }
}

const makeOddNumber = (): number => 2 * randomInt(2 ** 31) + 1;
