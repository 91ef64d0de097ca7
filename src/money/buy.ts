/**
 * A purchase, from the first look into the journal to its outcome on disk. Every request that may cost money takes this way, step
 * by step, and this file has the steps in their order:
 *
 *     1 look      the journal as it is, without a lock             judgeOffer
 *     2 judge     resume an order, refuse, ask, or go
 *     3 price     the cost beside the limits and the budget        agree
 *     4 ask       one question with the price
 *     5 fresh     in its turn, with the price read again           send
 *     6 search    at the service, for an equal request             sendOnce
 *                 whose outcome is unknown
 *     7 claim     under the lock: judged again, then on disk       claim
 *     8 send      one request, never repeated                      transmit
 *     9 settle    the outcome on disk                              settle
 *
 * `buy` is all of it for one purchase. A batch takes the steps 1 and 2 for all of its members, then 3 and 4 for their sum, then the others
 * for each member: one after the other under a limit or a quote, else several at once. README.md has the words, and the reason
 * why of two processes exactly one passes.
 */
import { getEndpoint } from "../contract/endpoints.ts";
import { isSameId } from "../contract/id-key.ts";
import type { PaidReply, PaidRequest, SpendFacts, SpendIntent } from "../contract/spend.ts";
import { isSamePrice, parseMoney, type Money } from "../domain/price/money.ts";
import { readRecordedPrice } from "../domain/price/price.ts";
import { AppError } from "../errors.ts";
import { escapeJson } from "../render/safe-text.ts";
import { isOfTask, readBook, type Book } from "./book.ts";
import { updateCommitments } from "./commitments.ts";
import { noteIfInterrupted, requireConsent } from "./consent.ts";
import type { MoneyContext } from "./context.ts";
import { readDetails, suggestEarlier, type IntentRecord } from "./record.ts";
import { acceptSilently, askAboutEarlier, leaveOutOwned } from "./earlier.ts";
import { isFreeRepeat, isOwned, judge, findReasons, type Holder, type Reason } from "./judge.ts";
import {
  toAcceptedRecord,
  classifyOutcome,
  findHigherPrice,
  mayBeApprovedUnasked,
  makeOutcomeUnknown,
  type FailedOutcome,
  type Moment,
  type Reconciled,
} from "./outcome.ts";
import { isApproval, isOrder, isTaskName, listPieces, type Purchase } from "./purchase.ts";
import { isQuoted } from "./quotes.ts";
import { findLost, chooseMoment } from "./reconcile.ts";
import { reportAccepted } from "./report-accepted.ts";
import { Run, type AgreedPrice, type Offer, type Priced, type ReadPrice, type RunOptions } from "./run.ts";
import { toCost, judgeCost, type Cost, type ReservedOutcome, type Terms } from "./terms.ts";
import {
  makeEarlierError,
  describeBought,
  describeEarlier,
  formatLeft,
  makePriceError,
  makeQuotedPriceError,
  makeStoppedError,
} from "./words.ts";

/** An offer that has passed the first judgement. Only `judgeOffer` makes one: a copy lacks the private member. */
class JudgedOffer<Reply, Body = unknown> {
  readonly #offer: Offer<Reply, Body>;
  /** The Book by which it was judged. */
  readonly book: Book;
  /** An earlier attempt with an unknown outcome. Its result is searched for before anything is sent. */
  readonly lost: IntentRecord | undefined;
  /** True once a person has agreed to its price. */
  isAgreed = false;

  constructor(offer: Offer<Reply, Body>, book: Book, lost: IntentRecord | undefined) {
    this.#offer = offer;
    this.book = book;
    this.lost = lost;
  }

  get offer(): Offer<Reply, Body> {
    return this.#offer;
  }
}
export type { JudgedOffer };

