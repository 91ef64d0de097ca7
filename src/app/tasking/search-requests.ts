/** Runs a search for tasks or repeat requests, in the profile's dialect. */
import { objectOf } from "../../contract/json-object.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { holdsBound } from "../../domain/holds-bound.ts";
import type { Condition } from "../../domain/request-search/request-condition.ts";
import { toWireRequestSearch } from "../../domain/wire-dialect.ts";
import { taskNoter } from "../../money/commitments.ts";
import type { AppContext } from "../context.ts";
import type { RequestNoun } from "./request-kind.ts";
import { toPaging, recordPages, type PagingWishes } from "./request-pages.ts";

export interface SearchRequest extends PagingWishes {
  noun: RequestNoun;
  /** In the interface's spelling; the dialect is applied when it is sent. */
  body: BodyOf<"searchTasks">;
  /** Conditions that the service does not apply. */
  local?: readonly Condition[];
}

/** Returns the records, page by page. */
export function searchRequests(
  context: AppContext,
  { noun, body, local = [], ...wishes }: SearchRequest,
): AsyncGenerator<readonly RequestRecord[]> {
  const { client } = context.service;
  const note = taskNoter(context);
  const paging = toPaging(wishes, body);
  const first = paging.firstPage;
  return recordPages<RequestRecord>(context, {
    paging,
    ...(local.length > 0 && { keeps: (record: RequestRecord) => local.every(isWithin(record)) }),
    remedy: "the service may take page and limit elsewhere: see dialect.searchPagingIn",
    fetchPage: async (page, signal, limit) => {
      // The first page is sent as requested.
      const asked = { ...body, limit, page: page === first ? body.page : page };
      const call = { ...toWireRequestSearch(noun, asked, context.dialect), signal };
      if (noun === "repeat") return client.searchRepeats(call);
      const found = await client.searchTasks(call);
      await note(found.records);
      return found;
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
