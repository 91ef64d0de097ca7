/** The purchase of a request that owns no products: a task, a series, a retask, an approval. */
import type { PaidRequest, SpendFacts } from "../../contract/spend.ts";
import { requestOffer, type Offer } from "../../money/run.ts";
import type { AppContext } from "../context.ts";
import type { RequestCall } from "./send-free.ts";

export async function toOffer<Reply>(
  { service }: AppContext,
  { endpoint, call }: RequestCall,
  facts?: SpendFacts,
): Promise<Offer<Reply>> {
  const client = await service.connect();
  return requestOffer(
    { ...client.intent(endpoint, call as never), ...(facts && { facts }) },
    () =>
      client.paid(endpoint, call as never) as Promise<PaidRequest<unknown>> as Promise<PaidRequest<Reply>>,
  );
}
