/** Judges whether a quote is for this service and account, and as it was made. */
import { digestOf, type Quote } from "./quote.ts";

/** The buyer's place. */
export interface BuyersPlace {
  /** Scheme, host and port of the service. */
  origin: string;
  organizationId: string | undefined;
}

export type QuoteRefusal = "edited" | "otherService" | "otherAccount";

export const isEdited = (quote: Quote): boolean => digestOf(quote) !== quote.digest;

/** Returns undefined if the quote is for this place. Unknown organizations are the same account. */
export function refusalOf(quote: Quote, { origin, organizationId }: BuyersPlace): QuoteRefusal | undefined {
  if (isEdited(quote)) return "edited";
  if (quote.service !== origin) return "otherService";
  const isOther =
    quote.organizationId !== undefined &&
    organizationId !== undefined &&
    quote.organizationId !== organizationId;
  return isOther ? "otherAccount" : undefined;
}
