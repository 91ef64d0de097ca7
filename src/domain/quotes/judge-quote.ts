/** Judges whether a quote may be bought here: it was not edited, and is for this journal, service and account. */
import { digestOf, type Quote } from "./quote.ts";

/** The buyer's place. */
export interface BuyersPlace {
  /** Undefined if the journal has no id: then no quote is for it. */
  journal: string | undefined;
  /** Scheme, host and port of the service. */
  origin: string;
  organizationId: string | undefined;
}

export type QuoteRefusal = "edited" | "otherService" | "otherAccount" | "otherJournal";

export const isEdited = (quote: Quote): boolean => digestOf(quote) !== quote.digest;

/** Returns undefined if the quote is for this place. Unknown organizations are the same account. */
export function refusalOf(
  quote: Quote,
  { journal, origin, organizationId }: BuyersPlace,
): QuoteRefusal | undefined {
  if (isEdited(quote)) return "edited";
  if (quote.service !== origin) return "otherService";
  const isOther =
    quote.organizationId !== undefined &&
    organizationId !== undefined &&
    quote.organizationId !== organizationId;
  if (isOther) return "otherAccount";
  return quote.journal === journal ? undefined : "otherJournal";
}
