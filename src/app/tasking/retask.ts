/** Retasks: repeats the request of an earlier task, collect or series, once for each id. */
import type { Effect } from "../../contract/endpoint.ts";
import { readField, type RequestRecord } from "../../contract/read-record.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { effectOf } from "../../contract/endpoints.ts";
import type { Money } from "../../domain/spending/money.ts";
import {
  expectedDescription,
  toWireRetask,
  type RetaskSubject,
} from "../../domain/tasking/retask-request.ts";
import { AppError } from "../../errors.ts";
import type { AppContext } from "../context.ts";
import { settleEachId } from "../batch.ts";
import { allowPreApproval, allowSpend, limitFault } from "../spending/spend-policy.ts";
import { REQUEST_KINDS, type Records, type RequestKind } from "./request-kind.ts";
import { advice, again, againWithout, swath, type Hint } from "../../hint.ts";

type Retasking = Pick<AppContext, "service" | "settings" | "dialect" | "signal" | "events" | "consent">;

/** Bodies as the interface spells them, before the dialect's envelope. */
export type RetaskRequest = { ids: readonly string[] } & (
  | { subject: "task"; body: BodyOf<"retaskTask"> }
  | { subject: "collect"; body: BodyOf<"retaskCollect"> }
  | { subject: "repeat"; body: BodyOf<"retaskRepeat"> }
);

export interface RetaskOptions {
  /** False: the original is not read first. The original of a collect is never read. */
  check?: boolean | undefined;
  maxCost?: Money | undefined;
}

const THINGS = { task: "tasks", collect: "collects", repeat: "repeat requests" } as const;

/** A failure for one id does not stop the others. */
export async function retask(
  context: Retasking,
  request: RetaskRequest,
  options: RetaskOptions,
): Promise<Records> {
  const { consent } = context;
  const { subject, ids, body } = request;
  if (subject === "collect" && effectOf("retaskCollect", body) === "spend") {
    const what = ids.length === 1 ? "This retask" : `Each of ${ids.length} retasks`;
    await allowPreApproval(context, what, options.maxCost);
  }
  const retaskOne = (id: string): Promise<RequestRecord> => {
    switch (request.subject) {
      case "task":
        return retaskTask(context, id, request.body, options);
      case "collect":
        return retaskCollect(context, id, request.body);
      case "repeat":
        return retaskRepeat(context, id, request.body, options);
    }
  };
  // A terminal can show one question at a time.
  const atOnce = consent.canAsk && !consent.isGiven ? 1 : undefined;
  return settleEachId(context, ids, THINGS[subject], retaskOne, atOnce);
}

async function retaskTask(
  context: Retasking,
  taskId: string,
  body: BodyOf<"retaskTask">,
  options: RetaskOptions,
): Promise<RequestRecord> {
  const { service, events, dialect } = context;
  const effect = await effectOfCopy(context, REQUEST_KINDS.task, taskId, options);
  if (service.isDryRun) {
    events.note(`The description will be: ${copiedDescription("task", taskId, body)}`);
    if (readField(body, "windowClose") === undefined)
      events.note("Without --window-close the window is as long as the original's");
  }
  const record = await service.client.retaskTask({
    params: { taskingRequestId: taskId },
    body: toWireRetask(body, dialect),
    effect,
  });
  const { id = "" } = record;
  events.note(`Task ${id} created from task ${taskId}`);
  events.hint(effect === "spend" ? swath`task wait ${id}` : swath`task cost ${id} --wait`);
  return record;
}

async function retaskCollect(
  { service, events, dialect }: Retasking,
  collectId: string,
  body: BodyOf<"retaskCollect">,
): Promise<RequestRecord> {
  if (service.isDryRun)
    events.note(`The description will be: ${descriptionText("collect", collectId, givenDescription(body))}`);
  const record = await service.client.retaskCollect({
    params: { collectId },
    body: toWireRetask(body, dialect),
  });
  const { id = "" } = record;
  events.note(`Task ${id} created from collect ${collectId}`);
  events.hint(swath`task cost ${id} --wait`);
  return record;
}

