/** Runs a search for tasks or repeat requests, in the profile's dialect. */
import { toJsonObject } from "../../contract/json-object.ts";
import type { RequestRecord, TaskRecord } from "../../contract/read-record.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import type { Condition } from "../../domain/request-search/request-condition.ts";
import { holdsBound } from "../../domain/where.ts";
import { toWireRequestSearch } from "../../domain/wire-dialect.ts";
import { makeTaskNoter } from "../../money/commitments.ts";
import type { AppContext } from "../context.ts";
import type { RequestNoun } from "./request-kind.ts";
import { type PagingWishes, recordPages, toPaging } from "./request-pages.ts";

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
  const note = makeTaskNoter(context);
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
      field.split(".").reduce((at: unknown, key) => toJsonObject(at)[key], source["properties"]),
    );

/** Counts the completed tasks of each series, one per image, with one search for all series. */
export async function countCompletedImages(
  context: AppContext,
  seriesIds: readonly string[],
): Promise<Map<string, number>> {
  const images = new Map(seriesIds.map((id) => [id, 0]));
  const query = {
    repeatrequestId: [...seriesIds],
    lastStatusCode: "completed",
    includeRepeatingTasks: true,
  };
  for await (const page of searchRequests(context, { noun: "task", body: { query }, all: true })) {
    for (const { repeatId = "" } of page as readonly TaskRecord[]) {
      const count = images.get(repeatId);
      if (count !== undefined) images.set(repeatId, count + 1);
    }
  }
  return images;
}
