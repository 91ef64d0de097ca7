/** Retasks: repeats the request of an earlier task, collect or series, once for each id. */
import type { Effect } from "../../contract/endpoint.ts";
import { determineEffect } from "../../contract/endpoints.ts";
import { readField, type RequestRecord } from "../../contract/read-record.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import type { Money } from "../../domain/price/money.ts";
import {
  formatRetaskDescription,
  toWireRetask,
  type RetaskSubject,
} from "../../domain/tasking/retask-request.ts";
import { AppError } from "../../errors.ts";
import { resolveEachId, collectEachId } from "../batch.ts";
import { agree, describeOnly, openRun, requireJudged, send } from "../../money/buy.ts";
import type { Offer } from "../../money/run.ts";
import { makePreApprovalTerms, type Terms } from "../../money/terms.ts";
import type { AppContext } from "../context.ts";
import { compareMade, reportAllMade, reportMade, type Made } from "./check-made.ts";
import { limitFacts, noteEndless, type MadeOptions } from "./create-requests.ts";
import {
  REQUEST_KINDS,
  capitaliseTitle,
  toWireCall,
  type Records,
  type RequestNoun,
} from "./request-kind.ts";
import { toOffer } from "./send-request.ts";
import { advice, swath } from "../../hint.ts";
import { suggestFollowing } from "./request-hints.ts";

/** The body is in the interface's spelling, before the dialect is applied. */
export interface RetaskRequest {
  subject: RetaskSubject;
  ids: readonly string[];
  body: BodyOf<"retaskTask"> | BodyOf<"retaskCollect"> | BodyOf<"retaskRepeat">;
}

export interface RetaskOptions extends MadeOptions {
  /** False: the original is not read first. The original of a collect is never read. */
  check?: boolean | undefined;
  maxCost?: Money | undefined;
}

interface Subject {
  /** The name of an original in sentences. */
  title: string;
  /** The kind of the new request. */
  noun: RequestNoun;
  endpoint: "retaskTask" | "retaskCollect" | "retaskRepeat";
  /** The parameter with the id of the original. */
  parameter: string;
}

const SUBJECTS: Readonly<Record<RetaskSubject, Subject>> = {
  task: { title: "task", noun: "task", endpoint: "retaskTask", parameter: "taskingRequestId" },
  collect: { title: "collect", noun: "task", endpoint: "retaskCollect", parameter: "collectId" },
  repeat: {
    title: "repeat request",
    noun: "repeat",
    endpoint: "retaskRepeat",
    parameter: "repeatRequestId",
  },
};

/** Reads the originals of all ids, asks once if a retask costs money, and sends one request per id. */
export async function retask(
  context: AppContext,
  request: RetaskRequest,
  options: RetaskOptions,
): Promise<Records> {
  const { service } = context;
  const { subject, ids, body } = request;
  const titles = `${SUBJECTS[subject].title}s`;
  if (service.isDryRun)
    return collectEachId(context, ids, titles, async (id) => {
      noteDryRun(context, subject, id, body);
      return describeOnly(await copyOffer(context, request, id, "write"));
    });
  const run = openRun(context, options);
  const copies = await resolveEachId(context, ids, titles, (id) => readCopy(context, request, id, options));
  const judged = await resolveEachId(context, ids, titles, async (id) =>
    requireJudged(run, await copyOffer(context, request, id, copies[ids.indexOf(id)]!.effect)),
  );
  const spending = copies.filter(({ effect }) => effect === "spend").length;
  if (spending > 0) await agree(run, copyTerms(request, spending, options), judged);
  const facts = options.maxCost && limitFacts(options.maxCost);
  const { noun } = SUBJECTS[subject];
  const { isStrict = false } = options;
  const mayRead = isStrict || context.consent.canAsk;
  const made: MadeCopy[] = [];
  const records = await collectEachId(context, ids, titles, async (id) => {
    const at = ids.indexOf(id);
    const reply = await send(run, judged[at]!, { facts });
    noteCreated(context, request, id, reply);
    const { original } = copies[at]!;
    const asked = { noun, body, copyOf: { subject, id, original } };
    const one = await compareMade(context, asked, reply, { mayRead });
    made.push({ ...one, effect: copies[at]!.effect });
    return one.record;
  });
  // The failure of another retask is the error of the run.
  const isAsAsked =
    ids.length === 1
      ? reportMade(context, made[0]!, isStrict)
      : reportAllMade(context, made, isStrict && made.length === ids.length);
  if (isAsAsked) for (const one of made) hintAt(context, noun, one);
  return records;
}

