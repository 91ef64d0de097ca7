import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findZone } from "../../../src/time/zone-at.ts";
import { isZone, listLocalWindows, toSecondsOfDay } from "../../../src/time/zone.ts";

const ms = (text: string): number => Date.parse(text);
const shown = (...args: Parameters<typeof listLocalWindows>): string[] =>
  listLocalWindows(...args).map(({ startMs, endMs }) =>
    [startMs, endMs].map((end) => new Date(end).toISOString().slice(0, 16)).join(" "),
  );

/** Half hours, a quarter, both sides of the date line, and every kind of daylight saving. */
const ZONES = [
  "UTC",
  "Europe/Lisbon",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Africa/Casablanca",
  "Antarctica/Troll",
  "Etc/GMT+9",
] as const;

describe("the zone of a place", () => {
  it.each([
    ["Lisbon", -9.14, 38.69, "Europe/Lisbon"],
    ["Manhattan", -74.0, 40.72, "America/New_York"],
    ["Taveuni", 179.99, -16.85, "Pacific/Fiji"],
    ["Wrangel Island", -179.5, 71.2, "Asia/Anadyr"],
    ["the open Pacific", -135, 0.5, "Etc/GMT+9"],
  ])("TASK-45 %s", (_name, longitude, latitude, zone) => {
    expect(findZone(longitude, latitude)).toBe(zone);
  });

  it("is always known to the system, poles and edges included", () => {
    const degrees = fc.tuple(
      fc.oneof(fc.constantFrom(-180, 0, 180), fc.double({ min: -180, max: 180, noNaN: true })),
      fc.oneof(fc.constantFrom(-90, 90), fc.double({ min: -90, max: 90, noNaN: true })),
    );
    fc.assert(fc.property(degrees, ([longitude, latitude]) => isZone(findZone(longitude, latitude))));
    expect(isZone("Europe/Atlantis")).toBe(false);
  });
});

describe("local time", () => {
  it("TASK-46 follows daylight saving at that moment", () => {
    expect(toSecondsOfDay("Europe/Lisbon", ms("2026-03-29T00:59:59Z"))).toBe(3599);
    expect(toSecondsOfDay("Europe/Lisbon", ms("2026-03-29T01:00:00Z"))).toBe(2 * 3600);
    expect(toSecondsOfDay("Asia/Kathmandu", ms("2026-01-01T00:00:00.250Z"))).toBe(5.75 * 3600 + 0.25);
    expect(toSecondsOfDay("UTC", ms("1969-12-31T23:59:59.750Z"))).toBe(86_399.75);
  });
});

describe("windows of local time", () => {
  it("TASK-46 move in UTC by the hour of the clock change", () => {
    const spring = ["2026-03-07T05:00:00Z", "2026-03-10T04:00:00Z"].map(ms) as [number, number];
    expect(shown("America/New_York", ...spring, [[21_600, 64_800]])).toEqual([
      "2026-03-07T11:00 2026-03-07T23:00",
      "2026-03-08T10:00 2026-03-08T22:00",
      "2026-03-09T10:00 2026-03-09T22:00",
    ]);
  });

  it("TASK-41 wrap midnight as one window, cut at the ends of the search", () => {
    const days = ["2026-03-01T00:00:00Z", "2026-03-03T00:00:00Z"].map(ms) as [number, number];
    expect(shown("UTC", ...days, [[64_800, 21_600]])).toEqual([
      "2026-03-01T00:00 2026-03-01T06:00",
      "2026-03-01T18:00 2026-03-02T06:00",
      "2026-03-02T18:00 2026-03-03T00:00",
    ]);
  });

  it("are empty in a skipped hour, and double in a repeated one", () => {
    const day = (date: string): [number, number] => [ms(`${date}T00:00:00Z`), ms(`${date}T12:00:00Z`)];
    // In Lisbon 01:00 to 02:00 does not exist on 29 March, and lasts two hours on 25 October.
    expect(shown("Europe/Lisbon", ...day("2026-03-29"), [[3600, 7200]])).toEqual([]);
    expect(shown("Europe/Lisbon", ...day("2026-10-25"), [[3600, 7200]])).toEqual([
      "2026-10-25T00:00 2026-10-25T02:00",
    ]);
    expect(shown("Europe/Lisbon", ...day("2026-10-25"), [[3600, 5400]])).toEqual([
      "2026-10-25T00:00 2026-10-25T00:30",
      "2026-10-25T01:00 2026-10-25T01:30",
    ]);
  });

  it("TASK-42 of the complete day are one window, whatever the clock changes", () => {
    for (const zone of ZONES) {
      const [from, to] = [ms("2026-01-01T03:21:00Z"), ms("2027-01-01T00:00:00Z")];
      expect(listLocalWindows(zone, from, to, [[0, 86_400]]), zone).toEqual([{ startMs: from, endMs: to }]);
    }
  });

  it("contain exactly the moments of that local time", () => {
    const seconds = fc.integer({ min: 0, max: 86_400 });
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: ms("2024-01-01T00:00:00Z"), max: ms("2027-01-01T00:00:00Z") }),
        fc.integer({ min: 1, max: 40 * 86_400_000 }),
        fc.tuple(seconds, seconds).filter(([start, end]) => start !== end),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 }),
        (zone, from, length, [start, end], shares) => {
          const windows = listLocalWindows(zone, from, from + length, [[start, end]]);
          for (const [at, { startMs, endMs }] of windows.entries()) {
            expect(startMs).toBeLessThanOrEqual(endMs);
            expect(startMs).toBeGreaterThan(windows[at - 1]?.endMs ?? -Infinity);
          }
          for (const share of shares) {
            const moment = Math.round(from + share * length);
            const local = toSecondsOfDay(zone, moment);
            const isAsked = start < end ? local > start && local < end : local > start || local < end;
            const isEdge = Math.abs(local - start) < 0.002 || Math.abs(local - end) < 0.002;
            if (isEdge) continue;
            expect(windows.some(({ startMs, endMs }) => moment >= startMs && moment <= endMs)).toBe(isAsked);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