type Judged<Reply, Body = unknown> =
  /** An earlier order of the same pieces, which can be downloaded. */
  | { resumed: IntentRecord; judged?: undefined }
  /**
   * The offer, without the pieces that the person does not buy again. `hasOtherOrders`: an earlier order may own pieces of it
   * that only the service knows. `again`: names of pieces that `resend` buys again.
   */
  | {
      judged: JudgedOffer<Reply, Body>;
      hasOtherOrders: boolean;
      again: readonly string[];
      resumed?: undefined;
    };

export const openRun = (context: MoneyContext, options?: RunOptions): Run => new Run(context, options);

/** Takes all steps for one purchase without a price of its own. `terms` is left out where nothing is paid yet. */
export async function buy<Reply, Body>(
  context: MoneyContext,
  offer: Offer<Reply, Body>,
  { terms, facts, ...options }: RunOptions & { terms?: Terms | undefined } & Priced = {},
): Promise<Reply> {
  if (context.service.isDryRun) return describeOnly(offer);
  const run = openRun(context, options);
  const judged = await requireJudged(run, offer);
  if (terms !== undefined) await agree(run, terms, [judged]);
  return send(run, judged, { facts });
}

/** Shows the request of a dry run, which throws its description: nothing is read, and nothing is sent. */
export async function describeOnly(offer: Pick<Offer<unknown>, "request">): Promise<never> {
  await offer.request();
  throw new Error("a dry run prepared a request that costs money");
}

// ---- 1 look, 2 judge ----

/** Judges an offer that no earlier order may replace. Errors: those of `judgeOffer`. */
export async function requireJudged<Reply, Body>(
  run: Run,
  offer: Offer<Reply, Body>,
): Promise<JudgedOffer<Reply, Body>> {
  const { judged } = await judgeOffer(run, offer);
  if (judged === undefined) throw new Error("an order that is not followed was resumed");
  return judged;
}

/**
 * Judges an offer by the journal, and asks about earlier purchases. `isFollowed`: the order is waited for or downloaded, so that
 * an earlier order of the same pieces replaces it. Errors: INTENT_OPEN, ALREADY_ORDERED, INTENT_CONFIRMED and QUOTE_REFUSED for a
 * reason without an agreement; CONFIRMATION_REQUIRED, ABORTED.
 */
export async function judgeOffer<Reply, Body>(
  run: Run,
  given: Offer<Reply, Body>,
  isFollowed = false,
): Promise<Judged<Reply, Body>> {
  const { consent } = run.context;
  const { offer, book } = await look(run, given);
  const { purchase } = offer;
  const held = listOwners(
    findReasons(purchase, book, { ...run.toJudgeOptions(book), agreed: new Set(), own: new Set() }),
  );
  const unowned = run.skipsOwned ? await leaveOutOwned(run, offer, held) : undefined;
  if (unowned !== undefined) return judgeOffer(run, unowned, isFollowed);
  acceptSilently(run, purchase, findReasons(purchase, book, run.toJudgeOptions(book)));
  const judgement = judge(purchase, book, {
    ...run.toJudgeOptions(book),
    isFollowed: isFollowed && !consent.resend,
  });
  let lost: IntentRecord | undefined;
  switch (judgement.verdict) {
    case "go":
      break;
    case "resume":
      return { resumed: judgement.entry.record };
    case "refuse": {
      const { reason } = judgement;
      // The service can be searched for any request but an order: step 6.
      if (reason.kind !== "sameUnknown" || isOrder(purchase))
        throw makeEarlierError(reason, run.chooseWords(purchase));
      lost = reason.entry.record;
      break;
    }
    case "ask": {
      const agreedTo = await askAboutEarlier(run, offer, judgement.reasons);
      if (agreedTo !== offer) return judgeOffer(run, agreedTo, isFollowed);
      break;
    }
  }
  run.purchases.set(purchase.identity, purchase);
  return {
    judged: new JudgedOffer(offer, book, lost),
    hasOtherOrders: book.hasOtherOrders,
    again: consent.resend ? held.flatMap((holder) => holder.held) : [],
  };
}

/**
 * Notes that earlier orders own everything that an offer contains, and returns true. An offer that is owned in part is judged like
 * all others.
 */
