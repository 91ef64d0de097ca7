/** Retasks: repeats the request of an earlier task, collect or series, once for each id. */
import type { Effect } from "../../contract/endpoint.ts";
import { determineEffect } from "../../contract/endpoints.ts";
import { toJsonObject } from "../../contract/json-object.ts";
import { RETASK_NAME } from "../../contract/member-names.ts";
import {
  readField,
  readRepeat,
  readTask,
  type RequestRecord,
  type TaskRecord,
} from "../../contract/read-record.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { countText } from "../../counted.ts";
import type { Money } from "../../domain/price/money.ts";
import { toWireRetask, type RetaskSubject } from "../../domain/tasking/retask-request.ts";
import { AppError } from "../../errors.ts";
import { resolveEachId, collectEachId } from "../batch.ts";
import { agree, describeOnly, openRun, requireJudged, send, type JudgedOffer } from "../../money/buy.ts";
import type { Offer, Run } from "../../money/run.ts";
import { makePreApprovalTerms, type Terms } from "../../money/terms.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import type { AppContext } from "../context.ts";
import { compareMade, reportAllMade, reportMade, type Made, type MadeRecord } from "./check-made.ts";
import { limitFacts, noteLimit, noteEndless, type MadeOptions } from "./create-requests.ts";
import {
  REQUEST_KINDS,
  capitaliseTitle,
  toWireCall,
  type Records,
  type RequestNoun,
} from "./request-kind.ts";
import { toOffer } from "./send-request.ts";
import { advice, swath } from "../../hint.ts";
import { chooseCopyNames, nameAfterScene, recallChosenName, type Original } from "./name-copies.ts";
import { suggestFollowing } from "./request-hints.ts";
import { setProductTypes } from "./set-product-types.ts";
import { waitAfterCreate, type AfterCreate } from "./wait-for-requests.ts";

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
  /** Product types of the new tasks. A retask has the original's: the list is set right after it was created. */
  productTypes?: readonly string[] | undefined;
  /** The state to wait for afterwards; no wait by default. */
  wait?: AfterCreate | undefined;
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
  const { subject, ids } = request;
  const titles = `${SUBJECTS[subject].title}s`;
  if (service.isDryRun)
    return collectEachId(context, ids, titles, async (id) => {
      noteDryRun(context, request, id, options);
      return describeOnly(await copyOffer(context, request, { id, effect: "write" }));
    });
  const run = openRun(context, options);
  const read = await resolveEachId(context, ids, titles, (id) => readCopy(context, request, id, options));
  const copies = await nameCopies(context, request, read);
  const judged = await resolveEachId(context, ids, titles, async (id) =>
    requireJudged(run, await copyOffer(context, request, copies[ids.indexOf(id)]!)),
  );
  const spending = copies.filter(({ effect }) => effect === "spend").length;
  if (spending > 0) await agree(run, copyTerms(request, spending, options), judged);
  const unchanged = new Set<string>();
  try {
    return await sendCopies(context, request, options, { run, copies, judged, unchanged });
  } finally {
    warnOfUnchanged(context, unchanged, options);
  }
}

interface Sending {
  run: Run;
  copies: readonly Copy[];
  judged: readonly JudgedOffer<RequestRecord>[];
  /** Gets the ids of new tasks while their product types are those of the originals. */
  unchanged: Set<string>;
}

async function sendCopies(
  context: AppContext,
  { subject, ids, body }: RetaskRequest,
  options: RetaskOptions,
  { run, copies, judged, unchanged }: Sending,
): Promise<Records> {
  const facts = options.maxCost && limitFacts(options.maxCost);
  const { noun, title } = SUBJECTS[subject];
  const { isStrict = false, productTypes } = options;
  const mayRead = isStrict || context.consent.canAsk;
  const made: MadeCopy[] = [];
  const records = await collectEachId(context, ids, `${title}s`, async (id) => {
    const at = ids.indexOf(id);
    const { original, effect, chosenName } = copies[at]!;
    const named = chosenName === undefined ? facts : { ...facts, chosenName };
    const reply = await send(run, judged[at]!, { facts: named });
    if (productTypes !== undefined && reply.id !== undefined) unchanged.add(reply.id);
    await noteCreated(context, { subject, ids, body }, id, reply);
    const asked = { noun, body: addName(body, chosenName), copyOf: { subject, id, original } };
    const one = await compareMade(context, asked, reply, { mayRead });
    made.push({ ...one, effect });
    return one.record;
  });
  // The failure of another retask is the error of the run.
  const isAsAsked =
    ids.length === 1
      ? reportMade(context, made[0]!, isStrict)
      : reportAllMade(context, made, isStrict && made.length === ids.length);
  if (!isAsAsked) return records;
  const changed = await followMade(context, noun, made, options, unchanged);
  return Array.isArray(records) ? changed : (changed[0] ?? records);
}

