import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDuration, parseDuration } from "../../../src/time/duration.ts";

describe("parseDuration", () => {
  it.each([
    ["0", 0],
    ["0s", 0],
    ["500ms", 500],
    ["1s", 1000],
    ["2m", 120_000],
    ["1h30m", 5_400_000],
    ["1.5h", 5_400_000],
    ["2d", 172_800_000],
    ["7w", 7 * 604_800_000],
    ["1w2d3h4m5s6ms", 788_645_006],
  ])("%s is %d ms", (text, ms) => {
    expect(parseDuration(text)).toEqual({ ok: true, ms });
  });

  it.each([
    ["", "empty"],
    ["30", "has no unit; write 30s"],
    ["-5m", "sign"],
    ["+5m", "sign"],
    ["30m1h", "out of order"],
    ["1h1h", "twice"],
    ["P7D", "ISO 8601"],
    ["PT1H", "ISO 8601"],
    ["3mo", "months or years"],
    ["1y", "months or years"],
    ["1 h", "not a duration"],
    ["1H", "not a duration"],
    ["1e3s", "not a duration"],
    ["Infinity", "not a duration"],
    [".5s", "not a duration"],
    ["99999999999999999d", "longer than 10000 years"],
    ["9".repeat(100), "longer than 64 characters"],
  ])("%j is refused: %s", (text, reason) => {
    const result = parseDuration(text);
    expect(result.ok ? "accepted" : result.reason).toContain(reason);
  });

  it("reads back every text of formatDuration", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3e14 }), (ms) => {
        expect(parseDuration(formatDuration(ms))).toEqual({ ok: true, ms });
      }),
    );
  });
});

describe("formatDuration", () => {
  it.each([
    [0, "0s"],
    [0.2, "0s"],
    [1500, "1s500ms"],
    [5_400_000, "1h30m"],
    [604_800_000, "7d"],
    [-61_000, "-1m1s"],
  ])("%d ms is %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
