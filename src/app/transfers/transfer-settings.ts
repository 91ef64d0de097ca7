/** The options of every transfer of a run from the settings, for any files and any destination. */
import type { StreamOptions, TransferOptions } from "../../transfer/options.ts";
import { VERSION } from "../../version.ts";
import type { AppContext } from "../context.ts";

export async function makeTransferOptions({
  clock,
  machine,
  settings,
  service,
  signal,
}: AppContext): Promise<Omit<StreamOptions, "links">> {
  const { send, sendSettings, baseUrl } = await service.connection();
  return {
    send,
    ...(sendSettings !== undefined && { sendSettings }),
    clock,
    random: () => machine.random(),
    signal,
    concurrency: settings.concurrency.value,
    // The engine's default number of retries is higher than a request's; it applies unless the setting is set.
    ...(settings.retries.origin !== "default" && { retries: settings.retries.value }),
    headersTimeoutMs: settings.timeout.value,
    idleTimeoutMs: settings.timeout.value,
    rateWindowMs: settings.timeout.value,
    userAgent: `swath/${VERSION}`,
    // A plain http base URL is possible only on this machine.
    allowHttp: baseUrl.startsWith("http:"),
  };
}

/** Limits of the speed, from a caller. */
export interface Rates {
  /** Maximum for all files together. */
  bytesPerSecond?: number | undefined;
  /** Minimum per connection; 0 for any speed. */
  minBytesPerSecond?: number | undefined;
}

/** Returns the given limits; the engine has defaults for the others. */
export const pickRates = ({
  bytesPerSecond,
  minBytesPerSecond,
}: Rates): Pick<TransferOptions, "bytesPerSecond" | "minBytesPerSecond"> => ({
  bytesPerSecond,
  minBytesPerSecond,
});

/** Enough connections for small files over a long distance, and few enough for servers to accept from one client. */
export const MAX_CONNECTIONS = 256;

/** Returns the maximum number of connections. An explicit concurrency also limits them. */
export function readMaxConnections({ settings: { concurrency } }: AppContext): number {
  return concurrency.origin === "default" ? MAX_CONNECTIONS : concurrency.value;
}
