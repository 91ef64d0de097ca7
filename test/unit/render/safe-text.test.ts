import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeJson, escapeColumns, escapeLine, escapeText } from "../../../src/render/safe-text.ts";
import { ACTS_ON_TERMINAL, COMMANDS_RUNNER, hostileText } from "./hostile-text.ts";

describe("safeText", () => {
  it("leaves ordinary names unchanged", () => {
    for (const name of [
      "Etna, east flank",
      "Taveuni / Vuna Point",
      "東京湾",
      "Ísafjörður",
      "watch 🛰️",
      "10:20",
      "a::b",
    ]) {
      expect(escapeText(name)).toBe(name);
    }
  });

  it.each([
    ["\u001b[2Jgone", "\\x1b[2Jgone"],
    ["a\r\nb\tc", "a\\r\\nb\\tc"],
    ["\u009b31m", "\\x9b31m"],
    ["gpj.\u202eexe", "gpj.\\u202eexe"],
    ["ad\u200bmin", "ad\\u200bmin"],
    ["\u{e0041}", "\\u{e0041}"],
    ["\ud800", "\\ud800"],
    ["::error::x", "\\x3a:error::x"],
    ["  ::error::x", "  \\x3a:error::x"],
    ["a ##[error]x", "a \\x23#[error]x"],
  ])("shows %j as %j", (text, shown) => {
    expect(escapeText(text)).toBe(shown);
  });

  it("never passes text that controls a terminal, starts a line or commands a runner", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const shown = escapeText(text);
        expect(shown).not.toMatch(ACTS_ON_TERMINAL);
        expect(shown).not.toMatch(COMMANDS_RUNNER);
        expect(Buffer.from(shown).toString()).toBe(shown);
        expect(escapeText(shown)).toBe(shown);
      }),
      { numRuns: 500 },
    );
  });
});

describe("safeJson", () => {
  const data = fc.record({ value: fc.jsonValue(), list: fc.array(hostileText) });

  it("has the same data, and no control character but its line ends", () => {
    fc.assert(
      fc.property(data, hostileText, fc.constantFrom(undefined, 2), (value, key, indent) => {
        const record = { ...value, [`x${key}`]: key };
        const text = escapeJson(record, indent);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(record)));
        expect(text.replaceAll("\n", "")).not.toMatch(ACTS_ON_TERMINAL);
        expect(text).not.toMatch(COMMANDS_RUNNER);
      }),
      { numRuns: 300 },
    );
  });

  it("writes escapes that every JSON reader knows", () => {
    expect(escapeJson({ name: "a\u001b\u009b\u202e\u{e0041}##[x]" })).toBe(
      String.raw`{"name":"a\u001b\u009b\u202e\udb40\udc41\u0023#[x]"}`,
    );
    expect(escapeJson(undefined)).toBe("null");
  });
});

describe("P13 a line for people", () => {
  it("has single blanks, whatever the text of others has between its words", () => {
    const blanks = fc.constantFrom(" ", "\u00a0", "\u2003", "\u3000", "\u2800", "\u202f");
    const words = fc.array(fc.tuple(fc.string({ maxLength: 4 }), fc.array(blanks, { maxLength: 6 })));
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.map(([word, run]) => word + run.join("")).join("");
        for (const clean of [escapeLine(text), escapeColumns(`x${text}`)])
          expect(clean).not.toMatch(/[^\S ]|\u2800| {3}/);
        expect(escapeLine(text)).not.toContain("  ");
      }),
    );
  });
});
