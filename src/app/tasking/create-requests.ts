/** Creates tasks and repeat requests: a draft of the body with its faults, the request, and an optional wait. */
import { checkBody } from "../../contract/parse.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import type { SpendFacts } from "../../contract/spend.ts";
import { hasEnd } from "../../domain/price/image-bound.ts";
import { formatMoney, type Money } from "../../domain/price/money.ts";
import { draftRepeat, type RepeatRules } from "../../domain/tasking/repeat-request.ts";
import { isSeenValue, type RequestDraft } from "../../domain/tasking/request-draft.ts";
import { draftTask, type TaskRules } from "../../domain/tasking/task-request.ts";
import { isAsTyped } from "../../domain/short-ids.ts";
import type { Fault } from "../../errors.ts";
import type { AppContext } from "../context.ts";
import { buy } from "../../money/buy.ts";
import { makePreApprovalTerms } from "../../money/terms.ts";
import { compareMade, reportMade, type MadeRecord } from "./check-made.ts";
import { recallTypeNames } from "./collection-types.ts";
import { REQUEST_KINDS, capitaliseTitle, type RequestNoun } from "./request-kind.ts";
import { toOffer } from "./send-request.ts";
import { waitAfterCreate, type AfterCreate } from "./wait-for-requests.ts";
import { swath } from "../../hint.ts";
import { suggestFollowing } from "./request-hints.ts";

export type TaskBody = BodyOf<"createTask">;
export type RepeatBody = BodyOf<"createRepeat">;

type FromProfile = "contractId" | "collectionTypes" | "nowMs" | "placement" | "dialect";

/** The options of the draft; the other rules come from the profile. */
export type TaskWishes = Omit<TaskRules, FromProfile>;

/** Drafts a body based on the given one. All drafts of a run have the same options and profile. */
export type Drafter = (base: Readonly<Record<string, unknown>>) => RequestDraft;

export async function openTaskDrafter(context: AppContext, wishes: TaskWishes): Promise<Drafter> {
  const { settings, dialect, service } = context;
  const rules: TaskRules = {
    ...wishes,
    dialect,
    placement: dialect.placement,
    contractId: settings.contractId,
    collectionTypes: await recallTypeNames(context),
    nowMs: (await service.time()).nowMs,
  };
  return (base) => draftTask(base, rules);
}

export async function openRepeatDrafter(
  context: AppContext,
  wishes: Omit<RepeatRules, FromProfile>,
): Promise<Drafter> {
  const collectionTypes = await recallTypeNames(context);
  const { nowMs } = await context.service.time();
  const { dialect, settings } = context;
  const rules = { ...wishes, dialect, contractId: settings.contractId, collectionTypes, nowMs };
  return (base) => draftRepeat(base, rules);
}

/** Notes what a draft changed in the typed request. */
export async function noteDraft(context: AppContext, { body, notes, details }: RequestDraft): Promise<void> {
  const { events } = context;
  for (const note of notes) events.note(note);
  for (const detail of details) events.detail(detail);
  const { findSwapWarning } = await import("../../domain/swap-warning.ts");
  const swap = findSwapWarning(body["geometry"]);
  if (swap !== undefined) events.warn(swap);
  const { describeLargeArea } = await import("./area-remark.ts");
  const large = await describeLargeArea(context, body);
  if (large !== undefined) events.note(large);
}

/** Returns true for a value in properties that a draft has placed beside them as well: its fault is reported once. */
export const isPlacedTwice = (
  { code, path, value }: Fault,
  body: Readonly<Record<string, unknown>>,
): boolean =>
  code !== "PLACEMENT_CONFLICT" &&
  path.startsWith("properties.") &&
  value !== undefined &&
  body[path.slice("properties.".length)] === value;

