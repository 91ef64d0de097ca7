import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFlagTime } from "../../../src/time/flag-time.ts";

const NOW = Date.parse("2026-02-27T10:00:00Z");
const read = (text: string): string => {
  const result = parseFlagTime(text, NOW);
  return result.ok ? result.iso : `refused: ${result.reason}`;
};

describe("parseFlagTime", () => {
  it.each([
    ["now", "2026-02-27T10:00:00Z"],
    ["2026-03-01", "2026-03-01T00:00:00Z"],
    ["+2d", "2026-03-01T10:00:00Z"],
    ["-12h", "2026-02-26T22:00:00Z"],
    ["+3h30m", "2026-02-27T13:30:00Z"],
    ["now+1w", "2026-03-06T10:00:00Z"],
    ["now-90m", "2026-02-27T08:30:00Z"],
    ["+0", "2026-02-27T10:00:00Z"],
    ["2026-03-01T02:00:00+02:00", "2026-03-01T00:00:00Z"],
    [" now ", "2026-02-27T10:00:00Z"],
  ])("GEN-04 TASK-16 %s is %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ["7d", "no direction; write +7d for later than now, -7d for earlier"],
    ["3h30m", "no direction"],
    ["+7", "has an offset that has no unit; write 7s"],
    ["2026-02-29", "2026-02 has 28 days"],
    ["2026-03-01T00:00:00", "no time zone"],
    ["tomorrow", "such as 2026-03-01, now, +2d or -12h"],
    ["NOW", "such as 2026-03-01, now, +2d or -12h"],
    ["", "empty"],
  ])("GEN-04 %j answers: %s", (text, part) => {
    expect(read(text)).toContain(part);
    expect(read(text)).toMatch(/^refused/);
  });

  it("refuses an offset that leaves the calendar", () => {
    expect(parseFlagTime("+20w", Date.parse("9999-12-01T00:00:00Z"))).toMatchObject({
      ok: false,
      reason: expect.stringContaining("outside the years") as unknown,
    });
  });

  it("reads any text without throwing", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+now0-9dhmsw.]{0,20}$/)), (text) => {
        expect(typeof parseFlagTime(text, NOW).ok).toBe("boolean");
      }),
      { numRuns: 2000 },
    );
  });
});
