import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { readElementFile } from "../../../src/app/passes/predict-passes.ts";
import { chooseNearestSets } from "../../../src/orbit/read-elements.ts";
import { TERN_CSV, TERN_JSON, TERN_KVN, TERN_TLE, TERN_XML } from "../../tern-elements.ts";

const read = async (text: string) => readElementFile(text, "sats.txt", "--elements");

async function faultsOf(text: string): Promise<string[]> {
  try {
    await read(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe("ELEMENTS_INVALID");
    return error.issues.map(({ message }) => message);
  }
  throw new Error("it was read");
}

describe("VIEW-07 element sets", () => {
  it("are the same in TLE with Alpha-5 and in OMM as JSON, CSV, KVN and XML", async () => {
    const [first, second, ...more] = await read(TERN_TLE);
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      name: "TERN 1",
      catalogNumber: 90501,
      inclination: 97.5123,
      bstar: 1.2345e-4,
    });
    expect(second).toMatchObject({
      name: "TERN 2",
      catalogNumber: 111234,
      eccentricity: 0.0011,
      bstar: -2.5e-5,
    });
    expect(first!.epochMs).toBeCloseTo(Date.parse("2026-03-01T06:11:14.986Z") + 0.176, 2);
    const prefixed = TERN_XML.replaceAll(/<(\/?)(?=[A-Za-z])/g, "<$1n:").replace(
      "<n:ndm",
      '<n:ndm xmlns:n="urn:ndm"',
    );
    const marked = `\ufeff${TERN_CSV}`;
    const numbered = TERN_TLE.replaceAll(/^TERN/gm, "0 TERN");
    const indented = TERN_TLE.replaceAll(/^/gm, "\t  ");
    const others = [prefixed, marked, numbered, indented, TERN_TLE.replaceAll("\n", "\r\n")];
    for (const text of [TERN_JSON, TERN_CSV, TERN_KVN, TERN_XML, ...others]) {
      const sets = await read(text);
      expect(sets.length).toBe(2);
      for (const [at, { epochMs, ...set }] of sets.entries()) {
        const { epochMs: expectedMs, ...expected } = [first!, second!][at]!;
        expect(set).toEqual(expected);
        expect(Math.abs(epochMs - expectedMs)).toBeLessThan(0.01);
      }
    }
  });

  it("are read with the day of the year as epoch, with a single object, and without names", async () => {
    const one = JSON.stringify({
      ...(JSON.parse(TERN_JSON) as object[])[0],
      EPOCH: "2026-060T06:11:14.986176",
    });
    expect((await read(one))[0]!.epochMs).toBeCloseTo(Date.parse("2026-03-01T06:11:14.986Z") + 0.176, 2);
    const bare = TERN_TLE.split("\n")
      .filter((line) => /^[12] /.test(line))
      .join("\n");
    expect((await read(bare)).map(({ name }) => name)).toEqual(["NORAD 90501", "NORAD 111234"]);
  });

  it("of one satellite at several epochs give the nearest one", async () => {
    const [first] = await read(TERN_TLE);
    const later = { ...first!, epochMs: first!.epochMs + 86_400_000 };
    expect(chooseNearestSets([first!, later], later.epochMs + 5)).toEqual([later]);
    expect(chooseNearestSets([later, first!], first!.epochMs - 5)).toEqual([first]);
  });

  it.each([
    [
      "a changed digit",
      TERN_TLE.replace("97.5123", "97.5124"),
      [/line 3: the checksum is "2", and the line adds up to 3/],
    ],
    [
      "a truncated line",
      TERN_TLE.replace("15.13700000  1002", "15.1370"),
      [/line 3: a line of a TLE has 69 characters, this one has 59/],
    ],
    [
      "a missing line 2",
      TERN_TLE.split("\n").slice(0, 2).join("\n"),
      [/line 2: line 2 of this set does not follow/],
    ],
    [
      "line 2 of another satellite",
      TERN_TLE.replace("2 B1234", "2 A1234").replace(/1007\n$/, "1007\n"),
      [/line 6: the catalog number A1234 is not that of line 1, B1234/],
    ],
    ["a name without a set", `${TERN_TLE}TERN 3\n`, [/line 8: no element set follows the name "TERN 3"/]],
    [
      "a number in words",
      TERN_JSON.replace("15.137", '"fast"'),
      [/entry 1: MEAN_MOTION of TERN 1 "fast" is not a number/],
    ],
    [
      "an inclination of 200",
      TERN_KVN.replace("97.5123", "200"),
      [/line 11: INCLINATION of TERN 1 "200 \[deg\]" is not from 0 to 180/],
    ],
    [
      "a missing keyword",
      TERN_XML.replace("<EPOCH>2026-03-01T06:11:14.986176</EPOCH>", ""),
      [/line 3: the element set of TERN 1 has no EPOCH/],
    ],
    [
      "another theory",
      TERN_CSV.replace("SGP4", "DSST"),
      [/line 2: MEAN_ELEMENT_THEORY of TERN 1 is "DSST", which SGP4 does not support/],
    ],
    ["a row with an extra cell", `${TERN_CSV},7`, [/line 3: the row has 18 cells, and the heading has 17/]],
    [
      "30 February",
      TERN_KVN.replace("2026-03-01", "2026-02-30"),
      [/line 8: EPOCH of TERN 1 "2026-02-30T06:11:14.986176" is not a UTC time/],
    ],
    ["truncated JSON", TERN_JSON.slice(0, -20), [/is not JSON/]],
    ["truncated XML", TERN_XML.slice(0, -20), [/is not well-formed XML/]],
    [
      "an area",
      '{"type":"Point","coordinates":[1,2]}',
      [/entry 1: the element set has no EPOCH/, /no MEAN_MOTION/],
    ],
    [
      "a web page",
      "<!DOCTYPE html>\n<html><body>Log in</body></html>",
      [/line 1: a web page begins, not element sets/],
    ],
    ["an answer without sets", "No GP data found", [/line 1: no element set was found/]],
    ["an empty file", "", [/line 1: no element set was found/]],
    ["a letter", "Dear all,\nplease find attached\n", [/line 1: no element set was found/]],
  ])("with %s are refused with the place and the value", async (_what, text, expected) => {
    const messages = await faultsOf(text);
    for (const [at, pattern] of expected.entries()) expect(messages.join("\n")).toMatch(pattern ?? at);
    expect(messages.every((message) => message.startsWith("sats.txt"))).toBe(true);
  });

  it("with a thousand faults report ten and count the rest", async () => {
    const messages = await faultsOf(`${TERN_TLE.split("\n").slice(0, 2).join("\n")}\n`.repeat(1000));
    expect(messages.length).toBe(11);
    expect(messages.at(-1)).toMatch(/990 more/);
  });
});
