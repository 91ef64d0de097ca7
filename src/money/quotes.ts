/** Judges a quote before anything is read for it, and for the person who looks at it. */
import { quoteReasons, type EarlierReason, type QuotedTerms } from "./judge.ts";
import type { MoneyContext } from "./context.ts";
import { readBook, type RecordedEntry } from "./book.ts";
import { earlierError } from "./words.ts";

type Judging = Pick<MoneyContext, "service" | "settings" | "profileName" | "clock">;

/**
 * Judges a quote by the journal and this machine's clock, before anything is read for it. Errors: QUOTE_REFUSED, and INTENT_OPEN
 * while it is being bought. A request of unknown outcome is judged when it is bought: it may be found at the service.
 */
export async function requireQuoteOpen(context: Judging, quote: QuotedTerms, outcome: string): Promise<void> {
  const reason = (await quoteReasonsNow(context, quote)).find(
    (one) => one.kind !== "quoteUsed" || one.entry.state !== "unknown",
  );
  if (reason !== undefined) throw earlierError(reason, { count: 1, outcome });
}

/** Returns the reasons against a quote in the journal and in its times. */
export async function quoteReasonsNow(
  context: Judging,
  quote: QuotedTerms,
): Promise<EarlierReason<RecordedEntry>[]> {
  const nowMs = context.clock.now();
  const book = await readBook(context, {
    quote: quote.digest,
    // Only orders expire by the service's time.
    readTime: async () => ({ nowMs, skewMs: 0, isTrusted: false }),
  });
  return quoteReasons(quote, book);
}