export async function isWhollyOwned(run: Run, given: Offer<unknown>): Promise<boolean> {
  const { offer, book } = await look(run, given);
  const { pieces } = offer.purchase;
  const options = { ...run.toJudgeOptions(book), agreed: new Set<string>(), own: new Set<string>() };
  const holders = listOwners(findReasons(offer.purchase, book, options).filter(isOwned));
  const held = new Set(holders.flatMap((holder) => holder.held));
  const [contents, ...items] = [
    ...pieces.filter(({ name }) => isTaskName(name)),
    ...pieces.filter(({ name }) => !isTaskName(name)),
  ];
  const isOfTaskOrder = contents !== undefined && held.has(contents.name);
  if (!isOfTaskOrder && (items.length === 0 || items.some(({ name }) => !held.has(name)))) return false;
  run.context.events.note(`Skipped: ${describeBought(holders)}`);
  return true;
}

/** Reads the journal, and at the service what it lacks: contents of this task, and of earlier task orders. */
async function look<Reply, Body>(
  run: Run,
  given: Offer<Reply, Body>,
): Promise<{ offer: Offer<Reply, Body>; book: Book }> {
  const { origin } = given.purchase;
  if (!isOrder(given.purchase)) {
    const shared = await (run.book ??= readBookOf(run, { origin, purchase: "anyRequest" }));
    return { offer: given, book: await shared.addEqual(given.purchase) };
  }
  const first = await (run.book = readBookOf(run, { origin, purchase: given.purchase }));
  const isLacking = !run.context.consent.resend && lacksContents(given.purchase, first);
  const offer = isLacking ? ((await given.complete?.()) ?? given) : given;
  // The first Book lacks the owners of the new pieces.
  const book =
    offer === given ? first : await (run.book = readBookOf(run, { origin, purchase: offer.purchase }));
  await noteContents(run, book, given);
  return { offer, book };
}

const readBookOf = (run: Run, options: Omit<Parameters<typeof readBook>[1], "quote">): Promise<Book> =>
  readBook(run.context, { ...options, quote: run.quote?.digest });

/** Returns true if an earlier order may own pieces of this purchase that only the service knows. */
const lacksContents = ({ isComplete, taskId }: Purchase, { entries, hasOtherOrders }: Book): boolean =>
  !isComplete && hasOtherOrders && !entries.some((entry) => taskId !== undefined && isOfTask(entry, taskId));

/** Asks the service once for the contents of earlier task orders, and writes them into their records. */
async function noteContents(
  { context, contentsRead }: Run,
  { entries }: Book,
  { purchase, contents }: Pick<Offer<unknown>, "purchase" | "contents">,
): Promise<void> {
  if (contents === undefined || context.consent.resend) return;
  for (const entry of entries) {
    const { id, taskId, state, isComplete } = entry;
    if (taskId === undefined || isComplete) continue;
    if (purchase.taskId !== undefined && isSameId(taskId, purchase.taskId)) continue;
    if (contentsRead.has(taskId)) continue;
    // Only the process that sends an order writes its record.
    if (state !== "confirmed" && state !== "unknown") continue;
    contentsRead.add(taskId);
    const items = await contents(taskId);
    if (items === undefined) continue;
    await (await context.service.journal()).note(id, { taskContents: items });
    const keys = items.flatMap(listPieces).flatMap((piece) => piece.keys);
    Object.assign(entry, { keys: new Set([...entry.keys, ...keys]), isComplete: true });
  }
}

/** Returns the orders that own a piece for certain. */
const listOwners = (reasons: readonly Reason[]): Holder[] =>
  reasons.flatMap((reason) => ("holders" in reason ? reason.holders.filter(({ isGuess }) => !isGuess) : []));

// ---- 3 price, 4 ask ----

/**
 * Compares the cost of these offers together with the limits and the budget, and asks. Errors: COST_LIMIT_EXCEEDED, APPROVAL_REQUIRED, BUDGET_EXCEEDED,
 * PRICE_CHANGED for another price than that of the quote, CONFIRMATION_REQUIRED, ABORTED.
 */
