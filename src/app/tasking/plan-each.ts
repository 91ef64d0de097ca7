/**
 * Plans the requests of `--each` by the journal: which were sent before, which ask for the same as another feature of the
 * file, and which are to be sent.
 */
import { countText, groupedText, listText } from "../../counted.ts";
import { readField, type RequestRecord } from "../../contract/read-record.ts";
import { AppError } from "../../errors.ts";
import { chooseEarlierMs } from "../../money/book.ts";
import { isUnsent } from "../../money/history.ts";
import { makeDamagedError, type JournalEntry } from "../../money/journal.ts";
import type { IntentRecord } from "../../money/record.ts";
import type { Reconciled } from "../../money/outcome.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import type { AppContext } from "../context.ts";
import { findLost, chooseMoment } from "../../money/reconcile.ts";
import type { Offer } from "../../money/run.ts";
import type { RepeatBody, TaskBody } from "./create-requests.ts";
import { REQUEST_KINDS, type RequestNoun } from "./request-kind.ts";
import type { RequestCall } from "./send-free.ts";
import { toOffer } from "./send-request.ts";
import { endOf, readEarlierRequests, toWanted, type EarlierRequests, type Wanted } from "./sent-before.ts";
import { SEE_APPROVALS } from "./request-hints.ts";
import { suggestSearch } from "../../contract/service-error.ts";

export interface EachRequest {
  noun: RequestNoun;
  /** One per feature, in the order of the file. */
  requests: readonly EachBody[];
  /** sha256 of the file, in hex. */
  fileSha256: string;
}

/** The request for one feature. The bodies of all features are of the kind of `noun`. */
export interface EachBody {
  body: TaskBody | RepeatBody;
  /** The body with its relative times counted from 1970, which is equal for a rerun of the same command. */
  typed: object;
}

/** One feature with its request. */
export interface Member {
  /** Index of the feature in its file, from 0. */
  index: number;
  name: string | undefined;
  wanted: Wanted;
  call: RequestCall;
  offer: Offer<RequestRecord>;
}

export type Plan = { member: Member } & (
  | { do: "send" }
  /** It was sent before. */
  | { do: "keep"; id: string; sentMs: number; isFree: boolean; isOver: boolean }
  /** The feature at the index `as` asks for the same. */
  | { do: "share"; as: number }
  /** An earlier request may be the same one, or would be paid for again. */
  | { do: "refuse"; error: AppError }
);

/** Plans every feature, in the order of the file; notes report what is not sent, and what is sent again. */
export async function planEach(context: AppContext, request: EachRequest): Promise<Plan[]> {
  const { signal, consent, events } = context;
  const members = await buildMembers(context, request);
  const { endpoint } = REQUEST_KINDS[request.noun].creation({}, context.dialect);
  const earlier = await readEarlierRequests(context, endpoint);
  const isKnown = members.some(({ wanted }) => earlier.find(wanted) !== undefined);
  const first = new Map<string, number>();
  const plans: Plan[] = [];
  for (const member of members) {
    signal.throwIfAborted();
    const { key } = member.wanted;
    const as = first.get(key);
    if (as === undefined) first.set(key, member.index);
    if (as !== undefined) plans.push({ do: "share", member, as });
    else if (consent.resend) plans.push({ do: "send", member });
    else plans.push(await planOne(context, request.noun, member, { ...earlier, isKnown }));
  }
  noteEqual(events, plans);
  noteKept(events, plans);
  noteSentAgain(events, plans, earlier);
  return plans;
}

const buildMembers = (context: AppContext, { noun, requests }: EachRequest): Promise<Member[]> => {
  const { nameKey, creation } = REQUEST_KINDS[noun];
  const wire = (body: object) => creation(body, context.dialect);
  return Promise.all(
    requests.map(async ({ body, typed }, index) => {
      const name = readField(body, nameKey);
      const call = wire(body);
      return {
        index,
        name: typeof name === "string" ? name : undefined,
        wanted: toWanted(call.endpoint, call.call.body, wire(typed).call.body),
        call,
        offer: await toOffer<RequestRecord>(context, call),
      };
    }),
  );
};

/** Finds out whether the request was sent before. */
async function planOne(
  context: AppContext,
  noun: RequestNoun,
  member: Member,
  { find, damaged: [damaged], isKnown }: EarlierRequests & { isKnown: boolean },
): Promise<Plan> {
  const found = find(member.wanted);
  // The journal is written before a request is sent: a request without a record was never sent, unless its record is damaged.
  if (found === undefined)
    return isKnown && damaged !== undefined
      ? { do: "refuse", member, error: makeDamagedError(damaged) }
      : { do: "send", member };
  const { record } = found;
  const outcome = await findOutcome(context, found);
  switch (outcome.state) {
    case "made":
      return keepOrRefuse(context, member, record, outcome.id);
    case "missing":
      return { do: "send", member };
    case "open":
      return { do: "refuse", member, error: createUnresolvedError(noun, member, record, outcome.because) };
  }
}

/** Keeps an earlier request. A paid request whose relative times are over is refused, because the person means other days. */
async function keepOrRefuse(
  context: AppContext,
  member: Member,
  record: IntentRecord,
  id: string,
): Promise<Plan> {
  const isOver = member.wanted.isRelative && (await hasEnded(context, record));
  if (isOver && member.offer.purchase.effect === "spend")
    return { do: "refuse", member, error: createOverError(member, record, id) };
  return { do: "keep", member, id, sentMs: readSentMs(record), isFree: record.effect === "write", isOver };
}

/**
 * Returns whether nothing more is collected for a recorded request: the same relative times now mean other days. One wrong
 * clock does not end it.
 */
