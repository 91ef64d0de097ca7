/** Which of its four things `task create` is to do: ask, explain, send one request, or one for each feature. */
import type { Context } from "../../cli/context.ts";
import { isZone } from "../../time/zone.ts";
import { AppError } from "../../errors.ts";
import { TASK_FIELDS, type CreateOptions } from "./create-flags.ts";
import { createRequest, type TaskBody } from "./create-request.ts";
import type { EachRequest } from "../../app/tasking/each-requests.ts";

export type CreatePlan = { body: TaskBody } | { each: EachRequest };

export async function planCreate(context: Context, options: CreateOptions): Promise<CreatePlan> {
  const { timeZone } = options;
  if (timeZone !== undefined && !isZone(timeZone)) {
    throw new AppError("usage", "USAGE", `--time-zone ${timeZone} is no time zone that this machine knows`, {
      hint: "Write it like Europe/Lisbon or Etc/GMT+9",
    });
  }
  if (options.each === true) {
    const { eachRequests } = await import("../../app/tasking/each-requests.ts");
    return { each: await eachRequests(context, options) };
  }
  if (!wantsToBeAsked(context, options)) return { body: await createRequest(context, options) };
  const [{ askForTask }, { confirmTask, optionsOf }] = await Promise.all([
    import("./ask-for-task.ts"),
    import("./confirm-task.ts"),
  ]);
  const words = await askForTask(context);
  const body = await createRequest(context, { ...options, ...optionsOf(words) });
  if (options.explain !== true) await confirmTask(context, body, words);
  return { body };
}

/** On a terminal without any word about the request, or when asked to ask. */
function wantsToBeAsked(context: Context, options: CreateOptions): boolean {
  if (options.interactive === true) {
    if (context.canAsk) return true;
    throw new AppError("usage", "USAGE", "--interactive needs a terminal, and nobody can be asked here", {
      hint: "Give the flags instead: swath task create --help",
    });
  }
  return context.canAsk && !WISHES.some((name) => options[name] !== undefined);
}

/** The words that say what is wanted. */
const WISHES = [
  ...(Object.keys(TASK_FIELDS) as (keyof typeof TASK_FIELDS)[]),
  ...(["point", "polygon", "geometry", "file", "window", "data", "set", "unset"] as const),
] satisfies (keyof CreateOptions)[];

export async function runCreate(
  context: Context,
  plan: CreatePlan,
  options: CreateOptions,
): Promise<unknown> {
  if ("each" in plan) {
    const { sendEach } = await import("../../app/tasking/send-each.ts");
    const rows = sendEach(context, plan.each);
    if (!context.world.stdout.isTTY) {
      context.preferFormat("ndjson");
      return rows;
    }
    // A table on a terminal is laid out once everything is there; the status line tells how far it is.
    const all = [];
    for await (const row of rows) all.push(row);
    return all;
  }
  const { body } = plan;
  if (options.explain === true || context.options.dryRun === true) {
    const [{ explainRequest }, { explanationText }] = await Promise.all([
      import("../../domain/tasking/explain-request.ts"),
      import("../../domain/tasking/explain-request.ts"),
    ]);
    const explanation = explainRequest(body, options.timeZone);
    const isShown = options.explain === true && context.world.stdout.isTTY && context.options.json !== true;
    if (!isShown) for (const line of explanationText(explanation)) context.notes.note(line);
    if (options.explain === true) {
      if (!context.world.stdout.isTTY) context.preferFormat("json");
      return explanation;
    }
  }
  const { createTask } = await import("../../app/tasking/create-task.ts");
  return createTask(context, body, options);
}
