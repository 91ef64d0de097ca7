/**
 * The one way to a request that costs money: judge it by the journal, compare its price with the limits, ask, write the
 * intent to disk, judge again on a fresh reading, send one request, and write down the outcome. See
 * docs/architecture.md, "The path of a command".
 */
import { endpointOf } from "../contract/endpoints.ts";
import { isSameId } from "../contract/id-key.ts";
import type { SpendFacts, SpendGuard, SpendIntent } from "../contract/spend.ts";
import { objectOf } from "../contract/json-object.ts";
import { countText } from "../counted.ts";
import {
  costOfPrice,
  factsOf,
  isFinal,
  isFreeRepeat,
  isQuoted,
  isOfTask,
  isOwned,
  isSilent,
  judge,
  judgeCost,
  reasonsOf,
  type Limits,
  type Cost,
  type EarlierReason,
  type Holder,
  type QuotedTerms,
} from "./judge.ts";
import { isOrder, isTaskName, piecesOf, type OrderedItem, type Purchase } from "./purchase.ts";
import { budgetStanding } from "../domain/price/budget.ts";
import { isAboveLimit, isSamePrice, moneyText, parseMoney, type Money } from "../domain/price/money.ts";
import { commitmentText, recordedPrice } from "../domain/price/price.ts";
import { approvedUnasked, mayBeApprovedUnasked } from "./unasked-approval.ts";
import { RunLimit, type ReservedOutcome } from "./run-limit.ts";
import { AppError } from "../errors.ts";
import { classifyOutcome } from "./outcome.ts";
import { pricedBy } from "./store/guard.ts";
import { intentDetailsOf } from "./details.ts";
import type { IntentRecord } from "./record.ts";
import { purchaseIdentity } from "./recorded-purchase.ts";
import { safeJson } from "../render/safe-json.ts";
import { requireConsent, noteIfInterrupted } from "./consent.ts";
import type { MoneyContext } from "./context.ts";
import { readBook, type RecordedBook, type RecordedEntry } from "./book.ts";
import { updateCommitments } from "./commitments.ts";
import {
  againText,
  boughtText,
  earlierError,
  earlierFact,
  earlierQuestion,
  priceError,
  stoppedError,
  withoutQuestion,
} from "./words.ts";

/** One request that costs money, or that costs money once it is approved. */
export interface Offer<Reply, Body = unknown> {
  purchase: Purchase;
  body: Body;
  /** Sends the request: once, by this guard. */
  send: (guard: SpendGuard) => Promise<Reply>;
  /** Returns the offer without these pieces; undefined if no piece would be left. */
  without?: (pieces: ReadonlySet<string>) => Promise<Offer<Reply, Body>> | undefined;
  /** Returns the offer with the pieces that only the service knows. */
  complete?: () => Promise<Offer<Reply, Body>>;
  /** Returns the contents of an earlier task order; undefined if the service does not list them. */
  contents?: (taskId: string) => Promise<readonly OrderedItem[] | undefined>;
}

/** Builds the offer of a request that owns no products: a task, a series, a retask, an approval. */
export const requestOffer = <Reply>(
  { kind, origin, path, body, effect = "spend" }: SpendIntent,
  send: Offer<Reply>["send"],
): Offer<Reply> => ({
  purchase: {
    kind,
    path,
    origin,
    effect,
    identity: purchaseIdentity({ kind, path, body }),
    pieces: [],
    isComplete: true,
  },
  body,
  send,
});

/** The terms that a person agrees to. */
export interface Terms {
  cost: Cost;
  /** Returns the question. `left`, such as ` of $5,000.00 left`, follows the price if there is a budget. */
  question: (left?: string) => string;
  /** Data of the error when the cost does not fit. */
  data?: Record<string, unknown>;
}

/** A price as people read it, and as the data of an error has it. */
export interface ReadPrice {
  /** Undefined if the service shows none. */
  text: string | undefined;
  amount?: string | undefined;
}

/** A price that was agreed to. */
export interface AgreedPrice extends ReadPrice {
  /** The time at which its reading began. */
  readMs: number;
  /** True if other requests may take time before this one, or if the price came from a list. */
  mayBeOld?: boolean;
  readAgain: () => Promise<ReadPrice>;
  /** `the price of task 3f...` */
  name: string;
  data?: Record<string, unknown>;
}

