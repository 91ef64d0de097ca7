/** Converts flags and files to the validated request of a retask: of tasks, of collects or of series. */
import type { Context } from "../../cli/context.ts";
import {
  readBaseBody,
  listBodySources,
  readFileBody,
  withAssignments,
  type BodyOptions,
} from "../../cli/flags/body-flags.ts";
import { checkWindowLength, chooseMoment, timeFlag } from "../../cli/flags/window-flags.ts";
import { readFullIds } from "../../cli/ids/ids-argument.ts";
import { requireValidRequest, listFlagsOfFields } from "../../cli/input/require-valid-request.ts";
import { gatherFaults } from "../../cli/input/usage.ts";
import { isSeenValue } from "../../domain/tasking/request-draft.ts";
import { draftRetask, type RetaskSubject } from "../../domain/tasking/retask-request.ts";
import type { Fault } from "../../errors.ts";
import { flagName } from "../../hint.ts";
import type { Findings } from "../../domain/findings.ts";
import type { RetaskWish } from "./retask-flags.ts";

const FIELDS = {
  name: "properties.retaskRequestName",
  description: "properties.retaskRequestDescription",
  tier: "properties.collectionTier",
  holdback: "properties.archiveHoldback",
};

const WINDOW_FIELDS = {
  ...FIELDS,
  windowOpen: "properties.windowOpen",
  windowClose: "properties.windowClose",
};

/** `idName`: the name of an id in errors. */
const SUBJECTS = {
  task: { endpoint: "retaskTask", idName: "task id", fields: WINDOW_FIELDS },
  collect: {
    endpoint: "retaskCollect",
    idName: "collect id",
    fields: {
      ...WINDOW_FIELDS,
      offNadirMin: "properties.offNadirMin",
      offNadirMax: "properties.offNadirMax",
    },
  },
  repeat: {
    endpoint: "retaskRepeat",
    idName: "repeat request id",
    fields: {
      ...FIELDS,
      from: "properties.repeatStart",
      interval: "properties.repetitionInterval",
      to: "properties.repeatEnd",
      count: "properties.repetitionCount",
      untilCanceled: "properties.untilCanceled",
    },
  },
} as const;

/** The options with times. */
const TIMES = ["windowOpen", "windowClose", "from", "to"] as const;

/** Throws all faults of flags, files and body together; then reads the ids, which may come from stdin. */
export async function retaskRequest(
  context: Context,
  subject: RetaskSubject,
  options: BodyOptions & {
    file?: string;
    allowPast?: true;
    window?: number;
    productType?: string[];
    explain?: true;
  } & Partial<Record<(typeof TIMES)[number], string>>,
  givenIds: readonly string[],
): Promise<RetaskWish> {
  const { endpoint, idName } = SUBJECTS[subject];
  const fields: Readonly<Record<string, string>> = SUBJECTS[subject].fields;
  const { file, allowPast = false, window: windowMs } = options;
  const faults: Fault[] = checkWindowLength(options);
  const given: Record<string, unknown> = { ...options };
  const typed = TIMES.map((option) => options[option]);
  const voice = { notes: context.notes, nowMs: await chooseMoment(context, typed) };
  for (const option of TIMES) {
    const place = { flag: flagName(option), path: fields[option] ?? "" };
    given[option] = timeFlag(voice, options[option], place, faults);
  }
  const read = () =>
    file === undefined ? readBaseBody(context, options) : readFileBody(context, file, options);
  const data = (await gatherFaults(faults, read)) ?? {};
  const base = withAssignments(data, options);
  const { nowMs } = await context.service.time();
  const { dialect } = context;
  const draft = draftRetask(subject, base, { given, fields, dialect, allowPast, nowMs, windowMs });
  const types = options.productType && (await readTypes(options.productType, draft));
  for (const note of draft.notes) context.notes.note(note);
  const body = await requireValidRequest(
    context,
    endpoint,
    { ...draft, faults: [...faults, ...draft.faults], isConsequence: isSeenValue },
    {
      ...listBodySources(data, options, file === undefined ? undefined : "--file"),
      ...listFlagsOfFields(base, given, fields),
    },
  );
  const isPurchase = options.explain !== true;
  const ids = await readFullIds(context, subject, givenIds, { what: idName, isPurchase });
  return { request: { subject, ids, body }, ...(types !== undefined && { productTypes: types }) };
}

async function readTypes(given: readonly string[], findings: Findings): Promise<string[]> {
  const { addGeo, readProductTypes, UPDATED_TYPES } = await import("../../domain/tasking/product-types.ts");
  return addGeo(readProductTypes(given, UPDATED_TYPES, findings, "productType"), findings.notes);
}
