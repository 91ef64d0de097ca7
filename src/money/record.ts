/** A record of the journal: one request that may cost money, with its state and the details of its order. */
import { ENDPOINTS, type EndpointName } from "../contract/endpoints.ts";
import { isJsonObject } from "../contract/json-object.ts";
import type { SpendFacts } from "../contract/spend.ts";
import { replaceUrls } from "../contract/urls-in-text.ts";
import { computeCommitment, readRecordedPrice } from "../domain/price/price.ts";
import { isNamed, type OrderedItem } from "./purchase.ts";
import { advice, swath, type Hint } from "../hint.ts";

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
    record: record.details === undefined ? record : { ...record, details: readDetails(record.details) },
  };
}

const FILE_NAME = /^[0-9a-f]{16}-[1-9]\d{0,8}\.json$/;

/** Returns the intent id in a file name; undefined for a file that is not the journal's. */
export const findIdInName = (name: string): string | undefined =>
  FILE_NAME.test(name) ? name.slice(0, -".json".length) : undefined;

/** Returns the name of a record's file. */
export const toFileName = (id: string): string => `${id}.json`;

const ASIDE_NAME = /\.damaged(?:-\d+)?$/;

/**
 * Returns the new name of an unreadable file that was resolved: its bytes are kept, and no longer count as
 * a record.
 */
export const toAsideName = (file: string, count = 1): string =>
  `${file}.damaged${count === 1 ? "" : `-${count}`}`;

export const isAside = (name: string): boolean => ASIDE_NAME.test(name);

/** Returns a text that is equal for two records of one attempt: they differ only in its outcome. */
export const makeAttemptKey = ({
  fingerprint,
  preparedAt,
  pid,
}: Pick<IntentRecord, "fingerprint" | "preparedAt" | "pid">): string =>
  JSON.stringify([fingerprint, preparedAt, pid]);

export const isSameAttempt = (one: IntentRecord, other: IntentRecord): boolean =>
  makeAttemptKey(one) === makeAttemptKey(other);

/** Returns the stem of an id, which all attempts at one intent share. */
export const toStem = (fingerprint: string): string => fingerprint.slice(0, 16);

/** Returns the number of the attempt, from 1. */
export const parseAttempt = (id: string): number => Number(id.slice(id.indexOf("-") + 1));

/** An unreadable journal file, which may be a purchase of anything. */
export interface Damage {
  id: string;
  path: string;
  problem: string;
  /** Time of the file's last change, in milliseconds. */
  writtenMs?: number;
}

/** Status in the journal of an order whose downloads have expired. */
export const EXPIRED = "expired";

/**
 * Fields of a request in the journal besides its body: price, contract, and for an order its items and dates. Texts are
 * those of the service.
 */
export interface IntentDetails extends SpendFacts {
  /** `free`: it ended without an image and costs nothing. `final`: the service has nothing to add to its price. */
  settled?: string;
  /** The account that an order belongs to, from its result. */
  organizationId?: string;
  orderStatus?: string;
  /** Times as the service wrote them. */
  orderDate?: string;
  expirationDate?: string;
  /** The time when all of its files were downloaded here. */
  downloadedAt?: string;
  items?: readonly OrderedItem[];
  /** The contents of an ordered task, as the service listed them for a later purchase. */
  taskContents?: readonly OrderedItem[];
}

const TEXTS = [
  "price",
  "per",
  "contractId",
  "maxCost",
  "settled",
  "organizationId",
  "batch",
  "asked",
  "chosenName",
  "quote",
  "orderStatus",
  "orderDate",
  "expirationDate",
  "downloadedAt",
] as const;

const keepText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Keeps a numeric time as text: it is unreadable, which differs from missing. */
const keepDetail = (value: unknown): string | undefined =>
  typeof value === "number" ? String(value) : keepText(value);

