import type { AmountLine } from "../../contract/read-amounts.ts";
import { groupedText } from "../../counted.ts";
import type { Reader } from "../readers.ts";

// Spec silent: the "currency formatted" pattern. We read `[symbol or ISO code] digits with , and .`, with the point
// as decimal sign; an ambiguous price is above every limit.
/**
 * A price that was read from the service's text: `$1,250.00` is `{ currency: "$", amount: "1250.00" }`. The text is shown
 * unchanged. The amount is an exact decimal, for limits, budgets and sums. A text that cannot be read, such as the ambiguous
 * `1.250`, has no `Money`, and is above every limit.
 */
export interface Money {
  /** As written, symbol or code; empty without one. */
  currency: string;
  /** Plain decimal without sign or grouping, e.g. `1250.00`. */
  amount: string;
}

/** Letters before a symbol that name a country. Others may be a factor: `M$5` may be five million. */
const COUNTRY_SYMBOLS =
  "(?:A|AR|AU|C|CA|CL|CO|HK|J|MX|N|NA|NT|NZ|R|RD|S|SG|TT|US|UY)\\$|(?:CN|JP)¥|(?:E|GB)£";
const MONEY = new RegExp(
  `^(?:([A-Z]{3}|${COUNTRY_SYMBOLS}|\\p{Sc})\\s?)?(\\d[\\d.,]*)(?:\\s?([A-Z]{3}|\\p{Sc}))?$`,
  "u",
);
const PLAIN = /^\d+(?:\.\d+)?$/;
const COMMA_GROUPS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const POINT_GROUPS = /^\d{1,3}(?:\.\d{3})+,\d+$/;
const COMMA_DECIMAL = /^\d+,\d{1,2}$/;
const ONE_POINT_THREE_DIGITS = /^[1-9]\d{0,2}\.\d{3}$/;
const LONGEST = 40;

function parseDecimal(digits: string): string | undefined {
  // 1.250 is a little more than one in some countries and a little more than a thousand in others.
  if (ONE_POINT_THREE_DIGITS.test(digits)) return undefined;
  if (PLAIN.test(digits)) return digits;
  if (COMMA_GROUPS.test(digits)) return digits.replaceAll(",", "");
  if (POINT_GROUPS.test(digits)) return digits.replaceAll(".", "").replace(",", ".");
  return COMMA_DECIMAL.test(digits) ? digits.replace(",", ".") : undefined;
}

/** Reads a price; returns undefined when it is ambiguous. */
export function parseMoney(text: string): Money | undefined {
  const match = text.length > LONGEST ? null : MONEY.exec(text.trim());
  if (match === null) return undefined;
  const [, before, digits = "", after] = match;
  const amount = parseDecimal(digits);
  if (amount === undefined || (before !== undefined && after !== undefined)) return undefined;
  return { currency: before ?? after ?? "", amount };
}

/** Reads a typed amount. */
export const readTypedMoney: Reader<Money> = (text) => {
  const value = parseMoney(text);
  return value === undefined
    ? { ok: false, rule: "must be an amount such as 500, $500 or EUR 500.00" }
    : { ok: true, value };
};

/** The default meaning of `$`: the dialect's `currency.$` has the same default. */
export const DOLLAR = "USD";

/** Symbols of a single currency. `¥` and similar symbols belong to several currencies, and stay unchanged. */
const CODES: Readonly<Record<string, string>> = { US$: "USD", "€": "EUR" };

/**
 * Returns the ISO code of a written currency. `dollar` is the meaning of a bare `$`, empty when unknown. An unknown
 * `$`, and a missing currency, stay unchanged.
 */
export const toCurrencyCode = (written: string, dollar: string = DOLLAR): string =>
  written === "$" ? dollar || written : (CODES[written] ?? written);

