/**
 * Decides whether a purchase may be sent: before a person is asked, and again once the intent is on disk, then on a
 * new reading of the journal. So two processes may both be refused, but never both pass. A reason against it contains the
 * values for a sentence, but no sentence.
 */
import {
  addMoney,
  isAboveLimit,
  isComparable,
  isSamePrice,
  isUnknownDollar,
  moneyText,
  parseMoney,
  restOf,
  type Money,
} from "../domain/price/money.ts";
import { budgetStanding, type Budget, type Spend } from "../domain/price/budget.ts";
import { commitmentOf, isUnbounded, type Price } from "../domain/price/price.ts";
import { idKey, isSameId } from "../contract/id-key.ts";
import type { Book, Damage, Entry } from "./book-types.ts";
import { isOrder, taskKey, type Purchase } from "./purchase.ts";

/** An earlier order, with the wanted pieces that it owns. */
export interface Holder<E extends Entry = Entry> {
  entry: E;
  /** Names of the pieces. */
  held: readonly string[];
  /** The order may own the pieces: its contents are unknown. */
  isGuess: boolean;
}

/** The quote under which a run buys. */
export interface QuotedTerms {
  /** Digest of the quote: the journal has it in the record of each request under it. */
  digest: string;
  /** Id of the journal that may buy it. */
  journalId: string;
  /** The total that was quoted, in the service's format. */
  price: string;
  /** Times in milliseconds by the clock of the machine that made it: it counts from the first to before the second one. */
  madeMs: number;
  endsMs: number;
  /** The service's clock minus the one of that machine; undefined if its responses had no date. */
  skewMs?: number | undefined;
  /** Another key than the buyer's has signed it. */
  isApproved: boolean;
}

/** Reasons in the journal, and in the times of a quote. Lists are never empty. */
export type EarlierReason<E extends Entry = Entry> =
  /** A quote is bought once: a request was sent under it. */
  | { kind: "quoteUsed"; entry: E }
  /** The quote has ended, or was made later than now. `nowMs`: by the later one of our clock and the service's. */
  | { kind: "quoteNotCurrent"; quote: QuotedTerms; nowMs: number }
  /** The quote names another journal. */
  | { kind: "quoteOfOtherJournal"; quote: QuotedTerms; journalId: string | undefined }
  /** An unreadable record, which may be a purchase of anything. */
  | { kind: "recordDamaged"; damaged: readonly Damage[] }
  /** Another process works on the same request. */
  | { kind: "sameInFlight"; entry: E }
  /** An equal request may have been accepted. */
  | { kind: "sameUnknown"; entry: E }
  /** An equal request was accepted, however long ago. */
  | { kind: "sameConfirmed"; entry: E }
  /** Other tasks of this run contain what this task contains. */
  | { kind: "sharedInRun"; taskId: string; shared: readonly { taskId: string; name: string }[] }
  /** An order in flight owns a wanted piece. */
  | { kind: "pieceInFlight"; holders: readonly Holder<E>[] }
  /** An order with an unknown outcome owns a wanted piece. */
  | { kind: "pieceUnknown"; holders: readonly Holder<E>[] }
  /** An order that can be downloaded owns a wanted piece. */
  | { kind: "pieceHeld"; holders: readonly Holder<E>[] }
  /** An order that has expired owns a wanted piece. */
  | { kind: "pieceExpired"; holders: readonly Holder<E>[] };

/** The known cost before a request is sent. */
export type Cost =
  /** A sum, in the service's format or computed for a series; undefined when the service shows none. */
  | { kind: "total"; total: string | undefined }
  /** The price of one image of a series without a bound. */
  | { kind: "unbounded"; perImage: string }
  /** Prices of several requests that cannot be added up: one sum per currency. */
  | { kind: "mixed"; sums: readonly string[] }
  /**
   * No price is shown before the request costs money; `why` is a sentence. `isSkipped`: there would be one if the caller had not
   * left it out.
   */
  | { kind: "neverShown"; why?: string; isSkipped?: true };

/** Returns the cost of a request at this price. An unreadable price stays unchanged, and exceeds every limit. */
export const costOfPrice = (price: Price | undefined): Cost =>
  price !== undefined && isUnbounded(price)
    ? { kind: "unbounded", perImage: price.text }
    : { kind: "total", total: commitmentOf(price) ?? price?.text };