async function retaskRepeat(
  context: Retasking,
  repeatId: string,
  body: BodyOf<"retaskRepeat">,
  options: RetaskOptions,
): Promise<RequestRecord> {
  const { service, events, dialect } = context;
  const effect = await effectOfCopy(context, REQUEST_KINDS.repeat, repeatId, options);
  if (service.isDryRun)
    events.note(`The description will be: ${copiedDescription("repeat", repeatId, body)}`);
  const record = await service.client.retaskRepeat({
    params: { repeatRequestId: repeatId },
    body: toWireRetask(body, dialect),
    effect,
  });
  const { id = "" } = record;
  events.note(`Repeat request ${id} created from ${repeatId}`);
  const { maintainSceneFraming, lookAngleTolerance } = record.repetition;
  if (maintainSceneFraming === true || (lookAngleTolerance !== undefined && lookAngleTolerance !== null))
    events.note(
      "Its collects will be geometrically similar to one another, not to those of the original series",
    );
  events.hint(effect === "spend" ? swath`repeat get ${id}` : swath`repeat cost ${id} --wait`);
  return record;
}

function givenDescription(body: unknown): string | undefined {
  const description = readField(body, "retaskRequestDescription");
  return typeof description === "string" ? description : undefined;
}

const descriptionText = (subject: RetaskSubject, id: string, description: string | undefined): string =>
  JSON.stringify(expectedDescription(subject, id, description));

const copiedDescription = (subject: RetaskSubject, id: string, body: unknown): string =>
  descriptionText(subject, id, givenDescription(body) ?? "<the original's description>");

/** `hint`: how the same target is imaged at a price that is shown first. */
const neverShown = (hint: Hint) => ({ kind: "never-shown", hint, underBudget: hint }) as const;

const CHECKED = advice`Leave out --no-check: the original is then read first${againWithout("--no-check")}`;

// Spec silent: whether a retask inherits pre-approval. We assume that it does, and ask before one that would spend.
/** Whether a copy of this request costs money, for which the original is read; asks before one that does. */
async function effectOfCopy(
  context: Retasking,
  kind: RequestKind,
  id: string,
  { check, maxCost }: RetaskOptions,
): Promise<Effect> {
  if (context.service.isDryRun) return "write";
  if (check === false) {
    const unread = { subject: `The retask of ${kind.title} ${id}, read or not,`, price: neverShown(CHECKED) };
    const fault = maxCost && limitFault(unread, maxCost);
    if (fault !== undefined) throw fault;
    if (!context.consent.isGiven) {
      throw new AppError(
        "usage",
        "CONFIRMATION_REQUIRED",
        `--no-check does not read ${kind.title} ${id}: if it was pre-approved, its retask costs money without a question`,
        { hint: advice`Leave out --no-check, or add --yes to agree${again("--yes")}` },
      );
    }
    return "spend";
  }
  const record = await kind.get(context, id);
  refusePolygon(kind, id, record);
  if (record.preApproval !== true) return "write";
  await allowSpend(context, {
    subject: `The retask of ${kind.title} ${id}, which was pre-approved,`,
    price: neverShown(
      advice`A retask inherits the pre-approval. To see the price before you approve it, create a new ${kind.title} of the same target: ${swath`${kind.noun} create --help`}`,
    ),
    maxCost,
    question: `${kind.title} ${id} was pre-approved, and its retask inherits that: it costs money without a cost review. Send it?`,
  });
  return "spend";
}

function refusePolygon({ title }: RequestKind, id: string, { geometry }: RequestRecord): void {
  const { type } = geometry;
  if (type !== "Polygon" && type !== "MultiPolygon") return;
  throw new AppError("local", "RETASK_POLYGON", `${title} ${id} images a polygon, which cannot be retasked`, {
    hint: advice`Create a new request over the area: ${swath`task get ${id} --json`} shows it, ${swath`task create`} takes it`,
    data: { id },
  });
}
