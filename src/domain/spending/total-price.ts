/** What several prices come to, exactly. */
import { parseMoney, type Money } from "./money.ts";

/** The sum, or nothing when one of them cannot be read or they are of different currencies. */
export function totalPrice(prices: readonly (string | undefined)[]): Money | undefined {
  const moneys = prices.map((price) => (price === undefined ? undefined : parseMoney(price)));
  const [first] = moneys;
  if (first === undefined) return undefined;
  let units = 0n;
  const places = Math.max(2, ...moneys.map((money) => money?.amount.split(".")[1]?.length ?? 0));
  for (const money of moneys) {
    if (money === undefined || money.currency !== first.currency) return undefined;
    const [whole = "0", fraction = ""] = money.amount.split(".");
    units += BigInt(whole + fraction.padEnd(places, "0"));
  }
  const digits = units.toString().padStart(places + 1, "0");
  return { currency: first.currency, amount: `${digits.slice(0, -places)}.${digits.slice(-places)}` };
}