export async function agree(
  run: Run,
  { cost, question, data }: Terms,
  offers: readonly Pick<JudgedOffer<unknown>, "isAgreed">[],
): Promise<void> {
  const { context, quote, limits } = run;
  if (quote !== undefined && !isQuoted(cost, quote, limits.dollar))
    throw makeQuotedPriceError(cost, quote, { outcome: run.outcome, ...(data && { data }) });
  const withRest = { ...limits, left: run.limit.left };
  let { spends, rows } = await readSpends(run);
  let reason = judgeCost(cost, withRest, spends);
  const mayHaveRoom = reason?.kind === "overBudget" || reason?.kind === "spendsUnknown";
  if (mayHaveRoom && (await updateCommitments(context, rows))) {
    // Another Book, because records were changed.
    run.book = undefined;
    ({ spends, rows } = await readSpends(run));
    reason = judgeCost(cost, withRest, spends);
  }
  if (reason !== undefined)
    throw makePriceError(reason, {
      ...run.costWords,
      data: { ...data, ...(quote && { quote: quote.digest }) },
    });
  if (!context.consent.isGiven) await requireConsent(context, question(formatLeft(cost, spends, limits)));
  for (const offer of offers) offer.isAgreed = true;
}

/** Returns the spends that count for the budget; none without one. */
async function readSpends(run: Run): Promise<Pick<Book, "spends" | "rows">> {
  const { origin } = await run.context.service.connect();
  if (run.limits.budget === undefined) return { spends: [], rows: [] };
  return (run.book ??= readBookOf(run, { origin, purchase: "anyRequest" }));
}

/** Throws COST_LIMIT_EXCEEDED when the cost exceeds a limit, or cannot be compared with it. */
export function requireWithin(
  { dialect, profileName }: MoneyContext,
  { cost, data }: Pick<Terms, "cost" | "data">,
  { maxCost, outcome }: { maxCost: Money; outcome: string },
): void {
  const dollar = dialect["currency.$"];
  const reason = judgeCost(cost, { maxCost, dollar }, []);
  if (reason !== undefined)
    throw makePriceError(reason, { outcome, dollar, profile: profileName, ...(data && { data }) });
}

/** A request that is about to be approved. */
interface ToApprove {
  id: string;
  /** `task 3f...` */
  title: string;
  terms: Pick<Terms, "cost" | "data">;
}

/**
 * Compares costs with the limits that were given when the requests were created on this machine: they hold for every approval.
 * Errors: COST_LIMIT_EXCEEDED, also for a cost that cannot be compared; INTENT_OPEN if the record of a creation cannot be read.
 */
export async function requireEarlierLimits(
  context: MoneyContext,
  requests: readonly ToApprove[],
): Promise<void> {
  const journal = await context.service.journal();
  const { origin } = await context.service.connect();
  const rows = await journal.listNamed(...requests.map(({ id }) => id));
  for (const { id, title, terms } of requests)
    for (const row of rows) {
      if (!isSameId(row.resultId, id) || row.origin !== origin || isApproval(row)) continue;
      const record = await journal.record(row.id);
      if (record === undefined) throw makeLimitUnknown(title, row.id);
      const maxCost = parseMoney(record.details?.maxCost ?? "");
      if (maxCost !== undefined)
        requireWithin(context, terms, {
          maxCost,
          outcome: `${title} was created with this limit, and nothing was approved`,
        });
    }
}

const makeLimitUnknown = (title: string, intentId: string): AppError =>
  new AppError(
    "local",
    "INTENT_OPEN",
    `the record of the creation of ${title} cannot be read (journal ${intentId}), and it may have a cost limit: nothing was approved`,
    { data: { intentId, state: "unknown" }, next: suggestEarlier(intentId) },
  );

// ---- 5 fresh ----

/** A price that was read less than this time ago is not read again. */
const FRESH_MS = 1000;

