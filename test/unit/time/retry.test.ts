/** One policy of retries in three configurations: the waits, and when there is none. */
import { describe, expect, it, test } from "vitest";
import {
  drawBackoffMs,
  FILE_RETRY,
  planRetry,
  SERVICE_RETRY,
  STORE_RETRY,
  type RetryPlan,
} from "../../../src/time/retry.ts";

const maxRetryAfterMs = 120_000;
const POLICIES = {
  service: SERVICE_RETRY,
  file: { ...FILE_RETRY, maxRetryAfterMs },
  store: { ...STORE_RETRY, maxRetryAfterMs },
};
type Case = [policy: keyof typeof POLICIES, failures: number, askedMs: number | undefined, plan: RetryPlan];
const wait = (waitMs: number): RetryPlan => ({ kind: "wait", waitMs });

describe("planRetry", () => {
  it.each<Case>([
    ["service", 1, undefined, wait(250)],
    ["service", 3, undefined, wait(1000)],
    ["service", 4, 7000, wait(8000)],
    ["service", 1, 60_000, wait(60_250)],
    ["service", 1, 60_001, { kind: "too-long", askedMs: 60_001 }],
    ["file", 1, undefined, wait(250)],
    ["file", 4, 7000, wait(9000)],
    ["file", 1, 120_001, { kind: "too-long", askedMs: 120_001 }],
    ["file", 6, 120_001, { kind: "used-up" }],
    ["store", 1, undefined, wait(250)],
    ["store", 4, 7000, wait(9000)],
    ["store", 1, 3_600_000, wait(120_250)],
    ["store", 6, undefined, { kind: "used-up" }],
  ])("P15 LIMITS-14 %s: failure %i, Retry-After %s ms", (name, failures, askedMs, plan) => {
    expect(planRetry(POLICIES[name], { failures, retries: 5, askedMs, random: () => 0.5 })).toEqual(plan);
  });
});

test("full jitter stays under a limit that doubles up to half a minute for files, and 20 s for a person", () => {
  const ceilings = (policy: { maxBackoffMs: number }): number[] =>
    [1, 2, 3, 7, 50].map((failures) => drawBackoffMs(policy, failures, () => 0.999_999));
  expect(ceilings(FILE_RETRY)).toEqual([499, 999, 1999, 29_999, 29_999]);
  expect(ceilings(SERVICE_RETRY)).toEqual([499, 999, 1999, 19_999, 19_999]);
  expect(drawBackoffMs(FILE_RETRY, 3, () => 0)).toBe(0);
});
