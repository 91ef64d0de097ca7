import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatTimestamp, parseTimestamp } from "../../../src/time/timestamp.ts";
import { expectLinear } from "../../growth.ts";

const iso = (text: string): string => {
  const result = parseTimestamp(text);
  return result.ok ? result.iso : `refused: ${result.reason}`;
};

describe("parseTimestamp", () => {
  it.each([
    ["2026-03-01T12:00:00Z", "2026-03-01T12:00:00Z"],
    ["2026-03-01t12:00:00z", "2026-03-01T12:00:00Z"],
    ["2026-03-01T12:00:00.000Z", "2026-03-01T12:00:00Z"],
    ["2026-03-01T12:00:00.5Z", "2026-03-01T12:00:00.500Z"],
    ["2026-03-01T12:00:00.1239999Z", "2026-03-01T12:00:00.1239999Z"],
    ["2026-03-01T12:00:00.123000000Z", "2026-03-01T12:00:00.123Z"],
    ["2026-03-01T01:00:00.123456789+02:00", "2026-02-28T23:00:00.123456789Z"],
    ["2026-03-01T00:30:00+01:00", "2026-02-28T23:30:00Z"],
    ["2024-02-29T23:00:00-05:30", "2024-03-01T04:30:00Z"],
    ["2026-01-01T00:00:00-00:00", "2026-01-01T00:00:00Z"],
    ["2000-02-29T00:00:00Z", "2000-02-29T00:00:00Z"],
    ["0026-01-01T00:00:00Z", "0026-01-01T00:00:00Z"],
    ["0000-02-29T00:00:00Z", "0000-02-29T00:00:00Z"],
    ["1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"],
  ])("GEN-04 %s is %s", (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  it.each([
    ["2026-02-29T00:00:00Z", "2026-02 has 28 days"],
    ["1900-02-29T00:00:00Z", "1900-02 has 28 days"],
    ["2026-04-31T00:00:00Z", "2026-04 has 30 days"],
    ["2026-00-10T00:00:00Z", "month 0"],
    ["2026-13-10T00:00:00Z", "month 13"],
    ["2026-01-00T00:00:00Z", "day 0"],
    ["2026-01-01T24:00:00Z", "midnight is 00:00:00 of the next day"],
    ["2026-01-01T25:00:00Z", "hour 25"],
    ["2026-01-01T00:60:00Z", "minute 60"],
    ["2016-12-31T23:59:60Z", "leap second"],
    ["2026-01-01T00:00:61Z", "second 61"],
    ["2026-01-01T00:00:00+24:00", "offset as +24:00"],
    ["2026-01-01T00:00:00-01:60", "offset as -01:60"],
    ["2026-01-01T00:00:00", "no time zone"],
    ["2026-01-01T00:00:00.5", "no time zone"],
    ["2026-01-01", "date without time"],
    ["2026-01-01 00:00:00Z", "a space where"],
    ["2026-01-01T00:00Z", "no seconds"],
    ["2026-01-01T00:00:00+0100", "offset without colon"],
    [" 2026-01-01T00:00:00Z", "white space"],
    ["2026-01-01T00:00:00Z\n", "white space"],
    ["0000-01-01T00:00:00+00:01", "outside the years"],
    ["9999-12-31T23:59:59-00:01", "outside the years"],
    ["+002026-01-01T00:00:00Z", "not an RFC 3339"],
    ["2026-01-01T00:00:00.Z", "not an RFC 3339"],
    ["2026-01-01T00:00:00,5Z", "not an RFC 3339"],
    ["٢٠٢٦-01-01T00:00:00Z", "not an RFC 3339"],
    ["1700000000", "not an RFC 3339"],
    ["", "empty"],
  ])("GEN-04 %j is refused: %s", (text, reason) => {
    expect(iso(text)).toContain(reason);
    expect(iso(text)).toMatch(/^refused/);
  });

  it("GEN-04 reads back whatever it writes, at any offset", () => {
    const ms = fc.integer({
      min: Date.parse("0001-01-01T00:00:00Z"),
      max: Date.parse("9998-12-31T00:00:00Z"),
    });
    fc.assert(
      fc.property(ms, fc.integer({ min: -1439, max: 1439 }), (moment, offsetMinutes) => {
        const local = formatTimestamp(moment + offsetMinutes * 60_000).slice(0, -1);
        const size = Math.abs(offsetMinutes);
        const two = (value: number): string => String(value).padStart(2, "0");
        const text = `${local}${offsetMinutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
        expect(parseTimestamp(text)).toEqual({ ok: true, ms: moment, iso: formatTimestamp(moment) });
      }),
    );
  });

  it("agrees with the engine's calendar on every date that exists", () => {
    const part = (max: number): fc.Arbitrary<string> =>
      fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, "0"));
    const year = fc.integer({ min: 0, max: 9999 }).map((value) => String(value).padStart(4, "0"));
    fc.assert(
      fc.property(year, part(13), part(32), part(23), part(59), (y, m, d, h, s) => {
        const text = `${y}-${m}-${d}T${h}:00:${s}Z`;
        const engine = Date.parse(text);
        // The engine lets 30 February roll over; a date exists if it comes back unchanged.
        const exists = Number.isFinite(engine) && formatTimestamp(engine) === text;
        const result = parseTimestamp(text);
        expect(result.ok ? result.ms : undefined).toBe(exists ? engine : undefined);
      }),
      { numRuns: 2000 },
    );
  });

  it("reads any text without throwing", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[-0-9TZ:.+ ]{0,40}$/)),
        (text) => {
          const result = parseTimestamp(text);
          expect(result.ok ? result.iso : result.reason).toMatch(/./);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("reads a megabyte of digits in linear time", async () => {
    const digits = (count: number): string => `2026-01-01T00:00:00.${"1".repeat(count)}`;
    await expectLinear(1_000_000, digits, (text) => expect(parseTimestamp(text).ok).toBe(false));
  });
});