/** The last steps before a request take less. If they took longer, the machine slept, and the price is read again. */
const LAST_STEPS_MS = 30_000;

/** After this many readings the purchase ends: a machine does not sleep so often. */
const MAX_READINGS = 3;

/** A price that was agreed to, with the time at which it was known to be current. */
interface CurrentPrice {
  price: AgreedPrice;
  knownMs: number;
}

/**
 * Sends a judged offer. Errors: those of `judgeOffer` and `agree`, PRICE_CHANGED, OUTCOME_UNKNOWN, and BATCH_PARTIAL if an earlier
 * request of the run has stopped it.
 */
export function send<Reply, Body>(
  run: Run,
  judged: JudgedOffer<Reply, Body>,
  { facts: given, price }: Priced = {},
): Promise<Reply> {
  const { purchase } = judged.offer;
  if (purchase.effect === "spend" && !judged.isAgreed && !run.context.consent.isGiven)
    throw new Error("a purchase without an agreement");
  const facts = run.quote === undefined ? given : { ...given, quote: run.quote.digest };
  return run.runInTurn(chooseTurn(run, purchase), async () => {
    if (purchase.effect === "spend" && run.limit.stop !== undefined) throw makeStoppedError(run.limit.stop);
    const current = price && { price, knownMs: await requireSamePrice(run, price) };
    return sendAfterFirstFree(run, purchase, () => sendWithinLimit(run, judged, facts, current));
  });
}

/**
 * Returns the queue of a purchase. A run may contain a request twice: the second one is judged after the first one. The requests under a
 * quote are sent one after the other. Sent together, a request would find another request of this run and report the quote as used. Under
 * a limit, the outcome of each decides whether the next one is sent, also of a free request that the service may approve.
 */
function chooseTurn({ quote, limit }: Run, purchase: Purchase): string {
  if (quote !== undefined) return quote.digest;
  return limit.given !== undefined && mayCost(purchase) ? "limit" : purchase.identity;
}

const mayCost = ({ effect, kind }: Purchase): boolean => effect === "spend" || mayBeApprovedUnasked(kind);

/**
 * Throws PRICE_CHANGED. The price is read again if it may be old, also under `--yes`: a machine may sleep between two steps.
 * Returns the time at which it was current.
 */
async function requireSamePrice(
  run: Run,
  price: AgreedPrice,
  isOld = price.mayBeOld === true,
): Promise<number> {
  const { context, limits } = run;
  if (!isOld && measureAgeMs(run, price.readMs) < FRESH_MS) return context.clock.now();
  const reading = price.readAgain();
  const now = await noteNothingSent(run, reading);
  if (isSamePrice(price.text, now.text, limits.dollar)) return context.clock.now();
  const text = (shown: ReadPrice): string => shown.text ?? "not shown";
  const amount = (shown: ReadPrice): string | null => shown.amount ?? shown.text ?? null;
  throw new AppError(
    "local",
    "PRICE_CHANGED",
    `${price.name} was ${text(price)} when you agreed, and is ${text(now)} now: ${run.outcome}`,
    {
      next: "Order again to see the new price",
      data: { ...price.data, shown: amount(price), now: amount(now) },
    },
  );
}

/** Notes that nothing was sent, if a signal ends the wait before the first request of the run. */
const noteNothingSent = <T>({ own, context }: Run, waiting: Promise<T>): Promise<T> =>
  own.size === 0 ? noteIfInterrupted(context, waiting, "Nothing was sent") : waiting;

/** Returns the age of a price that was read at this time. The clock may have been set back since then. */
const measureAgeMs = ({ context }: Run, readMs: number): number => Math.abs(context.clock.now() - readMs);

/**
 * Sends a free request after the run's first response. That response shows whether the service approves requests by itself, so at most
 * one request is approved without consent.
 */
