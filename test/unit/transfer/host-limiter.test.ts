/** The number of simultaneous requests to one host. */
import { expect, test } from "vitest";
import { HostLimiter } from "../../../src/transfer/loop/host-limiter.ts";
import { skippingClock } from "../../skipping-clock.ts";

test("requests to a busy host are halved, and increase again one by one", async () => {
  const clock = skippingClock();
  const hosts = new HostLimiter(clock, 4);
  const { signal } = new AbortController();
  const mostAtOnce = async (): Promise<number> => {
    let open = 0;
    let most = 0;
    const work = async () => {
      await hosts.enter("a", signal);
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      hosts.leave("a");
    };
    await Promise.all(Array.from({ length: 8 }, work));
    return most;
  };
  expect(await mostAtOnce()).toBe(4);
  hosts.reduceLimit("a", 9000);
  expect(await mostAtOnce()).toBe(2);
  expect(clock.slept).toContain(9000);
  hosts.reduceLimit("a", 0);
  hosts.reduceLimit("a", 0);
  expect(await mostAtOnce()).toBe(1);
  hosts.raiseLimit("a");
  expect(await mostAtOnce()).toBe(2);
});
