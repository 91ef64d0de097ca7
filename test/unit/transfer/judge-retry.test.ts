/** When to retry, and when not to: one judgement for stored and streamed files. */
import { describe, expect, it } from "vitest";
import type { AppError } from "../../../src/errors.ts";
import { judgeRetry } from "../../../src/transfer/loop/attempts.ts";

const clock = { now: () => Date.UTC(2026, 2, 16), sleep: async () => undefined };
const conduct = { clock, random: () => 0.5, retries: 3, maxRetryAfterMs: 60_000 };
const busy = (retryAfter?: string, status = 503) => ({
  kind: "retry" as const,
  code: "SERVICE_ERROR" as const,
  reason: "the server is busy",
  status,
  ...(retryAfter !== undefined && { retryAfter }),
});
const judge = (outcome: Parameters<typeof judgeRetry>[0], failures = 1) =>
  judgeRetry(outcome, failures, conduct, "again");
const refusal = (work: () => unknown): AppError => {
  try {
    work();
  } catch (error) {
    return error as AppError;
  }
  throw new Error("nothing was refused");
};

describe("judgeRetry", () => {
  it("P16 adds its own wait to the requested one", () => {
    expect(judge(busy())).toEqual({ waitMs: 250, askedMs: 0 });
    expect(judge(busy(), 3)).toEqual({ waitMs: 1000, askedMs: 0 });
    expect(judge(busy("60"))).toEqual({ waitMs: 60_250, askedMs: 60_000 });
    expect(judge(busy("Mon, 16 Mar 2026 00:00:07 GMT"))).toMatchObject({ askedMs: 7000 });
    expect(judge(busy("soon", 500))).toEqual({ waitMs: 250, askedMs: 0 });
  });

  it("P16 stops above the longest wait, and after too many attempts, with the last error", () => {
    expect(refusal(() => judge(busy("61")))).toMatchObject({
      kind: "service",
      code: "SERVICE_ERROR",
      message: "the server is busy and asks for a retry in 61 s",
      next: "Run the same command again then",
    });
    expect(judge(busy(), 3).waitMs).toBe(1000);
    expect(refusal(() => judge(busy("61"), 4))).toMatchObject({
      kind: "service",
      message: "the server is busy, 4 times in a row",
      next: "again",
    });
    expect(refusal(() => judgeRetry(busy(), 1, { ...conduct, retries: 0 }, "again")).message).toBe(
      "the server is busy",
    );
    const broken = { kind: "retry", code: "NETWORK", reason: "the connection broke" } as const;
    expect(refusal(() => judge(broken, 4))).toMatchObject({
      kind: "network",
      code: "NETWORK",
      next: "again",
    });
  });
});
