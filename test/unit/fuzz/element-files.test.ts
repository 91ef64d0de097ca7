/** VIEW-07 files of orbital elements from outside: read, or refused with the line, the field and the next step. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { makeSatellite } from "../../../src/orbit/elements.ts";
import { toGroundPoint } from "../../../src/orbit/ellipsoid.ts";
import { passWindows } from "../../../src/orbit/pass-windows.ts";
import { NoOrbit } from "../../../src/orbit/propagation.ts";
import { readElementFile } from "../../../src/app/passes/predict-passes.ts";
import { TERN_CSV, TERN_JSON, TERN_KVN, TERN_TLE, TERN_XML } from "../../tern-elements.ts";
import { openBench } from "../../cli/bench.ts";
import { expectLinear } from "../../growth.ts";
import { PROVES_ALL } from "../../sampled.ts";
import { mutated } from "./hostile-input.ts";

const FORMATS = { TLE: TERN_TLE, JSON: TERN_JSON, CSV: TERN_CSV, KVN: TERN_KVN, XML: TERN_XML };
const LISBON = toGroundPoint(-9.14, 38.71);
const FROM = Date.parse("2026-03-02T00:00:00Z");

/** A file that is read can be computed; the error of a refused one contains file and line. */
async function readOrRefused(text: string | Uint8Array): Promise<string[]> {
  let sets;
  try {
    sets = await readElementFile(text, "sats.txt", "--elements");
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe("ELEMENTS_INVALID");
    const messages = error.issues.map(({ message }) => message);
    for (const message of messages) {
      expect(message).toMatch(/^sats\.txt(?:, (?:line|entry) \d+: \S|: \d+ more faults)|^and [\d,]+ more$/);
      expect(message.length).toBeLessThan(400);
    }
    return messages;
  }
  expect(sets.length).toBeGreaterThan(0);
  for (const [index, set] of sets.entries()) {
    try {
      passWindows(
        makeSatellite(index, set),
        [{ ground: LISBON, weight: 1 }],
        [{ startMs: FROM, endMs: FROM + 86_400_000 }],
        { offNadir: [5, 50], squint: [-30, 30] },
      );
    } catch (error) {
      if (!(error instanceof NoOrbit)) throw error;
    }
  }
  return [];
}

/** The check digit of a line with these characters. */
const checked = (line: string): string => {
  const body = line.slice(0, 68);
  const sum = Array.from(body).reduce(
    (all, character) => all + (character === "-" ? 1 : Number(character) || 0),
    0,
  );
  return `${body}${sum % 10}`;
};

