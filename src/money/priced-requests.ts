/** Several priced requests as one purchase: one sum of their commitments, one question. */
import { costOfPrice } from "./judge.ts";
import {
  moneyText,
  parseMoney,
  priceForPeople,
  sumsByCurrency,
  totalPrice,
  type Money,
} from "../domain/price/money.ts";
import {
  commitmentOf,
  differenceText,
  isUnbounded,
  shortCommitmentText,
  type Price,
} from "../domain/price/price.ts";
import type { MoneyContext } from "./context.ts";
import type { Terms } from "./buy.ts";

export interface PricedRequest {
  id: string;
  /** `task 3f...`. */
  title: string;
  /** Its name in quotes, else the title. */
  label: string;
  /** The request in one line: `"setubal": 268 km2, stripmap_100 standard, 23-30 Nov`. */
  line: string;
  /** Undefined when the service shows none. */
  price: Price | undefined;
}

interface TermsWords {
  /** All of them: `task 3f...`, `2 tasks`. */
  title: string;
  /** The verb of the question: `Approve`. */
  verb: string;
  /** The currency of a `$`. */
  dollar: string;
}

/** `requests` has at least one element. */
export const termsOf = (requests: readonly PricedRequest[], words: TermsWords): Terms => ({
  ...costOf(requests, words.dollar),
  question: (left) => questionOf(requests, words, left),
});

type Priced = Pick<PricedRequest, "id" | "price">;

/** Returns the cost of all requests together, with the data of an error about it. */
export function costOf(requests: readonly Priced[], dollar: string): Pick<Terms, "cost" | "data"> {
  const unbounded = requests.find(({ price }) => isUnbounded(price));
  if (unbounded !== undefined) return { cost: costOfPrice(unbounded.price), data: { id: unbounded.id } };
  const [{ price }] = requests as [Priced];
  const ids = requests.map(({ id }) => id);
  if (requests.length > 1) {
    const { sums, rest } = sumsOf(requests, dollar);
    if (sums.length > 1) return { cost: { kind: "mixed", sums }, data: { ids } };
    return { cost: { kind: "total", total: rest.length > 0 ? undefined : sums[0] }, data: { ids } };
  }
  return {
    cost: costOfPrice(price),
    data: { ...(price?.per === "image" && { perImage: price.text }), ids },
  };
}

/** Returns the question in one line. */
function questionOf(
  requests: readonly PricedRequest[],
  { title, verb, dollar }: TermsWords,
  left: string | undefined,
): string {
  const [only] = requests;
  if (requests.some(({ price }) => price === undefined)) {
    return requests.length === 1 && only !== undefined
      ? `There is no price for ${only.title}: any amount may be charged. ${verb} ${only.line}?`
      : `There is no price for some of ${title}: any amount may be charged. ${verb} ${title}?`;
  }
  if (requests.length === 1 && only?.price !== undefined)
    return `${verb} ${only.line}${only.line === only.title ? " for" : ":"} ${shortCommitmentText(only.price)}${left ?? ""}?`;
  const sum = sumOf(requests, dollar);
  if (sum !== undefined) return `${verb} ${title} for ${moneyText(sum)}${left ?? " in all"}?`;
  const { sums, rest } = sumsOf(requests, dollar);
  const known = sums.join(" and ");
  if (rest.length === 0) return `${verb} ${title} for ${known}?`;
  return known === ""
    ? `${verb} ${title}: ${openText(rest)}?`
    : `${verb} ${title} for ${known}, and ${openText(rest)}?`;
}

/** Returns undefined if a commitment is unknown, or if there are several currencies. */
const sumOf = (requests: readonly PricedRequest[], dollar: string): Money | undefined =>
  totalPrice(
    requests.map(({ price }) => commitmentOf(price)),
    dollar,
  );

/** Returns one sum per currency, and the requests that are not in a sum. */
export function sumsOf<One extends Pick<Priced, "price">>(
  requests: readonly One[],
  dollar: string,
): { sums: string[]; rest: One[] } {
  const isCounted = ({ price }: One): boolean => parseMoney(commitmentOf(price) ?? "") !== undefined;
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

/** Warns if another amount of a request's price is higher than its stated one. */
export function warnOfPrice(
  { events }: Pick<MoneyContext, "events">,
  title: string,
  price: Price | undefined,
): void {
  if (price === undefined) return;
  const { stated, text, whole, per } = price;
  if (stated !== undefined) {
    const own = `the ${per === "image" ? "price of an image" : "total"} is ${priceForPeople(stated)}`;
    events.warn(`${title}: ${differenceText(own, text)}`);
  }
  if (whole === undefined) return;
  const images = commitmentOf({ ...price, whole: undefined });
  events.warn(`${title}: ${differenceText(`the price of all images is ${images}`, whole)}`);
}

/** Pre-approval skips the cost review, so it needs the same consent as paying. */
export const preApprovalTerms = (subject: string): Terms => ({
  cost: { kind: "neverShown", isSkipped: true },
  question: () => `${subject} is pre-approved: it costs money without a cost review. Send it?`,
});
