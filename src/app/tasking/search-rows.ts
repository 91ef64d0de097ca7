/** Runs a request search in the words of this deployment. */
import type { Context } from "../../cli/context.ts";
import type { PagedRows } from "../../cli/output/paged-rows.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { pageRows } from "./page-rows.ts";
import type { SearchRequest } from "../../commands/search/search-request.ts";

export function searchRows(context: Context, request: SearchRequest): PagedRows<RequestRecord> {
  const { noun, firstPage } = request;
  const { client } = context.service;
  return pageRows(context, {
    paging: request,
    remedy: "the service may take page and limit elsewhere: see dialect.searchPagingIn",
    fetchPage: (page, signal) => {
      const call = {
        ...wireRequest(request, page === firstPage ? undefined : page, context.dialect),
        signal,
      };
      return noun === "task" ? client.searchTasks(call) : client.searchRepeats(call);
    },
  });
}

interface WireRequest {
  body: BodyOf<"searchTasks">;
  query?: Record<string, string>;
}

/** `page` of every page but the first, which is sent as it was asked for. */
export function wireRequest(
  { noun, body: given, sentPageSize }: Pick<SearchRequest, "noun" | "body" | "sentPageSize">,
  page: number | undefined,
  dialect: Pick<Context["dialect"], "searchPagingIn" | "repeatSearchKey">,
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
