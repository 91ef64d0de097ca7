/**
 * Requests and fields that public clients send and the interface does not define. They are served only with the
 * setting `extras`, and swath itself never sends them.
 */
import { isJsonObject } from "../../contract/json-object.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { Handler } from "./call.ts";
import { findRequest } from "./records.ts";
import { userOf } from "./shape-order.ts";

/** `GET /user`: returns the caller. */
const readUser: Handler = ({ caller, settings }) => {
  const { userId, organizationId, username, roles, contractIds } = caller;
  return settings.orderForm === "recorded"
    ? { json: userOf(caller) }
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
export function withPreApproval(body: unknown): unknown {
  if (!isJsonObject(body)) return body;
  const spelled = (members: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    const { pre_approval: given, ...rest } = members;
    return given === undefined ? rest : { preApproval: given, ...rest };
  };
  const { properties } = body;
  return { ...spelled(body), ...(isJsonObject(properties) && { properties: spelled(properties) }) };
}

/** Replaces `{in: [...]}` in a request search by the interface's list. */
export function withListsForIn(body: unknown): unknown {
  if (!isJsonObject(body)) return body;
  const plain = (conditions: unknown): unknown =>
    isJsonObject(conditions)
      ? Object.fromEntries(
          Object.entries(conditions).map(([name, wanted]) => [name, listOf(wanted) ?? wanted]),
        )
      : conditions;
  return {
    ...body,
    ...(body["query"] !== undefined && { query: plain(body["query"]) }),
    ...(body["filter"] !== undefined && { filter: plain(body["filter"]) }),
  };
}

function listOf(wanted: unknown): unknown[] | undefined {
  const [only, ...others] = isJsonObject(wanted) ? Object.entries(wanted) : [];
  return only?.[0] === "in" && others.length === 0 && Array.isArray(only[1]) ? only[1] : undefined;
}

/** Removes the `in` operators from a catalog search, because the interface's rules do not cover them. */
export function withoutIn(body: unknown): unknown {
  if (!isJsonObject(body) || !isJsonObject(body["query"])) return body;
  const query = Object.entries(body["query"]).flatMap(([name, comparison]) => {
    if (!isJsonObject(comparison) || !Array.isArray(comparison["in"])) return [[name, comparison]];
    const { in: _in, ...others } = comparison;
    return Object.keys(others).length === 0 ? [] : [[name, others]];
  });
  return { ...body, query: Object.fromEntries(query) };
}
