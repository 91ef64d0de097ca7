/** Reads the prices of a search's records, which the search may omit. */
import type { RequestRecord } from "../../contract/read-record.ts";
import type { Amount } from "../../domain/price/money.ts";
import { commitmentAmount, priceForm, shortCommitmentText } from "../../domain/price/price.ts";
import { forEachId, isDone } from "../batch.ts";
import type { AppContext } from "../context.ts";
import { REQUEST_KINDS, type RequestNoun } from "./request-kind.ts";

type Reading = Pick<AppContext, "service" | "settings" | "signal" | "events">;

/**
 * Returns the records with their prices. If no record of a search has a price, the search omits prices, and each
 * record is read separately; otherwise records without a price have none yet.
 */
export async function withEstimates<R extends RequestRecord>(
  context: Reading,
  noun: RequestNoun,
  records: readonly R[],
): Promise<R[]> {
  const kind = REQUEST_KINDS[noun];
  const hasPrice = (record: RequestRecord): boolean => kind.estimateOf(record).price !== undefined;
  if (records.length === 0 || records.some(hasPrice)) return [...records];
  const ids = records.map(({ id = "" }) => id);
  const read = await forEachId(context, ids, (id) => kind.get(context, id));
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
export async function* pricedPages<R extends RequestRecord>(
  context: Reading & Pick<AppContext, "dialect">,
  noun: RequestNoun,
  pages: AsyncIterable<readonly R[]>,
): AsyncGenerator<readonly PricedRecord<R>[]> {
  const dollar = context.dialect["currency.$"];
  for await (const records of pages) {
    const read = await withEstimates(context, noun, records);
    yield records.map((record, index): PricedRecord<R> => {
      const { price } = REQUEST_KINDS[noun].estimateOf(read[index] ?? record);
      if (price === undefined) return record;
      const [form, commitment] = [priceForm(price, dollar), commitmentAmount(price, dollar)];
      const numbers = { ...(form && { price: form }), ...(commitment && { commitment }) };
      return Object.assign({}, record, {
        priceText: shortCommitmentText(price),
        commitment,
        source: { ...record.source, ...numbers },
      });
    });
  }
}
