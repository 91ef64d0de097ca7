/** Connects to the service with a credential that is not stored, or not yet. */
import { clientOptions } from "../service/service.ts";
import { createClient, type Client, type ClientOptions } from "../../client/client.ts";
import type { Credential } from "../../contract/credentials.ts";
import type { AppContext } from "../context.ts";
import { DryRun, type PlannedRequest } from "../service/dry-run.ts";
import { openNetwork } from "../service/connection.ts";

export type ServiceOptions = Omit<ClientOptions, "credential">;

/** Opens a connection to the service at `baseUrl` for `work`, and closes it afterwards. */
export async function withService<T>(
  context: AppContext,
  baseUrl: string,
  work: (options: ServiceOptions) => Promise<T>,
): Promise<T> {
  const { service } = context;
  const network = service.isSandbox ? await service.connection() : await openNetwork(context);
  try {
    return await work({
      ...clientOptions(context),
      send: network.send,
      baseUrl,
    });
  } finally {
    if (!service.isSandbox) await network.close();
  }
}

/** Creates a client with this credential; in a dry run its first request is shown and not sent. */
export function withClient<T>(
  context: AppContext,
  baseUrl: string,
  credential: Credential,
  work: (client: Pick<Client, "listCollectionTypes">) => Promise<T>,
): Promise<T> {
  return withService(context, baseUrl, async (options) => {
    const client = createClient({ ...options, credential });
    if (context.service.isDryRun)
      throw new DryRun(client.describe("listCollectionTypes", {}) as PlannedRequest);
    return work(client);
  });
}
