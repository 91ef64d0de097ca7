/** Reads prices of earlier requests, from which a person can estimate the next price. */
import { statedText } from "../../domain/price/price.ts";
import { AppError } from "../../errors.ts";
import { REQUEST_KINDS, type RequestNoun } from "./request-kind.ts";
import { withoutNotes } from "../surroundings.ts";
import { searchRequests, type SearchContext } from "./search-requests.ts";

export interface KnownPrice {
  /** In the service's format: for one image of a series. */
  text: string;
  /** The day of the request, RFC 3339. */
  date: string;
}

/** Returns the newest price of a request for a point, by collection type and tier. */
export type KnownPrices = (type: string, tier: string) => KnownPrice | undefined;

/** Older prices say little about the next one. */
const MOST_READ = 100;

/** Runs one search; if it omits prices, none is known. Prices of areas depend on their size, so only points count. */
export async function knownPrices(context: SearchContext, noun: RequestNoun): Promise<KnownPrices> {
  const newest = new Map<string, KnownPrice>();
  const key = (type: string, tier: string): string => `${type} ${tier}`;
  const body = { sort: "submissionTime", order: "desc" as const };
  try {
    for await (const page of searchRequests(withoutNotes(context), { noun, body, limit: MOST_READ })) {
      for (const record of page) {
        const { collectionType = "", tier = "", submissionTime = "", geometry } = record;
        const text = statedText(REQUEST_KINDS[noun].estimateOf(record).price);
        if (text === undefined || geometry["type"] !== "Point" || newest.has(key(collectionType, tier)))
          continue;
        newest.set(key(collectionType, tier), { text, date: submissionTime.slice(0, 10) });
      }
    }
  } catch (error) {
    // An estimate is not worth an error: the form continues, and the request itself will report the fault.
    if (!(error instanceof AppError)) throw error;
    context.events.detail(`earlier prices were not read: ${error.message}`);
  }
  return (type, tier) => newest.get(key(type, tier));
}
