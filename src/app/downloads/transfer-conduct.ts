/** How every transfer of files behaves, whatever they are of and wherever their bytes go. */
import type { StreamOptions } from "../../transfer/options.ts";
import { VERSION } from "../../version.ts";
import type { AppContext } from "../context.ts";

export async function transferConduct({
  clock,
  machine,
  settings,
  service,
  signal,
}: AppContext): Promise<Omit<StreamOptions, "links">> {
  const { send, busyMs, hasThreads, baseUrl } = await service.connection();
  return {
    send,
    clock,
    random: () => machine.random(),
    signal,
    concurrency: settings.concurrency.value,
    // A file is worth more patience than a request: for it a line that comes back soon is waited for, unless told otherwise.
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
