/**
 * Reads task and repeat request records: each name first under `properties`, then at the root, in each known casing.
 */
import { isJsonObject, toJsonObject, type JsonObject } from "./json-object.ts";
import { hasPreApproval } from "./pre-approval.ts";

// Spec silent: whether record fields are under `properties` or at the root. We read `properties` first.
export function readField(record: unknown, ...names: readonly string[]): unknown {
  if (!isJsonObject(record)) return undefined;
  const { properties } = record;
  return (
    (isJsonObject(properties) ? findFirstValue(properties, names) : undefined) ??
    findFirstValue(record, names)
  );
}

/** Returns whether a record has a field, also without a value. */
export const hasField = (record: unknown, name: string): boolean =>
  [record, toJsonObject(record)["properties"]].some((members) => isJsonObject(members) && name in members);

function findFirstValue(object: JsonObject, names: readonly string[]): unknown {
  for (const name of names) {
    const value = object[name] ?? undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns a field as text: some services send numbers as ids. */
export function readText(record: unknown, ...names: readonly string[]): string | undefined {
  return toText(readField(record, ...names));
}

function toText(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : undefined;
}

// Spec silent: the field of a task's collects. We read `collectIds`, and `collectId` if there is only one.
function toTexts(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const texts = (Array.isArray(value) ? value : [value]).filter(
    (one) => typeof one === "string" && one !== "",
  );
  return texts.length > 0 ? (texts as string[]) : undefined;
}

/** Reads a field of one record. */
type Field = (...names: readonly string[]) => unknown;

const makeField =
  (record: unknown): Field =>
  (...names) =>
    readField(record, ...names);

/** Returns the id of a tasking request's record. */
export function readTaskId(record: unknown): string | undefined {
  return readText(record, "taskingrequestId", "taskingRequestId", "id") || undefined;
}

/** Returns the id of a repeat request's record; in a task's record, this field is the id of its series. */
export function readRepeatId(record: unknown): string | undefined {
  return readText(record, "repeatrequestId", "repeatRequestId", "id") || undefined;
}

/**
 * Returns the status code of a record, or of the response to a status patch. The places in order: the last
 * code, the newest of the history (its first element), a bare `status` or `code`, the first of an array of
 * statuses.
 */
export function readStatusCode(reply: unknown): string | undefined {
  if (Array.isArray(reply)) return readEntryCode(reply[0]);
  const last = readText(reply, "lastStatusCode");
  if (last) return last;
  const history = readField(reply, "statusHistory");
  return (Array.isArray(history) ? readEntryCode(history[0]) : undefined) ?? readEntryCode(reply);
}

function readEntryCode(entry: unknown): string | undefined {
  return readText(entry, "code", "status") || undefined;
}

export interface Estimate {
  /** False until the service has priced the request. */
  isReady: boolean;
  /** Unchanged currency text: the total of a task, or the price of one image of a series. */
  price?: string;
  subtotal?: string;
  /** Empty until the estimate exists. */
  transactionStatus: string;
  /** The cost summary, unchanged; undefined until the estimate exists. */
  order?: JsonObject;
}

export interface StatusEntry {
  time?: string;
  code?: string;
  message?: string;
}

interface Request {
  id?: string;
  name?: string;
  description?: string;
  /** The newest status code. */
  status?: string;
  statusMessage?: string;
  /** Newest first. */
  history?: StatusEntry[];
  submissionTime?: string;
  contractId?: string;
  tier?: string;
  collectionType?: string;
  category?: string;
  productTypes?: string[];
  archiveHoldback?: string;
  /** The request or its retask spends without a review; undefined when the record has no such field. */
  preApproval?: boolean;
  customAttribute1?: string;
  customAttribute2?: string;
  constraints: JsonObject;
  geometry: JsonObject;
  estimate: Estimate;
  /** The record, unchanged. */
  source: Record<string, unknown>;
}

/** A tasking request in the service's response. */
export interface TaskRecord extends Request {
  windowOpen?: string;
  windowClose?: string;
  /** The repeat request that created it. */
  repeatId?: string;
  /** The task's collects; undefined when the record has no such field. */
  collectIds?: string[];
}

/** A repeat request in the service's response. */
export interface RepeatRecord extends Request {
  /** Start, interval and end of the series: `repetitionProperties`, or the same names at the level above. */
  repetition: JsonObject;
  /** Number of images. */
  collected?: string;
  remaining?: string;
}

export type RequestRecord = TaskRecord | RepeatRecord;

export function readTask(source: Record<string, unknown>): TaskRecord {
  const field = makeField(source);
  const transactionStatus = toText(field("transactionStatus")) ?? "";
  const total = toText(readSummary(field)["total"]);
  // Not spread into a literal, which is ten times slower for an object of this size.
  return Object.assign(readRequest(source, field), {
    id: readTaskId(source),
    name: toText(field("taskingrequestName", "taskingRequestName")),
    description: toText(field("taskingrequestDescription", "taskingRequestDescription")),
    windowOpen: toText(field("windowOpen")),
    windowClose: toText(field("windowClose")),
    repeatId: toText(field("repeatrequestId", "repeatRequestId")) || undefined,
    collectIds: toTexts(field("collectIds", "collectId")),
    estimate: estimateIn(field, transactionStatus !== "" || total !== undefined, total),
  });
}

export function readRepeat(source: Record<string, unknown>): RepeatRecord {
  const field = makeField(source);
  const price = toText(field("costPerImageEstimate")) || undefined;
  return Object.assign(readRequest(source, field), {
    id: readRepeatId(source),
    name: toText(field("repeatrequestName", "repeatRequestName")),
    description: toText(field("repeatrequestDescription", "repeatRequestDescription")),
    repetition: { ...toJsonObject(source["properties"]), ...toJsonObject(field("repetitionProperties")) },
    // Spec silent: the number of images that a series has collected. We read `completedCount`.
    collected: toText(field("completedCount")),
    remaining: toText(field("remainingCount", "repetitionsRemaining")),
    estimate: estimateIn(field, price !== undefined, price),
  });
}

function readRequest(source: Record<string, unknown>, field: Field): Omit<Request, "estimate"> {
  const history = field("statusHistory");
  const productTypes = toJsonObject(field("processingConfig"))["productTypes"];
  return {
    status: readStatusCode(source),
    statusMessage: toText(field("lastStatusMessage")),
    history: Array.isArray(history) ? history.map(readStatusEntry) : undefined,
    submissionTime: toText(field("submissionTime")),
    contractId: toText(field("contractId")),
    tier: toText(field("collectionTier")),
    collectionType: toText(field("collectionType")),
    category: toText(field("productCategory")),
    productTypes: Array.isArray(productTypes)
      ? productTypes.filter((type) => typeof type === "string")
      : undefined,
    archiveHoldback: toText(field("archiveHoldback")),
    preApproval: hasPreApproval(source),
    customAttribute1: toText(field("customAttribute1")),
    customAttribute2: toText(field("customAttribute2")),
    constraints: toJsonObject(field("collectConstraints")),
    geometry: toJsonObject(source["geometry"]),
    source,
  };
}

function readStatusEntry(entry: unknown): StatusEntry {
  const field = makeField(entry);
  return {
    time: toText(field("time", "statusTime")),
    code: toText(field("code", "status")),
    message: toText(field("message", "statusMessage")),
  };
}

function estimateIn(field: Field, isReady: boolean, price: string | undefined): Estimate {
  const order = field("order");
  return {
    isReady,
    price,
    subtotal: toText(readSummary(field)["subtotal"]),
    transactionStatus: toText(field("transactionStatus")) ?? "",
    order: isJsonObject(order) ? order : undefined,
  };
}

const readSummary = (field: Field): JsonObject => toJsonObject(toJsonObject(field("order"))["summary"]);
