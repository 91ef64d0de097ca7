/**
 * A total below its subtotal. The largest amount of a price bounds it, since the interface does not define which one is charged.
 * The exception is a price that explains the difference itself: its discounts lead from the subtotal exactly to the total, so
 * that the subtotal, and the costs of the items that it adds up, are no price that could be charged. All other amounts still
 * bound the price.
 *
 * Example: `{subtotal: "$500.00", volumeDiscount: {amount: "$50.00"}, total: "$450.00"}` costs $450. Without the discount, or
 * with a discount of $40, it may cost $500.
 */
import type { AmountLine } from "../../contract/read-amounts.ts";
import type { OrderReview } from "../../contract/read-review.ts";
import { DOLLAR, formatMoney, isSamePrice, isZero, parseMoney, sumLines, sumMoney } from "./money.ts";

type PricedReview = Pick<OrderReview, "amounts" | "lists"> &
  Partial<Pick<OrderReview, "total" | "reduction" | "lines">>;

/** The amounts that may exceed the total of a review. */
interface Bounds {
  amounts: string[];
  lists: readonly (readonly AmountLine[])[];
}

/** Returns the discount that a review subtracts from its subtotal; undefined unless it explains the total exactly. */
export function findDiscount(
  { total, reduction }: Pick<PricedReview, "total" | "reduction">,
  dollar: string = DOLLAR,
): string | undefined {
  const money = parseMoney(total ?? "");
  if (total === undefined || money === undefined || reduction === undefined) return undefined;
  const { subtotal, discounts, surcharges } = reduction;
  const [discount, before, after] = [discounts, [subtotal, ...surcharges], [total, ...discounts]].map(
    (texts) => sumMoney(texts, dollar),
  );
  if (discount === undefined || before === undefined || after === undefined) return undefined;
  const isExplained = isSamePrice(formatMoney(before), formatMoney(after), dollar);
  // A total of zero beside priced items may be a price that is not known yet.
  return isExplained && !isZero(money) && !isZero(discount) ? formatMoney(discount) : undefined;
}

/** Returns the amounts that may exceed the total: all of them, except those from which the review subtracts its discount. */
export function listBounds(review: PricedReview, dollar: string = DOLLAR): Bounds {
  const { reduction, lists, lines = [] } = review;
  const amounts = review.amounts.map(({ text }) => text);
  if (reduction === undefined || findDiscount(review, dollar) === undefined) return { amounts, lists };
  const { subtotal, discounts } = reduction;
  const currency = parseMoney(subtotal)?.currency ?? "";
  const isSubtotal = (sums: readonly string[]): boolean =>
    sums.length === 1 && isSamePrice(sums[0], subtotal, dollar);
  const costs = lines.map(({ cost = "" }) => cost);
  const line = (text: string): AmountLine => ({ amounts: [text], each: [], times: 1 });
  const parts = isSubtotal(sumLines(costs.map(line), currency, dollar)) ? costs : [];
  return {
    amounts: [subtotal, ...discounts, ...parts].reduce(
      (left, part) => removeOne(left, (text) => isSamePrice(text, part, dollar)),
      amounts,
    ),
    lists: lists.filter((list) => !isSubtotal(sumLines(list, currency, dollar))),
  };
}

/** Returns the texts without the first one that passes the test. */
function removeOne(texts: readonly string[], isIt: (text: string) => boolean): string[] {
  const at = texts.findIndex(isIt);
  return texts.filter((_text, index) => index !== at);
}
