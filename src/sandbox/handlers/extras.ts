/**
 * Requests and fields that public clients send and the interface does not define. They are served only with the
 * setting `extras`, and swath itself never sends them.
 */
import { isJsonObject } from "../../contract/json-object.ts";
import { formatTimestamp, parseTimestamp } from "../../time/timestamp.ts";
import type { Handler } from "./call.ts";
import { findRequest } from "./records.ts";
import { describeUser } from "./read-orders.ts";

/** `GET /user`: returns the caller. */
const readUser: Handler = ({ caller, settings }) => {
  const { userId, organizationId, username, roles, contractIds } = caller;
  return settings.orderForm === "recorded"
    ? { json: describeUser(caller) }
    : { json: { id: userId, userId, organizationId, email: username, roles, contractIds } };
};

/** `GET /collects/list/{taskId}`: returns the collects of a task, planned or finished. Errors: 404. */
const listCollects: Handler = (call) => {
  const task = findRequest(call, "task", call.params["taskId"]);
  const { collectionType, lastStatusCode } = task.record.properties;
  const collects = call.sandbox.tasking.collects.ofTask(task.id);
  return {
    json: collects.map(({ collectId, plan, readyMs }) => ({
      collectId,
      taskingrequestId: task.id,
      repeatrequestId: task.repeatId ?? null,
      collectionType,
      startTime: formatTimestamp(plan.startMs),
      endTime: formatTimestamp(plan.endMs),
      lookDirection: plan.side,
      lookAngle: plan.lookAngleDegrees,
      squintAngle: plan.squintAngleDegrees,
      collectStatus: readyMs === undefined ? lastStatusCode : "completed",
    })),
  };
};

/** Handlers by method and path that recorded deployments have. */
export const ACCOUNT_ENDPOINTS: Readonly<Record<string, Handler>> = {
  "GET /user": readUser,
};

/** Handlers by method and path. */
export const EXTRA_ENDPOINTS: Readonly<Record<string, Handler>> = {
  ...ACCOUNT_ENDPOINTS,
  "GET /collects/list/{taskId}": listCollects,
};

/** Renames `pre_approval` in a body to the interface's name. */
export function renamePreApproval(body: unknown): unknown {
  if (!isJsonObject(body)) return body;
  const spelled = (members: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    const { pre_approval: given, ...rest } = members;
    return given === undefined ? rest : { preApproval: given, ...rest };
  };
  const { properties } = body;
  return { ...spelled(body), ...(isJsonObject(properties) && { properties: spelled(properties) }) };
}

/** Names of request searches for several ids, by which public clients search. */
const ID_FIELDS = new Map([
  ["taskingrequestIds", "taskingrequestId"],
  ["repeatrequestIds", "repeatrequestId"],
]);

/**
 * Replaces conditions of a request search by those of the interface: `{in: [...]}` by a list, `...requestIds` by
 * `...requestId`, and a comparison of `submissionTime` by an interval.
 */
export function toPlainConditions(body: unknown): unknown {
  if (!isJsonObject(body)) return body;
  const plain = (conditions: unknown): unknown =>
    isJsonObject(conditions)
      ? Object.fromEntries(
          Object.entries(conditions).map(([name, wanted]) => [
            ID_FIELDS.get(name) ?? name,
            readList(wanted) ?? (name === "submissionTime" ? toInterval(wanted) : undefined) ?? wanted,
          ]),
        )
      : conditions;
  return {
    ...body,
    ...(body["query"] !== undefined && { query: plain(body["query"]) }),
    ...(body["filter"] !== undefined && { filter: plain(body["filter"]) }),
  };
}

function readList(wanted: unknown): unknown[] | undefined {
  const [only, ...others] = isJsonObject(wanted) ? Object.entries(wanted) : [];
  return only?.[0] === "in" && others.length === 0 && Array.isArray(only[1]) ? only[1] : undefined;
}

/** Returns the interval of a comparison with a time; undefined for anything else. Both ends of an interval belong to it. */
function toInterval(wanted: unknown): string | undefined {
  const [[operator, operand] = [], ...others] = isJsonObject(wanted) ? Object.entries(wanted) : [];
  const time = typeof operand === "string" && others.length === 0 ? parseTimestamp(operand) : undefined;
  if (time?.ok !== true) return undefined;
  switch (operator) {
    case "gt":
      return `${formatTimestamp(time.ms + 1)}/..`;
    case "gte":
      return `${formatTimestamp(time.ms)}/..`;
    case "lt":
      return `../${formatTimestamp(time.ms - 1)}`;
    case "lte":
      return `../${formatTimestamp(time.ms)}`;
    default:
      return undefined;
  }
}

/** Sort fields that public clients send without their prefix. */
const SORT_FIELDS = new Map<unknown, string>([
  ["properties.look_angle", "properties.view:look_angle"],
  ["properties.incidence_angle", "properties.view:incidence_angle"],
]);

/** Adds the missing prefixes of the sort fields of a catalog search. */
export function addSortPrefixes(body: unknown): unknown {
  if (!isJsonObject(body) || !Array.isArray(body["sortby"])) return body;
  const sortby = body["sortby"].map((key: unknown) =>
    isJsonObject(key) ? { ...key, field: SORT_FIELDS.get(key["field"]) ?? key["field"] } : key,
  );
  return { ...body, sortby };
}

/** Removes the `in` operators from a catalog search, because the interface's rules do not cover them. */
export function dropInOperators(body: unknown): unknown {
  if (!isJsonObject(body) || !isJsonObject(body["query"])) return body;
  const query = Object.entries(body["query"]).flatMap(([name, comparison]) => {
    if (!isJsonObject(comparison) || !Array.isArray(comparison["in"])) return [[name, comparison]];
    const { in: _in, ...others } = comparison;
    return Object.keys(others).length === 0 ? [] : [[name, others]];
  });
  return { ...body, query: Object.fromEntries(query) };
}
