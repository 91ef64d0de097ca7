/** Sets the product types of tasks; reads the current list first when the command only adds or removes types. */
import { readTimestampMs } from "../../contract/body-values.ts";
import { readTask, type TaskRecord } from "../../contract/read-record.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import {
  changeProductTypes,
  makeUpdateBody,
  addGeo,
  type ProductChange,
} from "../../domain/tasking/product-types.ts";
import { AppError } from "../../errors.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import { collectEachId } from "../batch.ts";
import type { AppContext } from "../context.ts";
import { REQUEST_KINDS, type Records } from "./request-kind.ts";
import { SHOW_EXCHANGE } from "../../contract/send.ts";
import { advice, swath } from "../../hint.ts";

export async function setProductTypes(
  context: AppContext,
  ids: readonly string[],
  change: ProductChange,
): Promise<Records> {
  return collectEachId(context, ids, "tasks", async (id) => {
    const types = "types" in change ? change.types : await readChangedTypes(context, id, change);
    const reply = await context.service.client
      .updateTask({ params: { id }, body: makeUpdateBody(types) })
      .catch((error: unknown) => {
        throw suggestInstead(error, id, types, change);
      });
    const record = reply.id === undefined ? await readAgain(context, id, types) : reply;
    context.events.note(`Task ${id}: ${(record.productTypes ?? types).join(", ")}`);
    return record;
  });
}

/** Returns the error of a refused change with a way to the products: what is ordered is chosen later. */
function suggestInstead(
  error: unknown,
  id: string,
  types: readonly string[],
  change: ProductChange,
): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === "PRODUCT_EDIT_CUTOFF")
    return error.restated(error.message, {
      next: advice`After the collect, order other products of it: ${swath`order place --generate <type>=<collectId>`}`,
    });
  if (error.code !== "PRODUCT_TYPE_LOCKED") return error;
  const order = swath`order task ${id} --product-type ${types.join(",")}`;
  return error.restated(error.message, {
    next:
      "types" in change
        ? advice`Add types with --add. A locked type is produced, but need not be ordered: ${order}`
        : advice`A locked type is produced, but need not be ordered: ${order}`,
  });
}

async function readChangedTypes(
  context: AppContext,
  id: string,
  change: { add: string[]; remove: string[] },
): Promise<string[]> {
  if (context.service.isDryRun) {
    context.events.warn(
      `a dry run does not read task ${id}: the changes would apply to its current list, not to the list shown`,
    );
    return changeProductTypes(["GEO"], change);
  }
  const record = await REQUEST_KINDS.task.get(context, id);
  warnOfCutoff(context, id, record);
  const current = record.productTypes;
  if (current === undefined) {
    throw new AppError("service", "RESPONSE_UNRECOGNISED", `the record of task ${id} has no product types`, {
      next: SHOW_EXCHANGE,
    });
  }
  const notes: string[] = [];
  const types = addGeo(changeProductTypes(current, change), notes);
  for (const note of notes) context.events.note(`Task ${id}: ${note}`);
  return types;
}

const CUTOFF_MS = LIMITS.productEditCutoffHours * 3_600_000;

/** The service does not report when it expects the collection; the start of the window is the earliest time. */
function warnOfCutoff({ events, clock }: AppContext, id: string, { windowOpen }: TaskRecord): void {
  const openMs = readTimestampMs(windowOpen);
  if (openMs === undefined || openMs - clock.now() >= CUTOFF_MS) return;
  events.warn(
    `the window of task ${id} opens at ${timeForPeople(openMs)}: within ${LIMITS.productEditCutoffHours} hours of its collection the service refuses changes`,
  );
}

/** Some services respond with an empty body: then the task is read again. */
async function readAgain(context: AppContext, id: string, types: string[]): Promise<TaskRecord> {
  try {
    return await REQUEST_KINDS.task.get(context, id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return readTask({ id, ...makeUpdateBody(types) });
  }
}
