/** Retasking an archive collect: a command of its own, and `task retask --collect`. */
import { readField, readTaskId } from "../../contract/read-record.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { expectedDescription, toWireRetask } from "../../domain/tasking/retask-request.ts";
import type { Fault } from "../../errors.ts";
import type { Context } from "../context.ts";
import { agreeToPreApproval } from "../spending/pre-approval.ts";
import type { RequestRecord } from "./request-kind.ts";
import { RETASK_FIELDS, RETASK_WINDOW_FIELDS } from "../flags/retask-flags.ts";
import { retaskRequest, type RetaskWords } from "./retask-request.ts";

export interface CollectRetask {
  collectId: string;
  body: BodyOf<"retaskCollect">;
}

const FIELDS = {
  ...RETASK_FIELDS,
  ...RETASK_WINDOW_FIELDS,
  offNadirMin: "properties.offNadirMin",
  offNadirMax: "properties.offNadirMax",
} as const;

export async function collectRetaskRequest(
  context: Context,
  options: RetaskWords["options"],
  collectId: string,
): Promise<CollectRetask> {
  const body = await retaskRequest(context, "retaskCollect", {
    options,
    fields: FIELDS,
    times: ["windowOpen", "windowClose"],
    warnings: ({ windowClose }) => (windowClose === undefined ? [OPEN_END] : []),
  });
  return { collectId, body };
}

const OPEN_END: Fault = {
  code: "WINDOW_REQUIRED",
  path: "properties.windowClose",
  flag: "--window-close",
  rule: "a window whose end is said",
  message:
    "the service's default for windowClose is stated two ways; give --window-close for a window that is certain",
};

export async function retaskCollect(context: Context, request: CollectRetask): Promise<RequestRecord> {
  const { service, notes, dialect, options } = context;
  const { collectId, body } = request;
  const isDry = options.dryRun === true;
  if (readField(body, "preApproval") === true) await agreeToPreApproval(context, "This retask");
  const description = readField(body, "retaskRequestDescription");
  if (isDry)
    notes.note(
      `The description will be:${quoted(expectedDescription("collect", collectId, typeof description === "string" ? description : undefined))}`,
    );
  const wire = toWireRetask(body, dialect) as BodyOf<"retaskCollect">;
  const record = await service.client.retaskCollect({ params: { collectId }, body: wire });
  const id = readTaskId(record) ?? "";
  notes.note(`Task ${id} created from collect ${collectId}`);
  notes.hint(`swath task cost ${id} --wait`);
  return record;
}

const quoted = (text: string): string => ` ${JSON.stringify(text)}`;
