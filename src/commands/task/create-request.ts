/** Flags, files and stdin -> the validated body of one `POST /task`. */
import { checkRequest, type FlagOfPath } from "../../cli/input/check-request.ts";
import type { Context } from "../../cli/context.ts";
import { featureBody } from "../../cli/flags/feature-body.ts";
import { rememberedTypeNames } from "../../app/tasking/type-cache.ts";
import { windowFlags } from "../../cli/flags/window-flags.ts";
import { membersOf } from "../../contract/members.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { flagsOfFields } from "../../domain/tasking/body-fields.ts";
import { unknownCollectionType } from "../../domain/tasking/collection-type.ts";
import { taskRequest, type TaskRules } from "../../domain/tasking/task-request.ts";
import { toWireConstraints } from "../../domain/wire-dialect.ts";
import type { Fault } from "../../errors.ts";
import { TASK_FIELDS, type CreateOptions } from "./create-flags.ts";

export type TaskBody = BodyOf<"createTask">;

/** What every request of this run has from flags and settings, whether it is one or one of many. */
export async function taskRules(
  context: Context,
  options: CreateOptions,
  faults: Fault[],
): Promise<TaskRules> {
  const { settings, dialect, world } = context;
  return {
    given: { ...options, ...windowFlags(context, options, faults) },
    fields: TASK_FIELDS,
    windowMs: options.window,
    withRequired: options.withRequired === true,
    placement: options.placement ?? dialect.placement,
    contractId: settings.contractId.value,
    collectionTypes: await rememberedTypeNames(context),
    nowMs: world.clock.now(),
  };
}

export async function createRequest(context: Context, options: CreateOptions): Promise<TaskBody> {
  const faults: Fault[] = [];
  const rules = await taskRules(context, options, faults);
  const { body: base, sources, isPartial } = await featureBody(context, options, faults);
  const draft = taskRequest(base, rules);
  for (const note of draft.notes) context.notes.note(note);
  for (const detail of draft.details) context.notes.detail(detail);
  const unknown = await checkType(context, options, draft.body);
  const body = await checkRequest(
    context,
    "createTask",
    {
      body: draft.body as unknown as TaskBody,
      faults: [...faults, ...(unknown === undefined ? draft.faults : withoutType(draft.faults, unknown))],
      warnings:
        unknown === undefined && options.checkType !== true
          ? draft.warnings
          : withoutTypeWarnings(draft.warnings),
      isPartial,
    },
    taskFlags(base, rules, options, sources),
  );
  return toWireConstraints(body, context.dialect);
}

/** Which flag is to blame for which member. */
export function taskFlags(
  base: Readonly<Record<string, unknown>>,
  { given }: Pick<TaskRules, "given">,
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

/** With --check-type the service's own list decides. */
async function checkType(
  { service, options: globals, notes }: Context,
  { checkType }: CreateOptions,
  body: Record<string, unknown>,
): Promise<Fault | undefined> {
  const name = membersOf(body["properties"])["collectionType"];
  if (checkType !== true || typeof name !== "string") return undefined;
  if (globals.dryRun === true) {
    notes.note("--check-type asks the service, which a dry run does not");
    return undefined;
  }
  const offered = await service.client.listCollectionTypes();
  return unknownCollectionType(
    name,
    offered.map((type) => type.name),
  );
}

const TYPE_PATH = "properties.collectionType";

const withoutType = (faults: readonly Fault[], unknown: Fault): Fault[] => [
  ...faults.filter(({ path }) => path !== TYPE_PATH),
  unknown,
];
const withoutTypeWarnings = (warnings: readonly (string | Fault)[]): (string | Fault)[] =>
  warnings.filter(
    (warning) => typeof warning === "string" || warning.code !== "ENUM_INVALID" || warning.path !== TYPE_PATH,
  );