/** An offer that may be sent. Only this file makes one: a copy lacks the private member. */
class ClearedOffer<Reply, Body = unknown> {
  readonly #offer: Offer<Reply, Body>;
  readonly #book: RecordedBook;
  readonly #lost: IntentRecord | undefined;

  /**
   * `book`: by which it was judged. `lost`: an earlier attempt with an unknown outcome. Its result is searched for before anything
   * is sent.
   */
  constructor(offer: Offer<Reply, Body>, book: RecordedBook, lost?: IntentRecord) {
    this.#offer = offer;
    this.#book = book;
    this.#lost = lost;
  }

  get offer(): Offer<Reply, Body> {
    return this.#offer;
  }

  get book(): RecordedBook {
    return this.#book;
  }

  get lost(): IntentRecord | undefined {
    return this.#lost;
  }
}
export type { ClearedOffer };

export type Cleared<Reply, Body = unknown> =
  /** An earlier order of the same pieces, which can be downloaded. */
  | { resumed: IntentRecord; cleared?: undefined }
  /**
   * The offer, without the pieces that the person does not buy again. `hasOtherOrders`: an earlier order may own pieces of it
   * that only the service knows. `again`: names of pieces that `resend` buys again.
   */
  | {
      cleared: ClearedOffer<Reply, Body>;
      hasOtherOrders: boolean;
      again: readonly string[];
      resumed?: undefined;
    };

/** The purchases of one run, which share its agreements. */
export interface Buying {
  /**
   * Judges an offer by the journal, and asks about earlier purchases. Errors: INTENT_OPEN, ALREADY_ORDERED,
   * INTENT_CONFIRMED for a reason without an agreement.
   */
  clear<Reply, Body>(offer: Offer<Reply, Body>): Promise<ClearedOffer<Reply, Body>>;
  /** Like `clear`. An order that is waited for or downloaded can be replaced by an earlier order of the same pieces. */
  clearOrResume<Reply, Body>(offer: Offer<Reply, Body>, isFollowed: boolean): Promise<Cleared<Reply, Body>>;
  /** Compares the cost with the limits and asks. Errors: COST_LIMIT_EXCEEDED, BUDGET_EXCEEDED, CONFIRMATION_REQUIRED, ABORTED. */
  requireTerms(terms: Terms): Promise<void>;
  /**
   * Sends a cleared offer, and under a limit only after those before it. `facts` go into the journal. Errors: those of `clear`,
   * PRICE_CHANGED, OUTCOME_UNKNOWN, and BATCH_PARTIAL if an earlier request of the run has stopped it.
   */
  send<Reply, Body>(
    cleared: ClearedOffer<Reply, Body>,
    facts?: SpendFacts,
    price?: AgreedPrice,
  ): Promise<Reply>;
}

/** A price that was read less than this time ago is not read again. */
const FRESH_MS = 1000;

/** The last steps before a request take less. If they took longer, the machine slept, and the price is read again. */
const LAST_STEPS_MS = 30_000;

/** A machine does not sleep in each of the last steps of one purchase. */
const READINGS = 3;

/** The price is too old when its request is about to be sent. */
class PriceTooOld extends AppError {
  constructor(outcome: string) {
    const message = `more than ${LAST_STEPS_MS / 1000} s passed between the last reading of the price and the request: ${outcome}`;
    super("local", "PRICE_CHANGED", message);
  }
}

/** A price that was agreed to, with the time at which it was known to be current. */
interface CurrentPrice {
  price: AgreedPrice;
  knownMs: number;
}

/**
 * `outcome` completes errors that stop the run: `nothing was ordered`. Under a quote, its price is the limit, and it is bought
 * once. `runLimit`: the limit of a run with several such openings, instead of `maxCost`. `skipsOwned`
 * leaves out pieces that earlier orders own, unless these are all. `isAgainAtNoCost` buys pieces again that accepted orders own;
 * its `runLimit` is zero.
 */
