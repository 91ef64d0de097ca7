/**
 * Reads task and repeat request records: each name first under `properties`, then at the root, in each known casing.
 */
import { isJsonObject, objectOf, type JsonObject } from "./json-object.ts";
import { hasPreApproval } from "./pre-approval.ts";

// Spec silent: whether record fields are under `properties` or at the root. We read `properties` first.
export function readField(record: unknown, ...names: readonly string[]): unknown {
  if (!isJsonObject(record)) return undefined;
  const { properties } = record;
  return (isJsonObject(properties) ? firstOf(properties, names) : undefined) ?? firstOf(record, names);
}

/** Returns whether a record has a field, also without a value. */
export const hasField = (record: unknown, name: string): boolean =>
  [record, objectOf(record)["properties"]].some((members) => isJsonObject(members) && name in members);

function firstOf(object: JsonObject, names: readonly string[]): unknown {
  for (const name of names) {
    const value = object[name] ?? undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns a field as text: some services send numbers as ids. */
export function readText(record: unknown, ...names: readonly string[]): string | undefined {
  return textOf(readField(record, ...names));
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : undefined;
}

// Spec silent: the field of a task's collects. We read `collectIds`, and `collectId` if there is only one.
function textsOf(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const texts = (Array.isArray(value) ? value : [value]).filter(
    (one) => typeof one === "string" && one !== "",
  );
  return texts.length > 0 ? (texts as string[]) : undefined;
}

/** Reads a field of one record. */
type Field = (...names: readonly string[]) => unknown;

const fieldsOf =
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
  if (Array.isArray(reply)) return codeOf(reply[0]);
  const last = readText(reply, "lastStatusCode");
  if (last) return last;
  const history = readField(reply, "statusHistory");
  return (Array.isArray(history) ? codeOf(history[0]) : undefined) ?? codeOf(reply);
}

function codeOf(entry: unknown): string | undefined {
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
  /** Its collects; undefined when the record has no such field. */
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
  const field = fieldsOf(source);
  const transactionStatus = textOf(field("transactionStatus")) ?? "";
  const total = textOf(summaryIn(field)["total"]);
  // Not spread into a literal, which is ten times slower for an object of this size.
  return Object.assign(readRequest(source, field), {
    id: readTaskId(source),
    name: textOf(field("taskingrequestName", "taskingRequestName")),
    description: textOf(field("taskingrequestDescription", "taskingRequestDescription")),
    windowOpen: textOf(field("windowOpen")),
    windowClose: textOf(field("windowClose")),
    repeatId: textOf(field("repeatrequestId", "repeatRequestId")) || undefined,
    collectIds: textsOf(field("collectIds", "collectId")),
    estimate: estimateIn(field, transactionStatus !== "" || total !== undefined, total),
  });
}

export function readRepeat(source: Record<string, unknown>): RepeatRecord {
  const field = fieldsOf(source);
  const price = textOf(field("costPerImageEstimate")) || undefined;
  return Object.assign(readRequest(source, field), {
    id: readRepeatId(source),
    name: textOf(field("repeatrequestName", "repeatRequestName")),
    description: textOf(field("repeatrequestDescription", "repeatRequestDescription")),
    repetition: { ...objectOf(source["properties"]), ...objectOf(field("repetitionProperties")) },
    // Spec silent: the number of images that a series has collected. We read `completedCount`.
    collected: textOf(field("completedCount")),
    remaining: textOf(field("remainingCount", "repetitionsRemaining")),
    estimate: estimateIn(field, price !== undefined, price),
  });
}

function readRequest(source: Record<string, unknown>, field: Field): Omit<Request, "estimate"> {
  const history = field("statusHistory");
  const productTypes = objectOf(field("processingConfig"))["productTypes"];
  return {
    status: readStatusCode(source),
    statusMessage: textOf(field("lastStatusMessage")),
    history: Array.isArray(history) ? history.map(readStatusEntry) : undefined,
    submissionTime: textOf(field("submissionTime")),
    contractId: textOf(field("contractId")),
    tier: textOf(field("collectionTier")),
    collectionType: textOf(field("collectionType")),
    category: textOf(field("productCategory")),
    productTypes: Array.isArray(productTypes)
      ? productTypes.filter((type) => typeof type === "string")
      : undefined,
    archiveHoldback: textOf(field("archiveHoldback")),
    preApproval: hasPreApproval(source),
    customAttribute1: textOf(field("customAttribute1")),
    customAttribute2: textOf(field("customAttribute2")),
    constraints: objectOf(field("collectConstraints")),
    geometry: objectOf(source["geometry"]),
    source,
  };
}

function readStatusEntry(entry: unknown): StatusEntry {
  const field = fieldsOf(entry);
  return {
    time: textOf(field("time", "statusTime")),
    code: textOf(field("code", "status")),
    message: textOf(field("message", "statusMessage")),
  };
}

function estimateIn(field: Field, isReady: boolean, price: string | undefined): Estimate {
  const order = field("order");
  return {
    isReady,
    price,
    subtotal: textOf(summaryIn(field)["subtotal"]),
    transactionStatus: textOf(field("transactionStatus")) ?? "",
    order: isJsonObject(order) ? order : undefined,
  };
}

const summaryIn = (field: Field): JsonObject => objectOf(objectOf(field("order"))["summary"]);
