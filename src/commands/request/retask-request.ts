/** Converts flags and files to the validated request of a retask: of tasks, of collects or of series. */
import type { RetaskRequest } from "../../app/tasking/retask.ts";
import { gatherFaults } from "../../cli/input/gather-faults.ts";
import type { Context } from "../../cli/context.ts";
import {
  baseBody,
  bodySources,
  fileBody,
  withAssignments,
  type BodyOptions,
} from "../../cli/flags/body-flags.ts";
import { RETASK_FIELDS, RETASK_WINDOW_FIELDS } from "../../cli/flags/retask-flags.ts";
import { momentFor, timeFlag } from "../../cli/flags/window-flags.ts";
import { checkRequest, flagsOfFields } from "../../cli/input/check-request.ts";
import { readFullIds } from "../../cli/ids/ids-argument.ts";
import type { BodyFields } from "../../domain/tasking/body-fields.ts";
import { retaskDraft, type RetaskSubject } from "../../domain/tasking/retask-request.ts";
import type { Fault } from "../../errors.ts";

interface RetaskWords {
  endpoint: "retaskTask" | "retaskCollect" | "retaskRepeat";
  /** The name of an id in errors. */
  idName: string;
  fields: BodyFields;
  /** Options with times, as typed. */
  times: readonly string[];
}

const WORDS: Readonly<Record<RetaskSubject, RetaskWords>> = {
  task: {
    endpoint: "retaskTask",
    idName: "task id",
    fields: { ...RETASK_FIELDS, ...RETASK_WINDOW_FIELDS },
    times: ["windowOpen", "windowClose"],
  },
  collect: {
    endpoint: "retaskCollect",
    idName: "collect id",
    fields: {
      ...RETASK_FIELDS,
      ...RETASK_WINDOW_FIELDS,
      offNadirMin: "properties.offNadirMin",
      offNadirMax: "properties.offNadirMax",
    },
    times: ["windowOpen", "windowClose"],
  },
  repeat: {
    endpoint: "retaskRepeat",
    idName: "repeat request id",
    fields: {
      ...RETASK_FIELDS,
      from: "properties.repeatStart",
      interval: "properties.repetitionInterval",
      to: "properties.repeatEnd",
      count: "properties.repetitionCount",
      untilCanceled: "properties.untilCanceled",
    },
    times: ["from", "to"],
  },
};

/** Throws all faults of flags, files and body together; then reads the ids, which may come from stdin. */
export async function retaskRequest(
  context: Context,
  subject: RetaskSubject,
  options: BodyOptions & { file?: string } & Readonly<Record<string, unknown>>,
  givenIds: readonly string[],
): Promise<RetaskRequest> {
  const { endpoint, idName, fields, times } = WORDS[subject];
  const faults: Fault[] = [];
  const given: Record<string, unknown> = { ...options };
  const { notes } = context;
  const nowMs = await momentFor(
    context,
    times.map((option) => options[option] as string | undefined),
  );
  for (const option of times) {
    given[option] = timeFlag(
      { notes, nowMs },
      options[option] as string | undefined,
      { flag: context.nameOf(option), path: fields[option] ?? option },
      faults,
    );
  }
  const { file } = options;
  const read = () => (file === undefined ? baseBody(context, options) : fileBody(context, file, options));
  const data = (await gatherFaults(faults, read)) ?? {};
  const base = withAssignments(data, options);
  const draft = retaskDraft(subject, base, {
    given,
    fields,
    allowPast: options["allowPast"] === true,
    nowMs: (await context.service.time()).nowMs,
  });
  for (const note of draft.notes) context.notes.note(note);
  const body = await checkRequest(
    context,
    endpoint,
    { ...draft, faults: [...faults, ...draft.faults] },
    {
      ...bodySources(data, options, file === undefined ? undefined : "--file"),
      ...flagsOfFields(base, given, fields),
    },
  );
  const ids = await readFullIds(context, subject, givenIds, { what: idName, isPurchase: true });
  return { subject, ids, body };
}
