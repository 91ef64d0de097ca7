import { isCancellation } from "../../contract/endpoints.ts";
import { toJsonObject, type JsonObject } from "../../contract/json-object.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import { REVIEW } from "../../domain/tasking/request-states.ts";
import type { Reply } from "../http/reply.ts";
import { Refusal, refuseField, UnknownPath } from "../http/reply.ts";
import { advance } from "../tasking/advance.ts";
import { cancelRequest } from "../tasking/cancel.ts";
import { toFieldPath, readQuery } from "../tasking/request-query.ts";
import { DEFAULT_SORT, type RequestPage } from "../tasking/requests-table.ts";
import { writeStatus, type RequestKind } from "../tasking/tasking-request.ts";
import type { Call, Handler } from "./call.ts";
import { sendToScheduler } from "./create-request.ts";
import { shapeRecord, findRequest, answerStatus } from "./records.ts";

/** `GET /task/{taskingrequestId}`: returns the record with its cost estimate. Errors: 404. */
export const getTask: Handler = (call) => getRequest(call, "task", call.params["taskingrequestId"]);

/** `GET /repeat-requests/{repeatrequestId}`: returns the record with the cost of one image. Errors: 404. */
export const getRepeat: Handler = (call) => getRequest(call, "repeat", call.params["repeatrequestId"]);

async function getRequest(call: Call, kind: RequestKind, id: string | undefined) {
  const { sandbox, settings } = call;
  const request = findRequest(call, kind, id);
  const { events } = sandbox.tasking;
  const nextMs = events.nextOf(request.id);
  // In mode `auto` the clock jumps to the next event of the polled request.
  if (nextMs !== undefined) sandbox.clock.skipTo(nextMs);
  await advance(sandbox);
  return { json: shapeRecord(findRequest(call, kind, id).record, settings) };
}

// Spec silent: the state of a rejected task. We expect `rejected`.
/** `PATCH /task/{taskingrequestId}/status {status: approved | rejected}`. Errors: 404, 409 NOT_IN_REVIEW. */
export const setTaskStatus: Handler = (call) => {
  const { status } = call.body as BodyOf<"setTaskStatus">;
  const state = status === "approved" ? "submitted" : "rejected";
  return decide(call, "task", call.params["taskingrequestId"], state);
};

/** `PATCH /repeat-requests/{repeatrequestId}/status {code: submitted | rejected}`. Errors: 404, 409 NOT_IN_REVIEW. */
export const setRepeatStatus: Handler = (call) => {
  const { code } = call.body as BodyOf<"setRepeatStatus">;
  return decide(call, "repeat", call.params["repeatrequestId"], code);
};

function decide(
  call: Call,
  kind: RequestKind,
  id: string | undefined,
  state: "submitted" | "rejected",
): Reply {
  const { sandbox, settings, nowMs } = call;
  return sandbox.store.database.transaction(() => {
    const request = findRequest(call, kind, id);
    const { properties } = request.record;
    if (properties.lastStatusCode !== REVIEW) {
      throw new Refusal(
        409,
        "NOT_IN_REVIEW",
        `${id} is ${properties.lastStatusCode}; only a request in review can be approved or rejected`,
      );
    }
    if (state === "submitted") {
      writeStatus(properties, state, "approved: sent to the scheduler", nowMs);
      sendToScheduler(call, kind, request.id);
    } else {
      writeStatus(properties, state, "rejected by the customer", nowMs);
      sandbox.tasking.events.remove(request.id);
    }
    if (kind === "task") properties["transactionStatus"] = state === "submitted" ? "in-progress" : "";
    sandbox.tasking.requests.update(request);
    return { json: answerStatus(request, settings) };
  });
}

// Spec silent: the body of a cancellation. The sandbox takes either spelling of the state, in the field `status` or `code`.
/** Handles a status patch that cancels; returns undefined for any other. Errors: 404, 422. */
function cancelBy(kind: RequestKind, parameter: string) {
  return (call: Call): Reply | undefined => {
    if (!isCancellation(call.body)) return undefined;
    const request = findRequest(call, kind, call.params[parameter]);
    return { json: answerStatus(cancelRequest(call.sandbox, request, call.nowMs), call.settings) };
  };
}

