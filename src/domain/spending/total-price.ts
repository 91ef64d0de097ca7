/** What several prices come to, exactly. */
import { addMoney, parseMoney, type Money } from "./money.ts";

/** The sum, or nothing when one of them cannot be read or they are of different currencies. */
export function totalPrice(prices: readonly (string | undefined)[]): Money | undefined {
  const currencies = new Set(prices.map((price) => parseMoney(price ?? "")?.currency));
  const [currency] = currencies;
  if (currency === undefined || currencies.size > 1) return undefined;
  return prices.reduce<Money | undefined>((sum, price) => sum && addMoney(sum, price), {
    currency,
    amount: "0",
  });
}
