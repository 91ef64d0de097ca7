/** Runs a search for tasks or repeat requests, in the profile's dialect. */
import type { Dialect } from "../../contract/dialect.ts";
import { objectOf } from "../../contract/json-object.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { holdsBound, type Condition } from "../../domain/request-search/request-condition.ts";
import type { AppContext } from "../context.ts";
import type { RequestNoun } from "./request-kind.ts";
import { pagingOf, recordPages, type PagingWishes } from "./request-pages.ts";

export interface SearchRequest extends PagingWishes {
  noun: RequestNoun;
  /** In the interface's spelling; the dialect is applied when it is sent. */
  body: BodyOf<"searchTasks">;
  /** Conditions that the service does not apply. */
  local?: readonly Condition[];
}

/** Returns the records, page by page. */
export function searchRequests(
  context: Pick<AppContext, "service" | "dialect" | "events" | "settings" | "signal">,
  { noun, body, local = [], ...wishes }: SearchRequest,
): AsyncGenerator<readonly RequestRecord[]> {
  const { client } = context.service;
  const paging = pagingOf(wishes, body);
  const { firstPage, sentPageSize } = paging;
  return recordPages<RequestRecord>(context, {
    paging,
    ...(local.length > 0 && { keeps: (record: RequestRecord) => local.every(isWithin(record)) }),
    remedy: "the service may take page and limit elsewhere: see dialect.searchPagingIn",
    fetchPage: (page, signal) => {
      const call = {
        ...wireRequest({ noun, body, sentPageSize }, page === firstPage ? undefined : page, context.dialect),
        signal,
      };
      return noun === "task" ? client.searchTasks(call) : client.searchRepeats(call);
    },
  });
}

const isWithin =
  ({ source }: RequestRecord) =>
  ({ field, wanted }: Condition): boolean =>
    holdsBound(
      wanted,
      field.split(".").reduce((at: unknown, key) => objectOf(at)[key], source["properties"]),
    );

interface WireRequest {
  body: BodyOf<"searchTasks">;
  query?: Record<string, string>;
}

/** `page` is undefined for the first page, which is sent as requested. */
function wireRequest(
  {
    noun,
    body: given,
    sentPageSize,
  }: Pick<SearchRequest, "noun" | "body"> & { sentPageSize: number | undefined },
  page: number | undefined,
  dialect: Pick<Dialect, "searchPagingIn" | "repeatSearchKey">,
): WireRequest {
  const { page: ownPage, limit: _limit, query, ...others } = given;
  const paging = {
    ...((page ?? ownPage) !== undefined && { page: page ?? ownPage }),
    ...(sentPageSize !== undefined && { limit: sentPageSize }),
  };
  const key = noun === "repeat" ? dialect.repeatSearchKey : "query";
  const isInBody = dialect.searchPagingIn !== "query";
  const isInQuery = dialect.searchPagingIn !== "body" && Object.keys(paging).length > 0;
  return {
    body: { ...others, ...(isInBody && paging), ...(query !== undefined && { [key]: query }) },
    ...(isInQuery && {
      query: Object.fromEntries(Object.entries(paging).map(([name, value]) => [name, String(value)])),
    }),
  };
}
