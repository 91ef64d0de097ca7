/** A run: the purchases of one command, which share its limit, its agreements and its readings of the journal. */
import type { PaidRequest, SpendFacts, SpendIntent } from "../contract/spend.ts";
import { countText } from "../counted.ts";
import { parseMoney, type Money } from "../domain/price/money.ts";
import type { Book } from "./book.ts";
import type { MoneyContext } from "./context.ts";
import type { JudgeOptions } from "./judge.ts";
import { isTaskName, type OrderedItem, type Purchase } from "./purchase.ts";
import { quoteReasons, type QuotedTerms } from "./quotes.ts";
import { readDetails } from "./record.ts";
import { makePurchaseIdentity } from "./recorded-purchase.ts";
import { RunLimit, type Limits } from "./terms.ts";

/**
 * A request that costs money, or that costs money once it is approved, before it is judged. Example: the order of two items;
 * without the first one, which last week's order owns, it is the offer that `without` returns.
 */
export interface Offer<Reply, Body = unknown> {
  purchase: Purchase;
  body: Body;
  /** Prepares the request. In a dry run this throws its description. */
  request: () => Promise<PaidRequest<Reply>>;
  /** Returns the offer without these pieces; undefined if no piece would be left. */
  without?: (pieces: ReadonlySet<string>) => Promise<Offer<Reply, Body>> | undefined;
  /** Returns the offer with the pieces that only the service knows. */
  complete?: () => Promise<Offer<Reply, Body>>;
  /** Returns the contents of an earlier task order; undefined if the service does not list them. */
  contents?: (taskId: string) => Promise<readonly OrderedItem[] | undefined>;
}

/** Builds the offer of a request that owns no products: a task, a series, a retask, an approval. */
export const requestOffer = <Reply>(
  { kind, origin, path, body, effect = "spend", facts }: SpendIntent,
  request: Offer<Reply>["request"],
): Offer<Reply> => ({
  purchase: {
    kind,
    path,
    origin,
    effect,
    identity: makePurchaseIdentity({ kind, path, body, details: facts && readDetails(facts) }),
    pieces: [],
    isComplete: true,
  },
  body,
  request,
});

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

/** The price and the facts with which a request is sent. */
export interface Priced {
  /** The price is read again before the request. */
  price?: AgreedPrice | undefined;
  /** They go into the record. */
  facts?: SpendFacts | undefined;
}

export interface RunOptions {
  /** The limit of the run: `--max-cost`. */
  maxCost?: Money | undefined;
  /** The limit of several runs together, in place of `maxCost`. */
  runLimit?: RunLimit | undefined;
  /** Completes errors that stop the run: `nothing was ordered`. */
  outcome?: string;
  /** The quote under which the run buys: its price is the limit, and it is bought once. */
  quote?: QuotedTerms | undefined;
  /** Leaves out pieces that earlier orders own, unless these are all. */
  skipsOwned?: boolean;
  /** Buys pieces again that accepted orders own. The limit is zero then. */
  isAgainAtNoCost?: boolean;
  /**
   * Throws if another process may send the same requests by now: a lock of the caller is gone. Called when the record of a request is published, and
   * before it is sent: a process that takes the lock later sees the record.
   */
  requireAlone?: (() => Promise<void>) | undefined;
}

export class Run {
  readonly context: MoneyContext;
  readonly limit: RunLimit;
  readonly limits: Limits;
  readonly quote: QuotedTerms | undefined;
  readonly skipsOwned: boolean;
  readonly isAgainAtNoCost: boolean;
  readonly requireAlone: () => Promise<void>;
  /** Facts that a person accepted, or that need no answer. */
  readonly agreed = new Set<string>();
  /** Journal ids of the requests of this run. */
  readonly own = new Set<string>();
  /** The judged purchases, by identity. */
  readonly purchases = new Map<string, Purchase>();
  /** Tasks whose contents were read at the service. */
  readonly contentsRead = new Set<string>();
  /** The latest Book before an agreement. Requests that own no products share it. */
  book: Promise<Book> | undefined;
  /** The service approved a request of this run that was free by its own words. */
  isApprovedUnasked = false;
  /** The first free request, whose response shows whether the service approves by itself. */
  firstFree: Promise<boolean> | undefined;
  readonly #outcome: string;
  /** The latest request of each queue. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(context: MoneyContext, options: RunOptions = {}) {
    const { maxCost, runLimit, quote, outcome = "nothing was sent" } = options;
    const { settings, dialect } = context;
    const dollar = dialect["currency.$"];
    this.context = context;
    this.quote = quote;
    this.limit = runLimit ?? new RunLimit(quote === undefined ? maxCost : parseMoney(quote.price), dollar);
    this.limits = {
      maxCost: this.limit.given,
      approvalAbove: quote?.isApproved === true ? undefined : settings.approvalAbove.value,
      budget: settings.budget.value,
      dollar,
    };
    this.skipsOwned = options.skipsOwned === true;
    this.isAgainAtNoCost = options.isAgainAtNoCost === true;
    this.requireAlone = options.requireAlone ?? (async () => {});
    this.#outcome = outcome;
  }

  /** Words about what did not happen: `nothing was ordered`. */
  get outcome(): string {
    const { size } = this.own;
    if (size === 0) return this.#outcome;
    return `this request was not sent, and ${countText(size, "request")} before it ${size === 1 ? "was" : "were"}`;
  }

  /** Returns what a judgement has to know of this run besides the journal. */
  toJudgeOptions(book: Book): JudgeOptions {
    const { agreed, own, quote } = this;
    const gate = quote === undefined ? [] : quoteReasons(quote, book, own);
    return { agreed, own, run: [...this.purchases.values()], gate };
  }

  /** Returns the numbers and words for sentences about a purchase. */
  chooseWords({ pieces }: Purchase): { count: number; outcome: string } {
    const count = pieces.filter(({ name }) => !isTaskName(name)).length || 1;
    return { count, outcome: this.outcome };
  }

  /** Returns the words of an error about a cost. */
  get costWords(): { outcome: string; dollar: string; profile: string } {
    return { outcome: this.outcome, dollar: this.limits.dollar, profile: this.context.profileName };
  }

  /** Runs `work` after everything that was queued under this key before. */
  runInTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#turns.get(key) ?? Promise.resolve()).then(work);
    this.#turns.set(
      key,
      result.catch(() => {}),
    );
    return result;
  }
}
