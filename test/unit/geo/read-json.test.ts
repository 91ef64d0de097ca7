import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { findJsonFault, readJson } from "../../../src/geo/read-json.ts";
import { expectLinear } from "../../growth.ts";
import { PROVES_ALL } from "../../sampled.ts";

const messageOf = (input: string | Uint8Array): string => {
  try {
    readJson(input, "area.json");
    return "accepted";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect([error.kind, error.code, error.exitCode]).toEqual(["usage", "INPUT_NOT_JSON", 2]);
    return error.message;
  }
};
const isParsed = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
describe("readJson", () => {
  it("reads the same texts as JSON.parse, also from bytes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        // Names that reach a prototype are dropped, which has its own tests.
        fc.pre(!/"(?:__proto__|constructor|prototype)":/.test(text));
        expect(JSON.stringify(readJson(text, "x"))).toBe(text);
        expect(JSON.stringify(readJson(Buffer.from(text), "x"))).toBe(text);
      }),
    );
  });

  it.each([
    ['{"a": 1,}', 'line 1, column 9: a comma too many before } at "}"'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: no comma or } after the value at "\\"b\\": 2"'],
    ["{'a': 1}", "line 1, column 2: ' where JSON has straight double quotes"],
    ["{“a”: 1}", "“ where JSON has straight double quotes"],
    ["{a: 1}", '"a" where a name in double quotes belongs'],
    ['{"a": NaN}', '"NaN", which is not a JSON value'],
    ['{"a": -Infinity}', '"-Infinity", which is not a JSON value'],
    ['{"a": None}', '"None", which is not a JSON value'],
    ['{"a": 01}', '"01", which is not a JSON value'],
    ['{"a": +1}', '"+1", which is not a JSON value'],
    ['{"a": .5}', '".5", which is not a JSON value'],
    ['{"a": 1} // mine', 'line 1, column 10: more text after the end of the JSON value at "// mine"'],
    ['// mine\n{"a": 1}', "a comment, which JSON does not have"],
    ['{"type":"A"}\n{"type":"A"}', "line 2, column 1: more text after the end"],
    ['{"type":"Feature"}\n\n{"type":', "line 3, column 9: the text ends early"],
    ['{"a": [1, 2}', "a } where [ is open"],
    ['{"a": [1, 2]', "column 13: the text ends early, with { still open"],
    ['{"a": "b', "a text that does not end"],
    ['{"a": "b\n"}', "a text that does not end on its line"],
    ['{"a": "C:\\data"}', "a backslash that starts no JSON escape"],
    ['{"a": "x\u0001y"}', "a control character within a text"],
    ['{"a"}', "a name without value before }"],
    ['{"a" 1}', "no colon after the name"],
    ["[1 2]", "no comma or ] after the value"],
    ["[1,,2]", '",", which is not a JSON value'],
    ["]", "a ] that closes nothing"],
    ["", "area.json is empty"],
    [" \n ", "area.json is empty"],
    ["<html>", '"<", which is not a JSON value'],
  ])("%j: %s", (text, part) => {
    expect(messageOf(text)).toContain(part);
  });

  it("shows nothing that could control a terminal", () => {
    const message = messageOf('{"a": \u001b[31m\u202e\u0007}');
    expect(message).toContain(String.raw`\u001b[31m\u202e\u0007`);
    expect(message).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  it("refuses a number out of range, with its place", () => {
    expect(messageOf('{"geometry": {"coordinates": [[14.2, 1e999]]}}')).toBe(
      "area.json contains a number too large to keep at geometry.coordinates[0][1]",
    );
    expect(messageOf("-1e999")).toBe("area.json contains a number too large to keep");
  });

  it("refuses more than 64 levels before it parses, without counting brackets in texts", () => {
    expect(messageOf("[".repeat(64) + "]".repeat(64))).toBe("accepted");
    expect(messageOf("[".repeat(65) + "]".repeat(65))).toContain("column 65: it nests deeper than 64 levels");
    expect(messageOf(`{"a": "${"[".repeat(100)}\\"${"{".repeat(100)}"}`)).toBe("accepted");
  });

  it("drops names that reach into prototypes, at any depth and in any spelling", () => {
    const read = readJson(
      String.raw`{"a": [{"\u005f_proto__": {"isAdmin": true}, "constructor": 1, "prototype": 2, "b": 3}]}`,
      "x",
    ) as { a: object[] };
    expect(Object.keys(read.a[0]!)).toEqual(["b"]);
    expect(Object.getPrototypeOf(read.a[0])).toBe(Object.prototype);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it("accepts a byte order mark, and reports other encodings and files", () => {
    expect(readJson("\ufeff[1]", "x")).toEqual([1]);
    expect(readJson(Buffer.from([0xef, 0xbb, 0xbf, 0x5b, 0x31, 0x5d]), "x")).toEqual([1]);
    const littleEndian = Buffer.from('\ufeff{"a":1}', "utf16le");
    expect(readJson(littleEndian, "x")).toEqual({ a: 1 });
    expect(readJson(Buffer.from(littleEndian).swap16(), "x")).toEqual({ a: 1 });
    expect(messageOf(littleEndian.subarray(2))).toContain("is UTF-16 text");
    expect(messageOf(littleEndian.subarray(0, -1))).toContain("is not UTF-16LE text");
    expect(messageOf(Buffer.from([0xff, 0xfe, 0, 0, 0x5b, 0, 0, 0, 0x5d, 0, 0, 0]))).toContain("not UTF-8");
    expect(messageOf(littleEndian.toString("utf8"))).toContain("is UTF-16 text");
    expect(messageOf(Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x7d]))).toContain("is not UTF-8 text");
    expect(messageOf(Buffer.from([0x1f, 0x8b, 8, 0]))).toContain("gzip-compressed");
    expect(messageOf(Buffer.from("PK\u0003\u0004rest"))).toContain("a zip archive");
    expect(messageOf("%PDF-1.7")).toContain("a PDF document");
  });

  it("reads any text as a value or throws an AppError", () => {
    const jsonish = fc.stringMatching(/^[[\]{}",:0-9eE.+\-\\ntrulfas' \n]{0,60}$/);
    fc.assert(
      fc.property(fc.oneof(jsonish, fc.string({ unit: "binary" })), (text) => {
        expect(messageOf(text).length).toBeGreaterThan(0);
      }),
      { numRuns: PROVES_ALL ? 5000 : 1250 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(messageOf(bytes).length).toBeGreaterThan(0);
      }),
      { numRuns: PROVES_ALL ? 3000 : 750 },
    );
  });

  it.each<[string, (size: number) => string | Uint8Array]>([
    ["brackets", (size) => "[".repeat(size)],
    ["words", (size) => "garbage ".repeat(size / 8)],
    ["quotes", (size) => '"'.repeat(size)],
    ["backslashes", (size) => `"${"\\".repeat(size)}`],
    ["an endless text", (size) => `"${"x".repeat(size)}`],
    ["blanks", (size) => " ".repeat(size)],
    ["digits", (size) => "1".repeat(size)],
    ["an endless word", (size) => "x".repeat(size)],
    // V8 keeps letters beyond Latin-1 in two bytes, and runs out of stack at fewer of them.
    ["an endless word beyond Latin-1", (size) => "я".repeat(size)],
    ["digits before a letter beyond Latin-1", (size) => `${"1".repeat(size)}я`],
    ["high bytes", (size) => Buffer.alloc(size, 0xff)],
    ["zero bytes", (size) => Buffer.alloc(size)],
  ])("reads ten megabytes of %s in linear time", async (_name, make) => {
    await expectLinear(10_000_000, make, messageOf);
  });
});

describe("findJsonFault", () => {
  it("finds a fault exactly where JSON.parse does: in every invalid text, in no valid one", () => {
    const broken = fc
      .tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom(...Array.from("[]{}\",:01eE.-\\tn \n'")))
      .map(([text, place, char]) => {
        const at = place % (text.length + 1);
        return text.slice(0, at) + char + text.slice(at + (place % 2));
      });
    fc.assert(
      fc.property(broken, (text) => {
        expect(findJsonFault(text) === undefined).toBe(isParsed(text));
      }),
      { numRuns: PROVES_ALL ? 5000 : 1250 },
    );
  });
});
