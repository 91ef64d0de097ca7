/**
 * Prices as the service writes them: text such as `$1,250.00`, shown verbatim and read only to compare it with a
 * limit.
 *
 * Spec silent: "currency formatted". We read `[symbol or ISO code] digits with , and .`; the point is the decimal
 * sign, as in the interface's samples. Whatever can be read in two ways is not read at all, so that it counts as
 * above every limit.
 */
export interface Money {
  /** As it was written, symbol or code; empty when there was none. */
  currency: string;
  /** Plain decimal without sign or grouping, e.g. `1250.00`. */
  amount: string;
}

const MONEY = /^(?:([A-Z]{3}|[A-Z]{0,2}\p{Sc})\s?)?(\d[\d.,]*)(?:\s?([A-Z]{3}|\p{Sc}))?$/u;
const PLAIN = /^\d+(?:\.\d+)?$/;
const COMMA_GROUPS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const POINT_GROUPS = /^\d{1,3}(?:\.\d{3})+,\d+$/;
const COMMA_DECIMAL = /^\d+,\d{1,2}$/;
const ONE_POINT_THREE_DIGITS = /^[1-9]\d{0,2}\.\d{3}$/;
const LONGEST = 40;

function decimalOf(digits: string): string | undefined {
  // 1.250 is a little more than one here and a little more than a thousand there.
  if (ONE_POINT_THREE_DIGITS.test(digits)) return undefined;
  if (PLAIN.test(digits)) return digits;
  if (COMMA_GROUPS.test(digits)) return digits.replaceAll(",", "");
  if (POINT_GROUPS.test(digits)) return digits.replaceAll(".", "").replace(",", ".");
  return COMMA_DECIMAL.test(digits) ? digits.replace(",", ".") : undefined;
}

/** Reads a price, or gives nothing when it cannot be read with certainty. */
export function parseMoney(text: string): Money | undefined {
  const match = text.length > LONGEST ? null : MONEY.exec(text.trim());
  if (match === null) return undefined;
  const [, before, digits = "", after] = match;
  const amount = decimalOf(digits);
  if (amount === undefined || (before !== undefined && after !== undefined)) return undefined;
  return { currency: before ?? after ?? "", amount };
}

function compareDecimals(left: string, right: string): number {
  const places = Math.max(...[left, right].map((text) => text.split(".")[1]?.length ?? 0));
  const scaled = (text: string): bigint => {
    const [whole = "", fraction = ""] = text.split(".");
    return BigInt(whole + fraction.padEnd(places, "0"));
  };
  const difference = scaled(left) - scaled(right);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

/**
 * Whether a price goes beyond the limit. A limit without a currency is in the currency of the price; two different
 * ones cannot be compared (`$` is the dollar of more than one country), which counts as above. So does a price that
 * cannot be read.
 */
export function isAboveLimit(price: string | undefined, limit: Money): boolean {
  const money = price === undefined ? undefined : parseMoney(price);
  if (money === undefined) return true;
  if (limit.currency !== "" && limit.currency !== money.currency) return true;
  return compareDecimals(money.amount, limit.amount) > 0;
}

/**
 * The sum with a price; undefined when the price cannot be read, or is in another currency. An amount without a
 * currency takes that of the other.
 */
export function addMoney(sum: Money, price: string | undefined): Money | undefined {
  const money = price === undefined ? undefined : parseMoney(price);
  if (money === undefined) return undefined;
  if (sum.currency !== "" && money.currency !== "" && sum.currency !== money.currency) return undefined;
  const places = Math.max(2, ...[sum, money].map(({ amount }) => amount.split(".")[1]?.length ?? 0));
  const units = [sum, money].reduce((total, { amount }) => {
    const [whole = "0", fraction = ""] = amount.split(".");
    return total + BigInt(whole + fraction.padEnd(places, "0"));
  }, 0n);
  const digits = units.toString().padStart(places + 1, "0");
  return {
    currency: sum.currency || money.currency,
    amount: `${digits.slice(0, -places)}.${digits.slice(-places)}`,
  };
}

/** So many times an amount, exactly. */
export function multiplyMoney({ currency, amount }: Money, times: number): Money {
  const [whole = "0", fraction = ""] = amount.split(".");
  const places = Math.max(2, fraction.length);
  const units = BigInt(whole + fraction.padEnd(places, "0")) * BigInt(times);
  const digits = units.toString().padStart(places + 1, "0");
  return { currency, amount: `${digits.slice(0, -places)}.${digits.slice(-places)}` };
}

/** The same money in one spelling, that of the service: `$1,250.00`, `EUR 1,250.00`, `500`. */
export function moneyText({ currency, amount }: Money): string {
  const [whole = "", ...fraction] = amount.split(".");
  const grouped = [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ","), ...fraction].join(".");
  return /^[A-Z]{3}$/.test(currency) ? `${currency} ${grouped}` : currency + grouped;
}

/** A limit as it is held against a price: without a currency of its own it has that of the price. */
export const limitText = ({ currency, amount }: Money, price: string | undefined): string =>
  moneyText({ currency: currency || (parseMoney(price ?? "")?.currency ?? ""), amount });

/** The exact sum of several prices; undefined when one cannot be read, or their currencies differ. */
export function totalPrice(prices: readonly (string | undefined)[]): Money | undefined {
  const currencies = new Set(prices.map((price) => parseMoney(price ?? "")?.currency));
  const [currency] = currencies;
  if (currency === undefined || currencies.size > 1) return undefined;
  return prices.reduce<Money | undefined>((sum, price) => sum && addMoney(sum, price), {
    currency,
    amount: "0",
  });
}