export const cancelTaskByStatus = cancelBy("task", "taskingrequestId");
export const cancelRepeatByStatus = cancelBy("repeat", "repeatrequestId");

/** `POST /tasks/search`: returns a page of the tasks that the caller may see. Errors: 422. */
export const searchTasks: Handler = (call) => searchRequests(call, "task", toJsonObject(call.body));

/** `POST /repeat-requests/search`: returns a page of the series that the caller may see. Errors: 422. */
export const searchRepeats: Handler = (call) => searchRequests(call, "repeat", toJsonObject(call.body));

// Spec silent: the body and response of `tasks/paged`. The sandbox handles GET and POST like the search: newest
// first, tasks of series included.
/** `GET` and `POST /tasks/paged`. Errors: 403 for another organization, 405 by a setting, 422. */
export const listTasks: Handler = (call) => listPaged(call, "GET");
export const listTasksByPost: Handler = (call) => listPaged(call, "POST");

function listPaged(call: Call, method: "GET" | "POST"): Reply {
  const { caller, query, settings } = call;
  const { pagedMethod } = settings;
  if (pagedMethod !== "both" && pagedMethod.toUpperCase() !== method) {
    const allow = pagedMethod.toUpperCase();
    throw new UnknownPath(405, "METHOD_NOT_ALLOWED", `/tasks/paged supports ${allow}, not ${method}`, [], {
      allow,
    });
  }
  const organizationId = query.get("organizationId");
  if (organizationId !== null && organizationId !== caller.organizationId) {
    throw new Refusal(
      403,
      "NOT_AUTHORIZED",
      `the tasks of organization ${organizationId} are not yours to list`,
    );
  }
  return searchRequests(call, "task", { query: { includeRepeatingTasks: true } }, true);
}

/** The smallest accepted page sizes with the setting `searchPageSizes`. */
const MIN_SEARCHED = 250;
const MIN_PAGED = 5;

function searchRequests(call: Call, kind: RequestKind, body: JsonObject, isPaged = false): Reply {
  const { sandbox, caller, settings } = call;
  // Reads `query`, or `filter` as its other name (see `repeatSearchKey`).
  const query = toJsonObject(body["query"] ?? body["filter"]);
  const sort = toFieldPath((body["sort"] as string | undefined) ?? DEFAULT_SORT);
  const isDescending = (body["order"] ?? "desc") === "desc";
  const key = JSON.stringify([kind, caller.userId, query, sort, isDescending]);
  const search = { ...readQuery(kind, query), kind, caller, sort, isDescending };
  // The body overrides the query string (see `searchPagingIn`).
  const page = (body["page"] as number | undefined) ?? readInteger(call, "page", 1, Infinity);
  const limit =
    (body["limit"] as number | undefined) ??
    readInteger(call, "limit", LIMITS.searchPageSize, LIMITS.searchPageSizeMax);
  const least = isPaged ? MIN_PAGED : MIN_SEARCHED;
  if (settings.searchPageSizes === "ranged" && limit < least) {
    throw refuseField("limit", `Number must be greater than or equal to ${least}`, "PAGE_LIMIT_EXCEEDED");
  }
  return { json: wrapPage(sandbox.tasking.searcher.page(search, key, page, limit), settings) };
}

function readInteger({ query }: Call, name: string, fallback: number, most: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  const bounds = most === Infinity ? "of at least 1" : `from 1 to ${most}`;
  const code = name === "limit" ? "PAGE_LIMIT_EXCEEDED" : "FIELD_TYPE_INVALID";
  throw refuseField(name, `${name} ${text} is not an integer ${bounds}`, code);
}

function wrapPage({ records, currentPage, totalPages }: RequestPage, settings: Call["settings"]): unknown {
  const results = records.map((record) => shapeRecord(record, settings));
  const paging =
    settings.pagingFields === "camel"
      ? { currentPage, totalPages }
      : { current_page: currentPage, total_pages: totalPages };
  switch (settings.searchEnvelope) {
    case "array":
      return results;
    case "features":
      return { type: "FeatureCollection", features: results, ...paging };
    case "items":
      return { items: results, ...paging };
    case "results":
      return { results, ...paging };
  }
}
