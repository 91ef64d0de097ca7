/** Several priced requests as one purchase: one sum of their commitments, one question. */
import { moneyText, totalPrice } from "../../domain/spending/money.ts";
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
    const sum = totalPrice(commitmentsOf(requests), dollar);
    return { subject, price: { kind: "total", total: sum && moneyText(sum) }, question, data: { ids } };
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

const commitmentsOf = (requests: readonly PricedRequest[]): (string | undefined)[] =>
  requests.map(({ price }) => commitmentOf(price));

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
  const sum = totalPrice(commitmentsOf(requests), dollar);
  return sum === undefined
    ? `${verb} ${title} at these prices?`
    : `${verb} ${title} for ${moneyText(sum)} in all?`;
}
