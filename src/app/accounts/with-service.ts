/** Connects to the service with a credential that is not stored, or not yet. */
import { makeClientOptions } from "../service/open-service.ts";
import type { ClientOptions } from "../../client/client.ts";
import type { AppContext } from "../context.ts";
import { openNetwork } from "../service/connect.ts";

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
    return await work({ ...makeClientOptions(context), send: network.send, baseUrl });
  } finally {
    if (!service.isSandbox) await network.close();
  }
}
