/** Converts flags, files, stdin or the form to the validated body of one task. */
import {
  checkedDraft,
  draftTask,
  taskRules,
  type TaskBody,
  type TaskWishes,
} from "../../app/tasking/create-requests.ts";
import type { EachDrafts } from "../request/each.ts";
import type { Context } from "../../cli/context.ts";
import { momentFor, windowFlags } from "../../cli/flags/window-flags.ts";
import { checkRequest, flagsOfFields, type FlagOfPath } from "../../cli/input/check-request.ts";
import { featureBody } from "../../cli/flags/feature-body.ts";
import { AppError, type Fault } from "../../errors.ts";
import { isAnswered, wantsForm } from "../request/form.ts";
import { taskRequest } from "../../domain/tasking/task-request.ts";
import { isZone } from "../../time/zone.ts";
import { TASK_FIELDS, type CreateOptions } from "./create-flags.ts";

export function requireZone({ timeZone }: CreateOptions): void {
  if (timeZone !== undefined && !isZone(timeZone)) {
    throw new AppError(
      "usage",
      "USAGE",
      `--time-zone ${timeZone} is not a time zone that this machine knows`,
      {
        hint: "Write it like Europe/Lisbon or Etc/GMT+9",
      },
    );
  }
}

export async function createRequest(context: Context, options: CreateOptions): Promise<TaskBody> {
  const isWhole = isAnswered(options, ["windowOpen"]) && isAnswered(options, ["window", "windowClose"]);
  if (!wantsForm(context, "task", options, { isWhole, fields: TASK_FIELDS }))
    return taskBody(context, options);
  const { askForTask } = await import("./task-form.ts");
  return askForTask(context, options, taskBody);
}

/** Returns how --each makes a task from each feature. */
export async function taskDrafts(
  context: Context,
  options: CreateOptions,
  faults: Fault[],
): Promise<EachDrafts> {
  const rules = await taskRules(context, await taskWishes(context, options, faults));
  return {
    draft: (feature) => checkedDraft("createTask", taskRequest(feature, rules)),
    flags: (feature) => taskFlags(feature, rules, options, {}),
  };
}

/** Throws all faults of flags, files and body together. */
async function taskBody(context: Context, options: CreateOptions): Promise<TaskBody> {
  const faults: Fault[] = [];
  const wishes = await taskWishes(context, options, faults);
  const { body: base, sources, isPartial } = await featureBody(context, options, faults);
  const draft = await draftTask(context, base, { ...wishes, checkType: options.checkType });
  return checkRequest(
    context,
    "createTask",
    {
      body: draft.body as unknown as TaskBody,
      faults: [...faults, ...draft.faults],
      warnings: draft.warnings,
      isPartial,
      // The end from --window is missing because the start is invalid.
      isConsequence: ({ code, path }) =>
        options.window !== undefined &&
        code === "WINDOW_REQUIRED" &&
        path === "properties.windowClose" &&
        faults.some((fault) => fault.code === "TIMESTAMP_INVALID" && fault.path === "properties.windowOpen"),
    },
    taskFlags(base, wishes, options, sources),
  );
}

/** Returns the values of the flags, for one request or for each of many. */
async function taskWishes(context: Context, options: CreateOptions, faults: Fault[]): Promise<TaskWishes> {
  const nowMs = await momentFor(context, [options.windowOpen, options.windowClose]);
  return {
    given: { ...options, ...windowFlags({ notes: context.notes, nowMs }, options, faults) },
    fields: TASK_FIELDS,
    windowMs: options.window,
    withRequired: options.withRequired === true,
    allowPast: options.allowPast === true,
    placement: options.placement,
  };
}

/** Returns the flag to report for a fault in a property. */
function taskFlags(
  base: Readonly<Record<string, unknown>>,
  { given }: Pick<TaskWishes, "given">,
  options: Pick<CreateOptions, "window">,
  sources: FlagOfPath,
): FlagOfPath {
  const flags: Record<string, string> = {
    ...(base["geometry"] === undefined && { geometry: "--point" }),
    ...sources,
    ...flagsOfFields(base, given, TASK_FIELDS),
  };
  if (options.window !== undefined && given["windowClose"] === undefined)
    flags["properties.windowClose"] = "--window";
  return flags;
}
