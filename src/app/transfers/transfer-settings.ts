/** How every transfer of a run behaves, whatever its files are and wherever their bytes go: from the settings. */
import type { StreamOptions } from "../../transfer/options.ts";
import { VERSION } from "../../version.ts";
import type { AppContext } from "../context.ts";

export async function transferSettings({
  clock,
  machine,
  settings,
  service,
  signal,
}: Pick<AppContext, "clock" | "machine" | "settings" | "service" | "signal">): Promise<
  Omit<StreamOptions, "links">
> {
  const { send, busyMs, hasThreads, baseUrl } = await service.connection();
  return {
    send,
    clock,
    random: () => machine.random(),
    signal,
    concurrency: settings.concurrency.value,
    // The engine has a higher number of retries than a request; it applies unless a number was set.
    ...(settings.retries.origin !== "default" && { retries: settings.retries.value }),
    headersTimeoutMs: settings.timeout.value,
    idleTimeoutMs: settings.timeout.value,
    rateWindowMs: settings.timeout.value,
    userAgent: `swath/${VERSION}`,
    busyMs,
    hasThreads,
    // A base URL is plain http only on this machine itself.
    allowHttp: baseUrl.startsWith("http:"),
  };
}

/** What small files over a long distance can use, and a server still accepts from one client. */
export const MOST_CONNECTIONS = 256;

/** The most connections at once. A concurrency that was set bounds them too. */
export function mostConnections({ settings: { concurrency } }: Pick<AppContext, "settings">): number {
  return concurrency.origin === "default" ? MOST_CONNECTIONS : concurrency.value;
}
