/** Every requirement is named by a test on each side that it asks something of. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { REQUIREMENT_IDS } from "./requirement-ids.ts";

type Side = "client" | "service";

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), "utf8");
const lines = (path: string): string[] =>
  read(path)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

/** `RETASK-T both 01-04 06` -> its ids; `LIMITS-10 = AUTH-07` is not of that form. */
function idsOf(line: string): { ids: string[]; sides: Side[] } | undefined {
  const [, area, side, numbers] = /^([A-Z-]+) (both|client|service) ([\d -]+)$/.exec(line) ?? [];
  if (area === undefined || numbers === undefined) return undefined;
  const ids = numbers.split(" ").flatMap((run) => {
    const [first = "", last = first] = run.split("-");
    return Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, at) => `${area}-${String(Number(first) + at).padStart(2, "0")}`,
    );
  });
  return { ids, sides: side === "both" ? ["client", "service"] : [side as Side] };
}

const LISTED = lines("fixtures/requirement-sides.txt");
const DEMANDED = LISTED.flatMap((line) => idsOf(line) ?? []);
const REPEATED = LISTED.flatMap((line) => {
  const [, id, other] = /^(\S+) = (\S+)$/.exec(line) ?? [];
  return id === undefined || other === undefined ? [] : [[id, other] as const];
});

/** What a test file can prove something about: tests of one side, of what both share, or of both joined. */
function sidesProvenBy(path: string, text: string): Side[] {
  if (/^unit[\\/]sandbox[\\/]/.test(path)) return ["service"];
  const isShared = /^(?:contract|unit[\\/](?:contract|geo|time))[\\/]/.test(path);
  const isJoined =
    /\.\/(?:bench|sandbox-home)\.ts"/.test(text) || (path.startsWith("e2e") && text.includes("sandbox"));
  return isShared || isJoined ? ["client", "service"] : ["client"];
}

/** Titles and the rows of the tables that fill them in: ids stand nowhere else but in comments. */
const withoutComments = (text: string): string => text.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, "");

const proven = new Set(
  (readdirSync(import.meta.dirname, { recursive: true }) as string[])
    .filter((path) => path.endsWith(".test.ts") && path !== "requirements.test.ts")
    .flatMap((path) => {
      const text = read(path);
      const ids = withoutComments(text).match(/\b[A-Z]+(?:-[A-Z])?-\d\d\b/g) ?? [];
      return sidesProvenBy(path, text).flatMap((side) => ids.map((id) => `${id} ${side}`));
    }),
);

test("every requirement has a test on each side that it concerns", () => {
  const missing = DEMANDED.flatMap(({ ids, sides }) =>
    ids.flatMap((id) => sides.map((side) => `${id} ${side}`)),
  ).filter((one) => !proven.has(one));
  expect(missing).toEqual([]);
});

test("what only repeats another requirement names one that is proven", () => {
  const known = new Set(DEMANDED.flatMap(({ ids }) => ids));
  expect(REPEATED.filter(([, other]) => !known.has(other))).toEqual([]);
});

test("no requirement is forgotten, and none is made up", () => {
  const listed = [...DEMANDED.flatMap(({ ids }) => ids), ...REPEATED.map(([id]) => id)];
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed.toSorted()).toEqual(REQUIREMENT_IDS.toSorted());
});
