/** One line of the journal's index: the facts of a closed record that decide whether its file has to be read. */
import { createHash } from "node:crypto";
import { ENDPOINTS, type EndpointName } from "../../contract/endpoints.ts";
import { idKey } from "../../contract/id-key.ts";
import { isOrder } from "../purchase.ts";
import { laterMs } from "../../domain/price/budget.ts";
import type { IntentDetails } from "../details.ts";
import { RECORD_VERSION, type IntentRecord } from "../record.ts";

/** The row of a confirmed record. Times are milliseconds since the epoch; texts are those of the record. */
export interface IndexRow extends Pick<IntentRecord, Kept> {
  resultId: string;
  /** Time of the file's last change. */
  writtenMs: number;
  /** Price for the budget, and the state of an order. */
  details: Pick<IntentDetails, "images" | (typeof DETAIL_TEXTS)[number]>;
  /** Marks of the pieces that the record owns, made by `pieceMark`. Different pieces rarely have the same mark. */
  pieces: readonly string[];
}

type Kept =
  | ("id" | "kind" | "effect" | "origin" | "profile" | "path")
  | ("preparedAt" | "sendingAt" | "closedAt" | "skewMs");

/** Their columns precede that of the pieces. */
const DETAIL_TEXTS = [
  "organizationId",
  "contractId",
  "price",
  "per",
  "orderStatus",
  "expirationDate",
  "settled",
] as const;
const FIRST_DETAIL = 15;

/** Identifies one version of a file: its last change and its length. */
export interface FileStamp {
  writtenMs: number;
  size: number;
}

const MARK_LENGTH = 8;
const digest = (text: string): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, MARK_LENGTH);

/** Returns the mark of a piece in a row. */
export const pieceMark = digest;

/**
 * Changes when a row would be made differently: raise the number with every change of the columns, or of the function that
 * computes the pieces.
 */
export const ROW_FORMAT = digest([12, RECORD_VERSION, ...Object.keys(ENDPOINTS)].join());

/** The last column of a refused record. No other line ends with this character. */
const REFUSED = "!";