/** Returns whether a price and a limit cannot be compared only because the meaning of `$` is unknown. */
export function isUnknownDollar(price: string | undefined, limit: Money, dollar: string = DOLLAR): boolean {
  const written = [parseMoney(price ?? "")?.currency, limit.currency];
  return dollar === "" && written.includes("$") && written.every((one) => one !== undefined && one !== "");
}

/**
 * Returns whether a price can be compared with a limit: it is readable, and in the limit's currency. A limit without
 * a currency has that of the price.
 */
export function isComparable(price: string | undefined, limit: Money, dollar: string = DOLLAR): boolean {
  const money = parseMoney(price ?? "");
  if (money === undefined) return false;
  return (
    limit.currency === "" || toCurrencyCode(limit.currency, dollar) === toCurrencyCode(money.currency, dollar)
  );
}

/** Returns whether a price exceeds the limit. A price that cannot be compared counts as exceeding it. */
export function isAboveLimit(price: string | undefined, limit: Money, dollar: string = DOLLAR): boolean {
  const money = parseMoney(price ?? "");
  if (money === undefined || !isComparable(price, limit, dollar)) return true;
  const places = Math.max(countPlaces(money.amount), countPlaces(limit.amount));
  return toUnits(money.amount, places) > toUnits(limit.amount, places);
}

/**
 * Adds a price to a sum; returns undefined when the price is unreadable or in another currency. An amount without a
 * currency takes that of the other.
 */
export function addMoney(sum: Money, price: string | undefined, dollar: string = DOLLAR): Money | undefined {
  const money = price === undefined ? undefined : parseMoney(price);
  if (money === undefined) return undefined;
  const codes = [sum, money].map(({ currency }) => toCurrencyCode(currency, dollar));
  if (codes[0] !== "" && codes[1] !== "" && codes[0] !== codes[1]) return undefined;
  return { currency: sum.currency || money.currency, amount: addDecimals(sum.amount, money.amount) };
}

const countPlaces = (amount: string): number => amount.split(".")[1]?.length ?? 0;

const toUnits = (amount: string, places: number): bigint => {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(places, "0"));
};

