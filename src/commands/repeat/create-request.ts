/** Converts flags, files and stdin to the validated body of `POST /repeat-requests`. */
import { checkRequest, flagsOfFields } from "../../cli/input/check-request.ts";
import type { EachDrafts } from "../request/each.ts";
import type { Context } from "../../cli/context.ts";
import { featureBody } from "../../cli/flags/feature-body.ts";
import {
  checkedDraft,
  draftRepeat,
  repeatRules,
  type RepeatBody,
} from "../../app/tasking/create-requests.ts";
import { momentFor, timeFlag } from "../../cli/flags/window-flags.ts";
import { getPath } from "../../contract/json-path.ts";
import { keysOf } from "../../domain/tasking/body-fields.ts";
import { repeatRequest, REPETITION } from "../../domain/tasking/repeat-request.ts";
import type { Fault } from "../../errors.ts";
import { wantsForm } from "../request/form.ts";
import { REPEAT_FIELDS, type CreateOptions } from "./create-flags.ts";

/** Returns the values of the flags, for one series or for each of many. */
async function repeatWishes(context: Context, options: CreateOptions, faults: Fault[]) {
  const { notes } = context;
  const nowMs = await momentFor(context, [options.from, options.to]);
  const time = (value: string | undefined, flag: string, path: string): string | undefined =>
    timeFlag({ notes, nowMs }, value, { flag, path }, faults);
  return {
    given: {
      ...options,
      from: time(options.from, "--from", REPEAT_FIELDS.from),
      to: time(options.to, "--to", REPEAT_FIELDS.to),
    },
    fields: REPEAT_FIELDS,
    withRequired: options.withRequired === true,
    allowPast: options.allowPast === true,
    untilCanceled: options.untilCanceled === true,
  };
}

/** Returns how --each makes a series from each feature. */
export async function repeatDrafts(
  context: Context,
  options: CreateOptions,
  faults: Fault[],
): Promise<EachDrafts> {
  const rules = await repeatRules(context, await repeatWishes(context, options, faults));
  return {
    draft: (feature) => checkedDraft("createRepeat", repeatRequest(feature, rules)),
    flags: (feature) => flagsOfFields(feature, rules.given, REPEAT_FIELDS),
  };
}

export async function createRequest(context: Context, options: CreateOptions): Promise<RepeatBody> {
  if (!wantsForm(context, "repeat", options, { isWhole: true, fields: REPEAT_FIELDS }))
    return repeatBody(context, options);
  const { askForSeries } = await import("./repeat-form.ts");
  return askForSeries(context, options, repeatBody);
}

/** Throws all faults of flags, files and body together. */
async function repeatBody(context: Context, options: CreateOptions): Promise<RepeatBody> {
  const faults: Fault[] = [];
  const wishes = await repeatWishes(context, options, faults);
  const { body: base, sources, isPartial } = await featureBody(context, options, faults);
  const draft = await draftRepeat(context, base, wishes);
  return checkRequest(
    context,
    "createRepeat",
    {
      body: draft.body as unknown as RepeatBody,
      faults: [...faults, ...draft.faults],
      warnings: draft.warnings,
      isPartial,
    },
    {
      ...(base["geometry"] === undefined && { geometry: "--point" }),
      ...(getPath(base, keysOf(REPETITION)) === undefined && {
        [REPETITION]: options.untilCanceled === true ? "--until-canceled" : "--count",
      }),
      ...sources,
      ...flagsOfFields(base, wishes.given, REPEAT_FIELDS),
    },
  );
}