/** Reasons in the price. `bound` is the limit or the budget with which the cost is compared. */
export type PriceReason = { cost: Cost; bound: Bound } & (
  | { kind: "priceNeverShown" | "unbounded" | "currenciesMixed" | "priceUnreadable" }
  /** `isUnknown`: the meaning of `$` is unknown. */
  | { kind: "otherCurrency"; isUnknown: boolean }
  | { kind: "aboveLimit" | "overBudget" }
  /** Earlier requests have no readable price. */
  | { kind: "spendsUnknown"; ids: readonly string[] }
  /** Earlier requests were paid in another currency. */
  | { kind: "spendsForeign"; spends: readonly Spend[] }
);

export type Bound =
  /** `left`: the rest of it, if the run has bought something. */
  | { kind: "limit"; limit: Money; left?: Money | undefined }
  /** Above this amount a purchase needs a quote that another key has approved. */
  | { kind: "approval"; above: Money }
  | { kind: "budget"; budget: Budget; spent: string };

/** Returns the facts of a reason: consent to them does not cover a new record or a changed state. */
export function factsOf(reason: EarlierReason): string[] {
  const fact = (entry: Entry, what: string): string => `${reason.kind} ${entry.id} ${entry.state} ${what}`;
  switch (reason.kind) {
    case "recordDamaged":
      return reason.damaged.map(({ id, problem }) => `${reason.kind} ${id} ${problem}`);
    case "quoteNotCurrent":
    case "quoteOfOtherJournal":
      return [`${reason.kind} ${reason.quote.digest}`];
    case "quoteUsed":
    case "sameInFlight":
    case "sameUnknown":
    case "sameConfirmed":
      return [fact(reason.entry, "")];
    case "sharedInRun":
      // Either of the two tasks may be judged first.
      return reason.shared.map(({ taskId }) => [reason.kind, ...[reason.taskId, taskId].sort()].join(" "));
    default:
      return reason.holders.flatMap(({ entry, held }) => held.map((name) => fact(entry, name)));
  }
}

/** The limits of a run's cost. */
export interface Limits {
  maxCost?: Money | undefined;
  /** The rest of `maxCost`, if the run has bought something. */
  left?: Money | undefined;
  budget?: Budget | undefined;
  /** Purchases above it need an approved quote; undefined for a purchase under one. */
  approvalAbove?: Money | undefined;
  /** The currency of `$`; empty when unknown. */
  dollar: string;
}

export type Judgement<E extends Entry = Entry> =
  | { verdict: "go" }
  /** The order of exactly these pieces, which can be downloaded. */
  | { verdict: "resume"; entry: E }
  /** A person may agree to all of these. */
  | { verdict: "ask"; reasons: readonly EarlierReason<E>[] }
  /** Consent is not possible, except by asking to send again. */
  | { verdict: "refuse"; reason: EarlierReason<E> };

export interface JudgeOptions {
  /** Accepted facts. */
  agreed: ReadonlySet<string>;
  /** Journal ids of this run's requests under the same consent. */
  own?: ReadonlySet<string>;
  /** The purchases of this run, this one included or not. */
  run?: readonly Purchase[];
  /** The caller waits for the order or downloads it, so that an earlier order of the same pieces can replace it. */
  isFollowed?: boolean;
  /** The quote under which the run buys. */
  quote?: QuotedTerms | undefined;
}

/** Returns every reason in the journal and in the run that was not accepted. */
export function reasonsOf<E extends Entry>(
  purchase: Purchase,
  book: Book<E>,
  { agreed, own = new Set(), run = [], quote }: JudgeOptions,
): EarlierReason<E>[] {
  const others = book.entries.filter(({ id }) => !own.has(id));
  return [
    ...(quote === undefined ? [] : quoteReasons(quote, book, own)),
    ...damageReasons(purchase, book),
    ...sameReasons(purchase, book.entries),
    ...sharedReasons(purchase, run),
    ...pieceReasons(purchase, others),
  ].filter((reason) => factsOf(reason).some((fact) => !agreed.has(fact)));
}

/** Judges a purchase by the journal alone. */
export function judge<E extends Entry>(
  purchase: Purchase,
  book: Book<E>,
  options: JudgeOptions,
): Judgement<E> {
  const reasons = reasonsOf(purchase, book, options).filter((reason) => !isFreeRepeat(reason, purchase));
  const resumed = options.isFollowed === true ? resumable(purchase, book.entries) : undefined;
  if (resumed !== undefined && reasons.every(({ kind }) => kind === "pieceHeld" || kind === "pieceExpired"))
    return { verdict: "resume", entry: resumed };
  const refused = reasons.find(({ kind }) => REFUSED.has(kind));
  if (refused !== undefined) return { verdict: "refuse", reason: refused };
  return reasons.length === 0 ? { verdict: "go" } : { verdict: "ask", reasons };
}

