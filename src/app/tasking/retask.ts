/** Retasks: repeats the request of an earlier task, collect or series, once for each id. */
import type { Effect } from "../../contract/endpoint.ts";
import { readField, type RequestRecord } from "../../contract/read-record.ts";
import type { BodyOf, ReplyOf } from "../../contract/schemas.ts";
import { effectOf } from "../../contract/endpoints.ts";
import type { Money } from "../../domain/spending/money.ts";
import {
  expectedDescription,
  toWireRetask,
  type RetaskSubject,
} from "../../domain/tasking/retask-request.ts";
import { AppError } from "../../errors.ts";
import type { AppContext } from "../context.ts";
import type { CallOf } from "../../client/call.ts";
import { resolveEachId, settleEachId } from "../batch.ts";
import { openBuying, type Buying, type BuyingContext, type Terms } from "../buying/buy.ts";
import { requestOffer } from "../buying/request-offer.ts";
import { preApprovalTerms } from "../buying/terms.ts";
import { withLimit } from "./create-requests.ts";
import { REQUEST_KINDS, type Records, type RequestKind } from "./request-kind.ts";

type Retasking = BuyingContext & Pick<AppContext, "signal">;

/** Bodies in the interface's spelling, before the dialect is applied. */
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

/** Reads the originals of all ids, asks once if a retask costs money, and sends one request per id. */
export async function retask(
  context: Retasking,
  request: RetaskRequest,
  options: RetaskOptions,
): Promise<Records> {
  const { service } = context;
  const { subject, ids, body } = request;
  const buying = openBuying(context, options);
  const effects = service.isDryRun
    ? ids.map((): Effect => "write")
    : subject === "collect"
      ? ids.map(() => effectOf("retaskCollect", body))
      : await resolveEachId(context, ids, THINGS[subject], (id) =>
          effectOfCopy(context, REQUEST_KINDS[subject], id, options),
        );
  const spending = effects.filter((effect) => effect === "spend").length;
  if (spending > 0) await buying.agree(copyTerms(request, spending, options));
  const effectById = new Map(ids.map((id, index) => [id, effects[index]!]));
  return settleEachId(context, ids, THINGS[subject], (id) => {
    const copy = { buying, id, effect: effectById.get(id)!, maxCost: options.maxCost };
    switch (request.subject) {
      case "task":
        return retaskTask(context, copy, request.body);
      case "collect":
        return retaskCollect(context, copy, request.body);
      case "repeat":
        return retaskRepeat(context, copy, request.body);
    }
  });
}

/** Returns the question for copies of pre-approved originals, which cost money before a price is shown. */
function copyTerms({ subject, ids }: RetaskRequest, spending: number, { check }: RetaskOptions): Terms {
  const title = subject === "collect" ? "collect" : REQUEST_KINDS[subject].title;
  const what = ids.length === 1 ? `The retask of ${title} ${ids[0]}` : `Each of ${spending} retasks`;
  if (subject === "collect") return preApprovalTerms(what);
  const original = ids.length === 1 ? "its original" : "its original each";
  return {
    cost: { kind: "neverShown" },
    question:
      check === false
        ? `${what} costs money without a cost review if ${original} was pre-approved, which was not read. Send it?`
        : `${what} costs money without a cost review: ${original} was pre-approved, and a retask inherits that. Send it?`,
  };
}

/** One retask of a run. */
interface Copy {
  buying: Buying;
  id: string;
  effect: Effect;
  /** The limit of a later approval. */
  maxCost: Money | undefined;
}

/** Judges and sends one retask. */
async function sendCopy<N extends "retaskTask" | "retaskCollect" | "retaskRepeat">(
  { service }: Pick<Retasking, "service">,
  { buying, maxCost }: Copy,
  endpoint: N,
  call: CallOf<N>,
): Promise<ReplyOf<N>> {
  const send = service.client[endpoint] as unknown as (given: CallOf<N>) => Promise<ReplyOf<N>>;
  if (service.isDryRun) return send(call);
  const offer = requestOffer((await service.connect()).intent(endpoint, call), (guard) =>
    send({ ...call, guard, ...withLimit(maxCost) }),
  );
  return buying.send((await buying.clear(offer)).offer ?? offer);
}

async function retaskTask(
  context: Retasking,
  copy: Copy,
  body: BodyOf<"retaskTask">,
): Promise<RequestRecord> {
  const { service, events, dialect } = context;
  const { id: taskId, effect } = copy;
  if (service.isDryRun) {
    events.note(`The description will be: ${copiedDescription("task", taskId, body)}`);
    if (readField(body, "windowClose") === undefined)
      events.note("The window will be as long as the original's");
  }
  const record = await sendCopy(context, copy, "retaskTask", {
    params: { taskingRequestId: taskId },
    body: toWireRetask(body, dialect),
    effect,
  });
  const { id = "" } = record;
  events.note(`Task ${id} created from task ${taskId}`);
  events.hint({ do: effect === "spend" ? "followRequest" : "awaitPrice", noun: "task", ids: [id] });
  return record;
}

async function retaskCollect(
  context: Retasking,
  copy: Copy,
  body: BodyOf<"retaskCollect">,
): Promise<RequestRecord> {
  const { service, events, dialect } = context;
  const { id: collectId } = copy;
  if (service.isDryRun)
    events.note(`The description will be: ${descriptionText("collect", collectId, givenDescription(body))}`);
  const record = await sendCopy(context, copy, "retaskCollect", {
    params: { collectId },
    body: toWireRetask(body, dialect),
  });
  const { id = "" } = record;
  events.note(`Task ${id} created from collect ${collectId}`);
  events.hint({ do: "awaitPrice", noun: "task", ids: [id] });
  return record;
}

async function retaskRepeat(
  context: Retasking,
  copy: Copy,
  body: BodyOf<"retaskRepeat">,
): Promise<RequestRecord> {
  const { service, events, dialect } = context;
  const { id: repeatId, effect } = copy;
  if (service.isDryRun)
    events.note(`The description will be: ${copiedDescription("repeat", repeatId, body)}`);
  const record = await sendCopy(context, copy, "retaskRepeat", {
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
  events.hint({ do: effect === "spend" ? "followRequest" : "awaitPrice", noun: "repeat", ids: [id] });
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

// A retask may inherit pre-approval (see contract/endpoints.ts), so a spending retask is confirmed first.
/** Reads the original and returns whether its copy costs money. An unread original may cost money. */
async function effectOfCopy(
  context: Retasking,
  kind: RequestKind,
  id: string,
  { check, maxCost }: RetaskOptions,
): Promise<Effect> {
  if (check !== false) {
    const record = await kind.get(context, id);
    refusePolygon(kind, id, record);
    return record.preApproval === true ? "spend" : "write";
  }
  if (maxCost === undefined && !context.consent.isGiven)
    throw new AppError(
      "usage",
      "CONFIRMATION_REQUIRED",
      `${kind.title} ${id} is not read: if it was pre-approved, its retask costs money without a question`,
    );
  return "spend";
}

function refusePolygon({ title }: RequestKind, id: string, { geometry }: RequestRecord): void {
  const { type } = geometry;
  if (type !== "Polygon" && type !== "MultiPolygon") return;
  throw new AppError("local", "RETASK_POLYGON", `${title} ${id} images a polygon, which cannot be retasked`, {
    data: { id },
  });
}
