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

export interface ListWishes extends PagingWishes {
  page?: number | undefined;
  /** Records per page. */
  pageSize?: number | undefined;
  organizationId?: string | undefined;
  method?: "get" | "post" | undefined;
  /** Undefined: no value is sent. */
  body?: Record<string, unknown> | undefined;
}

export interface ListRequest extends PagingWishes {
  page: number | undefined;
  pageSize: number | undefined;
  query: Record<string, string>;
  body: Record<string, unknown> | undefined;
  /** The method chosen by flag; undefined when either is allowed. */
  method: "get" | "post" | undefined;
}

/** Returns the request, and its faults by the service's rules. */
export function draftList({ page, pageSize, organizationId, method, body, limit, all }: ListWishes): {
  request: ListRequest;
  faults: Fault[];
} {
  const size = pageSize ?? (limit === undefined ? undefined : Math.min(limit, LIMITS.searchPageSizeMax));
  return {
    request: {
      limit,
      all,
      page,
      pageSize: size,
      query: {
        ...(page !== undefined && { page: String(page) }),
        ...(organizationId !== undefined && { organizationId }),
      },
      body,
      // Spec silent: which form of `tasks/paged` takes a body. We send a body with POST only.
      method: method ?? (body === undefined ? undefined : "post"),
    },
    faults:
      size === undefined || (size >= 1 && size <= LIMITS.searchPageSizeMax) ? [] : [pageSizeFault(size)],
  };
}

function pageSizeFault(size: number): Fault {
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
  const paging = pagingOf(request, { page: request.page, limit: request.pageSize });
  return recordPages(context, {
    paging,
    remedy: "the service may not take page in the query string of this list",
    fetchPage: await pageFetcher(context, request, paging),
  });
}

async function pageFetcher(context: Listing, request: ListRequest, { sentPageSize, firstPage }: Paging) {
  const { dialect, service } = context;
  const { query, body } = request;
  const client = await service.connect();
  const note = taskNoter(context);
  const noted = async (reply: RecordPage<TaskRecord>): Promise<RecordPage<TaskRecord>> => {
    await note(reply.records);
    return reply;
  };
  let method = request.method ?? dialect["paged.method"];
  return async (page: number, signal: AbortSignal): Promise<RecordPage<TaskRecord>> => {
    const call = {
      query: {
        ...query,
        ...(page !== firstPage && { page: String(page) }),
        ...(sentPageSize !== undefined && { limit: String(sentPageSize) }),
      },
      signal,
    };
    // If a flag sets the method, no other is tried.
    if (request.method === "get") return noted(await client.listTasks(call));
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
