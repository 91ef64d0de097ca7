import { isJsonObject } from "../contract/json-object.ts";
import { ENDPOINTS, type EndpointName } from "../contract/endpoints.ts";
import { intentDetailsOf, type IntentDetails } from "./details.ts";

export const RECORD_VERSION = 1;

/** `prepared` and `sending` are temporary; the other three states are final. */
const STATES = ["prepared", "sending", "confirmed", "refused", "unknown"] as const;
export type IntentState = (typeof STATES)[number];

/** One intent to spend, as stored. Times are milliseconds since the epoch. */
export interface IntentRecord {
  version: typeof RECORD_VERSION;
  /** `<first 16 digits of the fingerprint>-<attempt>`: also the name of the file. */
  id: string;
  fingerprint: string;
  kind: EndpointName;
  origin: string;
  profile: string;
  method: string;
  path: string;
  /** The body as sent, without the queries of its URLs; absent if there was none. */
  body?: unknown;
  /** "write" costs nothing until it is approved. Default: "spend". */
  effect?: "spend" | "write";
  state: IntentState;
  /** The process that works on it. */
  pid: number;
  preparedAt: number;
  sendingAt?: number;
  /** Time when the outcome was known, or given up. */
  closedAt?: number;
  /** The service's clock minus ours at the request, in milliseconds; absent if no response had a date. */
  skewMs?: number;
  /** The id at the service, if `confirmed`. */
  resultId?: string;
  /** HTTP status of the response, if there was one. */
  status?: number;
  /** The reason for `refused` or `unknown`, without secrets. */
  reason?: string;
  /** Who resolved an unknown outcome, and when. */
  resolvedBy?: "hand" | "search";
  resolvedAt?: number;
  details?: IntentDetails;
}

const NEEDED_TEXTS = ["fingerprint", "origin", "profile", "method", "path"] as const;
const OPTIONAL_TIMES = ["sendingAt", "closedAt", "resolvedAt", "skewMs"] as const;

const LATEST_TIME_MS = 8.64e15;
const isTime = (value: unknown): boolean => typeof value === "number" && Math.abs(value) <= LATEST_TIME_MS;

/** Returns true if a process of this machine is running. */
export type IsAlive = (pid: number) => boolean;

/** A file of the journal: its record, or the reason why it is unreadable. */
export interface ReadRecord {
  record?: IntentRecord;
  problem?: string;
}

/** Parses a journal file named after `id`. */
export function parseRecord(text: string, id: string): ReadRecord {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { problem: "not JSON" };
  }
  if (!isJsonObject(data) || typeof data["version"] !== "number") return { problem: "not a journal record" };
  if (data["version"] > RECORD_VERSION) return { problem: "written by a newer version" };
  const isComplete =
    data["version"] === RECORD_VERSION &&
    data["id"] === id &&
    NEEDED_TEXTS.every((key) => typeof data[key] === "string") &&
    typeof data["kind"] === "string" &&
    Object.hasOwn(ENDPOINTS, data["kind"]) &&
    STATES.some((state) => state === data["state"]) &&
    Number.isSafeInteger(data["pid"]) &&
    isTime(data["preparedAt"]) &&
    OPTIONAL_TIMES.every((key) => data[key] === undefined || isTime(data[key])) &&
    (data["state"] !== "confirmed" || typeof data["resultId"] === "string");
  if (!isComplete) return { problem: "not a complete journal record" };
  const record = data as unknown as IntentRecord;
  return {
    record: record.details === undefined ? record : { ...record, details: intentDetailsOf(record.details) },
  };
}

const FILE_NAME = /^[0-9a-f]{16}-[1-9]\d{0,8}\.json$/;

/** Returns the intent id in a file name; undefined for a file that is not the journal's. */
export const idInFileName = (name: string): string | undefined =>
  FILE_NAME.test(name) ? name.slice(0, -".json".length) : undefined;

/** Returns the name of a record's file. */
export const fileOf = (id: string): string => `${id}.json`;

const ASIDE_NAME = /\.damaged(?:-\d+)?$/;

/**
 * Returns the new name of an unreadable file that was resolved: its bytes are kept, and no longer count as
 * a record.
 */
export const asideOf = (file: string, count = 1): string =>
  `${file}.damaged${count === 1 ? "" : `-${count}`}`;

export const isAside = (name: string): boolean => ASIDE_NAME.test(name);

/** Returns a text that is equal for two records of one attempt: they differ only in its outcome. */
export const attemptKey = ({
  fingerprint,
  preparedAt,
  pid,
}: Pick<IntentRecord, "fingerprint" | "preparedAt" | "pid">): string =>
  JSON.stringify([fingerprint, preparedAt, pid]);

export const isSameAttempt = (one: IntentRecord, other: IntentRecord): boolean =>
  attemptKey(one) === attemptKey(other);

/** Returns the stem of an id, which all attempts at one intent share. */
export const stemOf = (fingerprint: string): string => fingerprint.slice(0, 16);

/** Returns the number of the attempt, from 1. */
export const attemptOf = (id: string): number => Number(id.slice(id.indexOf("-") + 1));

/** An unreadable journal file, which may be a purchase of anything. */
export interface Damage {
  id: string;
  path: string;
  problem: string;
  /** Time of the file's last change, in milliseconds. */
  writtenMs?: number;
}
