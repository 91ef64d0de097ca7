/** The next steps after requests that several commands share. */
import { advice, swath, type Hint } from "../../hint.ts";
import type { RequestNoun } from "./request-kind.ts";

export const SEE_APPROVALS = advice`See what waits for approval: ${swath`approvals`}`;

export const SEE_CLOSED = swath`approvals --closed`;

export const suggestFollowing = (noun: RequestNoun, ids: readonly string[]): Hint =>
  swath`${noun} wait ${ids}`;

/** `productTypes`: only these, since the others were ordered. */
export function suggestOrdering(ids: readonly string[], productTypes?: readonly string[]): Hint {
  const only = productTypes === undefined ? [] : ["--product-type", productTypes.join(",")];
  return advice`Order ${ids.length === 1 ? "its" : "their"} images: ${swath`order task ${ids} ${only}`}`;
}