/** Returns the items of an order body or an order result; undefined without a list. */
export function readOrderedItems(source: unknown): OrderedItem[] | undefined {
  const { items } = (source ?? {}) as { items?: unknown };
  if (!Array.isArray(items)) return undefined;
  return items.map((element: unknown) => {
    const item = (element ?? {}) as Record<keyof OrderedItem, unknown>;
    const kept: OrderedItem = {};
    for (const key of ["collectionId", "granuleId", "productType"] as const) {
      const text = keepText(item[key]);
      if (text !== undefined) kept[key] = text;
    }
    if (Array.isArray(item.collectIds)) {
      kept.collectIds = item.collectIds.filter((id): id is string => typeof id === "string");
    }
    return kept;
  });
}

/** A longer order is named by its body. */
const MAX_NAMED = 5;

/** An order that flags can express. */
export interface PlainOrder {
  items: readonly OrderedItem[];
  contractId?: string;
}

export const MAKE_WRITABLE =
  "Make the folder writable. A journal in another folder is empty, and knows no earlier purchase";

/** Returns the next step that shows a request by its id in the journal. */
export const suggestEarlier = (intentId: string): Hint =>
  advice`See the earlier request: ${swath`journal show ${intentId}`}`;

/** Returns the items of a short order, and its contract; undefined when flags cannot express its body. */
export function findPlainOrder(body: unknown, most = MAX_NAMED): PlainOrder | undefined {
  const items = readOrderedItems(body) ?? [];
  const {
    items: raw = [],
    contractId,
    ...others
  } = (body ?? {}) as { items?: object[]; contractId?: unknown };
  const isPlain =
    Object.keys(others).length === 0 && (contractId === undefined || typeof contractId === "string");
  if (!isPlain || items.length === 0 || items.length > most) return undefined;
  const isWhole = raw.every(
    (item, index) => Object.keys(item).length === Object.keys(items[index] ?? {}).length,
  );
  if (!isWhole || !items.every(isNamed)) return undefined;
  return { items, ...(typeof contractId === "string" && { contractId }) };
}

/** Returns the details of an order result, a review, the facts of a call or earlier details. */
export function readDetails(source: unknown): IntentDetails {
  const from = (source ?? {}) as Record<string, unknown>;
  const details: IntentDetails = {};
  for (const key of TEXTS) {
    const text = keepDetail(from[key]);
    if (text !== undefined) details[key] = text;
  }
  if (Number.isSafeInteger(from["images"])) details.images = from["images"] as number;
  const items = readOrderedItems(source);
  if (items !== undefined) details.items = items;
  const taskContents = readOrderedItems({ items: from["taskContents"] });
  if (taskContents !== undefined) details.taskContents = taskContents;
  return removeSignatures(details) as IntentDetails;
}

/** Returns the maximum cost of a recorded request; undefined if it is unknown, as for a series without a count. */
export const findCommitment = ({ details }: { details?: IntentDetails | undefined }): string | undefined =>
  computeCommitment(readRecordedPrice(details ?? {}));

/** Returns true if a confirmed request costs nothing: it ended without an image, or the order was rejected. */
export const isFree = ({ details }: { details?: IntentDetails | undefined }): boolean =>
  details?.settled === "free" || details?.orderStatus === "rejected";

const DEEPEST = 64;
/** A parameter that signs a link, in whatever text. */
const SIGNATURE = /([?&#;](?:x-[\w-]*-)?(?:sig|signature|token|security-token|credential)=)[^\s&#"'<>]+/gi;

/**
 * Returns a copy of JSON data without queries, fragments and passwords in URLs of every scheme or none. A body made from search results may contain
 * signed links, and the journal outlives them.
 */
export function removeSignatures(value: unknown, depth = 0): unknown {
  if (typeof value === "string")
    return replaceUrls(value, ({ start, address }) => start + address).replaceAll(SIGNATURE, "$1");
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEEPEST) return null;
  if (Array.isArray(value)) return value.map((element) => removeSignatures(element, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, removeSignatures(member, depth + 1)]),
  );
}
