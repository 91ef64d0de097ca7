/** Sends a request that costs nothing. A command that sends only these cannot buy. */
import type { AnyCall } from "../../client/build-request.ts";
import type { EndpointName } from "../../contract/endpoints.ts";
import type { AppContext } from "../context.ts";

/** One endpoint with its arguments. */
export interface RequestCall {
  endpoint: EndpointName;
  call: AnyCall;
}

/** Sends the request without the journal: it is free, or a dry run shows it. Returns the response of the endpoint. */
export const sendFree = <Reply>({ service }: AppContext, { endpoint, call }: RequestCall): Promise<Reply> =>
  (service.client[endpoint] as (given: AnyCall) => Promise<unknown>)(call) as Promise<Reply>;