/** Warns of new tasks whose product types were not set, because the run ended before. */
function warnOfUnchanged(
  { events }: AppContext,
  unchanged: ReadonlySet<string>,
  { productTypes = [] }: RetaskOptions,
): void {
  if (unchanged.size === 0) return;
  const ids = [...unchanged];
  events.warn(
    `the product types of ${countText(ids.length, "new task")} may still be those of ${ids.length === 1 ? "its original" : "their originals"}: ${ids.join(", ")}`,
    advice`Set them: ${swath`task set-products ${ids} --product-type ${productTypes.join(",")}`}`,
  );
}

/** Sets the product types of new requests, waits for their estimates if asked to, and suggests the next step. */
async function followMade(
  context: AppContext,
  noun: RequestNoun,
  made: readonly MadeCopy[],
  { productTypes, wait, maxCost }: RetaskOptions,
  unchanged: Set<string>,
): Promise<MadeRecord[]> {
  const changed: RequestRecord[] = [];
  // All of them first: a wait may take days, and a service refuses changes shortly before the collection.
  for (const { record } of made) {
    changed.push(productTypes === undefined ? record : await chooseProducts(context, record, productTypes));
    unchanged.delete(record.id ?? "");
  }
  const records: MadeRecord[] = [];
  for (const [at, one] of made.entries()) {
    const { differences } = one.record;
    let record = changed[at]!;
    if (wait === undefined) {
      if (one.effect !== "spend") noteLimit(context, maxCost);
      hintAt(context, noun, one);
    } else record = await waitAfterCreate(context, noun, record, { ...wait, maxCost });
    records.push(differences === undefined ? record : { ...record, differences });
  }
  return records;
}

/** Replaces the product types that a task has from its original. The task exists, whatever becomes of it. */
async function chooseProducts(
  context: AppContext,
  record: RequestRecord,
  types: readonly string[],
): Promise<RequestRecord> {
  const { id = "" } = record;
  try {
    const changed = await setProductTypes(context, [id], { types: [...types] });
    return Array.isArray(changed) ? record : (changed as RequestRecord);
  } catch (error) {
    if (!(error instanceof AppError) || context.signal.aborted) throw error;
    context.events.failed(
      error.restated(`task ${id} was created with the product types of its original: ${error.message}`, {
        next: advice`Set them: ${swath`task set-products ${id} --product-type ${types.join(",")}`}`,
      }),
    );
    return record;
  }
}

/**
 * Returns the copies with chosen names, unless the person gives one for all of them. A repeated run with a start gets the name that an
 * earlier run chose.
 */
async function nameCopies(
  context: AppContext,
  request: RetaskRequest,
  copies: readonly Copy[],
): Promise<Copy[]> {
  const { subject, body } = request;
  if (readField(body, RETASK_NAME) !== undefined) return [...copies];
  const originals = copies.map(({ id, original }): Original => {
    if (subject === "collect") return nameAfterScene(id);
    return original === undefined ? {} : toOriginal(subject, original);
  });
  const names = await chooseCopyNames(context, SUBJECTS[subject].noun, originals);
  const hasStart = readField(body, "windowOpen", "repeatStart") !== undefined;
  return Promise.all(
    copies.map(async (copy, at): Promise<Copy> => {
      const name = names[at];
      if (name === undefined) return copy;
      if (!hasStart) return { ...copy, chosenName: name };
      const { purchase } = await copyOffer(context, request, copy);
      const earlier = await recallChosenName(context, SUBJECTS[subject].endpoint, purchase.identity);
      return { ...copy, chosenName: earlier ?? name };
    }),
  );
}

