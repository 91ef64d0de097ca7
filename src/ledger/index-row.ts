/** One line of the journal's index: the facts of a closed record that decide whether its file has to be read. */
import { createHash } from "node:crypto";
import { ENDPOINTS, type EndpointName } from "../contract/endpoints.ts";
import type { IntentDetails } from "./intent-details.ts";
import { RECORD_VERSION, type IntentRecord } from "./intent-record.ts";
import { isOrder } from "./subject.ts";

/** The row of a confirmed record. Times are milliseconds since the epoch; texts are those of the record. */
export interface IndexRow extends Pick<IntentRecord, Kept> {
  resultId: string;
  /** Time of the file's last change. */
  writtenMs: number;
  /** Price for the budget, and the state of an order. */
  details: Pick<IntentDetails, KeptDetail>;
  /** The later time of preparation and closing. */
  lastMs: number;
  /** Marks of the pieces that the record owns, made by `pieceMark`. Different pieces rarely have the same mark. */
  pieces: readonly string[];
}

type Kept =
  | ("id" | "kind" | "effect" | "origin" | "profile" | "path")
  | ("preparedAt" | "sendingAt" | "closedAt" | "skewMs");
type KeptDetail =
  | "price"
  | "per"
  | "images"
  | "contractId"
  | "organizationId"
  | "orderStatus"
  | "settled"
  | "expirationDate";

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
export const ROW_FORMAT = digest([6, RECORD_VERSION, ...Object.keys(ENDPOINTS)].join());

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
  return Number.isSafeInteger(value) ? value.toString(36) : `.${value}`;
};

const numberIn = (column: string): number =>
  column.startsWith(".") ? Number(column.slice(1)) : parseInt(column, 36);

/** Returns the line of a closed record; undefined for an open one, which is always read. */
export function lineOf(
  record: IntentRecord,
  { writtenMs, size }: FileStamp,
  pieces: Iterable<string>,
): string | undefined {
  const { id, kind, state, preparedAt, closedAt, sendingAt, skewMs, details = {} } = record;
  const start = [`${id}.json`, preparedAt, closedAt, Math.floor(writtenMs), size].map(columnOf);
  if (state === "refused") return [...start, REFUSED].join("\t");
  if (state !== "confirmed") return undefined;
  const { profile, origin, path, effect, resultId } = record;
  const { price, per, images, contractId, organizationId, orderStatus, expirationDate, settled } = details;
  const columns = [
    kind,
    effect === "write" ? effect : undefined,
    profile,
    origin,
    ENDPOINTS[kind].path === path ? undefined : path,
    organizationId,
    contractId,
    sendingAt,
    skewMs,
    price,
    per,
    images,
    orderStatus,
    expirationDate,
    resultId,
    settled,
  ];
  return [...start, ...columns.map(columnOf), [...new Set(pieces)].map(pieceMark).join(",")].join("\t");
}

/** Returns true for the line of a refused record, which has no other facts. */
export const isRefused = (line: string): boolean => line.endsWith(`\t${REFUSED}`);

function columnAt(line: string, index: number): string {
  let start = 0;
  for (let passed = 0; passed < index; passed += 1) start = line.indexOf("\t", start) + 1;
  return line.slice(start, line.indexOf("\t", start));
}

/** Returns the name of the record's file. */
export const nameIn = (line: string): string => line.slice(0, line.indexOf("\t"));

export const idIn = (line: string): string => line.slice(0, line.indexOf(".json"));

export const kindIn = (line: string): EndpointName => columnAt(line, 5) as EndpointName;

export const preparedAtIn = (line: string): number => numberIn(columnAt(line, 1));

/** Returns the later time of preparation and closing. */
export function lastTimeIn(line: string): number {
  const prepared = line.indexOf("\t") + 1;
  const closed = line.indexOf("\t", prepared) + 1;
  const end = line.indexOf("\t", closed);
  const preparedMs = numberIn(line.slice(prepared, closed - 1));
  return end === closed ? preparedMs : Math.max(preparedMs, numberIn(line.slice(closed, end)));
}

export const stampIn = (line: string): FileStamp => ({
  writtenMs: numberIn(columnAt(line, 3)),
  size: numberIn(columnAt(line, 4)),
});

/**
 * Returns true if the record may own a piece with one of these marks. An order without known pieces may own any
 * piece.
 */
export function mayOwn(line: string, marks: ReadonlySet<string>): boolean {
  const start = line.lastIndexOf("\t") + 1;
  if (start === line.length) return isOrder({ kind: kindIn(line) });
  for (let at = start; at < line.length; at += MARK_LENGTH + 1)
    if (marks.has(line.slice(at, at + MARK_LENGTH))) return true;
  return false;
}

/** Returns a test for lines that may have this text in one of their columns. */
export function mayHave(text: string): (line: string) => boolean {
  const column = `\t${escaped(text)}\t`;
  return (line) => line.includes(column);
}

/** Parses a line that `lineOf` made of a confirmed record. */
export function rowOf(line: string): IndexRow {
  const columns = line.split("\t");
  const kind = columns[5] as EndpointName;
  const text = (at: number): string => textIn(columns[at] ?? "");
  const number = (at: number): number => numberIn(columns[at] ?? "");
  const details: IndexRow["details"] = {};
  if (columns[10]) details.organizationId = text(10);
  if (columns[11]) details.contractId = text(11);
  if (columns[14]) details.price = text(14);
  if (columns[15]) details.per = text(15);
  if (columns[16]) details.images = number(16);
  if (columns[17]) details.orderStatus = text(17);
  if (columns[18]) details.expirationDate = text(18);
  if (columns[20]) details.settled = text(20);
  const row: IndexRow = {
    id: idIn(line),
    preparedAt: number(1),
    lastMs: lastTimeIn(line),
    writtenMs: number(3),
    kind,
    profile: text(7),
    origin: text(8),
    path: columns[9] ? text(9) : ENDPOINTS[kind].path,
    resultId: text(19),
    details,
    pieces: columns[21] ? columns[21].split(",") : [],
  };
  if (columns[2]) row.closedAt = number(2);
  if (columns[6] === "write") row.effect = "write";
  if (columns[12]) row.sendingAt = number(12);
  if (columns[13]) row.skewMs = number(13);
  return row;
}
