/** A sandbox in the test's own process that holds one request back until the test releases it. */
import { onTestFinished } from "vitest";
import { listen } from "../../src/sandbox/listen.ts";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { systemClock } from "../../src/time/clock.ts";

export interface HeldSandbox {
  /** Settings with which swath uses the sandbox; no request expires while it is held. */
  env: Record<string, string>;
  release: () => void;
}

/** Holds the first request of the route, such as `searchCatalog`. */
export async function heldSandbox(route: string): Promise<HeldSandbox> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // Only the latency of faults sleeps on this clock: the latency ends with the release, whatever its length.
  const clock = { ...systemClock, sleep: () => released };
  const sandbox = await openSandbox({ dir: ":memory:", clock });
  onTestFinished(() => sandbox.close());
  const server = await listen(sandbox, { port: 0 });
  onTestFinished(() => {
    release();
    return server.close(AbortSignal.abort());
  });
  const planted = await fetch(`${server.url}/_sandbox/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ route, latencyMs: 1, count: 1 }),
  });
  if (!planted.ok) throw new Error(`the fault was refused: ${await planted.text()}`);
  const [member] = sandbox.users;
  return {
    env: { SWATH_BASE_URL: server.url, SWATH_API_KEY: member?.apiKey ?? "", SWATH_TIMEOUT: "1h" },
    release,
  };
}
