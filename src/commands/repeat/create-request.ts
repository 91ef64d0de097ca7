/** Flags, files and stdin -> the validated body of `POST /repeat-requests`. */
import { checkRequest } from "../../cli/input/check-request.ts";
import type { Context } from "../../cli/context.ts";
import { featureBody } from "../../cli/flags/feature-body.ts";
import { rememberedTypeNames } from "../../app/tasking/type-cache.ts";
import { timeFlag } from "../../cli/flags/window-flags.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { flagsOfFields } from "../../domain/tasking/body-fields.ts";
import { repeatRequest } from "../../domain/tasking/repeat-request.ts";
import { toWireRepeat } from "../../domain/wire-dialect.ts";
import type { Fault } from "../../errors.ts";
import { REPEAT_FIELDS, type CreateOptions } from "./create-flags.ts";

export type RepeatBody = BodyOf<"createRepeat">;

export async function createRequest(context: Context, options: CreateOptions): Promise<RepeatBody> {
  const faults: Fault[] = [];
  const time = (value: string | undefined, flag: string, path: string): string | undefined =>
    timeFlag(context, value, { flag, path }, faults);
  const given = {
    ...options,
    start: time(options.start, "--start", REPEAT_FIELDS.start),
    end: time(options.end, "--end", REPEAT_FIELDS.end),
  };
  const { body: base, sources, isPartial } = await featureBody(context, options, faults);
  const draft = repeatRequest(base, {
    given,
    fields: REPEAT_FIELDS,
    withRequired: options.withRequired === true,
    untilCanceled: options.untilCanceled === true || options.untilCancelled === true,
    collectionTypes: await rememberedTypeNames(context),
    nowMs: context.world.clock.now(),
  });
  for (const note of draft.notes) context.notes.note(note);
  for (const detail of draft.details) context.notes.detail(detail);
  const body = await checkRequest(
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
      ...sources,
      ...flagsOfFields(base, given, REPEAT_FIELDS),
    },
  );
  return toWireRepeat(body, context.dialect);
}
