/**
 * Lists the tasks and repeat requests that wait for an approval of their price, with as few requests as the interface
 * allows.
 */
import type { RequestRecord } from "../../contract/read-record.ts";
import type { Amount, Money } from "../../domain/price/money.ts";
import {
  computeCommitmentAmount,
  toPriceForm,
  formatShortCommitment,
  type Price,
  type PriceForm,
} from "../../domain/price/price.ts";
import { isAsTyped } from "../../domain/short-ids.ts";
import { REVIEW, type Decision } from "../../domain/tasking/request-states.ts";
import { AppError } from "../../errors.ts";
import { isDone, reportFailures, toBatchError, tryPart, type Outcome } from "../batch.ts";
import { sumCommitments } from "../../money/terms.ts";
import { requireAnswer } from "../../money/consent.ts";
import type { AppContext } from "../context.ts";
import { toFullIds, toLookupError } from "../full-ids.ts";
import { approveRequests } from "./approve-requests.ts";
import { findEnd, type DecisionRow } from "./decisions.ts";
import { rejectRequests } from "./reject-requests.ts";
import { findDuplicates } from "./duplicates.ts";
import { REQUEST_KINDS, type RequestNoun } from "./request-kind.ts";
import { formatRequest, describeRequest, type PlaceText, type RequestWords } from "./request-line.ts";
import { searchRequests } from "./search-requests.ts";
import { withEstimates } from "./search-prices.ts";
import { advice, swath } from "../../hint.ts";
import { countText } from "../../counted.ts";
import { SEE_CLOSED } from "./request-hints.ts";
import { SHOW_EXCHANGE } from "../../contract/send.ts";

export interface WaitingRequest extends RequestWords {
  kind: RequestNoun;
  id: string;
  submitted?: string;
  /** Absent until the service has a readable estimate. */
  price?: PriceForm;
  /** The price for people: `$1,500.00`, `3 x $1,125.00 = $3,375.00`. */
  priceText: string;
  /** The maximum cost of an approval; absent without a price, and without a bound of the images. */
  commitment?: Amount;
}

/** A waiting request with its record, so that the decision need not read it again. */
export interface Waiting {
  row: WaitingRequest;
  record: RequestRecord;
  price: Price | undefined;
  /** Everything in one line. */
  line: string;
  /** Its window is over, so nothing can be collected. */
  isClosed: boolean;
}

/** Returns all requests in review: one search of tasks, one of repeat requests. Newest first. A failed search ends it. */
export async function listInReview(
  context: AppContext,
  nouns: readonly RequestNoun[] = BOTH,
): Promise<Waiting[]> {
  const { waiting, failed } = await findShown(context, nouns);
  if (failed !== undefined) throw failed;
  return waiting;
}

/** Returns the requests in review that can be read. A failed search is named after the result (BATCH_PARTIAL), unless both fail. */
export async function listReadable(context: AppContext): Promise<Waiting[]> {
  const { waiting, searches, failed } = await findShown(context, BOTH);
  if (failed !== undefined && !searches.some(isDone)) throw failed;
  reportFailures(context, searches, "searches");
  return waiting;
}

async function findShown(context: AppContext, nouns: readonly RequestNoun[]): Promise<Review> {
  const { placeText } = await import("../../places/describe-geometry.ts");
  return findInReview(context, nouns, placeText);
}

const BOTH = ["task", "repeat"] as const;

/** Separates the requests whose window is over. */
export const splitClosed = (waiting: readonly Waiting[]): { open: Waiting[]; closed: Waiting[] } => ({
  open: waiting.filter(({ isClosed }) => !isClosed),
  closed: waiting.filter(({ isClosed }) => isClosed),
});

/** Notes in one line how many requests are left out because their window is over. */
export function noteClosed({ events }: AppContext, { length }: readonly Waiting[]): void {
  if (length > 0)
    events.note(`${countText(length, "closed request")} ${length === 1 ? "is" : "are"} left out`, SEE_CLOSED);
}

interface Review {
  /** The requests that could be read. */
  waiting: Waiting[];
  searches: readonly Outcome<RequestRecord[]>[];
  /** The first failed search. */
  failed: AppError | undefined;
}

