/** Retasking a series. */
import type { Context } from "../../cli/context.ts";
import { readIds } from "../../cli/input/ids-argument.ts";
import { retaskEach } from "./retask-each.ts";
import { readOriginal } from "./read-original.ts";
import { REPEAT_KIND } from "./request-kind.ts";
import type { Records } from "../../commands/request-view.ts";
import { RETASK_FIELDS } from "../../cli/flags/retask-flags.ts";
import { retaskRequest, type RetaskWords } from "../../commands/retask-request.ts";
import { readField, type RequestRecord } from "../../contract/read-record.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { expectedDescription, toWireRetask } from "../../domain/tasking/retask-request.ts";
import type { Fault } from "../../errors.ts";

interface RepeatRetask {
  repeatIds: readonly string[];
  body: BodyOf<"retaskRepeat">;
}

type Options = RetaskWords["options"] & { untilCanceled?: true; untilCancelled?: true; check?: boolean };

const FIELDS = {
  ...RETASK_FIELDS,
  start: "properties.repeatStart",
  interval: "properties.repetitionInterval",
  end: "properties.repeatEnd",
  count: "properties.repetitionCount",
  untilCanceled: "properties.untilCanceled",
} as const;

const NO_TRIGGER: Fault = {
  code: "REPEAT_END_CONFLICT",
  path: "properties",
  rule: "one of --count, --end, --until-canceled",
  message: "no end of the series is given: the service takes the original's, or none",
};

export async function repeatRetaskRequest(
  context: Context,
  options: Options,
  given: readonly string[],
): Promise<RepeatRetask> {
  const untilCanceled = options.untilCanceled ?? options.untilCancelled;
  const body = await retaskRequest(context, "retaskRepeat", {
    options: { ...options, untilCanceled },
    fields: FIELDS,
    times: ["start", "end"],
    warnings: ({ repeatEnd, repetitionEnd, repetitionCount, untilCanceled, repetitionProperties }) =>
      [repeatEnd, repetitionEnd, repetitionCount, untilCanceled, repetitionProperties].every(
        (value) => value === undefined,
      )
        ? [NO_TRIGGER]
        : [],
  });
  return { repeatIds: await readIds(context, given, "repeat request id"), body };
}

export async function retaskRepeats(
  context: Context,
  { repeatIds, body }: RepeatRetask,
  { check }: Pick<Options, "check">,
): Promise<Records> {
  return retaskEach(context, repeatIds, "repeat requests", (id) => retaskRepeat(context, id, body, check));
}

async function retaskRepeat(
  context: Context,
  repeatId: string,
  body: RepeatRetask["body"],
  check: boolean | undefined,
): Promise<RequestRecord> {
  const { service, notes, dialect, options } = context;
  const { effect } = await readOriginal(context, REPEAT_KIND, repeatId, check);
  if (options.dryRun === true) {
    const description = readField(body, "retaskRequestDescription");
    const text = typeof description === "string" ? description : "<the original's description>";
    notes.note(`The description will be: ${JSON.stringify(expectedDescription("repeat", repeatId, text))}`);
  }
  const wire = toWireRetask(body, dialect) as BodyOf<"retaskRepeat">;
  const record = await service.client.retaskRepeat({
    params: { repeatRequestId: repeatId },
    body: wire,
    effect,
  });
  const { id = "" } = record;
  notes.note(`Repeat request ${id} created from ${repeatId}`);
  const { maintainSceneFraming, lookAngleTolerance } = record.repetition;
  if (maintainSceneFraming === true || (lookAngleTolerance !== undefined && lookAngleTolerance !== null))
    notes.note(
      "Its collects will be geometrically similar to one another, not to those of the original series",
    );
  notes.hint(effect === "spend" ? `swath repeat get ${id}` : `swath repeat cost ${id} --wait`);
  return record;
}