describe("VIEW-07 hostile files of orbital elements", () => {
  for (const [format, seed] of Object.entries(FORMATS)) {
    it(`${format} with pieces cut, doubled and replaced are read or refused by line, and never crash`, async () => {
      await fc.assert(
        fc.asyncProperty(mutated(seed), async (text) => void (await readOrRefused(text))),
        { numRuns: PROVES_ALL ? 300 : 100 },
      );
    });

    it(`${format} with bytes changed, a byte-order mark and other line ends are read or refused by line`, async () => {
      const edits = fc.array(fc.tuple(fc.nat({ max: seed.length - 1 }), fc.nat({ max: 255 })), {
        maxLength: 3,
      });
      await fc.assert(
        fc.asyncProperty(
          edits,
          fc.constantFrom("\n", "\r\n", "\r"),
          fc.boolean(),
          async (changes, end, isMarked) => {
            const bytes = Buffer.from((isMarked ? "\ufeff" : "") + seed.replaceAll(/\r?\n/g, end));
            for (const [at, byte] of changes) bytes[at] = byte;
            const faults = await readOrRefused(bytes);
            if (changes.length === 0) expect(faults).toEqual([]);
          },
        ),
        { numRuns: PROVES_ALL ? 150 : 50 },
      );
    });

    it(`${format} with its lines in another order is read or refused by line`, async () => {
      const lines = seed.split(/\r?\n/);
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray(lines, { minLength: 1 }),
          async (some) => void (await readOrRefused(some.join("\n"))),
        ),
        { numRuns: PROVES_ALL ? 150 : 50 },
      );
    });
  }

  it.each([
    ["MEAN_MOTION", "15.137", ["0", "99", "-15", "1e999", "NaN", "fast", ""]],
    ["ECCENTRICITY", "0.0003123", ["1", "-0.1", "1.5", "nearly none"]],
    ["INCLINATION", "97.5123", ["180.1", "-1", "97,5"]],
    ["RA_OF_ASC_NODE", "58.4321", ["361", "east"]],
    ["MEAN_ANOMALY", "130.9876", ["-361", "0x10"]],
    ["NORAD_CAT_ID", "90501", ["-1", "1e10", "5.5", "B1234"]],
    ["BSTAR", "0.00012345", ["11", "drag"]],
    ["EPOCH", "2026-03-01T06:11:14.986176", ["2026-02-30T00:00:00", "yesterday", "2026-400T00:00:00", ""]],
  ])(
    "%s out of its range is reported with place and value in JSON, CSV, KVN and XML",
    async (keyword, usual, values) => {
      for (const value of values) {
        for (const format of ["JSON", "CSV", "KVN", "XML"] as const) {
          const seed = FORMATS[format];
          const text =
            format === "JSON"
              ? seed.replace(
                  new RegExp(`("${keyword}": )"?${usual}"?`),
                  (_all, before: string) => before + JSON.stringify(value),
                )
              : seed.replace(usual, value.includes(",") ? `"${value}"` : value);
          const at = seed.slice(0, seed.indexOf(usual)).split(/\r?\n/).length;
          const [fault = ""] = await readOrRefused(text);
          const place = format === "JSON" ? "entry 1: " : `line ${value === "" ? "" : `${at}: `}`;
          expect(fault, `${format} ${value}`).toContain(place);
          expect(fault, format).toContain(keyword);
          expect(fault, format).toContain(value);
        }
      }
    },
  );

  it.each([
    [
      "an inclination of 197 degrees",
      "2 90501 197.5123  58.4321 0003123  33.4455 130.9876 15.13700000  100",
      "inclination",
    ],
    [
      "99 revolutions a day",
      "2 90501  97.5123  58.4321 0003123  33.4455 130.9876 99.13700000  100",
      "mean motion",
    ],
    [
      "letters as eccentricity",
      "2 90501  97.5123  58.4321 00O3123  33.4455 130.9876 15.13700000  100",
      "eccentricity",
    ],
    [
      "another catalog number",
      "2 90502  97.5123  58.4321 0003123  33.4455 130.9876 15.13700000  100",
      "catalog number",
    ],
  ])("TLE with %s and a right checksum is refused by field", async (_what, line, field) => {
    const lines = TERN_TLE.split("\n");
    lines[2] = checked(line.padEnd(68, " "));
    const [fault = ""] = await readOrRefused(lines.join("\n"));
    expect(fault).toMatch(new RegExp(`line 3: .*${field}`));
  });

  it.each([
    [
      "the letters I and O, which Alpha-5 leaves out",
      "1 I1234U 25001A   26060.25781234  .00000000  00000-0 -25000-4 0  999",
      "neither digits nor Alpha-5",
    ],
    [
      "day 366 of a year of 365",
      "1 B1234U 25001A   26366.25781234  .00000000  00000-0 -25000-4 0  999",
      "is not a year and day",
    ],
    [
      "elements of another theory",
      "1 B1234U 25001A   26060.25781234  .00000000  00000-0 -25000-4 4  999",
      "ephemeris type",
    ],
  ])("TLE with %s is refused by field", async (_what, line, says) => {
    const lines = TERN_TLE.split("\n");
    lines[4] = checked(line);
    expect((await readOrRefused(lines.join("\n")))[0]).toContain(says);
  });

  it("a duplicate keyword in one set is refused, and a producer's own keywords may repeat", async () => {
    const twice = TERN_XML.replace("<EPOCH>", "<EPOCH>2020-01-01T00:00:00</EPOCH><EPOCH>");
    expect((await readOrRefused(twice))[0]).toContain("EPOCH appears twice in one element set");
    const own = TERN_XML.replace(
      "<EPOCH>",
      "<USER_DEFINED>a</USER_DEFINED><USER_DEFINED>b</USER_DEFINED><EPOCH>",
    );
    expect(await readOrRefused(own)).toEqual([]);
  });

  it("XML with entities or a document type is refused before anything is expanded", async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${TERN_XML.replace("97.5123", "&b;")}`;
    expect((await readOrRefused(bomb))[0]).toContain("line 1: declares a document type");
    expect((await readOrRefused(TERN_XML.replace("97.5123", "&b;"))).length).toBeGreaterThan(0);
  });
});

/** Quadratic work would take hours. */
const ONE_LINE = PROVES_ALL ? 10_000_000 : 2_500_000;

describe("VIEW-07 megabytes of one line", () => {
  it.each<[string, (size: number) => string]>([
    ["of commas", (size) => ",".repeat(size)],
    ["of spaces after a keyword", (size) => `MEAN_MOTION = ${" ".repeat(size)}x`],
    [
      "of digits after a keyword",
      (size) => `EPOCH = 2026-03-01T00:00:00\nMEAN_MOTION = ${"1".repeat(size)}x`,
    ],
    ["of brackets after a keyword", (size) => `MEAN_MOTION = ${"[".repeat(size)}`],
    ["of empty lines", (size) => "\n".repeat(size)],
    ["of open JSON lists", (size) => "[".repeat(size)],
    [
      "of a JSON value as deep as it is long",
      (size) => `{"MEAN_MOTION":${"[".repeat(size / 2)}${"]".repeat(size / 2)}}`,
    ],
    ["of one JSON text", (size) => JSON.stringify([{ MEAN_MOTION: "x".repeat(size) }])],
    ["of JSON zeros", (size) => `[${"0,".repeat(size / 2)}0]`],
    ["of an open quote", (size) => `EPOCH,MEAN_MOTION\n"${"x".repeat(size)}`],
    ["of quotes", (size) => `EPOCH,MEAN_MOTION\n${'"'.repeat(size)}`],
    ["of open elements", (size) => `<ndm>${"<omm>".repeat(size / 5)}`],
    ["of one element's text", (size) => `<ndm><omm><EPOCH>${"x".repeat(size)}</EPOCH></omm></ndm>`],
    ["of line 1 of a set", (size) => `1 90501U ${"9".repeat(size)}`],
    ["of first lines", (size) => "1 90501U\n".repeat(size / 9)],
    ["of a name", (size) => `${"x".repeat(size)}\n${TERN_TLE}`],
  ])("%s is refused in linear time", async (_what, make) => {
    await expectLinear(ONE_LINE, make, async (text) => {
      expect((await readOrRefused(text)).length).toBeGreaterThan(0);
    });
  });
});

describe("VIEW-07 passes with a file of elements that is refused", async () => {
  const { swath } = await openBench();
  const LINE = "passes --point -9.14,38.71 --from 2026-03-02T00:00:00Z --elements";

  it("reports the accepted formats once", async () => {
    const text = TERN_KVN.replace("97.5123", "200").replace("15.137", "0");
    const { exitCode, stderr } = await swath(`${LINE} -`, { stdin: text });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('line 11: INCLINATION of TERN 1 "200 [deg]" is not from 0 to 180');
    expect(stderr.match(/Give a file of orbital elements, OMM or TLE/gu)).toHaveLength(1);
  });

  it("ends with exit code 2, or computes, with any content", async () => {
    await fc.assert(
      fc.asyncProperty(mutated(...Object.values(FORMATS)), async (stdin) => {
        const { exitCode, stderr } = await swath(`${LINE} -`, { stdin });
        expect([0, 2], stderr).toContain(exitCode);
        if (exitCode === 2) expect(stderr).toMatch(/code (?:ELEMENTS_INVALID|INPUT_NOT_READABLE), exit 2/);
      }),
      { numRuns: 60 },
    );
  });
});