async function findInReview(
  context: AppContext,
  nouns: readonly RequestNoun[],
  placeText?: PlaceText,
): Promise<Review> {
  const searches = await Promise.all(
    nouns.map((noun) => tryPart(`${REQUEST_KINDS[noun].title}s`, () => searchReview(context, noun))),
  );
  const waiting = searches.flatMap((search, at) =>
    isDone(search) ? search.value.map((record) => toWaiting(context, nouns[at]!, record, placeText)) : [],
  );
  return {
    waiting: waiting.sort((a, b) => (b.row.submitted ?? "").localeCompare(a.row.submitted ?? "", "en")),
    searches,
    failed: searches.find(({ error }) => error !== undefined)?.error,
  };
}

/** Skips records without an id, with a warning: no request can name them. */
async function searchReview(context: AppContext, noun: RequestNoun): Promise<RequestRecord[]> {
  const found: RequestRecord[] = [];
  const body = { query: { lastStatusCode: REVIEW } };
  for await (const page of searchRequests(context, { noun, body, all: true })) found.push(...page);
  const records = found.filter(({ id }) => id !== undefined);
  const skipped = found.length - records.length;
  if (skipped > 0)
    context.events.warn(`${REQUEST_KINDS[noun].title}s in review without an id were skipped: ${skipped}`);
  return withEstimates(context, noun, records);
}

function toWaiting(
  { service, clock, dialect }: AppContext,
  kind: RequestNoun,
  record: RequestRecord,
  placeText: PlaceText | undefined,
): Waiting {
  const dollar = dialect["currency.$"];
  const { id = "", submissionTime } = record;
  const words = describeRequest(record, clock.now(), placeText);
  const isClosed = findEnd(REQUEST_KINDS[kind], record, service.now()) !== undefined;
  if (isClosed) words.window = [words.window, "closed"].filter((part) => part !== undefined).join(", ");
  const { price } = REQUEST_KINDS[kind].estimateOf(record);
  const [form, commitment] = [toPriceForm(price, dollar), computeCommitmentAmount(price, dollar)];
  return {
    record,
    price,
    isClosed,
    line: formatRequest(words, `${REQUEST_KINDS[kind].title} ${id}`),
    row: {
      kind,
      id,
      ...words,
      ...(submissionTime !== undefined && { submitted: submissionTime }),
      ...(form !== undefined && { price: form }),
      priceText: price === undefined ? "no estimate yet" : formatShortCommitment(price),
      ...(commitment !== undefined && { commitment }),
    },
  };
}

/** Returns `$4,875.00`, or one sum per currency; requests without a commitment are counted separately. */
export function formatSum(waiting: readonly Pick<Waiting, "price">[], dollar: string): string {
  const { sums, rest } = sumCommitments(waiting, dollar);
  const open = rest.length === 0 ? [] : [`${rest.length} without a known total`];
  return [...(sums.length > 0 ? [sums.join(" + ")] : []), ...open].join(", and ");
}

export interface Choice {
  ids: readonly string[];
  /** All requests whose window is not over. */
  all: boolean;
  /** All requests whose window is over; for a rejection. */
  closed?: boolean;
  /** Refuses shortened ids and names, because their note would not be seen. */
  onlyInFull?: boolean;
  /** Leaves out ids that do not wait; absent for a rejection. */
  keepGoing?: boolean;
}

/**
 * Approves or rejects waiting requests, with one question for the sum. Errors: NOT_IN_REVIEW for an id that does not
 * wait (then nothing is sent, unless `keepGoing`), and those of the decision.
 */
export async function decideWaiting(
  context: AppContext,
  decision: Decision,
  choice: Choice,
  maxCost?: Money,
): Promise<DecisionRow[]> {
  const { consent, service } = context;
  if (!service.isDryRun)
    requireAnswer(consent, decision === "approve" ? "Approving costs money." : "Rejecting cannot be undone.");
  // An incomplete list may hide a second request with the same name.
  let gap: AppError | undefined;
  const noticing = {
    ...context.events,
    failed: (error: AppError) => {
      gap = error;
      context.events.failed(error);
    },
    warn: (warning: string) => {
      gap ??= new AppError("service", "RESPONSE_UNRECOGNISED", warning, { next: SHOW_EXCHANGE });
      context.events.warn(warning);
    },
  };
  const { waiting, searches, failed } = await findInReview({ ...context, events: noticing }, BOTH);
  if (failed !== undefined && !areKnown(waiting, choice)) throw makeUnreadError(searches, failed);
  const shortened = choice.ids.filter((id) => !isAsTyped(id, true));
  if (decision === "approve" && gap !== undefined && shortened.length > 0)
    throw toLookupError(shortened, gap);
  const chosen =
    choice.all && decision === "approve"
      ? await selectApprovable(context, waiting)
      : await chooseWaiting(context, waiting, choice, decision === "approve");
  if (chosen.length === 0) return [];
  const subjects = chosen.map(({ row, record }) => ({ noun: row.kind, id: row.id, record }));
  return decision === "approve"
    ? approveRequests(context, subjects, { maxCost, keepGoing: choice.keepGoing })
    : rejectRequests(context, subjects);
}