async function sendAfterFirstFree<T>(run: Run, purchase: Purchase, work: () => Promise<T>): Promise<T> {
  if (purchase.effect === "spend" || !mayBeApprovedUnasked(purchase.kind)) return work();
  // A failed request shows nothing: the next one takes its place.
  while (run.firstFree !== undefined) if (await run.firstFree) return work();
  const first = work();
  run.firstFree = first.then(
    () => true,
    () => {
      run.firstFree = undefined;
      return false;
    },
  );
  return first;
}

/** Takes the cost from the limit of the run while the request is sent. Ctrl-C waits for the outcome. */
async function sendWithinLimit<Reply, Body>(
  run: Run,
  judged: JudgedOffer<Reply, Body>,
  facts: SpendFacts | undefined,
  current: CurrentPrice | undefined,
): Promise<Reply> {
  const { effect } = judged.offer.purchase;
  if (run.isApprovedUnasked && effect === "write") requireUnaskedTerms(run);
  const giveBack = effect === "spend" ? reserve(run, readCost(facts)) : undefined;
  const sent: Sent = { outcome: { state: "refused" } };
  try {
    return await run.context.interruption.shield(() => sendOnce(run, judged, { facts, current, sent }));
  } catch (error) {
    if (sent.outcome.state === "unknown") sent.outcome = { state: classifyOutcome(error).state };
    throw error;
  } finally {
    // An unknown outcome stops the run.
    giveBack?.(sent.outcome);
  }
}

/** Takes the price from the limit of the run, before the request is sent. Returns the function that is called with the outcome. */
function reserve(run: Run, cost: Cost): (outcome: ReservedOutcome) => void {
  const { limit, limits } = run;
  if (limit.stop !== undefined) throw makeStoppedError(limit.stop);
  const giveBack = limit.reserve(cost.kind === "total" ? cost.total : undefined);
  if (giveBack !== undefined) return giveBack;
  const reason = judgeCost(cost, { maxCost: limit.given, left: limit.left, dollar: limits.dollar }, []);
  if (reason === undefined) throw new Error("a cost within the limit was not reserved");
  throw makePriceError(reason, run.costWords);
}

/** Throws if the rest of a run must not be approved by the service without a review: under any limit or budget, and without consent. */
function requireUnaskedTerms(run: Run): void {
  const over = judgeCost({ kind: "neverShown" }, run.limits, []);
  if (over !== undefined) throw makePriceError(over, run.costWords);
  if (run.context.consent.isGiven) return;
  throw new AppError(
    "usage",
    "CONFIRMATION_REQUIRED",
    `the service approves requests by itself, without a cost review: ${run.outcome}`,
    { next: "Add --yes to agree" },
  );
}

/** Returns the cost of a request by the facts that its record gets. */
const readCost = (facts: SpendFacts | undefined): Cost => toCost(readRecordedPrice(readDetails(facts)));

// ---- 6 search ----

/** The outcome so far, for the limit of the run. */
interface Sent {
  outcome: ReservedOutcome;
}

interface Sending {
  facts: SpendFacts | undefined;
  current: CurrentPrice | undefined;
  sent: Sent;
}

/** An accepted request: by its own response, or by the record of it that a search found. */
type Accepted<Reply> = PaidReply<Reply> & { id: string };

/** Returns the response of an earlier, equal request that a search finds; else claims, sends and settles. */
async function sendOnce<Reply, Body>(
  run: Run,
  { offer: { purchase, request: prepare }, book: since, lost }: JudgedOffer<Reply, Body>,
  { facts, current, sent }: Sending,
): Promise<Reply> {
  const request = await prepare();
  run.context.interruption.giveUpSignal.throwIfAborted();
  let accepted = lost && (await findEarlier(run, request, lost, facts));
  let last: Book | undefined;
  if (accepted === undefined) {
    const claimed = await claim(
      run,
      purchase,
      { ...request.intent, ...(facts && { facts }) },
      { since, current },
    );
    last = claimed.book;
    sent.outcome = { state: "unknown" };
    accepted = await transmit(run, request, claimed.record);
  }
  const price = findHigherPrice(purchase, accepted.wire, facts, run.limits.dollar);
  sent.outcome = { state: "accepted", price };
  reportAccepted(run, purchase, accepted, { higher: price, facts, book: last });
  return accepted.reply;
}

