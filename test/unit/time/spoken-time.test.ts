import { describe, expect, it } from "vitest";
import { parseSpokenTime } from "../../../src/time/spoken-time.ts";

/** A Wednesday. */
const NOW = Date.parse("2031-03-05T14:20:00Z");

describe("PICK-05 a moment in words", () => {
  it.each([
    ["tomorrow", "2031-03-06T00:00:00Z"],
    ["  Tomorrow   18:00 ", "2031-03-06T18:00:00Z"],
    ["tomorrow at noon", "2031-03-06T12:00:00Z"],
    ["today", "2031-03-05T14:20:00Z"],
    ["today 18:00", "2031-03-05T18:00:00Z"],
    ["18:00", "2031-03-05T18:00:00Z"],
    ["9:05", "2031-03-06T09:05:00Z"],
    ["14:20", "2031-03-06T14:20:00Z"],
    ["noon", "2031-03-06T12:00:00Z"],
    ["next monday", "2031-03-10T00:00:00Z"],
    ["mon 6:30", "2031-03-10T06:30:00Z"],
    ["thursday", "2031-03-06T00:00:00Z"],
    ["wednesday", "2031-03-12T00:00:00Z"],
    ["in 3 days", "2031-03-08T14:20:00Z"],
    ["in an hour", "2031-03-05T15:20:00Z"],
    ["+2d", "2031-03-07T14:20:00Z"],
    ["2031-04-01", "2031-04-01T00:00:00Z"],
    ["2031-04-01T10:00:00+02:00", "2031-04-01T08:00:00Z"],
  ])("%s", (text, iso) => {
    const time = parseSpokenTime(text, NOW);
    expect(time.ok && new Date(time.ms).toISOString().replace(".000", "")).toBe(iso);
  });

  it.each(["25:00", "tomorrow 24:61", "someday", "next", "", "monday monday", "7d"])(
    "%j is not a moment",
    (text) => {
      expect(parseSpokenTime(text, NOW).ok).toBe(false);
    },
  );
});
