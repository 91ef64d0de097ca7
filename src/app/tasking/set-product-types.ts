/** Sets a task's product types, having read them first where they are only changed. */
import { settleEachId } from "../batch.ts";
import type { Context } from "../../cli/context.ts";
import { TASK_KIND } from "./request-kind.ts";
import type { Records } from "../../commands/request-view.ts";
import { readTask, type TaskRecord } from "../../contract/read-record.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import { changedProductTypes } from "../../domain/tasking/product-types.ts";
import { AppError } from "../../errors.ts";
import { parseTimestamp } from "../../time/timestamp.ts";
import { updateBody, type ProductsRequest } from "../../commands/task/products-request.ts";

export async function setProductTypes(context: Context, { ids, change }: ProductsRequest): Promise<Records> {
  return settleEachId(context, ids, "tasks", async (id) => {
    const types = "types" in change ? change.types : await changedTypes(context, id, change);
    const reply = await context.service.client.updateTask({
      params: { id },
      body: updateBody(types),
    });
    const record = reply.id === undefined ? await reread(context, id, types) : reply;
    context.notes.note(`Task ${id}: ${(record.productTypes ?? types).join(", ")}`);
    return record;
  });
}

async function changedTypes(
  context: Context,
  id: string,
  change: { add: string[]; remove: string[] },
): Promise<string[]> {
  if (context.options.dryRun === true) {
    context.notes.note(`a dry run does not read task ${id}: the list shown is GEO and what is added`);
    return changedProductTypes(["GEO"], change);
  }
  const record = await TASK_KIND.get(context, id);
  warnOfCutoff(context, id, record);
  const current = record.productTypes;
  if (current === undefined) {
    throw new AppError("service", "RESPONSE_UNRECOGNISED", `the record of task ${id} has no product types`, {
      hint: "Give the whole list with --product-type",
    });
  }
  const types = changedProductTypes(current, change);
  if (types.includes("GEO")) return types;
  throw new AppError("local", "GEO_REQUIRED", `task ${id} would be left without GEO: ${types.join(", ")}`, {
    hint: "Add it: --add GEO",
  });
}

const CUTOFF_MS = LIMITS.productEditCutoffHours * 3_600_000;

/** When the collection is expected, nobody says before; the window's start is the earliest that it may be. */
function warnOfCutoff({ notes, world }: Context, id: string, { windowOpen }: TaskRecord): void {
  const time = windowOpen === undefined ? undefined : parseTimestamp(windowOpen);
  if (time?.ok !== true || time.ms - world.clock.now() >= CUTOFF_MS) return;
  notes.warn(
    `the window of task ${id} opens at ${time.iso}: within ${LIMITS.productEditCutoffHours} hours of its collection the service refuses changes`,
  );
}

/** Some services answer with nothing: then the task itself tells. */
async function reread(context: Context, id: string, types: string[]): Promise<TaskRecord> {
  try {
    return await TASK_KIND.get(context, id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return readTask({ id, ...updateBody(types) });
  }
}