const toOriginal = (subject: "task" | "repeat", original: unknown): Original =>
  (subject === "task" ? readTask : readRepeat)(toJsonObject(original));

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

const addName = (body: RetaskRequest["body"], name: string | undefined): RetaskRequest["body"] =>
  name === undefined
    ? body
    : ({ ...body, properties: { ...body.properties, [RETASK_NAME]: name } } as RetaskRequest["body"]);

function copyOffer(
  context: AppContext,
  { subject, body }: RetaskRequest,
  { id, effect, chosenName }: Copy,
): Promise<Offer<RequestRecord>> {
  const { endpoint, parameter } = SUBJECTS[subject];
  const named = addName(body, chosenName);
  return toOffer<RequestRecord>(
    context,
    {
      endpoint,
      call: {
        params: { [parameter]: id },
        ...toWireCall((forms) => toWireRetask(named, forms), context.dialect),
        ...(subject !== "collect" && { effect }),
      },
    },
    chosenName === undefined ? undefined : { chosenName },
  );
}

/** Notes the new request. */
async function noteCreated(
  context: AppContext,
  { subject, body }: RetaskRequest,
  originalId: string,
  record: RequestRecord,
): Promise<void> {
  const { events } = context;
  const { title, noun } = SUBJECTS[subject];
  const { id = "", name } = record;
  const called = name ? ` ${JSON.stringify(name)}` : "";
  const { placeText } = await import("../../places/describe-geometry.ts");
  const facts = [placeText(record.geometry), formatWindow(record)].filter((fact) => fact !== undefined);
  events.note(
    `${capitaliseTitle(REQUEST_KINDS[noun])} ${id}${called} created from ${title} ${originalId}${facts.length === 0 ? "" : `: ${facts.join(", ")}`}`,
  );
  if ("repetition" in record) {
    noteEndless(context, [body, record.source], [id]);
    const { maintainSceneFraming, lookAngleTolerance } = record.repetition;
    if (maintainSceneFraming === true || (lookAngleTolerance ?? undefined) !== undefined)
      events.note(
        "Its collects will be geometrically similar to one another, not to those of the original series",
      );
  }
}

/** Returns the window, whose end the service may have chosen. */
function formatWindow(record: RequestRecord): string | undefined {
  const { windowOpen, windowClose } = record as TaskRecord;
  return windowOpen === undefined || windowClose === undefined
    ? undefined
    : `${timeForPeople(windowOpen)} to ${timeForPeople(windowClose)}`;
}

/** Suggests how to follow the new request. */
const hintAt = ({ events }: AppContext, noun: RequestNoun, { record: { id = "" }, effect }: MadeCopy): void =>
  events.hint(effect === "spend" ? suggestFollowing(noun, [id]) : swath`${noun} cost ${id} --wait`);

/** Notes the values that the service will take from the original. */
function noteDryRun(
  { events }: AppContext,
  { subject, body }: RetaskRequest,
  id: string,
  { productTypes }: RetaskOptions,
): void {
  if (readField(body, RETASK_NAME) === undefined)
    events.note(
      subject === "collect"
        ? `Its name will be ${JSON.stringify(nameAfterScene(id).name)}, or that with a number`
        : "Its name will be that of the original with a number, such as harbour 2",
    );
  if (subject === "task" && readField(body, "windowClose") === undefined)
    events.note("The window will be as long as the original's");
  if (productTypes !== undefined)
    events.note(`A second request will set its product types: ${productTypes.join(", ")}`);
}

type MadeCopy = Made & { effect: Effect };

interface Copy {
  /** Id of the original. */
  id: string;
  effect: Effect;
  chosenName?: string;
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
  if (subject === "collect") return { id, effect: determineEffect("retaskCollect", body) };
  if (check === false) return { id, effect: "spend" };
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
  return { id, effect: preApproval === true ? "spend" : "write", original: source };
}