/** Searches for the result of an earlier run's request. Its record gets the batch of this one, so that a rerun finds it. */
async function findEarlier<Reply>(
  run: Run,
  request: PaidRequest<Reply>,
  lost: IntentRecord,
  facts: SpendFacts | undefined,
): Promise<Accepted<Reply> | undefined> {
  const { service, clock } = run.context;
  const record = (await (await service.journal()).record(lost.id)) ?? lost;
  const batch = [...new Set([record.details?.batch, facts?.batch].flatMap((keys) => keys?.split(" ") ?? []))];
  const searched =
    batch.length === 0 ? record : { ...record, details: { ...record.details, batch: batch.join(" ") } };
  const when = chooseMoment(searched, { now: () => clock.now(), skewMs: () => service.skewMs() });
  return adoptFound(request, await search(run, searched, when));
}

/** Searches the service for a request, unless the person has given up. Its finding is saved. */
async function search(run: Run, record: IntentRecord, when: Moment): Promise<Reconciled | undefined> {
  const { interruption, events } = run.context;
  if (interruption.giveUpSignal.aborted) return undefined;
  return findLost(run.context, record, when, async (settled) => {
    await settle(run, settled);
    if (settled.state === "confirmed")
      events.note(
        `No response came, but the service received it: ${settled.resultId} (journal ${settled.id})`,
      );
  });
}

async function adoptFound<Reply>(
  request: PaidRequest<Reply>,
  finding: Reconciled | undefined,
): Promise<Accepted<Reply> | undefined> {
  if (finding?.outcome !== "found") return undefined;
  return { reply: await request.adopt(finding.found), wire: finding.found, id: finding.id };
}

// ---- 7 claim ----

/**
 * Judges again and writes the record, as one step under the journal's lock: of two processes exactly one passes. If the
 * machine slept meanwhile, the record is withdrawn and the price is read again.
 */
async function claim(
  run: Run,
  purchase: Purchase,
  intent: SpendIntent,
  { since, current }: { since: Book; current: CurrentPrice | undefined },
): Promise<{ record: IntentRecord; book: Book }> {
  const { service, interruption } = run.context;
  const journal = await service.journal();
  for (let readings = MAX_READINGS; ; readings -= 1) {
    let book = since;
    // Nothing has been sent yet: the first Ctrl-C ends the wait for the lock, and the purchase.
    const claiming = interruption.expose(() =>
      journal.claim(intent, async () => {
        book = await judgeUnderLock(run, purchase, intent.facts, since);
      }),
    );
    const record = await noteNothingSent(run, claiming);
    try {
      await run.requireAlone();
      interruption.pressSignal.throwIfAborted();
    } catch (error) {
      await journal.withdraw(record);
      throw error;
    }
    if (current === undefined || measureAgeMs(run, current.knownMs) < LAST_STEPS_MS) {
      run.own.add(record.id);
      return { record, book };
    }
    await journal.withdraw(record);
    if (readings === 0) throw makePriceTooOld(run);
    current.knownMs = await requireSamePrice(run, current.price, true);
  }
}

/** Judges for the second time, by the journal as it is under the lock. There is no question here: a reason to ask or to resume refuses. */
async function judgeUnderLock(
  run: Run,
  purchase: Purchase,
  facts: SpendFacts | undefined,
  since: Book,
): Promise<Book> {
  const book = await readBookOf(run, { origin: purchase.origin, purchase, since });
  for (const reason of findReasons(purchase, book, run.toJudgeOptions(book))) {
    if (!isFreeRepeat(reason, purchase)) throw makeEarlierError(reason, run.chooseWords(purchase));
    // A second rejection makes nothing.
    if (getEndpoint(purchase.kind).journal?.decides !== true)
      run.context.events.note(`${describeEarlier(reason, { count: 1 })}: this makes another one`);
  }
  const over = purchase.effect === "write" ? undefined : judgeCost(readCost(facts), run.limits, book.spends);
  if (over !== undefined) throw makePriceError(over, run.costWords);
  return book;
}

