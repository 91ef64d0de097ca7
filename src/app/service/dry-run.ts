/** A dry run shows the request and does not send it. */
import type { RequestDescription } from "../../client/build-request.ts";
import type { Client } from "../../client/client.ts";
import { ENDPOINT_NAMES, type EndpointName } from "../../contract/endpoints.ts";

export type PlannedRequest = Omit<RequestDescription, "endpoint" | "effect">;

/** Thrown instead of sending: the run succeeds, with the request or requests as its result. */
export class DryRun extends Error {
  override readonly name = "DryRun";
  constructor(readonly request: PlannedRequest | readonly PlannedRequest[]) {
    super("dry run");
  }
}

/** Returns a client that throws each request instead of sending it. */
export function makeDryRunClient(client: Client): Client {
  // An endpoint without parameters and body may be called without arguments.
  const method = (name: EndpointName) => async (call: never) => {
    throw new DryRun(client.describe(name, call ?? ({} as never)));
  };
  const raw = async (call: Parameters<Client["raw"]>[0]): Promise<never> => {
    throw new DryRun(client.describeRaw(call));
  };
  return {
    ...client,
    ...(Object.fromEntries(ENDPOINT_NAMES.map((name) => [name, method(name)])) as unknown as Pick<
      Client,
      EndpointName
    >),
    raw,
    paid: async (name, call) => {
      throw new DryRun(client.describe(name, call));
    },
    paidRaw: raw,
  };
}