/** Reports whether every chosen request was read, by its full id: then a failed search cannot change what is decided. */
const areKnown = (waiting: readonly Waiting[], { ids, all, closed: isOfClosed = false }: Choice): boolean =>
  !all && !isOfClosed && ids.every((id) => waiting.some(({ row }) => row.id === id));

/** Returns the error for a decision on requests of which some could not be read. */
function makeUnreadError(searches: Review["searches"], failed: AppError): AppError {
  const unread = searches.filter((search) => !isDone(search)).map(({ id }) => id);
  return failed.restated(
    `the ${unread.join(" and the ")} could not be read: ${failed.message}: nothing was sent`,
    {
      ...(searches.some(isDone) && {
        next: advice`Decide on the others by their full ids: ${swath`approvals --output id`}`,
      }),
    },
  );
}

/**
 * Approving all approves every request that has a price and can still be collected. Several requests for the same images are approved
 * once. The rest is named, and can be approved by its id; requests whose window is over are counted.
 */
export async function selectApprovable(context: AppContext, waiting: readonly Waiting[]): Promise<Waiting[]> {
  const { events } = context;
  const { open, closed } = splitClosed(waiting);
  noteClosed(context, closed);
  const ready = open.filter(({ row: { kind, id }, price }) => {
    if (price === undefined)
      events.warn(`${REQUEST_KINDS[kind].title} ${id} is not approved: it has no estimate yet`);
    return price !== undefined;
  });
  const duplicates = await findDuplicates(
    context,
    ready.map(({ row, record }) => ({ noun: row.kind, id: row.id, record })),
  );
  return ready.filter(({ row: { kind: noun, id } }) => {
    const found = duplicates.find((duplicate) => duplicate.id === id);
    if (found === undefined) return true;
    const { title } = REQUEST_KINDS[noun];
    events.warn(
      `${title} ${id} is not approved: it asks for the same as ${title} ${found.of}${found.isApproved ? ", which was approved before" : ""}`,
      swath`${noun} reject ${id}`,
    );
    return false;
  });
}

async function chooseWaiting(
  context: AppContext,
  waiting: readonly Waiting[],
  { ids: words, all, closed: isOfClosed = false, onlyInFull = false, keepGoing }: Choice,
  isPurchase: boolean,
): Promise<Waiting[]> {
  if (all || isOfClosed) {
    const { open, closed } = splitClosed(waiting);
    if (!isOfClosed) noteClosed(context, closed);
    return [...(all ? open : []), ...(isOfClosed ? closed : [])];
  }
  const candidates = waiting.map(({ row: { id, name, submitted } }) => ({ id, name, date: submitted }));
  const paying = { isPurchase, onlyInFull, hasNames: true };
  const ids = await toFullIds(context, "waiting request", words, async () => candidates, paying);
  const missing = ids.filter((id) => !waiting.some(({ row }) => row.id === id));
  const found = waiting.filter(({ row }) => ids.includes(row.id));
  if (missing.length === 0) return found;
  const error = new AppError(
    "local",
    "NOT_IN_REVIEW",
    `no task and no repeat request that waits for approval has the id ${missing.join(", ")}: nothing was sent`,
    {
      data: { ids: missing },
      next:
        keepGoing === false && found.length > 0
          ? "Add --keep-going to continue with the others"
          : advice`See the requests in review: ${swath`approvals`}`,
    },
  );
  if (keepGoing !== true || found.length === 0) throw error;
  context.events.note(`Left out: ${missing.join(", ")}: no such request waits for approval`);
  context.events.failed(
    toBatchError(
      missing.map((id) => ({ id, error })),
      ids.length,
      "requests",
    ),
  );
  return found;
}