/** Never accepted, not even by `resend`. */
const FINAL: ReadonlySet<EarlierReason["kind"]> = new Set([
  "quoteUsed",
  "quoteNotCurrent",
  "quoteOfOtherJournal",
  "sameInFlight",
  "pieceInFlight",
]);

/** Not offered for consent: a request that may have arrived is settled first. */
const REFUSED: ReadonlySet<EarlierReason["kind"]> = new Set([...FINAL, "sameUnknown"]);

/**
 * An accepted order with unknown contents is not a reason to ask. An order that appears later is: it may contain the
 * same pieces.
 */
export const isSilent = (reason: EarlierReason): boolean =>
  (reason.kind === "pieceHeld" || reason.kind === "pieceExpired") &&
  reason.holders.every(({ isGuess, entry }) => isGuess && entry.isComplete);

/** Returns whether accepted orders own the pieces, or may own them. */
export const isOwned = ({ kind }: EarlierReason): boolean => kind === "pieceHeld" || kind === "pieceExpired";

/**
 * A request that is free so far may be repeated: a note reports that it creates another one. If the earlier one cost money at
 * once, as where the organization pre-approves every task, so may this one.
 */
export const isFreeRepeat = <E extends Entry>(
  reason: EarlierReason<E>,
  { effect }: Purchase,
): reason is Extract<EarlierReason<E>, { kind: "sameConfirmed" }> =>
  reason.kind === "sameConfirmed" && effect === "write" && reason.entry.effect === "write";

export const isFinal = ({ kind }: EarlierReason): boolean => FINAL.has(kind);

/** Clocks of two machines differ by less. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/**
 * Judges a quote by the later one of two clocks, ours and the service's as its maker saw it: setting one of them back does not
 * make it last longer.
 */
export function quoteReasons<E extends Entry>(
  quote: QuotedTerms,
  { nowMs, skewMs, journalId, quoted = [] }: Pick<Book<E>, "nowMs" | "skewMs" | "journalId" | "quoted">,
  own: ReadonlySet<string> = new Set(),
): EarlierReason<E>[] {
  const used = quoted.find(({ id }) => !own.has(id));
  const aheadMs = skewMs === undefined || quote.skewMs === undefined ? 0 : skewMs - quote.skewMs;
  const laterMs = nowMs + Math.max(0, aheadMs);
  const isCurrent = laterMs < quote.endsMs && laterMs >= quote.madeMs - CLOCKS_DIFFER_MS;
  return [
    ...(used === undefined ? [] : [{ kind: "quoteUsed", entry: used } as const]),
    ...(isCurrent ? [] : [{ kind: "quoteNotCurrent", quote, nowMs: laterMs } as const]),
    ...(journalId === quote.journalId ? [] : [{ kind: "quoteOfOtherJournal", quote, journalId } as const]),
  ];
}

const damageReasons = ({ effect }: Purchase, { damaged }: Book): EarlierReason<never>[] =>
  effect === "write" || damaged.length === 0 ? [] : [{ kind: "recordDamaged", damaged }];

function sameReasons<E extends Entry>(purchase: Purchase, entries: readonly E[]): EarlierReason<E>[] {
  const { kind, identity, pieces } = purchase;
  const same = entries.filter(
    (entry) => (isOrder(purchase) ? isOrder(entry) : entry.kind === kind) && entry.identity === identity,
  );
  const find = (...states: Entry["state"][]): E | undefined =>
    same.find(({ state }) => states.includes(state));
  const [inFlight, unknown, confirmed] = [find("prepared", "sending"), find("unknown"), find("confirmed")];
  return [
    ...(inFlight === undefined ? [] : [{ kind: "sameInFlight", entry: inFlight } as const]),
    ...(unknown === undefined ? [] : [{ kind: "sameUnknown", entry: unknown } as const]),
    // The pieces of an order are more specific: each is held or expired.
    ...(confirmed !== undefined && (!isOrder(purchase) || confirmed.keys.size === 0 || pieces.length === 0)
      ? [{ kind: "sameConfirmed", entry: confirmed } as const]
      : []),
  ];
}

