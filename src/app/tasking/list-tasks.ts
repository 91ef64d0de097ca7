/** The pages of `tasks/paged`, by the method that this service accepts. */
import { listTasks } from "../../client/request-pages.ts";
import type { RecordPage } from "../../contract/read-items.ts";
import type { TaskRecord } from "../../contract/read-record.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import type { Fault } from "../../errors.ts";
import { makeTaskNoter } from "../../money/commitments.ts";
import type { AppContext } from "../context.ts";
import { toPaging, recordPages, type Paging, type PagingWishes } from "./request-pages.ts";

export interface ListRequest extends PagingWishes {
  page?: number | undefined;
  /** Records per page. */
  pageSize?: number | undefined;
  organizationId?: string | undefined;
  /** Undefined when either is allowed. */
  method?: "get" | "post" | undefined;
  /** Undefined: no value is sent. */
  body?: Record<string, unknown> | undefined;
}

/** Returns the fault of a page size by the service's rules. */
export function findPageSizeFault({ pageSize: size = 1 }: ListRequest): Fault | undefined {
  if (size >= 1 && size <= LIMITS.searchPageSizeMax) return undefined;
  const rule = `an integer from 1 to ${LIMITS.searchPageSizeMax}`;
  return {
    code: "PAGE_LIMIT_EXCEEDED",
    path: "limit",
    value: size,
    rule,
    message: `${size} is not ${rule}`,
  };
}

/** Yields the records, page by page, in the service's order. */
export async function listTaskPages(
  context: AppContext,
  request: ListRequest,
): Promise<AsyncGenerator<readonly TaskRecord[]>> {
  const { page, limit } = request;
  const most = limit === undefined ? undefined : Math.min(limit, LIMITS.searchPageSizeMax);
  const paging = toPaging(request, { page, limit: request.pageSize ?? most });
  return recordPages(context, {
    paging,
    remedy: "the service may not take page in the query string of this list",
    fetchPage: await buildPageFetcher(context, request, paging),
  });
}

async function buildPageFetcher(context: AppContext, request: ListRequest, { firstPage }: Paging) {
  const { dialect, service } = context;
  const { page: first, organizationId, body } = request;
  // Spec silent: which form of `tasks/paged` takes a body. We send a body with POST only.
  const wanted = request.method ?? (body === undefined ? undefined : "post");
  const client = await service.connect();
  const note = makeTaskNoter(context);
  const noted = async (reply: RecordPage<TaskRecord>): Promise<RecordPage<TaskRecord>> => {
    await note(reply.records);
    return reply;
  };
  return async (
    page: number,
    signal: AbortSignal,
    size: number | undefined,
  ): Promise<RecordPage<TaskRecord>> => {
    const call = {
      query: {
        ...(first !== undefined && { page: String(first) }),
        ...(organizationId !== undefined && { organizationId }),
        ...(page !== firstPage && { page: String(page) }),
        ...(size !== undefined && { limit: String(size) }),
      },
      signal,
    };
    // If a flag or a body sets the method, no other is tried.
    if (wanted === "get") return noted(await client.listTasks(call));
    if (wanted === "post") return noted(await client.listTasksByPost({ ...call, body }));
    return noted(
      await listTasks(client, {
        ...call,
        method: dialect["paged.method"],
        onMethodFound: (works) => service.learner.learn("paged.method", works),
      }),
    );
  };
}
