/** The title of a test begins with each requirement, on each side that it concerns. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { REQUIREMENT_IDS } from "./requirement-ids.ts";

type Side = "client" | "service";

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), "utf8");

/**
 * Requirements that do not concern both sides: `ORDER-18 client` concerns one, `LIMITS-10 = AUTH-07` repeats another
 * requirement.
 */
const EXCEPTIONS = read("fixtures/requirement-sides.txt")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => /^(?<id>\S+) (?:(?<side>client|service)|= (?<other>\S+))$/.exec(line)?.groups ?? { line });

const REPEATED = new Map(EXCEPTIONS.flatMap(({ id, other }) => (id && other ? [[id, other]] : [])));
const ONE_SIDE = new Map(EXCEPTIONS.flatMap(({ id, side }) => (id && side ? [[id, side as Side]] : [])));

const sidesOf = (id: string): Side[] => {
  const side = ONE_SIDE.get(id);
  return side === undefined ? ["client", "service"] : [side];
};

/** The sides that a test file can prove: tests of one side, of code that both share, or of both joined. */
function sidesProvenBy(path: string, text: string): Side[] {
  if (/^unit[\\/]sandbox[\\/]/.test(path)) return ["service"];
  const isShared = /^(?:contract|unit[\\/](?:contract|disk|geo|time))[\\/]/.test(path);
  const isJoined =
    /\.\/(?:bench|sandbox-home)\.ts"/.test(text) || (path.startsWith("e2e") && text.includes("sandbox"));
  return isShared || isJoined ? ["client", "service"] : ["client"];
}

const ID = /\b[A-Z]+(?:-[A-Z])?-\d\d[a-z]?\b/g;

/** The ids with which a title, or the label of a row of a table, begins: other ids are not a proof. */
const idsOfTitles = (text: string): string[] =>
  [...text.matchAll(/["'`]((?:(?:P\d+|[A-Z]+(?:-[A-Z])?-\d\d[a-z]?)(?=[ "'`]) ?)+)/g)].flatMap(
    ([, ids = ""]) => ids.match(ID) ?? [],
  );

const proven = new Set(
  (readdirSync(import.meta.dirname, { recursive: true }) as string[])
    .filter((path) => path.endsWith(".test.ts") && path !== "requirements.test.ts")
    .flatMap((path) => {
      const text = read(path);
      const ids = idsOfTitles(text);
      return sidesProvenBy(path, text).flatMap((side) => ids.map((id) => `${id} ${side}`));
    }),
);

test("every requirement has a test on each side that it concerns", () => {
  const missing = REQUIREMENT_IDS.filter((id) => !REPEATED.has(id))
    .flatMap((id) => sidesOf(id).map((side) => `${id} ${side}`))
    .filter((one) => !proven.has(one));
  expect(missing).toEqual([]);
});

test("an id in a comment, or in the middle of a text, is not a proof", () => {
  const text = `it("P1 ORDER-18 GEN-17 a price", ...); ["TASK-04", 1]; // TASK-05\nexpect("see TASK-06");`;
  expect(idsOfTitles(text)).toEqual(["ORDER-18", "GEN-17", "TASK-04"]);
});

test("a requirement that repeats another one points to a proven one", () => {
  const known = new Set(REQUIREMENT_IDS.filter((id) => !REPEATED.has(id)));
  expect([...REPEATED.values()].filter((other) => !known.has(other))).toEqual([]);
});

test("every exception belongs to one requirement", () => {
  const listed = EXCEPTIONS.map(({ id, line }) => id ?? line);
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed.filter((id) => id === undefined || !REQUIREMENT_IDS.includes(id))).toEqual([]);
});