/** Returns the question for copies of pre-approved originals, which cost money before a price is shown. */
function copyTerms({ subject, ids }: RetaskRequest, spending: number, { check }: RetaskOptions): Terms {
  const { title } = SUBJECTS[subject];
  const what = ids.length === 1 ? `The retask of ${title} ${ids[0]}` : `Each of ${spending} retasks`;
  if (subject === "collect") return makePreApprovalTerms(what);
  const original = ids.length === 1 ? "its original" : "its original each";
  return {
    cost: { kind: "neverShown" },
    question: () =>
      check === false
        ? `${what} costs money without a cost review if ${original} was pre-approved, which was not read. Send it?`
        : `${what} costs money without a cost review: ${original} was pre-approved, and a retask inherits that. Send it?`,
  };
}

function copyOffer(
  context: AppContext,
  { subject, body }: RetaskRequest,
  id: string,
  effect: Effect,
): Promise<Offer<RequestRecord>> {
  const { endpoint, parameter } = SUBJECTS[subject];
  return toOffer<RequestRecord>(context, {
    endpoint,
    call: {
      params: { [parameter]: id },
      ...toWireCall((forms) => toWireRetask(body, forms), context.dialect),
      ...(subject !== "collect" && { effect }),
    },
  });
}

/** Notes the new request. */
function noteCreated(
  context: AppContext,
  { subject, body }: RetaskRequest,
  originalId: string,
  record: RequestRecord,
): void {
  const { events } = context;
  const { title, noun } = SUBJECTS[subject];
  const { id = "" } = record;
  events.note(`${capitaliseTitle(REQUEST_KINDS[noun])} ${id} created from ${title} ${originalId}`);
  if ("repetition" in record) {
    noteEndless(context, [body, record.source], [id]);
    const { maintainSceneFraming, lookAngleTolerance } = record.repetition;
    if (maintainSceneFraming === true || (lookAngleTolerance ?? undefined) !== undefined)
      events.note(
        "Its collects will be geometrically similar to one another, not to those of the original series",
      );
  }
}

/** Suggests how to follow the new request. */
const hintAt = ({ events }: AppContext, noun: RequestNoun, { record: { id = "" }, effect }: MadeCopy): void =>
  events.hint(effect === "spend" ? suggestFollowing(noun, [id]) : swath`${noun} cost ${id} --wait`);

/** Notes the values that the service will take from the original. */
function noteDryRun({ events }: AppContext, subject: RetaskSubject, id: string, body: unknown): void {
  const given = readField(body, "retaskRequestDescription");
  const inherited = subject === "collect" ? undefined : "<the original's description>";
  const description = formatRetaskDescription(subject, id, typeof given === "string" ? given : inherited);
  events.note(`The description will be: ${JSON.stringify(description)}`);
  if (subject === "task" && readField(body, "windowClose") === undefined)
    events.note("The window will be as long as the original's");
}

type MadeCopy = Made & { effect: Effect };

interface Copy {
  effect: Effect;
  /** The record of the original, if it was read. */
  original?: unknown;
}

// A retask may inherit pre-approval (see contract/endpoints.ts), so a spending retask is confirmed first.
/** Reads the original, and returns it with the effect of its copy. A copy of an unread original may cost money. */
async function readCopy(
  context: AppContext,
  { subject, body }: RetaskRequest,
  id: string,
  { check }: RetaskOptions,
): Promise<Copy> {
  if (subject === "collect") return { effect: determineEffect("retaskCollect", body) };
  if (check === false) return { effect: "spend" };
  const { title, get } = REQUEST_KINDS[subject];
  const { geometry, preApproval, source } = await get(context, id);
  const { type } = geometry;
  if (type === "Polygon" || type === "MultiPolygon")
    throw new AppError(
      "local",
      "RETASK_POLYGON",
      `${title} ${id} images a polygon, which cannot be retasked`,
      { next: advice`Create a new request over the area: ${swath`task create`}`, data: { id } },
    );
  return { effect: preApproval === true ? "spend" : "write", original: source };
}
