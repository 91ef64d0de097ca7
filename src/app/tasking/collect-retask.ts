/** Retasking an archive collect: a command of its own, and `task retask --collect`. */
import { readField, type RequestRecord } from "../../contract/read-record.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { expectedDescription, toWireRetask } from "../../domain/tasking/retask-request.ts";
import type { Fault } from "../../errors.ts";
import { maxCostOf } from "../../cli/flags/max-cost-flag.ts";
import type { Context } from "../../cli/context.ts";
import { agreeToPreApproval } from "../spending/spend-policy.ts";
import { readIds } from "../../cli/input/ids-argument.ts";
import type { Records } from "../../commands/request-view.ts";
import { retaskEach } from "./retask-each.ts";
import { RETASK_FIELDS, RETASK_WINDOW_FIELDS } from "../../cli/flags/retask-flags.ts";
import { retaskRequest, type RetaskWords } from "../../commands/retask-request.ts";

export interface CollectRetask {
  collectIds: readonly string[];
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
  given: readonly string[],
): Promise<CollectRetask> {
  const body = await retaskRequest(context, "retaskCollect", {
    options,
    fields: FIELDS,
    times: ["windowOpen", "windowClose"],
    warnings: ({ windowClose }) => (windowClose === undefined ? [OPEN_END] : []),
  });
  return { collectIds: await readIds(context, given, "collect id"), body };
}

const OPEN_END: Fault = {
  code: "WINDOW_REQUIRED",
  path: "properties.windowClose",
  flag: "--window-close",
  rule: "a window whose end is said",
  message:
    "the service's default for windowClose is stated two ways; give --window-close for a window that is certain",
};

export async function retaskCollects(context: Context, request: CollectRetask): Promise<Records> {
  const { collectIds, body } = request;
  if (readField(body, "preApproval") === true)
    await agreeToPreApproval(
      context,
      collectIds.length === 1 ? "This retask" : `Each of ${collectIds.length} retasks`,
      maxCostOf(context),
    );
  return retaskEach(context, collectIds, "collects", (id) => retaskCollect(context, id, body));
}

async function retaskCollect(
  context: Context,
  collectId: string,
  body: CollectRetask["body"],
): Promise<RequestRecord> {
  const { service, notes, dialect, options } = context;
  const isDry = options.dryRun === true;
  const description = readField(body, "retaskRequestDescription");
  if (isDry)
    notes.note(
      `The description will be:${quoted(expectedDescription("collect", collectId, typeof description === "string" ? description : undefined))}`,
    );
  const wire = toWireRetask(body, dialect) as BodyOf<"retaskCollect">;
  const record = await service.client.retaskCollect({ params: { collectId }, body: wire });
  const { id = "" } = record;
  notes.note(`Task ${id} created from collect ${collectId}`);
  notes.hint(`swath task cost ${id} --wait`);
  return record;
}

const quoted = (text: string): string => ` ${JSON.stringify(text)}`;
