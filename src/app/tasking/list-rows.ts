/** The pages of `tasks/paged`, by the method that works here. */
import { listTasks } from "../../client/request-pages.ts";
import type { Context } from "../../cli/context.ts";
import type { PagedRows } from "../../cli/output/paged-rows.ts";
import { writeProfile } from "../../settings/profiles.ts";
import { whileWritingSettings } from "../../settings/settings-lock.ts";
import type { RecordPage } from "../../contract/read-items.ts";
import type { RequestRecord, TaskRecord } from "../../contract/read-record.ts";
import { AppError } from "../../errors.ts";
import { pageRows } from "./page-rows.ts";
import type { ListRequest } from "../../commands/task/list-request.ts";

export async function listRows(
  context: Context,
  request: ListRequest,
): Promise<PagedRows<RequestRecord> | RequestRecord[]> {
  const rows = pageRows(context, {
    paging: request,
    remedy: "the service may not take page in the query string of this list",
    fetchPage: await pageFetcher(context, request),
  });
  if (!request.isReversed) return rows;
  const all: RequestRecord[] = [];
  for await (const row of rows) all.push(row);
  return all.reverse();
}

async function pageFetcher(context: Context, request: ListRequest) {
  const { dialect, service } = context;
  const { query, body, sentPageSize, firstPage } = request;
  const client = await service.connect();
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
    // A method that was asked for by name is the only one that is tried.
    if (request.method === "get") return client.listTasks(call);
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
    return reply;
  };
}

const KEY = "dialect.paged.method";

/** The list is there whether or not the profile can be written. */
async function remember(context: Context, method: "post"): Promise<void> {
  const { directories, profileName, notes } = context;
  try {
    await whileWritingSettings(context, () => writeProfile(directories.config, profileName, KEY, method));
    notes.note(`GET is refused for this list and POST works: remembered as ${KEY} of profile ${profileName}`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    notes.warn(
      `GET is refused for this list and POST works, which could not be remembered: ${error.message}`,
    );
  }
}