export function openBuying(
  context: MoneyContext,
  {
    maxCost,
    outcome = "nothing was sent",
    quote,
    runLimit,
    skipsOwned = false,
    isAgainAtNoCost = false,
  }: {
    maxCost?: Money | undefined;
    outcome?: string;
    quote?: QuotedTerms | undefined;
    runLimit?: RunLimit | undefined;
    skipsOwned?: boolean;
    isAgainAtNoCost?: boolean;
  } = {},
): Buying {
  const { service, settings, dialect, clock, events, consent, interruption } = context;
  const dollar = dialect["currency.$"];
  const budget = settings.budget.value;
  const run = runLimit ?? new RunLimit(quote === undefined ? maxCost : parseMoney(quote.price), dollar);
  const limits: Limits = {
    maxCost: run.given,
    approvalAbove: quote?.isApproved === true ? undefined : settings.approvalAbove.value,
    budget,
    dollar,
  };
  /** Accepted facts. */
  const agreed = new Set<string>();
  /** Journal ids of the requests of this run. */
  const own = new Set<string>();
  /** The cleared purchases of this run, by identity. */
  const purchases = new Map<string, Purchase>();
  /** Tasks whose contents were read for `noteContents`. */
  const contentsRead = new Set<string>();
  /** The latest Book before an agreement. Requests that own no products share it. */
  let book: Promise<RecordedBook> | undefined;
  /** The service approved a request of this run that was free by its own words. */
  let isApprovedUnasked = false;
  /** A free request of this run had a response, and whether the service approves by itself is known. */
  let isAnswered = false;
  /** The free request whose response shows it. */
  let firstFree: Promise<unknown> | undefined;
  /** The latest request of each identity. */
  const waiting = new Map<string, Promise<unknown>>();

  const read = (
    origin: string,
    purchase: Purchase | "anyRequest",
    last: { except?: string; since?: RecordedBook } = {},
  ): Promise<RecordedBook> => readBook(context, { origin, purchase, ...last, quote: quote?.digest });

  const outcomeNow = (): string =>
    own.size === 0
      ? outcome
      : `this request was not sent, and ${countText(own.size, "request")} before it ${own.size === 1 ? "was" : "were"}`;
  const wordsOf = ({ pieces }: Purchase) => ({
    count: pieces.filter(({ name }) => !isTaskName(name)).length || 1,
    outcome: outcomeNow(),
  });
  const agreeTo = (reason: EarlierReason): void => {
    for (const fact of factsOf(reason)) agreed.add(fact);
  };

  /** Agrees to silent reasons, and to all but requests in flight for `resend`. */
  function acceptSilently(purchase: Purchase, reasons: readonly EarlierReason<RecordedEntry>[]): void {
    for (const reason of reasons) {
      if (isSilent(reason) || (isAgainAtNoCost && isOwned(reason))) agreeTo(reason);
      if (!consent.resend || isFinal(reason)) continue;
      if ("holders" in reason) events.note(againText(reason, wordsOf(purchase)));
      agreeTo(reason);
    }
  }

  async function clear<Reply, Body>(offer: Offer<Reply, Body>): Promise<ClearedOffer<Reply, Body>> {
    const { cleared } = await clearOrResume(offer, false);
    if (cleared === undefined) throw new Error("an order that is not followed was resumed");
    return cleared;
  }

  async function clearOrResume<Reply, Body>(
    given: Offer<Reply, Body>,
    isFollowed: boolean,
  ): Promise<Cleared<Reply, Body>> {
    const { origin } = given.purchase;
    if (isOrder(given.purchase)) book = read(origin, given.purchase);
    let first = await (book ??= read(origin, "anyRequest"));
    if (!isOrder(given.purchase)) first = await first.withEqual(given.purchase);
    const offer = needsContents(given.purchase, first) ? ((await given.complete?.()) ?? given) : given;
    const { purchase } = offer;
    // A third Book, where contents were looked up: the first one has only the owners of the pieces that were known.
    if (offer !== given) first = await (book = read(origin, purchase));
    await noteContents(first, given);
    const others = [...purchases.values()];
    const held = reasonsOf(purchase, first, { agreed: new Set(), run: others, quote }).flatMap(holdersIn);
    const unowned = skipsOwned ? await withoutOwned(offer, held) : undefined;
    if (unowned !== undefined) return clearOrResume(unowned, isFollowed);
    acceptSilently(purchase, reasonsOf(purchase, first, { agreed, run: others, quote }));
    const judged = judge(purchase, first, {
      agreed,
      run: others,
      quote,
      isFollowed: isFollowed && !consent.resend,
    });
    const cleared = (lost?: IntentRecord): Cleared<Reply, Body> => {
      purchases.set(purchase.identity, purchase);
      const again = consent.resend ? held.flatMap((holder) => holder.held) : [];
      return { cleared: new ClearedOffer(offer, first, lost), hasOtherOrders: first.hasOtherOrders, again };
    };
    switch (judged.verdict) {
      case "go":
        return cleared();
      case "resume":
        return { resumed: judged.entry.record };
      case "refuse": {
        const { reason } = judged;
        if (reason.kind === "sameUnknown" && !isOrder(purchase)) return cleared(reason.entry.record);
        throw earlierError(reason, wordsOf(purchase));
      }
      case "ask":
        for (const reason of judged.reasons) {
          if (!consent.canAsk || consent.isGiven) {
            const { isNeeded, rest } = await withoutHeld(offer, reason);
            // The items of a quote are those of its price.
            const left = quote === undefined ? rest?.purchase.pieces.length : undefined;
            throw earlierError(reason, { ...wordsOf(purchase), isNeeded, others: left });
          }
          const rest = await askAboutEarlier(offer, reason);
          if (rest !== offer) return clearOrResume(rest, isFollowed);
        }
        return cleared();
    }
  }

  /** Returns true if an earlier order may own pieces of this purchase that only the service knows. */
  const needsContents = (
    { isComplete, taskId }: Purchase,
    { entries, hasOtherOrders }: RecordedBook,
  ): boolean =>
    !isComplete &&
    !consent.resend &&
    hasOtherOrders &&
    !entries.some((entry) => taskId !== undefined && isOfTask(entry, taskId));

  /** Asks about one reason. After a no, pieces that are held are skipped, and the others are bought. */
  async function askAboutEarlier<Reply, Body>(
    offer: Offer<Reply, Body>,
    reason: EarlierReason<RecordedEntry>,
  ): Promise<Offer<Reply, Body>> {
    const { held, rest, isNeeded } = await withoutHeld(offer, reason);
    if (rest === undefined || !("holders" in reason)) {
      await requireConsent(context, earlierQuestion(reason, { ...wordsOf(offer.purchase), isNeeded }));
    } else {
      const question = withoutQuestion(reason.holders, rest.purchase.pieces.length);
      if (!(await noteIfInterrupted(context, consent.ask(question), "Nothing was sent"))) {
        events.note(`Skipped: ${[...held].join(", ")}`);
        return rest;
      }
    }
    agreeTo(reason);
    return offer;
  }

  /** Returns the offer without what earlier orders own; undefined if that is nothing, or all. */
  async function withoutOwned<Reply, Body>(
    offer: Offer<Reply, Body>,
    holders: readonly Holder<RecordedEntry>[],
  ): Promise<Offer<Reply, Body> | undefined> {
    if (holders.length === 0) return undefined;
    const rest = await offer.without?.(new Set(holders.flatMap(({ held }) => held)));
    if (rest !== undefined) events.note(`Skipped: ${boughtText(holders)}`);
    return rest;
  }

  /** Returns the offer without what is held. `isNeeded`: the rest cannot be ordered without it. */
  async function withoutHeld<Reply, Body>(
    offer: Offer<Reply, Body>,
    reason: EarlierReason,
  ): Promise<{ held: ReadonlySet<string>; rest: Offer<Reply, Body> | undefined; isNeeded: boolean }> {
    const holders = "holders" in reason ? reason.holders : [];
    const held = new Set(holders.flatMap((holder) => holder.held));
    const rest = holders.length === 0 ? undefined : await offer.without?.(held);
    const isPart = held.size > 0 && held.size < offer.purchase.pieces.length;
    return { held, rest, isNeeded: isPart && offer.without !== undefined && rest === undefined };
  }

  /** Asks the service once for the contents of earlier task orders, and writes them into their records. */
  async function noteContents(
    { entries }: RecordedBook,
    { purchase, contents }: Pick<Offer<unknown>, "purchase" | "contents">,
  ): Promise<void> {
    if (contents === undefined || consent.resend) return;
    for (const entry of entries) {
      const { id, taskId, state, isComplete } = entry;
      if (taskId === undefined || isComplete) continue;
      if (purchase.taskId !== undefined && isSameId(taskId, purchase.taskId)) continue;
      if (contentsRead.has(taskId)) continue;
      // The process that sends an order writes its record.
      if (state !== "confirmed" && state !== "unknown") continue;
      contentsRead.add(taskId);
      const items = await contents(taskId);
      if (items === undefined) continue;
      await (await service.journal()).note(id, { taskContents: items });
      const keys = items.flatMap(piecesOf).flatMap((piece) => piece.keys);
      Object.assign(entry, { keys: new Set([...entry.keys, ...keys]), isComplete: true });
    }
  }

  async function requireTerms({ cost, question, data }: Terms): Promise<void> {
    if (quote !== undefined && !isQuoted(cost, quote, dollar))
      throw quotedPriceChanged(cost, quote, { outcome, ...(data && { data }) });
    const { origin } = await service.connect();
    const readSpends = async (): Promise<Pick<RecordedBook, "spends" | "rows">> =>
      budget === undefined ? { spends: [], rows: [] } : (book ??= read(origin, "anyRequest"));
    let { spends, rows } = await readSpends();
    const left = { ...limits, left: run.left };
    let reason = judgeCost(cost, left, { spends });
    const mayHaveRoom = reason?.kind === "overBudget" || reason?.kind === "spendsUnknown";
    if (mayHaveRoom && (await updateCommitments(context, rows))) {
      // A third Book, because records were changed.
      book = undefined;
      ({ spends, rows } = await readSpends());
      reason = judgeCost(cost, left, { spends });
    }
    if (reason !== undefined)
      throw priceError(reason, {
        outcome,
        dollar,
        profile: context.profileName,
        data: { ...data, ...(quote && { quote: quote.digest }) },
      });
    if (consent.isGiven) return;
    await requireConsent(context, question(leftText(cost, spends)));
  }

  /** Returns ` of $5,000.00 left`; undefined without a budget or a total. */
  function leftText(cost: Cost, spends: RecordedBook["spends"]): string | undefined {
    if (budget === undefined || cost.kind !== "total" || cost.total === undefined) return undefined;
    const { left } = budgetStanding(budget, spends, dollar);
    const currency = parseMoney(cost.total)?.currency ?? left.currency;
    return ` of ${moneyText({ ...left, currency })} left`;
  }

  /** Returns the age of a price that was read at this time. The clock may have been set back since then. */
  const ageMs = (readMs: number): number => Math.abs(clock.now() - readMs);

  /**
   * Throws PRICE_CHANGED. The price is read again if it may be old, also under `--yes`: a machine may sleep between two steps.
   * Returns the time at which its age was known.
   */
  async function requireSamePrice(price: AgreedPrice, isOld = price.mayBeOld === true): Promise<number> {
    if (!isOld && ageMs(price.readMs) < FRESH_MS) return clock.now();
    const reading = price.readAgain();
    const now = await (own.size === 0 ? noteIfInterrupted(context, reading, "Nothing was sent") : reading);
    if (isSamePrice(price.text, now.text, dollar)) return clock.now();
    const text = (shown: ReadPrice): string => shown.text ?? "not shown";
    const amount = (shown: ReadPrice): string | null => shown.amount ?? shown.text ?? null;
    throw new AppError(
      "local",
      "PRICE_CHANGED",
      `${price.name} was ${text(price)} when you agreed, and is ${text(now)} now: ${outcomeNow()}`,
      { data: { ...price.data, shown: amount(price), now: amount(now) } },
    );
  }

  function requireCurrent(current: CurrentPrice | undefined): void {
    if (current !== undefined && ageMs(current.knownMs) >= LAST_STEPS_MS) throw new PriceTooOld(outcomeNow());
  }

  /** Sends the request; reads the price again if it became too old in the last steps before it. */
  async function withCurrentPrice<Reply>(
    current: CurrentPrice | undefined,
    sendGuarded: () => Promise<Reply>,
  ): Promise<Reply> {
    for (let readings = READINGS; ; readings -= 1)
      try {
        return await sendGuarded();
      } catch (error) {
        if (!(error instanceof PriceTooOld) || current === undefined || readings === 0) throw error;
        current.knownMs = await requireSamePrice(current.price, true);
      }
  }

  /** The last judgement: on a fresh reading of the journal, once the intent is on disk. */
  async function judgeAgain(
    purchase: Purchase,
    facts: SpendFacts | undefined,
    last: { except: string; since: RecordedBook },
  ): Promise<RecordedBook> {
    const fresh = await read(purchase.origin, purchase, last);
    for (const reason of reasonsOf(purchase, fresh, { agreed, own, run: [...purchases.values()], quote })) {
      if (!isFreeRepeat(reason, purchase)) throw earlierError(reason, wordsOf(purchase));
      // A second rejection makes nothing.
      if (endpointOf(purchase.kind).journal?.decides !== true)
        events.note(`${earlierFact(reason, { count: 1 })}: this makes another one`);
    }
    if (purchase.effect === "write") return fresh;
    const over = judgeCost(costOfFacts(facts), limits, fresh);
    if (over !== undefined)
      throw priceError(over, { outcome: outcomeNow(), dollar, profile: context.profileName });
    return fresh;
  }

  /** With one id for two orders, only one of them can be seen and downloaded. The order is paid: no error hides its id. */
  function warnOfSameId(orderId: string, { ordersNamed }: RecordedBook): void {
    const same = ordersNamed(orderId);
    if (same.length > 0)
      events.warn(
        `the service gave the id ${orderId} to an earlier order as well (journal ${same.join(", ")}): each of them may be paid`,
      );
  }

  /**
   * Reports a request that the service approved by itself: it is paid, so that an error comes after its id. The rest of the run
   * costs money as well.
   */
  function reportUnasked(
    { kind }: Purchase,
    reply: unknown,
    { id, spends }: { id: string; spends: RecordedBook["spends"] },
  ): void {
    const approved = approvedUnasked(kind, reply);
    if (approved === undefined) return;
    isApprovedUnasked = true;
    const { price } = approved;
    const noun = endpointOf(kind).journal?.noun ?? "request";
    const cost = price === undefined ? "its price is not known" : `it costs ${commitmentText(price)}`;
    events.warn(
      `the service approved ${noun} ${id} by itself, without a cost review: ${cost}. Perhaps the organization pre-approves its requests`,
    );
    const over = judgeCost(costOfPrice(price), limits, { spends });
    if (over === undefined) return;
    const told = {
      outcome: `${noun} ${id} exists, and was approved by the service`,
      dollar,
      profile: context.profileName,
    };
    const error = priceError(over, { ...told, data: { id } });
    events.failed(error.restated(error.message, { next: { do: "listJournal" } }));
  }

  /** Throws if the rest of a run must not be approved by the service without a review. */
  function requireUnaskedTerms(): void {
    const over = judgeCost({ kind: "neverShown" }, limits, { spends: [] });
    if (over !== undefined)
      throw priceError(over, { outcome: outcomeNow(), dollar, profile: context.profileName });
    if (consent.isGiven) return;
    throw new AppError(
      "usage",
      "CONFIRMATION_REQUIRED",
      `the service approves requests by itself, without a cost review: ${outcomeNow()}`,
    );
  }

  /** Takes the price from the limit of the run, before the request is sent. Returns the function that is called with the outcome. */
  function reserve(cost: Cost): NonNullable<ReturnType<RunLimit["reserve"]>> {
    if (run.stop !== undefined) throw stoppedError(run.stop);
    const settle = run.reserve(cost.kind === "total" ? cost.total : undefined);
    if (settle !== undefined) return settle;
    const reason = judgeCost(cost, { maxCost: run.given, left: run.left, dollar }, { spends: [] });
    if (reason === undefined) throw new Error("a cost within the limit was not reserved");
    throw priceError(reason, { outcome: outcomeNow(), dollar, profile: context.profileName });
  }

  async function send<Reply, Body>(
    cleared: ClearedOffer<Reply, Body>,
    facts?: SpendFacts,
    price?: AgreedPrice,
  ): Promise<Reply> {
    const { purchase } = cleared.offer;
    const isSpending = purchase.effect === "spend";
    // A batch may contain a request twice: the second one is judged after the first one. The requests under a quote are sent
    // one after the other, because none of them may see another one of this run as another purchase of the quote. Under a
    // limit, the outcome of each decides whether the next one is sent, also of a free request that the service may approve.
    const mayCost = isSpending || mayBeApprovedUnasked(purchase.kind);
    const key = quote?.digest ?? (mayCost && run.given !== undefined ? "limit" : purchase.identity);
    const before = waiting.get(key) ?? Promise.resolve();
    const work = before.then(async () => {
      if (isSpending && run.stop !== undefined) throw stoppedError(run.stop);
      const knownMs = price && (await requireSamePrice(price));
      const sendNow = (): Promise<Reply> =>
        sendReserved(cleared, facts, price && { price, knownMs: knownMs ?? price.readMs });
      return isSpending || !mayCost ? sendNow() : sendAfterFirst(sendNow);
    });
    waiting.set(
      key,
      work.catch(() => {}),
    );
    return work;
  }

  /**
   * Sends a free request once the response to another one of this run has shown whether the service approves by itself, so that
   * at most one is approved without consent.
   */
  async function sendAfterFirst<Reply>(sendNow: () => Promise<Reply>): Promise<Reply> {
    if (isAnswered) return sendNow();
    if (firstFree !== undefined) {
      await firstFree;
      return sendAfterFirst(sendNow);
    }
    const work = sendNow();
    firstFree = work.then(
      () => (isAnswered = true),
      () => (firstFree = undefined),
    );
    return work;
  }

  async function sendReserved<Reply, Body>(
    { offer: { purchase, send: sendOnce }, book: since, lost }: ClearedOffer<Reply, Body>,
    facts: SpendFacts | undefined,
    current: CurrentPrice | undefined,
  ): Promise<Reply> {
    const known = quote === undefined ? facts : { ...facts, quote: quote.digest };
    if (isApprovedUnasked && purchase.effect === "write") requireUnaskedTerms();
    const settle = purchase.effect === "spend" ? reserve(costOfFacts(facts)) : undefined;
    const sent: { outcome: ReservedOutcome } = { outcome: { state: "refused" } };
    const guard: SpendGuard = async (intent, go, idOf, adopt) => {
      const journal = await service.journal();
      let last: RecordedBook | undefined;
      const guardOnce = journal.guard({
        judge: async (except, isClaimed) => {
          last = await judgeAgain(purchase, facts, { except, since });
          if (isClaimed) requireCurrent(current);
          if (isClaimed) own.add(except);
          return last.own;
        },
        earlier: lost,
        abandoned: interruption.giveUpSignal,
        skewMs: () => service.skewMs(),
        reconcile: service.reconcile,
        onReconciled: (record) => {
          if (record.state === "confirmed")
            events.note(
              `No response came, but the service received it: ${record.resultId} (journal ${record.id})`,
            );
        },
        onUnsaved: (record) =>
          events.warn(`the outcome could not be saved in the journal; keep this line: ${safeJson(record)}`),
      });
      const reply = await withCurrentPrice(current, () =>
        guardOnce(
          { ...intent, ...(known && { facts: known }) },
          () => {
            sent.outcome = { state: "unknown" };
            return go();
          },
          idOf,
          adopt,
        ),
      );
      const id = idOf(reply) ?? "";
      const price = higherPrice(purchase, reply, facts, dollar);
      sent.outcome = { state: "accepted", price };
      if (price !== undefined) reportHigherPrice(context, { price, facts, id, limit: run.given });
      if (isOrder(purchase) && last !== undefined) warnOfSameId(id, last);
      if (purchase.effect === "write") reportUnasked(purchase, reply, { id, spends: last?.spends ?? [] });
      return reply;
    };
    try {
      return await interruption.shield(() => sendOnce(guard));
    } catch (error) {
      if (sent.outcome.state === "unknown") sent.outcome = { state: classifyOutcome(error).state };
      throw error;
    } finally {
      settle?.(sent.outcome);
    }
  }

  return { clear, clearOrResume, requireTerms, send };
}