/** Reports tasks of one run that share a collect or an item, which would be paid for twice. */
function sharedReasons(
  { taskId, pieces, collectIds = [] }: Purchase,
  run: readonly Purchase[],
): EarlierReason<never>[] {
  if (taskId === undefined) return [];
  const shared = run.flatMap((other) => {
    if (other.taskId === undefined || isSameId(other.taskId, taskId)) return [];
    const keys = new Set(other.pieces.flatMap((piece) => piece.keys));
    const others = new Set(other.collectIds?.map(idKey));
    const name =
      collectIds.find((id) => others.has(idKey(id))) ??
      pieces.find((piece) => piece.keys.some((key) => keys.has(key)))?.name;
    return name === undefined ? [] : [{ taskId: other.taskId, name }];
  });
  return shared.length === 0 ? [] : [{ kind: "sharedInRun", taskId, shared }];
}

/** Reports whether an order is that of this task. */
export const isOfTask = (order: Pick<Entry, "taskId">, taskId: string): boolean =>
  order.taskId !== undefined && isSameId(order.taskId, taskId);

/** Returns the accepted order of the same pieces, while its files can be downloaded. */
function resumable<E extends Entry>(purchase: Purchase, entries: readonly E[]): E | undefined {
  if (!isOrder(purchase)) return undefined;
  const { identity, taskId } = purchase;
  return entries.find(
    (entry) =>
      isOrder(entry) &&
      entry.state === "confirmed" &&
      !entry.isExpired &&
      (taskId === undefined ? entry.identity === identity : isOfTask(entry, taskId)),
  );
}

const KINDS = ["pieceInFlight", "pieceUnknown", "pieceHeld", "pieceExpired"] as const;

function kindOf({ state, isExpired }: Entry): (typeof KINDS)[number] | undefined {
  if (state === "sending") return "pieceInFlight";
  if (state === "unknown") return "pieceUnknown";
  if (state === "prepared") return undefined;
  return isExpired ? "pieceExpired" : "pieceHeld";
}

/** Reports each wanted piece with one holder of each kind. */
function pieceReasons<E extends Entry>(purchase: Purchase, entries: readonly E[]): EarlierReason<E>[] {
  if (!isOrder(purchase)) return [];
  const orders = entries.filter(isOrder);
  const reasons: EarlierReason<E>[] = [];
  let named = new Set<string>();
  for (const kind of KINDS) {
    const holders = holdersOf(
      purchase,
      orders.filter((entry) => kindOf(entry) === kind),
    ).map((holder) => ({
      ...holder,
      held: holder.held.filter((name) => !named.has(name)),
    }));
    const news = holders.filter(({ held }) => held.length > 0);
    if (news.length === 0) continue;
    reasons.push({ kind, holders: news });
    named = new Set([...named, ...news.flatMap(({ held }) => held)]);
  }
  return reasons;
}

/** Sorts the orders that own most of the pieces first, and reports each piece once. */
function holdersOf<E extends Entry>(
  { pieces, isComplete, taskId }: Purchase,
  entries: readonly E[],
): Holder<E>[] {
  const byKey = new Map<string, E[]>();
  for (const entry of entries)
    for (const key of entry.keys) {
      const owners = byKey.get(key);
      if (owners === undefined) byKey.set(key, [entry]);
      else owners.push(entry);
    }
  const ownersOf = new Map(
    pieces.map(({ name, keys }) => [name, new Set(keys.flatMap((key) => byKey.get(key) ?? []))]),
  );
  const counts = new Map<E, number>();
  for (const owners of ownersOf.values())
    for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  const held = new Map<E, string[]>();
  const open: string[] = [];
  for (const [name, owners] of ownersOf) {
    let best: E | undefined;
    for (const owner of owners)
      if (best === undefined || (counts.get(owner) ?? 0) > (counts.get(best) ?? 0)) best = owner;
    if (best === undefined) open.push(name);
    else held.set(best, [...(held.get(best) ?? []), name]);
  }
  // An order of the same task owns the same contents, so its items are not reported individually.
  const contents = pieces.find(({ keys }) => taskId !== undefined && keys.includes(taskKey(taskId)))?.name;
  const isWhole = contents !== undefined && !open.includes(contents);
  const known = [...held].map(([entry, names]) => ({
    entry,
    held: isWhole ? names.filter((name) => name === contents) : names,
    isGuess: false,
  }));
  if (isWhole) return known.filter((holder) => holder.held.length > 0);
  return [...known, ...guesses({ pieces, isComplete, taskId }, entries, open)];
}

