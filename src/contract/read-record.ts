/** Reads task and repeat request records: every name under `properties` first, then at the root, in each known casing. */
import { isMembers, membersOf, type Members } from "./members.ts";

// Spec silent: whether record fields stand under `properties` or at the root. We read `properties` first.
export function readField(record: unknown, ...names: readonly string[]): unknown {
  if (!isMembers(record)) return undefined;
  const properties = isMembers(record["properties"]) ? record["properties"] : {};
  for (const members of [properties, record]) {
    for (const name of names) {
      const value = members[name];
      if (value !== undefined && value !== null) return value;
    }
  }
  return undefined;
}

function readText(record: unknown, ...names: readonly string[]): string | undefined {
  const value = readField(record, ...names);
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : undefined;
}

function readId(record: unknown, ...names: readonly string[]): string | undefined {
  return readText(record, ...names) || undefined;
}

/** Id of a tasking request's record. */
export function readTaskId(record: unknown): string | undefined {
  return readId(record, "taskingrequestId", "taskingRequestId", "id");
}

/** Id of a repeat request's record; a task's record holds there the id of the series that it came from. */
export function readRepeatId(record: unknown): string | undefined {
  return readId(record, "repeatrequestId", "repeatRequestId", "id");
}

/** Id of the repeat request that a task was spawned from; never the task's own id. */
function readParentRepeatId(task: unknown): string | undefined {
  return readId(task, "repeatrequestId", "repeatRequestId");
}

/**
 * Status code of a record, or of the reply to a status patch: the last code, else the newest of the history (its first
 * element), else a bare `status` or `code`, else the first entry of an array of statuses.
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

/** Whether the request was pre-approved, so that it or its retask spends; undefined when the record does not say. */
function readPreApproval(record: unknown): boolean | undefined {
  const value = readField(record, "preApproval", "preapproval", "pre_approval");
  if (typeof value === "boolean") return value;
  return value === undefined ? undefined : value !== "false";
}

export interface Estimate {
  /** False before the service has priced the request. */
  isReady: boolean;
  /** Currency text, verbatim: of the whole for a task, of one image for a series. */
  price?: string;
  subtotal?: string;
  /** Empty before the estimate exists. */
  transactionStatus: string;
  /** The cost summary as it came; undefined before the estimate exists. */
  order?: Members;
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
  /** Undefined when the record does not say. */
  preApproval?: boolean;
  customAttribute1?: string;
  customAttribute2?: string;
  constraints: Members;
  geometry: Members;
  estimate: Estimate;
  /** The record as it came. */
  source: Record<string, unknown>;
}

/** A tasking request as the service shows it. */
export interface TaskRecord extends Request {
  windowOpen?: string;
  windowClose?: string;
  /** The repeat request that it was spawned from. */
  repeatId?: string;
}

/** A repeat request as the service shows it. */
export interface RepeatRecord extends Request {
  /** When it starts, how often it repeats, what ends it: `repetitionProperties`, or the same names beside them. */
  repetition: Members;
  remaining?: string;
}

export type RequestRecord = TaskRecord | RepeatRecord;

export function readTask(source: Record<string, unknown>): TaskRecord {
  const { total, ...estimate } = readEstimate(source);
  return present({
    ...readRequest(source),
    id: readTaskId(source),
    name: readText(source, "taskingrequestName", "taskingRequestName"),
    description: readText(source, "taskingrequestDescription", "taskingRequestDescription"),
    windowOpen: readText(source, "windowOpen"),
    windowClose: readText(source, "windowClose"),
    repeatId: readParentRepeatId(source),
    estimate: present({
      ...estimate,
      isReady: estimate.transactionStatus !== "" || total !== undefined,
      price: total,
    }),
  });
}

export function readRepeat(source: Record<string, unknown>): RepeatRecord {
  const { total: _total, ...estimate } = readEstimate(source);
  const price = readText(source, "costPerImageEstimate") || undefined;
  return present({
    ...readRequest(source),
    id: readRepeatId(source),
    name: readText(source, "repeatrequestName", "repeatRequestName"),
    description: readText(source, "repeatrequestDescription", "repeatRequestDescription"),
    repetition: {
      ...membersOf(source["properties"]),
      ...membersOf(readField(source, "repetitionProperties")),
    },
    remaining: readText(source, "remainingCount", "repetitionsRemaining"),
    estimate: present({ ...estimate, isReady: price !== undefined, price }),
  });
}

function readRequest(source: Record<string, unknown>): Request {
  const history = readField(source, "statusHistory");
  const productTypes = membersOf(readField(source, "processingConfig"))["productTypes"];
  return {
    status: readStatusCode(source),
    statusMessage: readText(source, "lastStatusMessage"),
    history: Array.isArray(history) ? history.map(readStatusEntry) : undefined,
    submissionTime: readText(source, "submissionTime"),
    contractId: readText(source, "contractId"),
    tier: readText(source, "collectionTier"),
    collectionType: readText(source, "collectionType"),
    category: readText(source, "productCategory"),
    productTypes: Array.isArray(productTypes)
      ? productTypes.filter((type) => typeof type === "string")
      : undefined,
    archiveHoldback: readText(source, "archiveHoldback"),
    preApproval: readPreApproval(source),
    customAttribute1: readText(source, "customAttribute1"),
    customAttribute2: readText(source, "customAttribute2"),
    constraints: membersOf(readField(source, "collectConstraints")),
    geometry: membersOf(source["geometry"]),
    estimate: { isReady: false, transactionStatus: "" },
    source,
  };
}

const readStatusEntry = (entry: unknown): StatusEntry =>
  present({
    time: readText(entry, "time", "statusTime"),
    code: readText(entry, "code", "status"),
    message: readText(entry, "message", "statusMessage"),
  });

function readEstimate(source: unknown): Omit<Estimate, "isReady" | "price"> & { total?: string } {
  const order = readField(source, "order");
  const summary = isMembers(order) && isMembers(order["summary"]) ? order["summary"] : {};
  return {
    transactionStatus: readText(source, "transactionStatus") ?? "",
    order: isMembers(order) ? order : undefined,
    total: readText(summary, "total"),
    subtotal: readText(summary, "subtotal"),
  };
}

/** Without members that are undefined. */
const present = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
