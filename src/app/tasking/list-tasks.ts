/** The pages of `tasks/paged`, by the method that this service accepts. */
import { listTasks } from "../../client/request-pages.ts";
import type { RecordPage } from "../../contract/read-items.ts";
import type { TaskRecord } from "../../contract/read-record.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import { AppError, type Fault } from "../../errors.ts";
import { writeProfile } from "../../settings/profiles.ts";
import { whileWritingSettings } from "../../settings/settings-lock.ts";
import { taskNoter } from "../buying/settle-commitments.ts";
import type { AppContext } from "../context.ts";
import { pagingOf, recordPages, type Paging, type PagingWishes } from "./request-pages.ts";

type Listing = Pick<
  AppContext,
  | "service"
  | "settings"
  | "dialect"
  | "directories"
  | "profileName"
  | "clock"
  | "machine"
  | "events"
  | "signal"
>;

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
export function pageSizeFault({ pageSize: size = 1 }: ListRequest): Fault | undefined {
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
export async function listPages(
  context: Listing,
  request: ListRequest,
): Promise<AsyncGenerator<readonly TaskRecord[]>> {
  const { page, limit } = request;
  const most = limit === undefined ? undefined : Math.min(limit, LIMITS.searchPageSizeMax);
  const paging = pagingOf(request, { page, limit: request.pageSize ?? most });
  return recordPages(context, {
    paging,
    remedy: "the service may not take page in the query string of this list",
    fetchPage: await pageFetcher(context, request, paging),
  });
}

async function pageFetcher(context: Listing, request: ListRequest, { sentPageSize, firstPage }: Paging) {
  const { dialect, service } = context;
  const { page: first, organizationId, body } = request;
  // Spec silent: which form of `tasks/paged` takes a body. We send a body with POST only.
  const wanted = request.method ?? (body === undefined ? undefined : "post");
  const client = await service.connect();
  const note = taskNoter(context);
  const noted = async (reply: RecordPage<TaskRecord>): Promise<RecordPage<TaskRecord>> => {
    await note(reply.records);
    return reply;
  };
  let method = wanted ?? dialect["paged.method"];
  return async (page: number, signal: AbortSignal): Promise<RecordPage<TaskRecord>> => {
    const call = {
      query: {
        ...(first !== undefined && { page: String(first) }),
        ...(organizationId !== undefined && { organizationId }),
        ...(page !== firstPage && { page: String(page) }),
        ...(sentPageSize !== undefined && { limit: String(sentPageSize) }),
      },
      signal,
    };
    // If a flag sets the method, no other is tried.
    if (wanted === "get") return noted(await client.listTasks(call));
    let found: "post" | undefined;
    const reply = await listTasks(client, {
      ...call,
      ...(body !== undefined && { body }),
      method,
      onMethodFound: (works) => (found = works),
    });
    if (found !== undefined) {
      method = found;
      await remember(context, found);
    }
    return noted(reply);
  };
}

const KEY = "dialect.paged.method";

/** A failure to write the profile does not end the list. */
async function remember(context: Listing, method: "post"): Promise<void> {
  const { directories, profileName, events } = context;
  try {
    await whileWritingSettings(context, () => writeProfile(directories.config, profileName, KEY, method));
    events.note(
      `GET is refused for this list and POST works: remembered as ${KEY} of profile ${profileName}`,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    events.warn(
      `GET is refused for this list and POST works, which could not be remembered: ${error.message}`,
    );
  }
}
