/** Retasking a task, or a collect by its alias. */
import { collectRetaskRequest, retaskCollects, type CollectRetask } from "./collect-retask.ts";
import { readIds } from "../../cli/input/ids-argument.ts";
import { retaskEach } from "./retask-each.ts";
import type { Records } from "../../commands/request-view.ts";
import type { Context } from "../../cli/context.ts";
import { readOriginal } from "./read-original.ts";
import { TASK_KIND } from "./request-kind.ts";
import { RETASK_FIELDS, RETASK_WINDOW_FIELDS } from "../../cli/flags/retask-flags.ts";
import { retaskRequest, type RetaskWords } from "../../commands/retask-request.ts";
import { readField, type RequestRecord } from "../../contract/read-record.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { expectedDescription, toWireRetask } from "../../domain/tasking/retask-request.ts";
import { AppError } from "../../errors.ts";

interface TaskRetask {
  taskIds: readonly string[];
  body: BodyOf<"retaskTask">;
}

type Options = RetaskWords["options"] & {
  collect?: string;
  offNadirMin?: number;
  offNadirMax?: number;
  check?: boolean;
};

const FIELDS = { ...RETASK_FIELDS, ...RETASK_WINDOW_FIELDS };

export async function taskRetaskRequest(
  context: Context,
  options: Options,
  given: readonly string[],
): Promise<TaskRetask | CollectRetask> {
  const { collect, offNadirMin, offNadirMax } = options;
  if (collect !== undefined) {
    if (given.length > 0) throw usage("a task id and --collect both say what to retask");
    return collectRetaskRequest(context, options, [collect]);
  }
  if (given.length === 0) throw usage("<taskId> is missing");
  if (offNadirMin !== undefined || offNadirMax !== undefined)
    throw usage(
      "--off-nadir-min and --off-nadir-max are for collects: a task's retask keeps its constraints",
    );
  const body = await retaskRequest(context, "retaskTask", {
    options,
    fields: FIELDS,
    times: ["windowOpen", "windowClose"],
  });
  return { taskIds: await readIds(context, given, "task id"), body };
}

const usage = (message: string): AppError =>
  new AppError("usage", "USAGE", message, {
    hint: "Type: swath task retask <taskId>, or --collect <collectId>",
  });

export async function retaskTasks(
  context: Context,
  request: TaskRetask | CollectRetask,
  { check }: Pick<Options, "check">,
): Promise<Records> {
  if ("collectIds" in request) return retaskCollects(context, request);
  const { taskIds, body } = request;
  return retaskEach(context, taskIds, "tasks", (id) => retaskTask(context, id, body, check));
}

async function retaskTask(
  context: Context,
  taskId: string,
  body: TaskRetask["body"],
  check: boolean | undefined,
): Promise<RequestRecord> {
  const { service, notes, dialect, options } = context;
  const { effect } = await readOriginal(context, TASK_KIND, taskId, check);
  if (options.dryRun === true) {
    const description = readField(body, "retaskRequestDescription");
    const text = typeof description === "string" ? description : "<the original's description>";
    notes.note(`The description will be: ${JSON.stringify(expectedDescription("task", taskId, text))}`);
    if (readField(body, "windowClose") === undefined)
      notes.note("Without --window-close the window is as long as the original's");
  }
  const wire = toWireRetask(body, dialect) as BodyOf<"retaskTask">;
  const record = await service.client.retaskTask({
    params: { taskingRequestId: taskId },
    body: wire,
    effect,
  });
  const { id = "" } = record;
  notes.note(`Task ${id} created from task ${taskId}`);
  notes.hint(effect === "spend" ? `swath task wait ${id}` : `swath task cost ${id} --wait`);
  return record;
}
