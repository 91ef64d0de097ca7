/** Sends a request that owns no products: a task, a series, a retask, a decision. */
import type { AnyCall } from "../../client/call.ts";
import type { EndpointName } from "../../contract/endpoints.ts";
import { requestOffer, type Offer } from "../buying/buy.ts";
import type { AppContext } from "../context.ts";

type Connection = Pick<AppContext, "service">;

/** One endpoint with its arguments. */
export interface RequestCall {
  endpoint: EndpointName;
  call: AnyCall;
}

/** Sends the request without the journal: it is free, or a dry run shows it. Returns the response of the endpoint. */
export const sendFree = <Reply>({ service }: Connection, { endpoint, call }: RequestCall): Promise<Reply> =>
  (service.client[endpoint] as (given: AnyCall) => Promise<unknown>)(call) as Promise<Reply>;

export async function offerOf<Reply>(context: Connection, request: RequestCall): Promise<Offer<Reply>> {
  const { endpoint, call } = request;
  const intent = (await context.service.connect()).intent(endpoint, call as never);
  return requestOffer(intent, (guard) => sendFree<Reply>(context, { endpoint, call: { ...call, guard } }));
}
