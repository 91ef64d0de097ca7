/** Reads task and repeat request records: every name under `properties` first, then at the root, in each known casing. */
import { isMembers, type Members } from "./members.ts";

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

/** Id of a repeat request's record; on a task's record, `readParentRepeatId` is what you want. */
export function readRepeatId(record: unknown): string | undefined {
  return readId(record, "repeatrequestId", "repeatRequestId", "id");
}

/** Id of the repeat request that a task was spawned from; never the task's own id. */
export function readParentRepeatId(task: unknown): string | undefined {
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
export function readPreApproval(record: unknown): boolean | undefined {
  const value = readField(record, "preApproval", "preapproval", "pre_approval");
  if (typeof value === "boolean") return value;
  return value === undefined ? undefined : value !== "false";
}

export interface TaskEstimate {
  /** Empty before the estimate exists. */
  transactionStatus: string;
  /** The cost summary as it came; undefined before the estimate exists. */
  order?: Members;
  /** Currency texts, verbatim. */
  total?: string;
  subtotal?: string;
}

export function readTaskEstimate(record: unknown): TaskEstimate {
  const order = readField(record, "order");
  const summary = isMembers(order) && isMembers(order["summary"]) ? order["summary"] : {};
  return {
    transactionStatus: readText(record, "transactionStatus") ?? "",
    order: isMembers(order) ? order : undefined,
    total: readText(summary, "total"),
    subtotal: readText(summary, "subtotal"),
  };
}

/** Cost of one image of a series, verbatim; undefined before the estimate exists. */
export function readCostPerImage(record: unknown): string | undefined {
  return readText(record, "costPerImageEstimate") || undefined;
}
