/** The repository as cloned: complete, tidy, and free of facts of the machine that made it. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findFacts, machineFacts, type MachineFact } from "./machine-facts.ts";

const ROOT = join(import.meta.dirname, "..");
const FIXTURES = join(import.meta.dirname, "fixtures");

/** Every entry at the top. A new one needs a reason that a newcomer would accept. */
const TOP = [
  ".ci .gitignore .npmrc .oxfmtrc.json .oxlintrc.json",
  "CHANGELOG.md CONTRIBUTING.md LICENSE README.md SECURITY.md",
  "action.yml bin build completions docs knip.json man package-lock.json package.json packaging",
  "rolldown.config.mjs src test tsconfig.json vitest.config.mts",
].flatMap((line) => line.split(" "));

test("the top folder has the listed files only", (context) => {
  if (!existsSync(join(ROOT, ".git"))) context.skip("not a git checkout");
  const listed = execFileSync("git", ["ls-files", "-z"], {
    cwd: ROOT,
    encoding: "utf8",
    // Git refuses a checkout of another user, which a mounted folder often is.
    env: {
      ...process.env,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "safe.directory",
      GIT_CONFIG_VALUE_0: "*",
    },
  }).split("\0");
  expect(new Set(listed.filter((path) => path !== "").map((path) => path.split("/")[0]))).toEqual(
    new Set(TOP),
  );
});

test("no lock file contains the address of a registry", () => {
  for (const path of ["package-lock.json", "docs/site/package-lock.json", "packaging/package-lock.json"])
    expect(readFileSync(join(ROOT, path), "utf8"), path).not.toMatch(
      /"resolved": "(?!build\/own-node")|https?:\/\/[^"]*\/-\//,
    );
});

describe("fixtures", () => {
  const files = readdirSync(FIXTURES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

  test("contain no fact of this machine, in their bytes or in their names", () => {
    const patterns = machineFacts().map(({ name, pattern }) => [name, pattern] as const);
    expect(foundIn(patterns)).toEqual([]);
  });

  const foundIn = (patterns: readonly (readonly [string, RegExp | undefined])[]): string[] =>
    files.flatMap((path) => {
      const name = path.slice(FIXTURES.length);
      return findFacts(`${name}\n${readFileSync(path, "utf8")}`, patterns).map((fact) => `${name}: ${fact}`);
    });

  // Otherwise a machine of that name, or a clone in that folder, would fail.
  test.each([
    { "host name": "order", "user name": "swath", "home folder": "/tmp", "project folder": "/swath" },
    { "host name": "sandbox", "user name": "member", "home folder": "/data", "project folder": "/out" },
    { "host name": "example", "user name": "ada", "home folder": "/config", "group name": "work" },
  ] as const)("may contain the words %j", (values) => {
    expect(foundIn(machineFacts(values).map(({ name, pattern }) => [name, pattern] as const))).toEqual([]);
  });

  test("contain no boot id of any machine", () => {
    const ids = files.flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(/\bboot\W{1,6}([0-9a-f-]{36})\b/gu)].map(([, id]) => id),
    );
    expect(ids).toEqual([]);
  });
});

describe("a fact of a machine is found", () => {
  const facts = machineFacts({
    "boot id": "5a7a4af4-254d-4964-876b-a97c9f2bbe3e",
    "host name": "vm",
    "user name": "ann",
    "home folder": "/home/ann",
    "Node version": "22.18.1",
  });
  const found = (text: string): string[] =>
    findFacts(
      text,
      facts.map(({ name, pattern }: MachineFact) => [name, pattern] as const),
    ).map((fact) => fact.split(":")[0]!);

  test.each([
    ['"boot":"5a7a4af4-254d-4964-876b-a97c9f2bbe3e"', ["boot id"]],
    [String.raw`{\"host\":\"vm\",\"pid\":7}`, ["host name"]],
    ['{"user": "ann", "host": "vm"}', ["user name", "host name"]],
    ["wrote /home/ann/out/a.tif", ["home folder"]],
    ["Node 22.18.1 is too old", ["Node version"]],
  ])("in %s", (text, names) => {
    expect(found(text)).toEqual(names);
  });

  test.each([
    "a vm of its own, and an annual report",
    "/home/anna",
    "/srv/home/ann",
    "122.18.1",
    '"vm", "ann"',
  ])("and not in %s", (text) => {
    expect(found(text)).toEqual([]);
  });
});

test("each seeded fault has one place in the sources and one row of the report", async () => {
  const { FAULTS } = (await import(join(import.meta.dirname, "seeded-faults", "faults.mjs"))) as {
    FAULTS: { name: string; edits: [string, string][] }[];
  };
  const sources = readdirSync(join(ROOT, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
  const placesOf = (text: string): number =>
    sources.reduce((sum, source) => sum + source.split(text).length - 1, 0);
  expect(FAULTS.length).toBeGreaterThan(60);
  expect(
    FAULTS.flatMap(({ name, edits }) =>
      edits.filter(([text]) => placesOf(text) !== 1).map(([text]) => `${name}: ${text}`),
    ),
  ).toEqual([]);
  const report = readFileSync(join(import.meta.dirname, "seeded-faults", "report.md"), "utf8");
  const rows = [...report.matchAll(/^\| (?!area|-)[a-z]+ +\| (.*?) +\|/gm)].map(([, name]) => name);
  expect(rows).toEqual(FAULTS.map(({ name }) => name));
});
