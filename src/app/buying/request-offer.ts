/** A request that owns no products as an offer: a task, a series, a retask, an approval. */
import type { SpendFacts, SpendGuard, SpendIntent } from "../../contract/spend.ts";
import { isOrder } from "../../ledger/subject.ts";
import type { Offer } from "./buy.ts";
import { purchaseIdentity } from "../../ledger/recorded-purchase.ts";

export function requestOffer<Reply>(
  { kind, origin, path, body, effect = "spend" }: SpendIntent,
  send: (guard: SpendGuard, facts?: SpendFacts) => Promise<Reply>,
): Offer<Reply> {
  return {
    purchase: {
      kind,
      path,
      origin,
      effect,
      identity: purchaseIdentity({ kind, path, body }),
      isOrder: isOrder({ kind }),
      pieces: [],
      isComplete: true,
    },
    body,
    send,
  };
}
