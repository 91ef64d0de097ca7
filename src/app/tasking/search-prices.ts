/** Reads the prices of a search's records, which the search may omit, and the latest price of a request like the next one. */
import type { RequestRecord } from "../../contract/read-record.ts";
import type { Amount } from "../../domain/price/money.ts";
import {
  computeCommitmentAmount,
  toPriceForm,
  formatShortCommitment,
  getStatedText,
} from "../../domain/price/price.ts";
import { AppError } from "../../errors.ts";
import { tryEachId, isDone } from "../batch.ts";
import type { AppContext } from "../context.ts";
import { withoutNotes } from "../surroundings.ts";
import { REQUEST_KINDS, type RequestNoun } from "./request-kind.ts";
import { searchRequests } from "./search-requests.ts";

/**
 * Returns the records with their prices. If no record of a search has a price, the search omits prices, and each
 * record is read separately; otherwise records without a price have none yet.
 */
export async function withEstimates<R extends RequestRecord>(
  context: AppContext,
  noun: RequestNoun,
  records: readonly R[],
): Promise<R[]> {
  const kind = REQUEST_KINDS[noun];
  const hasPrice = (record: RequestRecord): boolean => kind.estimateOf(record).price !== undefined;
  if (records.length === 0 || records.some(hasPrice)) return [...records];
  const ids = records.map(({ id = "" }) => id);
  const read = await tryEachId(context, ids, (id) => kind.get(context, id));
  return records.map((record, index) => {
    const outcome = read[index];
    return outcome !== undefined && isDone(outcome) ? (outcome.value as R) : record;
  });
}

/** A record with its price: its source also contains `price` and `commitment`, for JSON. */
export type PricedRecord<R extends RequestRecord> = R & {
  priceText?: string | undefined;
  commitment?: Amount | undefined;
};

/** Yields the pages of a search with the price of each record. */
export async function* addPrices<R extends RequestRecord>(
  context: AppContext,
  noun: RequestNoun,
  pages: AsyncIterable<readonly R[]>,
): AsyncGenerator<readonly PricedRecord<R>[]> {
  const dollar = context.dialect["currency.$"];
  for await (const records of pages) {
    const read = await withEstimates(context, noun, records);
    yield records.map((record, index): PricedRecord<R> => {
      const { price } = REQUEST_KINDS[noun].estimateOf(read[index] ?? record);
      if (price === undefined) return record;
      const [form, commitment] = [toPriceForm(price, dollar), computeCommitmentAmount(price, dollar)];
      const numbers = { ...(form && { price: form }), ...(commitment && { commitment }) };
      return Object.assign({}, record, {
        priceText: formatShortCommitment(price),
        commitment,
        source: { ...record.source, ...numbers },
      });
    });
  }
}

interface KnownPrice {
  /** In the service's format: for one image of a series. */
  text: string;
  /** The day of the request, RFC 3339. */
  date: string;
}

/** Returns the newest price of a request for a point, by collection type and tier. */
export type KnownPrices = (type: string, tier: string) => KnownPrice | undefined;

/** Older prices say little about the next one. */
const MAX_READ = 100;

/** Runs one search; if it omits prices, none is known. Prices of areas depend on their size, so only points count. */
export async function loadKnownPrices(context: AppContext, noun: RequestNoun): Promise<KnownPrices> {
  const newest = new Map<string, KnownPrice>();
  const key = (type: string, tier: string): string => `${type} ${tier}`;
  const body = { sort: "submissionTime", order: "desc" as const };
  try {
    for await (const page of searchRequests(withoutNotes(context), { noun, body, limit: MAX_READ })) {
      for (const record of page) {
        const { collectionType = "", tier = "", submissionTime = "", geometry } = record;
        const text = getStatedText(REQUEST_KINDS[noun].estimateOf(record).price);
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
