/** A service whose reviews have other prices. */
import type { Send } from "../../src/contract/send.ts";
import { changingText, to } from "./changed-body.ts";

/** The price in a review, and the position of its item in that review. */
export type CostOf = (cost: unknown, index: number) => unknown;

export function repriced(send: Send, costOf: CostOf): Send {
  return changingText(send, to("/orders/review"), (text) => {
    let index = 0;
    const review: unknown = JSON.parse(text, (key, value: unknown) =>
      key === "cost" ? costOf(value, index++) : value,
    );
    return JSON.stringify(review);
  });
}
