import type { TaskRecord } from "../contract/read-record.ts";
import type { RecordPage } from "../contract/read-items.ts";
import type { QueryOf } from "../contract/schemas.ts";
import { AppError } from "../errors.ts";
import type { CallOptions } from "./call.ts";
import type { Client } from "./client.ts";

export interface ListTasksOptions extends CallOptions {
  query?: QueryOf<"listTasks">;
  /** Only the POST form may have one; by default there is none. */
  body?: unknown;
  method: "get" | "post";
  /** The other form is the one that works here: worth remembering in the profile. */
  onMethodFound?: (method: "post") => void;
}

// Spec silent: whether `tasks/paged` is GET or POST (it gives both). We send GET, and POST once when that form is
// answered with 404 or 405; both only read.
export async function listTasks(client: Client, options: ListTasksOptions): Promise<RecordPage<TaskRecord>> {
  const { method, onMethodFound, body, ...call } = options;
  if (method === "post") return client.listTasksByPost({ ...call, body });
  try {
    return await client.listTasks(call);
  } catch (error) {
    if (!(error instanceof AppError) || (error.status !== 404 && error.status !== 405)) throw error;
    const reply = await client.listTasksByPost({ ...call, body });
    onMethodFound?.("post");
    return reply;
  }
}