const makePriceTooOld = ({ outcome }: Run): AppError =>
  new AppError(
    "local",
    "PRICE_CHANGED",
    `more than ${LAST_STEPS_MS / 1000} s passed between the last reading of the price and the request: ${outcome}`,
    { next: "Order again to see the new price" },
  );

// ---- 8 send ----

/** Sends the request once. Without a proof, the service is searched for its result. Errors: the refusal, OUTCOME_UNKNOWN. */
async function transmit<Reply>(
  run: Run,
  request: PaidRequest<Reply>,
  record: IntentRecord,
): Promise<Accepted<Reply>> {
  const { interruption, clock } = run.context;
  let answer: PaidReply<Reply>;
  try {
    answer = await waitUnlessGivenUp(request.send, interruption.giveUpSignal);
  } catch (error) {
    const outcome: FailedOutcome =
      error instanceof GivenUp ? { state: "unknown", reason: error.message } : classifyOutcome(error);
    return settleFailure(run, request, { record, outcome, cause: error });
  }
  const { id } = answer;
  if (id === undefined || id === "") {
    const outcome = { state: "unknown", reason: "the response has no id" } as const;
    return settleFailure(run, request, { record, outcome, cause: undefined });
  }
  const accepted = { ...answer, id };
  const known = toAcceptedRecord(record, accepted, { nowMs: clock.now(), dollar: run.limits.dollar });
  await settle(run, { ...known, ...readSkew(run, record) });
  return accepted;
}

class GivenUp extends Error {
  override readonly name = "GivenUp";
}

/** Resolves with the response; rejects as soon as the person gives up. A later response is ignored. */
function waitUnlessGivenUp<T>(go: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const giveUp = (): void => reject(new GivenUp("interrupted while waiting for the response"));
    signal.addEventListener("abort", giveUp, { once: true });
    go()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", giveUp));
  });
}

// ---- 9 settle ----

/** Writes the outcome before it is reported. If the disk refuses it, the person gets the record to keep. */
async function settle({ context: { service, events } }: Run, record: IntentRecord): Promise<void> {
  try {
    const noteWait = (): void =>
      events.note("another program has a file of the spend journal open; waiting up to a minute for it");
    await (await service.journal()).settle(record, noteWait);
  } catch {
    events.warn(`the outcome could not be saved in the journal; keep this line: ${escapeJson(record)}`);
  }
}

interface Failed {
  record: IntentRecord;
  outcome: FailedOutcome;
  cause: unknown;
}

/** Writes down a refusal, and throws it; else searches for the result, and returns it. */
async function settleFailure<Reply>(
  run: Run,
  request: PaidRequest<Reply>,
  { record, outcome, cause }: Failed,
): Promise<Accepted<Reply>> {
  const closed: IntentRecord = {
    ...record,
    ...outcome,
    closedAt: run.context.clock.now(),
    ...readSkew(run, record),
  };
  await settle(run, closed);
  if (outcome.state === "refused") throw cause;
  const finding = await search(run, closed, "now");
  // If the request had no response, the first response of the search measures the service's clock. A second measurement is not
  // recorded, because the clock of this machine may have been set meanwhile.
  const isSettled = finding?.outcome === "found" || (finding?.outcome === "absent" && finding.isFree);
  const measured = readSkew(run, closed);
  if (!isSettled && measured.skewMs !== closed.skewMs) await settle(run, { ...closed, ...measured });
  const accepted = await adoptFound(request, finding);
  if (accepted !== undefined) return accepted;
  throw makeOutcomeUnknown(closed, outcome, cause, finding);
}

/** Returns the service's clock minus ours: as the record has it, else by the last response. */
function readSkew({ context }: Run, { skewMs: known }: IntentRecord): { skewMs?: number } {
  const skewMs = known ?? context.service.skewMs();
  return skewMs === undefined ? {} : { skewMs };
}
