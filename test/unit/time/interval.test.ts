import { describe, expect, it } from "vitest";
import { parseFlagInterval, parseInterval } from "../../../src/time/interval.ts";

const NOW = Date.parse("2026-02-27T10:00:00Z");

describe("parseInterval", () => {
  it.each([
    ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"],
    ["2026-01-01T00:00:00Z/2026-02-01T00:00:00Z", "2026-01-01T00:00:00Z/2026-02-01T00:00:00Z"],
    ["2026-01-01T00:00:00Z/..", "2026-01-01T00:00:00Z/.."],
    ["../2026-01-01T00:00:00Z", "../2026-01-01T00:00:00Z"],
    ["2026-01-01T00:00:00Z/2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z/2026-01-01T00:00:00Z"],
  ])("CATALOG-09 SEARCH-T-35 %s is read", (text, expected) => {
    expect(parseInterval(text)).toMatchObject({ ok: true, text: expected, notes: [] });
  });

  it("CATALOG-09 converts an offset to UTC with a note", () => {
    expect(parseInterval("2026-01-01T00:00:00+01:00/..")).toEqual({
      ok: true,
      text: "2025-12-31T23:00:00Z/..",
      startMs: Date.parse("2025-12-31T23:00:00Z"),
      endMs: undefined,
      notes: ["2026-01-01T00:00:00+01:00 was taken as 2025-12-31T23:00:00Z"],
    });
  });

  it("SEARCH-T-35 a single date-time is that millisecond", () => {
    const moment = Date.parse("2026-01-01T00:00:00.250Z");
    expect(parseInterval("2026-01-01T00:00:00.25Z")).toMatchObject({ startMs: moment, endMs: moment });
  });

  it.each([
    ["", "empty"],
    ["..", "no time at all"],
    ["../..", "open at both ends"],
    ["/", "nothing before the slash"],
    ["/2026-01-01T00:00:00Z", "nothing before the slash; an open end is written .."],
    ["2026-01-01T00:00:00Z/", "nothing after the slash; an open end is written .."],
    ["2026-02-01T00:00:00Z/2026-01-01T00:00:00Z", "before it starts"],
    ["2026-01-01T00:00:00Z/2026-01-02T00:00:00Z/..", "more than one slash"],
    ["2026-01-01/..", "has a start that is a date without time"],
    ["../2026-13-01T00:00:00Z", "has an end that has month 13"],
    ["2026-01-01T00:00:00Z/...", "has an end that is not an RFC 3339"],
    ["2026-01-01T00:00:00Z/now", "has an end that is not an RFC 3339"],
  ])("CATALOG-09 SEARCH-T-35 %j is refused: %s", (text, reason) => {
    const result = parseInterval(text);
    expect(result.ok ? "accepted" : result.reason).toContain(reason);
  });
});

describe("parseFlagInterval", () => {
  it.each([
    ["2026-01-31", "2026-01-31T00:00:00Z/2026-01-31T23:59:59.999Z"],
    ["2026-01-01/2026-01-31", "2026-01-01T00:00:00Z/2026-01-31T23:59:59.999Z"],
    ["2026-01-31/2026-01-31", "2026-01-31T00:00:00Z/2026-01-31T23:59:59.999Z"],
    ["-7d/now", "2026-02-20T10:00:00Z/2026-02-27T10:00:00Z"],
    ["-7d/..", "2026-02-20T10:00:00Z/.."],
    ["now", "2026-02-27T10:00:00Z"],
    ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"],
  ])("SEARCH-T-16 CATALOG-09 %s becomes %s", (text, expected) => {
    expect(parseFlagInterval(text, NOW)).toMatchObject({ ok: true, text: expected });
  });

  it("notes every rewrite, and none when nothing changed", () => {
    expect(parseFlagInterval("2026-01-31", NOW)).toMatchObject({
      notes: ["2026-01-31 was taken as the whole day, 2026-01-31T00:00:00Z/2026-01-31T23:59:59.999Z"],
    });
    expect(parseFlagInterval("-7d/now", NOW)).toMatchObject({
      notes: ["-7d was taken as 2026-02-20T10:00:00Z", "now was taken as 2026-02-27T10:00:00Z"],
    });
    expect(parseFlagInterval("2026-01-01T00:00:00Z/..", NOW)).toMatchObject({ notes: [] });
  });

  it.each([["now/-7d"], ["../.."], ["7d/.."], ["2026-02-30"], ["2026-02-30/.."]])("%s is refused", (text) => {
    expect(parseFlagInterval(text, NOW).ok).toBe(false);
  });
});
