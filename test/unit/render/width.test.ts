import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measureWidth, pad, truncate, wrap } from "../../../src/render/width.ts";

describe("displayWidth", () => {
  it.each([
    ["", 0],
    ["Wrangel", 7],
    ["東京湾", 6],
    ["한글", 4],
    ["ｶﾀｶﾅ", 4],
    ["Ísafjörður", 10],
    ["I\u0301safjo\u0308r", 7],
    ["กำ", 2],
    ["🛰️", 2],
    ["🌋", 2],
    ["🫠", 2],
    ["👍🏽", 2],
    ["🇫🇯", 2],
    ["1️⃣", 2],
    ["❤️", 2],
    ["❤", 1],
    ["…", 1],
  ])("%s has %i columns", (text, width) => {
    expect(measureWidth(text)).toBe(width);
  });
});

const words = fc.string({ unit: fc.constantFrom("a", "é", "京", "🌋", "e\u0301", "🇫🇯", " ") });

describe("pad and truncate", () => {
  it("together fill exactly the requested width", () => {
    fc.assert(
      fc.property(
        words,
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom("left" as const, "right" as const),
        (text, width, align) => {
          const cut = truncate(text, width);
          expect(measureWidth(cut)).toBeLessThanOrEqual(width);
          expect(measureWidth(pad(cut, width, align))).toBe(width);
          if (measureWidth(text) <= width) expect(cut).toBe(text);
          else expect(text.startsWith(cut.slice(0, -1)) && cut.endsWith("…")).toBe(true);
        },
      ),
    );
  });

  it("never cuts inside a character", () => {
    expect(truncate("東京湾", 4)).toBe("東…");
    expect(truncate("e\u0301e\u0301e\u0301", 2)).toBe("e\u0301…");
    expect(truncate("Etna", 0)).toBe("");
  });
});

describe("wrap", () => {
  it("keeps within the width, except for longer words", () => {
    expect(wrap("Times are UTC, places are lon,lat.", { width: 16, indent: 2 })).toBe(
      "  Times are UTC,\n  places are\n  lon,lat.",
    );
    expect(wrap("--file https://example.com/a/long/path x", { width: 12, hangingIndent: 4 })).toBe(
      "--file\n    https://example.com/a/long/path\n    x",
    );
    expect(wrap("one\n\ntwo", { width: 40 })).toBe("one\n\ntwo");
  });
});