/** Returns the cost of a request by the facts that the journal gets. */
const costOfFacts = (facts: SpendFacts | undefined): Cost =>
  costOfPrice(recordedPrice(intentDetailsOf(facts)));

/** Returns the price of the response to a request, if it is higher than the price that was read before. */
function higherPrice(
  purchase: Purchase,
  reply: unknown,
  { price, per }: SpendFacts = {},
  dollar: string,
): string | undefined {
  if (price === undefined || per !== undefined || purchase.effect !== "spend") return undefined;
  return (
    pricedBy(reply, price, dollar).price ??
    // The response to an approval may be the record of the task.
    (isOrder(purchase) ? undefined : pricedBy(objectOf(reply)["properties"], price, dollar).price)
  );
}

/** The request is accepted, so its id must be shown: the run ends with an error afterwards. */
function reportHigherPrice(
  { events, dialect }: Pick<MoneyContext, "events" | "dialect">,
  {
    price,
    facts,
    id,
    limit,
  }: { price: string; facts: SpendFacts | undefined; id: string; limit: Money | undefined },
): void {
  const message = `the price of ${id} is ${price} in the response that accepts it, and was ${facts?.price} before`;
  events.warn(message);
  const isAbove = limit !== undefined && isAboveLimit(price, limit, dialect["currency.$"]);
  events.failed(
    new AppError("local", isAbove ? "COST_LIMIT_EXCEEDED" : "PRICE_CHANGED", message, {
      data: { id, shown: facts?.price, now: price, reason: "higherInResponse" },
      next: { do: "listJournal" },
    }),
  );
}

