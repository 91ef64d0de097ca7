/** The purchase of a request that owns no products: a task, a series, a retask, an approval. */
import { requestOffer, type Offer } from "../../money/buy.ts";
import type { AppContext } from "../context.ts";
import { sendFree, type RequestCall } from "./send-free.ts";

type Connection = Pick<AppContext, "service">;

export async function offerOf<Reply>(context: Connection, request: RequestCall): Promise<Offer<Reply>> {
  const { endpoint, call } = request;
  const intent = (await context.service.connect()).intent(endpoint, call as never);
  return requestOffer(intent, (guard) => sendFree<Reply>(context, { endpoint, call: { ...call, guard } }));
}
