/**
 * The one way to a request that costs money: judge it by the journal, compare its price with the limits, ask, write the
 * intent to disk, judge again on a fresh reading, send one request, and write down the outcome. See
 * docs/architecture.md, "The path of a command".
 */
import type { SpendFacts, SpendGuard } from "../../contract/spend.ts";
import {
  isFreeRepeat,
  isInFlight,
  isSilent,
  judge,
  judgeCost,
  reasonsOf,
  type Limits,
} from "../../domain/buying/judge.ts";
import { isTaskName, type Purchase } from "../../domain/buying/purchase.ts";
import { factsOf, type Cost, type EarlierReason } from "../../domain/buying/reason.ts";
import { budgetStanding } from "../../domain/spending/budget.ts";
import { moneyText, parseMoney, type Money } from "../../domain/spending/money.ts";
import { AppError } from "../../errors.ts";
import { intentDetailsOf, recordedCommitment } from "../../ledger/intent-details.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import { safeJson } from "../../render/safe-json.ts";
import { agree, orSay } from "../consent.ts";
import type { AppContext } from "../context.ts";
import { accountOf, readBook, type RecordedBook, type RecordedEntry } from "./read-book.ts";
import { earlierError, earlierQuestion, priceError, withoutQuestion } from "./reason-words.ts";

export type BuyingContext = Pick<
  AppContext,
  "service" | "settings" | "dialect" | "clock" | "events" | "consent" | "interruption" | "profileName"
>;

/** One request that costs money, or that costs money once it is approved. */
export interface Offer<Reply, Body = unknown> {
  purchase: Purchase;
  body: Body;
  /** Sends the request: once, by this guard. `facts` go into the journal. */
  send: (guard: SpendGuard, facts?: SpendFacts) => Promise<Reply>;
  /** Returns the offer without these pieces; undefined if no piece would be left. */
  without?: (pieces: ReadonlySet<string>) => Promise<Offer<Reply, Body>> | undefined;
  /** Returns the offer with the pieces that only the service knows. */
  complete?: () => Promise<Offer<Reply, Body>>;
  /** Returns the keys of an earlier task order's contents; undefined if the service does not list them. */
  contents?: (taskId: string) => Promise<readonly string[] | undefined>;
}

/** The terms that a person agrees to. */
export interface Terms {
  cost: Cost;
  /** Ends with the price and a question mark. */
  question: string;
  /** Data of the error when the cost does not fit. */
  data?: Record<string, unknown>;
}

export type Cleared<Reply, Body = unknown> =
  /** An earlier order of the same pieces, which can be downloaded. */
  | { resumed: IntentRecord; offer?: undefined }
  /** The offer, without the pieces that the person does not buy again. */
  | { offer: Offer<Reply, Body>; resumed?: undefined };

/** The purchases of one run, which share its agreements. */
export interface Buying {
  /**
   * Judges an offer by the journal, and asks about earlier purchases. Errors: INTENT_OPEN, ALREADY_ORDERED,
   * INTENT_CONFIRMED for a reason without an agreement.
   */
  clear<Reply, Body>(offer: Offer<Reply, Body>, isFollowed?: boolean): Promise<Cleared<Reply, Body>>;
  /** Compares the cost with the limits and asks. Errors: COST_LIMIT_EXCEEDED, BUDGET_EXCEEDED, CONFIRMATION_REQUIRED, ABORTED. */
  agree(terms: Terms): Promise<void>;
  /** Sends an offer that was cleared and agreed to. Errors: those of `clear`, and OUTCOME_UNKNOWN. */
  send<Reply, Body>(offer: Offer<Reply, Body>, facts?: SpendFacts): Promise<Reply>;
}