/** Returns the draft of one feature of many, with the faults of the interface's own rules. */
export async function checkDraft(
  endpoint: "createTask" | "createRepeat",
  made: RequestDraft,
): Promise<RequestDraft> {
  const { findSwapWarning } = await import("../../domain/swap-warning.ts");
  const swap = findSwapWarning(made.body["geometry"]);
  const draft = swap === undefined ? made : { ...made, notes: [...made.notes, swap] };
  const checked = await checkBody(endpoint, draft.body);
  if (checked.ok) return draft;
  const isNew = ({ code, path }: Fault): boolean =>
    !draft.faults.some((fault) => fault.code === code && fault.path === path);
  const isOwn = (fault: Fault): boolean =>
    isNew(fault) && !isSeenValue(fault) && !isPlacedTwice(fault, draft.body);
  return { ...draft, faults: [...draft.faults, ...checked.faults.filter(isOwn)] };
}

/** Options of the steps after a request was created. */
export interface MadeOptions {
  /** Ends the run with an error if the record differs from what was asked. */
  isStrict?: boolean | undefined;
}

export interface CreateOptions extends MadeOptions {
  /** Refuses a pre-approved request, whose price is not shown before sending; else it holds at the approval. */
  maxCost?: Money | undefined;
  /** The state to wait for afterwards; no wait by default. */
  wait?: AfterCreate | undefined;
}

/** Sends one task or repeat request, in the profile's dialect. */
export async function createRequest(
  context: AppContext,
  noun: RequestNoun,
  body: TaskBody | RepeatBody,
  { maxCost, wait, isStrict = false }: CreateOptions = {},
): Promise<MadeRecord> {
  const { events, dialect } = context;
  const kind = REQUEST_KINDS[noun];
  const offer = await toOffer<RequestRecord>(context, kind.creation(body, dialect));
  const isPreApproved = offer.purchase.effect === "spend";
  const terms = makePreApprovalTerms(noun === "task" ? "This task" : "This series");
  const reply = await buy(context, offer, {
    maxCost,
    ...(isPreApproved && { terms }),
    ...(maxCost && { facts: limitFacts(maxCost) }),
  });
  const { id = "", status } = reply;
  const { placeText } = await import("../../places/describe-geometry.ts");
  const place = placeText(body.geometry);
  const state = status === undefined ? "" : ` (${status})`;
  events.note(`${capitaliseTitle(kind)} ${id} created${state}${place === undefined ? "" : `: ${place}`}`);
  if (noun === "repeat") noteEndless(context, [body, reply.source], [id]);
  const { name } = reply;
  if (name && isAsTyped(name, true))
    events.note(`other commands take ${JSON.stringify(name)} as an id, not as this name`);
  const mayRead = isStrict || wait !== undefined || context.consent.canAsk;
  const made = await compareMade(context, { noun, body }, reply, { mayRead });
  const { record } = made;
  if (!reportMade(context, made, isStrict)) return record;
  if (wait !== undefined) {
    const { differences } = record;
    const waited = await waitAfterCreate(context, noun, record, { ...wait, maxCost });
    return differences === undefined ? waited : { ...waited, differences };
  }
  // A pre-approved request has no price to review.
  const needsNone = isPreApproved || record.preApproval === true;
  if (!needsNone) noteLimit(context, maxCost);
  events.hint(needsNone ? suggestFollowing(noun, [id]) : swath`${noun} cost ${id} --wait`);
  return record;
}

/** Notes how to end a series that has no end, neither in its request nor in its record. */
export function noteEndless(
  { events }: AppContext,
  series: readonly unknown[],
  ids: readonly string[],
): void {
  if (ids.length === 0 || series.some(hasEnd)) return;
  const what =
    ids.length === 1
      ? `Repeat request ${ids[0]} runs until it is`
      : `${ids.length} repeat requests run until they are`;
  events.note(`${what} cancelled`, swath`repeat cancel ${ids}`);
}

/** Notes when the price of a request, which is not known yet, is compared with the limit. */
export function noteLimit({ events }: AppContext, maxCost: Money | undefined): void {
  if (maxCost !== undefined)
    events.note(`Its price is not known yet: the limit of ${formatMoney(maxCost)} holds at its approval`);
}

/** The journal keeps the limit, so that it holds at the approval. */
export const limitFacts = (maxCost: Money): SpendFacts => ({ maxCost: formatMoney(maxCost) });