async function hasEnded({ service }: AppContext, { body }: IntentRecord): Promise<boolean> {
  const endMs = endOf(body);
  return endMs !== undefined && endMs <= chooseEarlierMs(await service.time());
}

const createOverError = ({ index }: Member, record: IntentRecord, id: string): AppError =>
  new AppError(
    "usage",
    "INTENT_CONFIRMED",
    `feature ${index + 1} was sent at ${timeForPeople(readSentMs(record))} (${id}) with the same relative times, which are over: it was not sent again, since it is pre-approved`,
    {
      data: { id, intentId: record.id },
      next: "a new window or name makes new requests; --resend sends the same again",
    },
  );

export const readSentMs = ({ sendingAt, preparedAt }: IntentRecord): number => sendingAt ?? preparedAt;

const createUnresolvedError = (
  noun: RequestNoun,
  { index }: Member,
  record: IntentRecord,
  because: string,
): AppError =>
  new AppError(
    "local",
    "INTENT_OPEN",
    `feature ${index + 1} was sent at ${timeForPeople(readSentMs(record))} and its outcome is unknown (${because}): it was not sent now`,
    { next: suggestSearch(noun) },
  );

/** The outcome of an earlier run's request. Without a response, a search finds the result. */
type Earlier = { state: "made"; id: string } | { state: "missing" } | { state: "open"; because: string };

async function findOutcome(context: AppContext, entry: JournalEntry): Promise<Earlier> {
  const { record, state } = entry;
  if (state === "confirmed" && record.resultId !== undefined) return { state: "made", id: record.resultId };
  if (state === "refused" || state === "prepared") return { state: "missing" };
  if (state === "sending") return { state: "open", because: `process ${record.pid} is sending it` };
  const { service, clock } = context;
  if (service.isDryRun) return { state: "open", because: "a dry run does not search for it" };
  const journal = await service.journal();
  const when = chooseMoment(record, { now: () => clock.now(), skewMs: () => service.skewMs() });
  const finding = await findLost(context, record, when, (settled) => journal.settle(settled));
  if (finding?.outcome === "found") return { state: "made", id: finding.id };
  if (finding?.outcome === "absent" && (finding.isFree || record.effect === "write")) {
    // Spec silent: whether a search shows a new request at once. We treat a missing request as not created if a second
    // one is free until approved; one that may cost money is not sent again without consent.
    if (!finding.isFree)
      await journal.resolve(record.id, { notCreated: true, by: "search", reason: finding.because });
    return { state: "missing" };
  }
  return { state: "open", because: explainOpen(finding) };
}

const explainOpen = (finding: Reconciled | undefined): string =>
  finding === undefined || finding.outcome === "found" ? "nothing can be looked up" : finding.because;

type Notes = Pick<AppContext["events"], "note" | "warn">;

const MAX_NAMED = 5;

function noteEqual({ note }: Notes, plans: readonly Plan[]): void {
  const equal = plans.flatMap((plan) =>
    plan.do === "share" ? `feature ${plan.member.index + 1} as feature ${plan.as + 1}` : [],
  );
  if (equal.length > 0) note(`Features that ask for the same get one request: ${listText(equal, MAX_NAMED)}`);
}

/** Reports requests that were sent before and are not sent now. */
function noteKept({ note, warn }: Notes, plans: readonly Plan[]): void {
  const kept = plans.filter((plan) => plan.do === "keep");
  if (kept.length === 0) return;
  const isAll = kept.length === plans.filter((plan) => plan.do !== "share").length;
  const isRelative = kept.some(({ member: { wanted } }) => wanted.isRelative);
  const when = `${formatTimes(kept.map((plan) => plan.sentMs))}${isRelative ? ", with the same relative times" : ""}`;
  note(
    isAll
      ? `Nothing was sent: ${wereText(kept.length)} sent before, ${when}`
      : `Not sent again: ${wereText(kept.length, plans.length)} sent before, ${when}`,
    "a new window or name makes new requests; --resend sends the same again",
  );
  const over = kept.filter(({ isOver }) => isOver).length;
  if (over > 0)
    warn(
      `the times of ${countText(over, "request")} that ${over === 1 ? "was" : "were"} sent before are over: nothing more is collected`,
    );
  const unpaid = kept.filter((plan) => plan.isFree && plan.member.offer.purchase.effect === "spend");
  if (unpaid.length > 0)
    note(
      `Pre-approval is not added: ${wereText(unpaid.length, plans.length)} sent before without it`,
      SEE_APPROVALS,
    );
}

/** Reports requests that were sent before and are sent again. */
function noteSentAgain({ note }: Notes, plans: readonly Plan[], { find }: EarlierRequests): void {
  const times = plans.flatMap((plan) => {
    const found = plan.do === "send" ? find(plan.member.wanted) : undefined;
    return found === undefined || isUnsent(found) ? [] : readSentMs(found.record);
  });
  if (times.length > 0)
    note(`Sent again: ${wereText(times.length, plans.length)} sent before, ${formatTimes(times)}`);
}

/** Returns `the request was`, `both requests were`, `all 4 requests were`, `4 of 5 requests were`. */
const wereText = (count: number, of = count): string => {
  if (count < of)
    return `${groupedText(count)} of ${countText(of, "request")} ${count === 1 ? "was" : "were"}`;
  if (count < 3) return count === 1 ? "the request was" : "both requests were";
  return `all ${countText(count, "request")} were`;
};

/** Returns `at ...`, `between ... and ...`. */
function formatTimes(times: readonly number[]): string {
  const [from, to] = [Math.min(...times), Math.max(...times)].map((ms) => timeForPeople(ms, true));
  return from === to ? `at ${from}` : `between ${from} and ${to}`;
}
