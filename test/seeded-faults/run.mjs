/**
 * `npm run test:faults [part of a name ...]`: puts each seeded fault into a copy of the sources and runs the tests that must
 * catch it. Prints a table (report.md keeps the last); ends with 1 when a fault is missed, when its place in the sources is gone, or when the tests
 * fail without any fault.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { FAULTS } from "./faults.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const asked = process.argv.slice(2);
const chosen = FAULTS.filter(({ name }) => asked.length === 0 || asked.some((part) => name.includes(part)));
const copy = mkdtempSync(join(tmpdir(), "swath-seeded-"));

const listed = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0");
for (const path of listed.filter((path) => path !== "")) {
  cpSync(join(ROOT, path), join(copy, path), { recursive: true });
}
symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));

const sources = readdirSync(join(copy, "src"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => join(entry.parentPath, entry.name));

/** The one source file that holds the text, which occurs in it once. */
function placeOf(text) {
  const found = sources.flatMap((path) =>
    Array.from({ length: readFileSync(path, "utf8").split(text).length - 1 }, () => path),
  );
  if (found.length === 1) return found[0];
  throw new Error(`${JSON.stringify(text)} occurs ${found.length} times in src/, and must occur once`);
}

/** Titles of the failed tests, and the files that could not even be loaded. */
function runTests(paths) {
  const report = join(copy, "seeded-report.json");
  rmSync(report, { force: true });
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(ROOT, "node_modules", "vitest", "vitest.mjs"),
      "run",
      "--project=source",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...paths,
    ],
    { cwd: copy, encoding: "utf8" },
  );
  let results;
  try {
    results = JSON.parse(readFileSync(report, "utf8")).testResults;
  } catch {
    throw new Error(`the tests could not be run:\n${stdout}${stderr}`);
  }
  const unloaded = results.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const tests = results.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({
      status,
      title: `${relative(copy, name)}: ${fullName}`,
    })),
  );
  return {
    ran: tests.length,
    failed: tests.filter(({ status }) => status === "failed").map(({ title }) => title),
    unloaded: unloaded.map(({ name, message }) => `${relative(copy, name)}: ${message}`),
  };
}

const say = (text) => process.stdout.write(`${text}\n`);
const cell = (text) => text.replaceAll("|", "\\|");
try {
  const without = runTests([...new Set(chosen.flatMap(({ tests }) => tests))]);
  if (without.ran === 0 || without.failed.length + without.unloaded.length > 0) {
    throw new Error(
      `without any fault, of ${without.ran} tests failed: ${[...without.failed, ...without.unloaded].join("; ")}`,
    );
  }
  say(`Without any fault ${without.ran} tests pass.\n`);
  say("| fault | what it would cost | where | verdict | failed tests | the first of them |");
  say("|---|---|---|---|---|---|");
  for (const { name, costs, edits, tests } of chosen) {
    const before = new Map();
    try {
      for (const [text, other] of edits) {
        const path = placeOf(text);
        const content = readFileSync(path, "utf8");
        if (!before.has(path)) before.set(path, content);
        writeFileSync(
          path,
          content.replace(text, () => other),
        );
      }
      const { failed, unloaded } = runTests(tests);
      if (unloaded.length > 0) throw new Error(`with ${name}: ${unloaded.join("; ")}`);
      const places = [...before.keys()].map((path) => relative(copy, path)).join(", ");
      const verdict = failed.length > 0 ? "caught" : "MISSED";
      if (failed.length === 0) process.exitCode = 1;
      const cells = [name, costs, places, verdict, String(failed.length), cell(failed[0] ?? "")];
      say(`| ${cells.join(" | ")} |`);
    } finally {
      for (const [path, content] of before) writeFileSync(path, content);
    }
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