function formatDecimal(units: bigint, places: number): string {
  const digits = units.toString().padStart(places + 1, "0");
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function addDecimals(left: string, right: string): string {
  const places = Math.max(2, countPlaces(left), countPlaces(right));
  return formatDecimal(toUnits(left, places) + toUnits(right, places), places);
}

/** Returns `whole` minus `part`, in the same currency; 0 when the part is larger. */
export function subtractMoney(whole: Money, part: Money): Money {
  const places = Math.max(2, countPlaces(whole.amount), countPlaces(part.amount));
  const rest = toUnits(whole.amount, places) - toUnits(part.amount, places);
  return { currency: whole.currency || part.currency, amount: formatDecimal(rest < 0n ? 0n : rest, places) };
}

export const isZero = ({ amount }: Money): boolean => !/[1-9]/.test(amount);

/** Multiplies an amount exactly. */
export function multiplyMoney({ currency, amount }: Money, times: number): Money {
  const places = Math.max(2, countPlaces(amount));
  return { currency, amount: formatDecimal(toUnits(amount, places) * BigInt(times), places) };
}

/** Formats money in the usual format of services: `$1,250.00`, `EUR 1,250.00`, `500`. */
export function formatMoney({ currency, amount }: Money): string {
  const grouped = groupedText(amount);
  return /^[A-Z]{3}$/.test(currency) ? `${currency} ${grouped}` : currency + grouped;
}

/** Returns a service's price for a question: formatted from the parsed amount, never the service's own text. */
export function formatServicePrice(text: string | undefined): string {
  const money = parseMoney(text ?? "");
  if (money !== undefined) return formatMoney(money);
  return text === undefined ? "a price that is not shown" : "a price that cannot be read";
}

/**
 * Returns the range of several prices, with the currency once and without zero cents: `$350-650`. Unreadable prices,
 * and prices in different currencies, stay unchanged.
 */
export function formatPriceRange(least: string, most: string): string {
  if (least === most) return least;
  const [from, to] = [parseMoney(least), parseMoney(most)];
  if (from === undefined || to === undefined || from.currency !== to.currency) return `${least}-${most}`;
  const amounts = [from, to].map(({ amount }) => amount);
  const isWhole = amounts.every((amount) => /^\d+(?:\.0+)?$/.test(amount));
  const [start = "", end = ""] = amounts.map((amount) => (isWhole ? amount.replace(/\..*$/, "") : amount));
  return `${formatMoney({ currency: from.currency, amount: start })}-${groupedText(end)}`;
}

/** Formats an amount with at least two decimals and the currency's code: `5,000.00 USD`. */
export const formatCodedMoney = ({ currency, amount }: Money, dollar: string = DOLLAR): string =>
  [groupedText(addDecimals(amount, "0")), toCurrencyCode(currency, dollar)]
    .filter((part) => part !== "")
    .join(" ");

/** An amount of money in JSON: a number that scripts can add, and the ISO code of its currency. */
export interface Amount {
  amount: number;
  currency: string;
}

/** An amount and its text, which is the service's own if there is one. */
export interface ShownAmount extends Amount {
  text: string;
}

export const toAmount = ({ currency, amount }: Money, dollar: string = DOLLAR): Amount => ({
  amount: Number(amount),
  currency: toCurrencyCode(currency, dollar),
});

/**
 * Reads amounts for a comparison in one currency, the most frequent one. An unreadable amount, or one in another
 * currency, is undefined.
 */
export function makeAmountReader(
  all: readonly (Amount | undefined)[],
): (amount: Amount | undefined) => number | undefined {
  const counts = new Map<string, number>();
  for (const amount of all)
    if (amount !== undefined) counts.set(amount.currency, (counts.get(amount.currency) ?? 0) + 1);
  const usual = [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
  return (amount) => (amount?.currency === usual ? amount?.amount : undefined);
}

/** Reads an amount from a service's text; returns undefined when it is not money. */
export function readAmount(price: string | undefined, dollar: string = DOLLAR): Amount | undefined {
  const money = parseMoney(price ?? "");
  return money && toAmount(money, dollar);
}

/** Reports whether two prices are the same amount. Unreadable prices are compared as texts. */
export function isSamePrice(
  one: string | undefined,
  other: string | undefined,
  dollar: string = DOLLAR,
): boolean {
  const [first, second] = [one, other].map((price) => readAmount(price, dollar));
  if (first === undefined || second === undefined) return one === other;
  return first.amount === second.amount && first.currency === second.currency;
}

/** Returns a limit for a comparison with a price: without its own currency, it has that of the price. */
export const formatLimit = ({ currency, amount }: Money, price: string | undefined): string =>
  formatMoney({ currency: currency || (parseMoney(price ?? "")?.currency ?? ""), amount });

/** Returns the exact sum of several prices; undefined when one is unreadable, or their currencies differ. */
export function sumMoney(
  prices: readonly (string | undefined)[],
  dollar: string = DOLLAR,
): Money | undefined {
  const read = prices.map((price) => parseMoney(price ?? ""));
  const codes = new Set(read.map((money) => money && toCurrencyCode(money.currency, dollar)));
  const [first] = read;
  if (first === undefined || codes.size > 1) return undefined;
  return prices.reduce<Money | undefined>((sum, price) => sum && addMoney(sum, price, dollar), {
    currency: first.currency,
    amount: "0",
  });
}

/**
 * Returns one sum per currency with its ISO code, in the order of their first occurrence. Unreadable prices are not included. The code
 * of a `$` with an unknown meaning is `$`.
 */
export function sumByCurrency(
  prices: readonly { price: string | undefined; dollar?: string | undefined }[],
): (Money & { code: string })[] {
  const sums = new Map<string, Money>();
  for (const { price, dollar } of prices) {
    const money = parseMoney(price ?? "");
    if (money === undefined) continue;
    const code = toCurrencyCode(money.currency, dollar);
    // A `$` with another meaning would look like another sum of the same currency.
    const isOtherDollar = money.currency === "$" && code !== DOLLAR;
    const sum = sums.get(code) ?? { currency: isOtherDollar ? code : money.currency, amount: "0" };
    sums.set(code, { ...sum, amount: addDecimals(sum.amount, money.amount) });
  }
  return Array.from(sums, ([code, sum]) => ({ ...sum, code }));
}

/** The amounts of one price. */
interface Amounts {
  total: string | undefined;
  /** All of them; the total may be one. */
  amounts: readonly string[];
  /** Each list may contain the parts of the price. */
  lists: readonly (readonly AmountLine[])[];
}

/**
 * Returns the maximum of a price: the largest of its amounts and the sum of each list. An unreadable amount, and amounts in other
 * currencies, make a text that cannot be compared with a limit.
 */
export function findHighest({ total, amounts, lists }: Amounts, dollar: string = DOLLAR): string | undefined {
  const whole = total === undefined ? undefined : parseMoney(total);
  if (total === undefined || whole === undefined) return total;
  let most = total;
  const foreign = new Map<string, string>();
  for (const text of [...amounts, ...lists.flatMap((lines) => sumLines(lines, whole.currency, dollar))]) {
    const written = parseMoney(text);
    if (written === undefined) return text;
    const money = formatMoney({ ...written, currency: written.currency || whole.currency });
    if (isComparable(money, { ...whole, amount: "0" }, dollar)) most = chooseHigher(most, money, dollar);
    else
      foreign.set(readCode(money, dollar), chooseHigher(foreign.get(readCode(money, dollar)), money, dollar));
  }
  return [most, ...foreign.values()].join(" and ");
}

const readCode = (text: string, dollar: string): string =>
  toCurrencyCode(parseMoney(text)?.currency ?? "", dollar);

/** Returns the higher price; the first one if they are equal. */
function chooseHigher(one: string | undefined, other: string, dollar: string): string {
  const money = one === undefined ? undefined : parseMoney(one);
  if (one === undefined || money === undefined) return other;
  return isAboveLimit(other, { amount: money.amount, currency: "" }, dollar) ? other : one;
}

/** Returns the sum of a list's elements in each currency; an amount that is unreadable, if there is one. */
export function sumLines(lines: readonly AmountLine[], currency: string, dollar: string): string[] {
  const prices: string[] = [];
  for (const { amounts, each, times } of lines) {
    const most = findHighestByCurrency(amounts, currency, dollar);
    for (const [code, text] of findHighestByCurrency(each, currency, dollar)) {
      const money = parseMoney(text);
      const isCounted = Number.isSafeInteger(times);
      if (money === undefined || !isCounted) return [money === undefined ? text : `${times} x ${text}`];
      most.set(code, chooseHigher(most.get(code), formatMoney(multiplyMoney(money, times)), dollar));
    }
    prices.push(...most.values());
  }
  const unreadable = prices.find((price) => parseMoney(price) === undefined);
  if (unreadable !== undefined) return [unreadable];
  return sumByCurrency(prices.map((price) => ({ price, dollar }))).map(formatMoney);
}

/** Returns the largest amount in each currency. `currency` is that of a bare number. */
function findHighestByCurrency(
  amounts: readonly string[],
  currency: string,
  dollar: string,
): Map<string, string> {
  const most = new Map<string, string>();
  for (const text of amounts) {
    const written = parseMoney(text);
    const money = written && formatMoney({ ...written, currency: written.currency || currency });
    const code = money === undefined ? "?" : readCode(money, dollar);
    most.set(code, chooseHigher(most.get(code), money ?? text, dollar));
  }
  return most;
}