/** `outcome` completes errors that stop the run: `nothing was ordered`. */
export function openBuying(
  context: BuyingContext,
  { maxCost, outcome = "nothing was sent" }: { maxCost?: Money | undefined; outcome?: string } = {},
): Buying {
  const { service, settings, dialect, clock, events, consent, interruption } = context;
  const dollar = dialect["currency.$"];
  const budget = settings.budget.value;
  const limits: Limits = { maxCost, budget, dollar };
  const agreed = new Set<string>();
  const own = new Set<string>();
  /** Earlier attempts at requests of this run that are searched for before anything is sent. */
  const searched = new Map<string, IntentRecord>();
  /** The first readings: one for each kind of request. */
  const first = new Map<string, Promise<RecordedBook>>();
  const firstOf = (origin: string, purchase: Purchase): Promise<RecordedBook> => {
    const reading = first.get(purchase.kind) ?? read(origin, { ...purchase, path: undefined });
    first.set(purchase.kind, reading);
    return reading;
  };
  /** The latest reading before an agreement. */
  let cleared: RecordedBook | undefined;
  /** Keys of the contents of earlier task orders, by journal id. */
  const known = new Map<string, readonly string[]>();
  const waiting = new Map<string, Promise<unknown>>();

  const read = async (
    origin: string,
    purchase: Purchase | undefined,
    except?: string,
  ): Promise<RecordedBook> => {
    const book = await readBook(await service.journal(), {
      account: accountOf(context, origin),
      nowMs: clock.now(),
      readTime: () => service.time(),
      budget,
      purchase,
      ...(except !== undefined && { except }),
    });
    for (const entry of book.entries) fillIn(entry, known.get(entry.id));
    return book;
  };
  /** Adds what a task order contains, as the service told it. */
  const fillIn = (entry: RecordedEntry, keys: readonly string[] | undefined): void => {
    if (keys !== undefined)
      Object.assign(entry, { keys: new Set([...entry.keys, ...keys]), isComplete: true });
  };
  const wordsOf = ({ pieces }: Purchase) => ({
    count: pieces.filter(({ name }) => !isTaskName(name)).length || 1,
    outcome,
  });
  const agreeTo = (reason: EarlierReason): void => {
    for (const fact of factsOf(reason)) agreed.add(fact);
  };

  /**
   * Settles reasons without a question: those that `resend` agrees to, and lost requests that are searched for
   * before sending.
   */
  function pass(purchase: Purchase, reasons: readonly EarlierReason<RecordedEntry>[]): void {
    for (const reason of reasons) {
      if (reason.kind === "sameUnknown" && !purchase.isOrder && !consent.resend)
        searched.set(purchase.identity, reason.entry.record);
      if (isSilent(reason) || isFreeRepeat(reason, purchase)) agreeTo(reason);
      if (!consent.resend || isInFlight(reason)) continue;
      if ("holders" in reason)
        events.note(earlierQuestion(reason, wordsOf(purchase)).replace(/\. [^.]*$/, ""));
      agreeTo(reason);
    }
  }

  async function clear<Reply, Body>(
    given: Offer<Reply, Body>,
    isFollowed = false,
  ): Promise<Cleared<Reply, Body>> {
    const { origin, isOrder } = given.purchase;
    let book = await (isOrder ? read(origin, given.purchase) : firstOf(origin, given.purchase));
    const offer = needsContents(given.purchase, book) ? ((await given.complete?.()) ?? given) : given;
    const { purchase } = offer;
    if (offer !== given) book = await read(origin, purchase);
    cleared = book;
    await lookUp(book, given);
    pass(purchase, reasonsOf(purchase, book, { agreed }));
    const judged = judge(purchase, book, { agreed, isFollowed: isFollowed && !consent.resend });
    if (judged.verdict === "resume") return { resumed: judged.entry.record };
    if (
      judged.verdict === "refuse" &&
      !(judged.reason.kind === "sameUnknown" && searched.has(purchase.identity))
    )
      throw earlierError(judged.reason, wordsOf(purchase));
    if (judged.verdict !== "ask") return { offer };
    for (const reason of judged.reasons) {
      if (!consent.canAsk || consent.isGiven) throw earlierError(reason, wordsOf(purchase));
      const rest = await agreeToEarlier(offer, reason);
      if (rest !== offer) return clear(rest, isFollowed);
    }
    return { offer };
  }

  /** Returns true if an earlier order may own pieces of this purchase that only the service knows. */
  const needsContents = (
    { isComplete, taskId }: Purchase,
    { entries, hasOtherOrders }: RecordedBook,
  ): boolean =>
    !isComplete &&
    !consent.resend &&
    hasOtherOrders &&
    !entries.some((entry) => taskId !== undefined && entry.taskId === taskId);

  /** Asks about one reason. After a no, pieces that are held are skipped, and the others are bought. */
  async function agreeToEarlier<Reply, Body>(
    offer: Offer<Reply, Body>,
    reason: EarlierReason<RecordedEntry>,
  ): Promise<Offer<Reply, Body>> {
    const held =
      "holders" in reason ? new Set(reason.holders.flatMap((holder) => holder.held)) : new Set<string>();
    const rest = "holders" in reason ? await offer.without?.(held) : undefined;
    if (rest === undefined || !("holders" in reason)) {
      await agree(context, earlierQuestion(reason, wordsOf(offer.purchase)));
    } else {
      const question = withoutQuestion(reason.holders, rest.purchase.pieces.length);
      if (!(await orSay(context, consent.ask(question), "Nothing was sent"))) {
        events.note(`Skipped: ${[...held].join(", ")}`);
        return rest;
      }
    }
    agreeTo(reason);
    return offer;
  }

  /** Earlier orders of a task whose contents the journal does not have: the service is asked once, before anything is sent. */
  async function lookUp(
    book: RecordedBook,
    { purchase, contents }: Pick<Offer<unknown>, "purchase" | "contents">,
  ): Promise<void> {
    if (contents === undefined || consent.resend) return;
    for (const entry of book.entries) {
      const { taskId, isComplete, record } = entry;
      if (taskId === undefined || isComplete || taskId === purchase.taskId) continue;
      const keys = known.get(record.id) ?? (await contents(taskId));
      if (keys === undefined) continue;
      known.set(record.id, keys);
      fillIn(entry, keys);
    }
  }

  async function agreeToTerms({ cost, question, data }: Terms): Promise<void> {
    const { origin } = await service.connect();
    const book = budget === undefined ? undefined : (cleared ??= await read(origin, undefined));
    const settled = new Set([...searched.values()].map(({ id }) => id));
    const spends = book?.spends.filter(({ id }) => !settled.has(id)) ?? [];
    const reason = judgeCost(cost, limits, { spends });
    if (reason !== undefined)
      throw priceError(reason, { outcome, dollar, profile: context.profileName, ...(data && { data }) });
    if (consent.isGiven) return;
    if (budget === undefined || cost.kind !== "total" || cost.total === undefined)
      return agree(context, question);
    const { left } = budgetStanding(budget, spends, dollar);
    const currency = parseMoney(cost.total)?.currency ?? left.currency;
    return agree(
      context,
      question.replace(/(?: in all)?\?$/, ` of ${moneyText({ ...left, currency })} left?`),
    );
  }

  /** The last judgement: on a fresh reading of the journal, once the intent is on disk. */
  async function judgeAgain(
    purchase: Purchase,
    facts: SpendFacts | undefined,
    except: string,
  ): Promise<RecordedBook> {
    const book = await read(purchase.origin, purchase, except);
    for (const reason of reasonsOf(purchase, book, { agreed, own })) {
      if (!isFreeRepeat(reason, purchase)) throw earlierError(reason, wordsOf(purchase));
      if (reason.kind === "sameConfirmed")
        events.note(
          `${earlierQuestion(reason, { count: 1 }).replace(/\. [^.]*$/, "")}: this makes another one`,
        );
    }
    if (purchase.effect === "write" || budget === undefined) return book;
    const { price, per } = facts ?? {};
    const total = recordedCommitment({ details: intentDetailsOf(facts) });
    const cost: Cost =
      total === undefined && price !== undefined && per !== undefined
        ? { kind: "unbounded", perImage: price }
        : { kind: "total", total };
    const over = judgeCost(cost, { budget, dollar }, book);
    if (over !== undefined) throw priceError(over, { outcome, dollar, profile: context.profileName });
    return book;
  }

  /** With one id for two orders, only one of them can be seen and downloaded. The order is paid: no error hides its id. */
  function warnOfSameId(orderId: string, { ordersNamed }: RecordedBook): void {
    const same = ordersNamed(orderId);
    if (same.length > 0)
      events.warn(
        `the service gave the id ${orderId} to an earlier order as well (journal ${same.join(", ")}): each of them may be paid`,
      );
  }

  async function send<Reply, Body>(
    { purchase, send: sendOnce }: Offer<Reply, Body>,
    facts?: SpendFacts,
  ): Promise<Reply> {
    const guard: SpendGuard = async (intent, go, idOf, adopt) => {
      const journal = await service.journal();
      let last: RecordedBook | undefined;
      const reply = await journal.guard({
        judge: async (except, isClaimed) => {
          last = await judgeAgain(purchase, intent.facts, except);
          if (purchase.isOrder && isClaimed) own.add(except);
        },
        earlier: searched.get(purchase.identity),
        abandoned: interruption.giveUpSignal,
        skewMs: () => service.skewMs(),
        reconcile: service.reconcile,
        onReconciled: (record) => {
          if (record.state === "confirmed")
            events.note(
              `No reply came, but the service received it: ${record.resultId} (journal ${record.id})`,
            );
        },
        onUnsaved: (record) =>
          events.warn(`the outcome could not be saved in the journal; keep this line: ${safeJson(record)}`),
      })(intent, go, idOf, adopt);
      if (purchase.isOrder && last !== undefined) warnOfSameId(idOf(reply) ?? "", last);
      return reply;
    };
    // A batch may contain a request twice: the second one is judged after the first one.
    const before = waiting.get(purchase.identity) ?? Promise.resolve();
    const work = before.then(() => interruption.shield(() => sendOnce(guard, facts)));
    waiting.set(
      purchase.identity,
      work.catch(() => {}),
    );
    return work;
  }

  return { clear, agree: agreeToTerms, send };
}

/** Throws COST_LIMIT_EXCEEDED when the cost exceeds a limit, or cannot be compared with it. */
export function requireWithin(
  { dialect, profileName }: Pick<BuyingContext, "dialect" | "profileName">,
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
  context: BuyingContext,
  offer: Offer<Reply, Body>,
  options: { maxCost?: Money | undefined; outcome?: string; terms?: Terms | undefined } = {},
): Promise<Reply> {
  if (context.service.isDryRun) return offer.send(refuseToSpend);
  const buying = openBuying(context, options);
  const { offer: cleared } = await buying.clear(offer);
  if (options.terms !== undefined) await buying.agree(options.terms);
  return buying.send(cleared ?? offer);
}

/** In a dry run a request is described and never sent. */
export const refuseToSpend: SpendGuard = () => {
  throw new AppError("local", "INTERNAL", "a dry run sends nothing that costs money");
};
