/** Several priced requests as one purchase: one sum of their commitments, one question. */
import {
  moneyText,
  parseMoney,
  sumsByCurrency,
  totalPrice,
  type Money,
} from "../../domain/spending/money.ts";
import {
  commitmentOf,
  commitmentText,
  isUnbounded,
  shortCommitmentText,
  type Price,
} from "../../domain/spending/price.ts";
import type { SpendRequest } from "./spend-policy.ts";
import type { Command } from "../../hint.ts";

export interface PricedRequest {
  id: string;
  /** `task 3f...`. */
  title: string;
  /** Its name in quotes, else the title. */
  label: string;
  /** What a person decides by: `"setubal": 268 km2, stripmap_100 standard, 23-30 Nov`. */
  line: string;
  /** Undefined when the service shows none. */
  price: Price | undefined;
  /** The command that rejects it. */
  rejectWith: Command;
}

interface PurchaseWords {
  /** All of them: `task 3f...`, `2 tasks`. */
  title: string;
  /** What agreeing does: `Approve`. */
  verb: string;
  /** The currency of a `$`. */
  dollar: string;
}

/** `requests` has at least one element. */
export function purchaseOf(
  requests: readonly PricedRequest[],
  words: PurchaseWords,
): Pick<SpendRequest, "subject" | "price" | "question" | "data"> {
  const { title: subject, dollar } = words;
  const question = questionOf(requests, words);
  const unbounded = requests.find(({ price }) => isUnbounded(price));
  if (unbounded !== undefined) {
    const { id, title, price, rejectWith } = unbounded;
    return {
      subject: title,
      price: { kind: "unbounded", perImage: price?.text ?? "", rejectWith },
      question,
      data: { id },
    };
  }
  const [{ price }] = requests as [PricedRequest];
  const ids = requests.map(({ id }) => id);
  if (requests.length > 1) {
    const { sums, rest } = sumsOf(requests, dollar);
    if (sums.length > 1)
      return { subject, price: { kind: "several-currencies", sums }, question, data: { ids } };
    const total = rest.length > 0 ? undefined : sums[0];
    return { subject, price: { kind: "total", total }, question, data: { ids } };
  }
  // A price that cannot be parsed is shown as it came.
  const total = commitmentOf(price) ?? price?.text;
  const isSeries = price?.per === "image";
  return {
    subject,
    price: { kind: "total", total, ...(isSeries && { shown: commitmentText(price) }) },
    question,
    data: { ...(isSeries && { perImage: price.text }), ids },
  };
}

/** One line that ends with the price, so that what is left of a budget can follow it. */
function questionOf(requests: readonly PricedRequest[], { title, verb, dollar }: PurchaseWords): string {
  const [only] = requests;
  if (requests.some(({ price }) => price === undefined)) {
    return requests.length === 1 && only !== undefined
      ? `There is no price for ${only.title}: whatever it comes to will be spent. ${verb} ${only.line} all the same?`
      : `There is no price for some of ${title}: whatever it comes to will be spent. ${verb} ${title} all the same?`;
  }
  if (requests.length === 1 && only?.price !== undefined)
    return `${verb} ${only.line}${only.line === only.title ? " for" : ":"} ${shortCommitmentText(only.price)}?`;
  const sum = sumOf(requests, dollar);
  if (sum !== undefined) return `${verb} ${title} for ${moneyText(sum)} in all?`;
  const { sums, rest } = sumsOf(requests, dollar);
  const known = sums.join(" and ");
  if (rest.length === 0) return `${verb} ${title} for ${known}?`;
  return known === ""
    ? `${verb} ${title}: ${openText(rest)}?`
    : `${verb} ${title} for ${known}, and ${openText(rest)}?`;
}

/** Undefined when one commitment is unknown, and when they are in several currencies. */
const sumOf = (requests: readonly PricedRequest[], dollar: string): Money | undefined =>
  totalPrice(
    requests.map(({ price }) => commitmentOf(price)),
    dollar,
  );

/** One sum for each currency, and the requests that are in none of them. */
function sumsOf(
  requests: readonly PricedRequest[],
  dollar: string,
): { sums: string[]; rest: PricedRequest[] } {
  const isCounted = ({ price }: PricedRequest): boolean =>
    parseMoney(commitmentOf(price) ?? "") !== undefined;
  const prices = requests.map(({ price }) => ({ price: commitmentOf(price), dollar }));
  return {
    sums: sumsByCurrency(prices).map(moneyText),
    rest: requests.filter((one) => !isCounted(one)),
  };
}

const MOST_NAMES = 3;

/** `"ves-open" without a bound`, `"a" and "b" without a bound`, `4 of them without a bound`. */
function openText(requests: readonly PricedRequest[]): string {
  const unbounded = requests.filter(({ price }) => isUnbounded(price));
  const unread = requests.filter(({ price }) => !isUnbounded(price));
  const named = (some: readonly PricedRequest[]): string =>
    some.length > MOST_NAMES ? `${some.length} of them` : some.map(({ label }) => label).join(" and ");
  return [
    ...(unbounded.length > 0 ? [`${named(unbounded)} without a bound`] : []),
    ...(unread.length > 0 ? [`${named(unread)} at a price that cannot be read`] : []),
  ].join(", and ");
}
