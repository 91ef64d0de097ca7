/** What earlier requests cost, by which a person guesses the next price before the service says it. */
import { AppError } from "../../errors.ts";
import type { AppContext } from "../context.ts";
import { REQUEST_KINDS, type RequestNoun } from "./request-kind.ts";
import { searchRequests } from "./search-requests.ts";

export interface KnownPrice {
  /** As the service wrote it: of one image for a series. */
  text: string;
  /** The day of the request, RFC 3339. */
  date: string;
}

/** The newest price of a request for a point, by collection type and tier. */
export type KnownPrices = (type: string, tier: string) => KnownPrice | undefined;

/** Older prices say little about the next one. */
const MOST_READ = 100;

/** One search, which may leave prices out: then none is known. An area has a price of its own, so only points count. */
export async function knownPrices(
  context: Pick<AppContext, "service" | "dialect" | "events" | "settings" | "signal">,
  noun: RequestNoun,
): Promise<KnownPrices> {
  const newest = new Map<string, KnownPrice>();
  const key = (type: string, tier: string): string => `${type} ${tier}`;
  const body = { sort: "submissionTime", order: "desc" as const };
  const events = { ...context.events, note: () => {} };
  try {
    for await (const page of searchRequests({ ...context, events }, { noun, body, limit: MOST_READ })) {
      for (const record of page) {
        const { collectionType = "", tier = "", submissionTime = "", geometry } = record;
        const text = REQUEST_KINDS[noun].estimateOf(record).price?.text;
        if (text === undefined || geometry["type"] !== "Point" || newest.has(key(collectionType, tier)))
          continue;
        newest.set(key(collectionType, tier), { text, date: submissionTime.slice(0, 10) });
      }
    }
  } catch (error) {
    // A guess is not worth an error: the form goes on, and the request itself will say what is wrong.
    if (!(error instanceof AppError)) throw error;
    context.events.detail(`earlier prices were not read: ${error.message}`);
  }
  return (type, tier) => newest.get(key(type, tier));
}
