/** The gate for a quote: it adds its reasons to those of the journal, before a person is asked and again under the lock. */
import { isSamePrice } from "../domain/price/money.ts";
import type { Book, Entry } from "./book.ts";
import { readBook } from "./book.ts";
import type { MoneyContext } from "./context.ts";
import type { Cost } from "./terms.ts";

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
  /** The service's clock minus the clock of the machine that made the quote; undefined if the responses had no date. */
  skewMs?: number | undefined;
  /** Another key than the buyer's has signed it. */
  isApproved: boolean;
}

/** Reasons against a quote. Nothing agrees to them: a quote is bought once, in its time, by one journal. */
export type QuoteReason =
  /** A quote is bought once: a request was sent under it. */
  | { kind: "quoteUsed"; entry: Entry }
  /** The quote has ended, or was made later than now. `nowMs`: by the later one of our clock and the service's. */
  | { kind: "quoteNotCurrent"; quote: QuotedTerms; nowMs: number }
  /** The quote names another journal. */
  | { kind: "quoteOfOtherJournal"; quote: QuotedTerms; journalId: string | undefined };

/** Clocks of two machines differ by less. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/**
 * Judges a quote by the later of two clocks, ours and the service's as the quote's maker saw it. Setting back a clock does not prolong a
 * quote.
 */
export function quoteReasons(
  quote: QuotedTerms,
  { nowMs, skewMs, journalId, quoted = [] }: Pick<Book, "nowMs" | "skewMs" | "journalId" | "quoted">,
  own: ReadonlySet<string> = new Set(),
): QuoteReason[] {
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

/** Returns true if the cost is the price of the quote. */
export const isQuoted = (cost: Cost, { price }: QuotedTerms, dollar: string): boolean =>
  cost.kind === "total" && isSamePrice(cost.total, price, dollar);

/** Returns the reasons against a quote now, before anything is read for it. Sends nothing. */
export async function readQuoteReasons(context: MoneyContext, quote: QuotedTerms): Promise<QuoteReason[]> {
  const nowMs = context.clock.now();
  const book = await readBook(context, {
    quote: quote.digest,
    // Only orders expire by the service's time.
    readTime: async () => ({ nowMs, skewMs: 0, isTrusted: false }),
  });
  return quoteReasons(quote, book);
}
