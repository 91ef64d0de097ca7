import { objectOf, type JsonObject } from "../../contract/json-object.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import type { Reply } from "../http/exchange.ts";
import { Refusal, refuseField, UnknownPath } from "../http/refusal.ts";
import { pathOfField, readQuery } from "../tasking/request-query.ts";
import { DEFAULT_SORT, type RequestPage } from "../tasking/search-requests.ts";
import type { RequestKind } from "../tasking/tasking-request.ts";
import type { Call, Handler } from "./call.ts";
import { shapeRecord } from "./records.ts";

/** `POST /tasks/search`: returns a page of the tasks that the caller may see. Errors: 422. */
export const searchTasks: Handler = (call) => searchRequests(call, "task", objectOf(call.body));

/** `POST /repeat-requests/search`: returns a page of the series that the caller may see. Errors: 422. */
export const searchRepeats: Handler = (call) => searchRequests(call, "repeat", objectOf(call.body));

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
  const query = objectOf(body["query"] ?? body["filter"]);
  const sort = pathOfField((body["sort"] as string | undefined) ?? DEFAULT_SORT);
  const isDescending = (body["order"] ?? "desc") === "desc";
  const key = JSON.stringify([kind, caller.userId, query, sort, isDescending]);
  const search = { ...readQuery(kind, query), kind, caller, sort, isDescending };
  // The body overrides the query string (see `searchPagingIn`).
  const page = (body["page"] as number | undefined) ?? integerOf(call, "page", 1, Infinity);
  const limit =
    (body["limit"] as number | undefined) ??
    integerOf(call, "limit", LIMITS.searchPageSize, LIMITS.searchPageSizeMax);
  const least = isPaged ? MIN_PAGED : MIN_SEARCHED;
  if (settings.searchPageSizes === "ranged" && limit < least) {
    throw refuseField("limit", `Number must be greater than or equal to ${least}`, "PAGE_LIMIT_EXCEEDED");
  }
  return { json: envelope(sandbox.tasking.searcher.page(search, key, page, limit), settings) };
}

function integerOf({ query }: Call, name: string, fallback: number, most: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  const bounds = most === Infinity ? "of at least 1" : `from 1 to ${most}`;
  const code = name === "limit" ? "PAGE_LIMIT_EXCEEDED" : "FIELD_TYPE_INVALID";
  throw refuseField(name, `${name} ${text} is not an integer ${bounds}`, code);
}

function envelope({ records, currentPage, totalPages }: RequestPage, settings: Call["settings"]): unknown {
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