const escaped = (text: string): string =>
  text === ""
    ? "%"
    : text.replaceAll(/[^ -$&-~]/g, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const textIn = (column: string): string =>
  column.includes("%")
    ? column.replaceAll(/%([0-9a-f]{4})?/g, (_all, code?: string) =>
        code === undefined ? "" : String.fromCharCode(parseInt(code, 16)),
      )
    : column;

const columnOf = (value: string | number | undefined): string => {
  if (value === undefined) return "";
  if (typeof value === "string") return escaped(value);
  return Number.isSafeInteger(value) && value >= 0 ? value.toString(36) : `.${value}`;
};

/** Reads the number at this position; 0 for an empty column. Each line is read so, and `parseInt` takes four times as long. */
function numberAt(line: string, start: number): number {
  if (line[start] === ".") return Number.parseFloat(line.slice(start + 1));
  let value = 0;
  for (let at = start; line.charCodeAt(at) >= ZERO; at += 1) value = value * 36 + digitAt(line, at);
  return value;
}

const ZERO = "0".charCodeAt(0);
const digitAt = (line: string, at: number): number => {
  const unit = line.charCodeAt(at);
  return unit <= ZERO + 9 ? unit - ZERO : unit - "a".charCodeAt(0) + 10;
};

const stampText = ({ writtenMs, size }: FileStamp): string =>
  `${columnOf(Math.floor(writtenMs))}\t${columnOf(size)}`;

/** Returns the line of a closed record; undefined for an open one, which is always read. */
export function lineOf(record: IntentRecord, stamp: FileStamp, pieces: Iterable<string>): string | undefined {
  const { id, kind, state, preparedAt, closedAt, resultId, sendingAt, skewMs, details = {} } = record;
  const lastMs = laterMs(Math.max(preparedAt, closedAt ?? 0), skewMs);
  const start = [...[`${id}.json`, preparedAt, lastMs, closedAt, resultId].map(columnOf), stampText(stamp)];
  if (state === "refused") return [...start, REFUSED].join("\t");
  if (state !== "confirmed") return undefined;
  const { profile, origin, path, effect } = record;
  const columns = [
    kind,
    effect === "write" ? effect : undefined,
    profile,
    origin,
    ENDPOINTS[kind].path === path ? undefined : path,
    sendingAt,
    skewMs,
    details.images,
    ...DETAIL_TEXTS.map((key) => details[key]),
  ];
  return [...start, ...columns.map(columnOf), [...new Set(pieces)].map(pieceMark).join(",")].join("\t");
}

/** Returns true for the line of a refused record, which has no other facts. */
export const isRefused = (line: string): boolean => line.endsWith(`\t${REFUSED}`);

/** Returns the position of a column. */
function startOf(line: string, column: number): number {
  let start = 0;
  for (let passed = 0; passed < column; passed += 1) start = line.indexOf("\t", start) + 1;
  return start;
}

/** Returns the name of the record's file. */
export const nameIn = (line: string): string => line.slice(0, line.indexOf("\t"));

export const idIn = (line: string): string => line.slice(0, line.indexOf(".json"));

function kindIn(line: string): EndpointName {
  const start = startOf(line, 7);
  return line.slice(start, line.indexOf("\t", start)) as EndpointName;
}

export const isOrderIn = (line: string): boolean => isOrder({ kind: kindIn(line) });

export const preparedAtIn = (line: string): number => numberAt(line, startOf(line, 1));

/** Returns the latest time of the record, by our clock or by the service's. */
export const lastTimeIn = (line: string): number => numberAt(line, startOf(line, 2));

/** Returns the time of the file's last change. */
export const writtenMsIn = (line: string): number => numberAt(line, startOf(line, 5));

/** Reports whether the line was made of this version of the file. */
export const isOfVersion = (line: string, stamp: FileStamp): boolean =>
  line.startsWith(`${stampText(stamp)}\t`, startOf(line, 5));

/**
 * Returns true if the record may own a piece with one of these marks. An order without known pieces may own any
 * piece.
 */
export function mayOwn(line: string, marks: ReadonlySet<string>): boolean {
  const start = line.lastIndexOf("\t") + 1;
  if (start === line.length) return isOrderIn(line);
  for (let at = start; at < line.length; at += MARK_LENGTH + 1)
    if (marks.has(line.slice(at, at + MARK_LENGTH))) return true;
  return false;
}

/** Returns a test for lines of records with one of these ids at the service, compared by `idKey`. */
export function hasResult(resultIds: readonly string[]): (line: string) => boolean {
  const keys = new Set(resultIds.map(idKey));
  return (line) => {
    const start = startOf(line, 4);
    return keys.has(idKey(textIn(line.slice(start, line.indexOf("\t", start)))));
  };
}

/** Parses a line that `lineOf` made of a confirmed record. */
export function rowOf(line: string): IndexRow {
  const columns = line.split("\t");
  const kind = columns[7] as EndpointName;
  const text = (at: number): string => textIn(columns[at] ?? "");
  const number = (at: number): number => numberAt(columns[at] ?? "", 0);
  const details: IndexRow["details"] = {};
  if (columns[14]) details.images = number(14);
  for (const [at, key] of DETAIL_TEXTS.entries())
    if (columns[FIRST_DETAIL + at]) details[key] = text(FIRST_DETAIL + at);
  const row: IndexRow = {
    id: idIn(line),
    preparedAt: number(1),
    writtenMs: number(5),
    kind,
    profile: text(9),
    origin: text(10),
    path: columns[11] ? text(11) : ENDPOINTS[kind].path,
    resultId: text(4),
    details,
    pieces: columns[22] ? columns[22].split(",") : [],
  };
  if (columns[3]) row.closedAt = number(3);
  if (columns[8] === "write") row.effect = "write";
  if (columns[12]) row.sendingAt = number(12);
  if (columns[13]) row.skewMs = number(13);
  return row;
}
