import { describe, expect, test } from "vitest";
import { type Retry, withBufferedBody, withRetry } from "../../../src/client/exchange.ts";
import { TransportError, type TransportReason } from "../../../src/contract/send.ts";
import { failureOf, NOW_MS, scriptedSend, type Answer } from "./doubles.ts";
import { skippingClock } from "../../skipping-clock.ts";

function retrying(answers: (Answer | Error)[], options: { retries?: number; random?: number } = {}) {
  const send = scriptedSend(...answers);
  const clock = skippingClock(NOW_MS);
  const reported: Retry[] = [];
  const exchange = withRetry(withBufferedBody(send), {
    retries: options.retries ?? 3,
    clock,
    random: () => options.random ?? 0.5,
    onRetry: (retry) => reported.push(retry),
  });
  const run = () =>
    exchange({ method: "GET", url: "https://api.sar.example/task/x?signature=s", headers: {} });
  return { send, clock, reported, run };
}

const lost = (reason: TransportReason): TransportError => new TransportError(reason, "maybe", reason);

describe("retries", () => {
  test.each([429, 500, 502, 503, 504])("status %i, until it succeeds", async (status) => {
    const { run, send, reported } = retrying([{ status }, { status }, { status: 200 }]);
    expect((await run()).status).toBe(200);
    expect(send.requests).toHaveLength(3);
    expect(reported.map(({ attempt, cause }) => [attempt, cause])).toEqual([
      [2, status],
      [3, status],
    ]);
  });

  test.each([200, 301, 400, 401, 403, 404, 408, 409, 410, 422, 501])(
    "status %i is an answer",
    async (status) => {
      const { run, send } = retrying([{ status }]);
      expect((await run()).status).toBe(status);
      expect(send.requests).toHaveLength(1);
    },
  );

  test.each([
    "dns",
    "refused",
    "unreachable",
    "connect-timeout",
    "proxy",
    "reset",
    "timeout",
    "protocol",
  ] as const)("a network failure: %s", async (reason) => {
    const { run, reported } = retrying([lost(reason), { status: 200 }]);
    expect((await run()).status).toBe(200);
    expect(reported[0]?.cause).toBe(reason);
  });

  test.each(["tls", "aborted"] as const)("%s is not retried", async (reason) => {
    const { run, send } = retrying([lost(reason), { status: 200 }]);
    expect(await failureOf(run())).toMatchObject({ reason });
    expect(send.requests).toHaveLength(1);
  });

  test("a truncated body is a network failure", async () => {
    const { run, send } = retrying([{ headers: { "content-length": "100" }, body: "{" }, { body: "{}" }]);
    expect(Buffer.from((await run()).bytes).toString()).toBe("{}");
    expect(send.requests).toHaveLength(2);
  });

  test("the number of attempts is limited, and the last answer counts", async () => {
    const down = retrying([{ status: 503 }], { retries: 2 });
    expect((await down.run()).status).toBe(503);
    expect(down.send.requests).toHaveLength(3);
    const away = retrying([lost("refused")], { retries: 0 });
    expect(await failureOf(away.run())).toMatchObject({ reason: "refused" });
    expect(away.send.requests).toHaveLength(1);
  });
});

describe("waits", () => {
  test("are a random part of a doubling limit, which stops growing", async () => {
    const most = retrying([{ status: 503 }], { retries: 8, random: 0.999_999 });
    await most.run();
    expect(most.clock.slept).toEqual([499, 999, 1999, 3999, 7999, 15_999, 19_999, 19_999]);
    const least = retrying([{ status: 503 }], { random: 0 });
    await least.run();
    expect(least.clock.slept).toEqual([0, 0, 0]);
  });

  test.each([
    ["7", 7000],
    ["0", 0],
    ["Mon, 12 May 2031 09:30:05 GMT", 5000],
    ["Monday, 12-May-31 09:30:05 GMT", 5000],
    ["Mon, 12 May 2031 09:29:00 GMT", 0],
  ])("LIMITS-14 obey Retry-After %s, at slightly different times", async (value, ms) => {
    const { run, clock } = retrying([{ status: 429, headers: { "retry-after": value } }, {}], {
      random: 0.5,
    });
    await run();
    expect(clock.slept).toEqual([ms + 250]);
  });

  test("compare a date with the service's clock, not with ours", async () => {
    const headers = { "retry-after": "Mon, 12 May 2031 11:00:09 GMT", date: "Mon, 12 May 2031 11:00:00 GMT" };
    const { run, clock } = retrying([{ status: 503, headers }, {}], { random: 0 });
    await run();
    expect(clock.slept).toEqual([9000]);
    expect(clock.now()).toBe(NOW_MS + 9000);
  });

  test("end in an error if they are too long", async () => {
    const { run, send, clock } = retrying([{ status: 429, headers: { "retry-after": "3600" } }, {}]);
    expect((await run()).status).toBe(429);
    expect([send.requests.length, clock.slept]).toEqual([1, []]);
  });

  test("ignore an unreadable Retry-After", async () => {
    const { run, clock } = retrying([{ status: 429, headers: { "retry-after": "soon" } }, {}], {
      random: 0.5,
    });
    await run();
    expect(clock.slept).toEqual([250]);
  });
});