/** Returns the orders that may own pieces without a known owner: their contents, or those of the purchase, are unknown. */
function guesses<E extends Entry>(
  purchase: Pick<Purchase, "isComplete" | "taskId" | "pieces">,
  entries: readonly E[],
  open: readonly string[],
): Holder<E>[] {
  if (purchase.isComplete && open.length === 0) return [];
  const names = open.length > 0 ? open : purchase.pieces.map(({ name }) => name);
  const held = names.length > 0 ? names : ["what is ordered"];
  return entries
    .filter((entry) => mayShare(purchase, entry))
    .map((entry) => ({ entry, held, isGuess: true }));
}

/** Reports whether an order may own a piece of the purchase that one of them does not name. */
function mayShare(
  { isComplete, taskId }: Pick<Purchase, "isComplete" | "taskId">,
  entry: Pick<Entry, "isComplete" | "taskId">,
): boolean {
  if (isComplete && entry.isComplete) return false;
  // Two tasks have different contents, but a task may contain items that were named.
  return taskId === undefined || entry.taskId === undefined || isComplete;
}

/** Returns true if the cost is the price of the quote. */
export const isQuoted = (cost: Cost, { price }: QuotedTerms, dollar: string): boolean =>
  cost.kind === "total" && isSamePrice(cost.total, price, dollar);

/** Compares the cost with the limit, the amount that needs an approval, and the budget. */
export function judgeCost(
  cost: Cost,
  { maxCost, left, approvalAbove, budget, dollar }: Limits,
  { spends }: Pick<Book, "spends">,
): PriceReason | undefined {
  const bounds: [Money, Bound][] = [];
  if (maxCost !== undefined) bounds.push([left ?? maxCost, { kind: "limit", limit: maxCost, left }]);
  if (approvalAbove !== undefined) bounds.push([approvalAbove, { kind: "approval", above: approvalAbove }]);
  for (const [limit, bound] of bounds) {
    const reason = compare(cost, limit, bound, dollar);
    if (reason !== undefined) return reason;
  }
  return budget === undefined ? undefined : judgeByBudget(cost, budget, spends, dollar);
}

/**
 * A price that cannot be read or compared does not fit. Without earlier spends, the verdict equals that of a limit of the same
 * amount.
 */
function judgeByBudget(
  cost: Cost,
  budget: Budget,
  spends: Book["spends"],
  dollar: string,
): PriceReason | undefined {
  const price = cost.kind === "total" ? cost.total : undefined;
  const { spent, left, unread, foreign } = budgetStanding(budget, spends, dollar);
  const currency = spent.currency || (parseMoney(price ?? "")?.currency ?? "");
  const shown = moneyText({ ...restOf(spent, { currency, amount: "0" }), currency });
  const bound: Bound = { kind: "budget", budget, spent: shown };
  if (!isComparable(price, left, dollar)) return compare(cost, left, bound, dollar);
  const ids = unread.filter((id) => foreign.every((spend) => spend.id !== id));
  if (ids.length > 0) return { kind: "spendsUnknown", ids, cost, bound };
  if (foreign.length > 0) return { kind: "spendsForeign", spends: foreign, cost, bound };
  const sum = addMoney(spent, price, dollar);
  const isAbove = sum === undefined || isAboveLimit(moneyText(sum), budget.limit, dollar);
  return isAbove ? { kind: "overBudget", cost, bound } : undefined;
}

/** Returns undefined when the cost is within the limit. An unreadable or incomparable cost exceeds every limit. */
function compare(cost: Cost, limit: Money, bound: Bound, dollar: string): PriceReason | undefined {
  switch (cost.kind) {
    case "neverShown":
      return { kind: "priceNeverShown", cost, bound };
    case "unbounded":
      return { kind: "unbounded", cost, bound };
    case "mixed":
      return { kind: "currenciesMixed", cost, bound };
    case "total": {
      const { total } = cost;
      if (!isAboveLimit(total, limit, dollar)) return undefined;
      if (total === undefined || parseMoney(total) === undefined)
        return { kind: "priceUnreadable", cost, bound };
      if (isComparable(total, limit, dollar)) return { kind: "aboveLimit", cost, bound };
      return { kind: "otherCurrency", isUnknown: isUnknownDollar(total, limit, dollar), cost, bound };
    }
  }
}