/** Returns the error of a quote at another price than the service's. */
function quotedPriceChanged(
  cost: Cost,
  { price }: QuotedTerms,
  { outcome, data }: { outcome: string; data?: Record<string, unknown> },
): AppError {
  const total = cost.kind === "total" ? cost.total : undefined;
  return new AppError(
    "local",
    "PRICE_CHANGED",
    `the price was ${price} in the quote, and is ${total ?? "not known"} now: ${outcome}`,
    { data: { ...data, shown: price, now: total ?? null }, next: { do: "makeQuote" } },
  );
}

/** Throws COST_LIMIT_EXCEEDED when the cost exceeds a limit, or cannot be compared with it. */
export function requireWithin(
  { dialect, profileName }: Pick<MoneyContext, "dialect" | "profileName">,
  { cost, data }: Pick<Terms, "cost" | "data">,
  { maxCost, outcome }: { maxCost: Money; outcome: string },
): void {
  const dollar = dialect["currency.$"];
  const reason = judgeCost(cost, { maxCost, dollar }, { spends: [] });
  if (reason !== undefined)
    throw priceError(reason, { outcome, dollar, profile: profileName, ...(data && { data }) });
}

/** One purchase: earlier purchases, price, question, one request. `terms` is left out where nothing is paid yet. */
export async function buy<Reply, Body>(
  context: MoneyContext,
  offer: Offer<Reply, Body>,
  options: {
    maxCost?: Money | undefined;
    terms?: Terms | undefined;
    facts?: SpendFacts | undefined;
  } = {},
): Promise<Reply> {
  if (context.service.isDryRun) return offer.send(refuseToSpend);
  const buying = openBuying(context, options);
  const cleared = await buying.clear(offer);
  if (options.terms !== undefined) await buying.requireTerms(options.terms);
  return buying.send(cleared, options.facts);
}

/** Returns the orders that own a piece for certain. */
const holdersIn = (reason: EarlierReason<RecordedEntry>): Holder<RecordedEntry>[] =>
  "holders" in reason ? reason.holders.filter(({ isGuess }) => !isGuess) : [];

/** In a dry run a request is described and never sent. */
export const refuseToSpend: SpendGuard = () => {
  throw new AppError("local", "INTERNAL", "a dry run sends nothing that costs money");
};
