import { assert, constantFrom, integer, property, string, uniqueArray } from "fast-check";
import { describe, expect, test } from "vitest";
import { findBaseName, makeCopyName, splitRetaskDescription } from "../../../src/domain/tasking/copy-name.ts";

describe("the name of a retask", () => {
  test.each([
    ["Barcelona", [], "Barcelona 2"],
    ["Barcelona", ["barcelona 2", "Barcelona 12"], "Barcelona 13"],
    ["Barcelona", ["Barcelona North", "Barcelona 2b", "Barcelona  9"], "Barcelona 2"],
  ])("%s beside %j is %s", (base, taken, name) => {
    expect(makeCopyName(base, taken)).toBe(name);
  });

  test.each([
    [[], "Retask 2ec5c0c5"],
    [["Retask 2ec5c0c5b"], "Retask 2ec5c0c5"],
    [["retask 2ec5c0c5"], "Retask 2ec5c0c5 2"],
    [["Retask 2ec5c0c5 4"], "Retask 2ec5c0c5 5"],
  ])("after a scene beside %j is %s", (taken, name) => {
    expect(makeCopyName("Retask 2ec5c0c5", taken, true)).toBe(name);
  });

  test("is never one that is taken", () => {
    const numbers = uniqueArray(integer({ min: 1, max: 30 }), { maxLength: 10 });
    assert(
      property(string({ minLength: 1, maxLength: 8 }), numbers, (base, ends) => {
        const taken = ends.map((end) => `${base} ${end}`);
        expect(taken).not.toContain(makeCopyName(base, taken));
      }),
    );
  });

  test("loses the number of a copy, and no number of its own", () => {
    assert(
      property(integer({ min: 2, max: 99 }), constantFrom("TRID", "RRID"), (number, suffix) => {
        expect(findBaseName(`Site ${number}`, `again - ${suffix}: 3f0c`)).toBe("Site");
        expect(findBaseName(`Site ${number}`, "again")).toBe(`Site ${number}`);
        expect(findBaseName(`Site ${number}`, undefined)).toBe(`Site ${number}`);
      }),
    );
  });
});

describe("splitRetaskDescription", () => {
  test.each([
    ["", { text: "" }],
    ["the port - north", { text: "the port - north" }],
    [" - CID: 2ec5c0c5-1306", { text: "", original: "collect 2ec5c0c5-1306" }],
    ["the port - TRID: t-1", { text: "the port", original: "task t-1" }],
    ["the port - TRID: t-1 - TRID: t-2", { text: "the port", original: "task t-2" }],
    ["weekly - RRID: r-1", { text: "weekly", original: "repeat request r-1" }],
  ])("%j", (description, split) => {
    expect(splitRetaskDescription(description)).toEqual(split);
  });
});
