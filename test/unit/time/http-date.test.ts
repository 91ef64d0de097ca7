import { describe, expect, it } from "vitest";
import { parseHttpDate } from "../../../src/time/http-date.ts";
import { parseRetryAfter } from "../../../src/time/retry.ts";

const NOW = Date.parse("1994-11-06T08:49:00Z");

describe("parseRetryAfter", () => {
  it.each([
    ["0", 0],
    ["120", 120_000],
    [" 3 ", 3000],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 37_000],
    ["Sunday, 06-Nov-94 08:49:37 GMT", 37_000],
    ["Sun Nov  6 08:49:37 1994", 37_000],
    ["Sun, 06 Nov 1994 08:48:00 GMT", 0],
    ["604800", 604_800_000],
  ])("LIMITS-14 %s waits %d ms", (value, ms) => {
    expect(parseRetryAfter(value, NOW)).toBe(ms);
  });

  it.each([
    [undefined],
    [""],
    ["-1"],
    ["1.5"],
    ["soon"],
    ["604801"],
    ["9".repeat(40)],
    ["9".repeat(400)],
    ["Sun, 31 Feb 1994 08:49:37 GMT"],
    ["Sun, 06 Nov 1994 24:00:00 GMT"],
    ["Sun, 06 Foo 1994 08:49:37 GMT"],
    ["Sun, 06 Nov 1994 08:49:37 CET"],
  ])("LIMITS-14 %s is ignored", (value) => {
    expect(parseRetryAfter(value, NOW)).toBeUndefined();
  });
});

describe("parseHttpDate", () => {
  it("reads a two-digit year more than 50 years ahead as the last century", () => {
    const now = Date.parse("2026-01-01T00:00:00Z");
    expect(parseHttpDate("Thursday, 01-Jan-76 00:00:00 GMT", now)).toBe(Date.parse("2076-01-01T00:00:00Z"));
    expect(parseHttpDate("Saturday, 01-Jan-77 00:00:00 GMT", now)).toBe(Date.parse("1977-01-01T00:00:00Z"));
  });

  it("reads a leap second as the second after it", () => {
    expect(parseHttpDate("Sat, 31 Dec 2016 23:59:60 GMT", NOW)).toBe(Date.parse("2017-01-01T00:00:00Z"));
  });
});
