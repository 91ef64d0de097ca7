/**
 * `npm run test:faults [-- --some[=YYYY-MM-DD]] [part of a name or an area ...]`: puts each seeded fault into a copy of the
 * sources and runs the tests that must catch it. `--some` selects all faults of money, and ten others that change each day.
 * Ends with 1 if a fault is missed, if its place in the sources is gone, or if the tests fail without any fault.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { FAULTS } from "./faults.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const ROTATING = 10;
const DAY_MS = 86_400_000;
const say = (text) => process.stdout.write(`${text}\n`);

const words = process.argv.slice(2);
const some = words.find((word) => /^--some(=|$)/.test(word));
const asked = words.filter((word) => word !== some);
const named = FAULTS.filter(
  ({ name, area }) => asked.length === 0 || asked.some((part) => part === area || name.includes(part)),
);
const chosen = some === undefined ? named : rotated(named, some.slice("--some=".length));
if (chosen.length === 0) throw new Error(`no seeded fault is named like ${asked.join(" ")}`);

/** All faults of money, and ten of the others: the next ones each day. */
function rotated(faults, date) {
  const day = date === "" ? new Date().toISOString().slice(0, 10) : date;
  const others = faults.filter(({ area }) => area !== "money");
  const first = (Math.floor(Date.parse(day) / DAY_MS) * ROTATING) % Math.max(1, others.length);
  const turn = [...others, ...others].slice(first, first + Math.min(ROTATING, others.length));
  say(
    `All faults of money, and ${turn.length} of the ${others.length} others from number ${first + 1} on. For the same ones: --some=${day}\n`,
  );
  return [...faults.filter(({ area }) => area === "money"), ...turn];
}

const copy = mkdtempSync(join(tmpdir(), "swath-seeded-"));

const listed = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0");
for (const path of listed.filter((path) => path !== "")) {
  cpSync(join(ROOT, path), join(copy, path), { recursive: true });
}
symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));

const sources = readdirSync(join(copy, "src"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
  .map((entry) => join(entry.parentPath, entry.name));

/** The one source file with the text, which occurs in it once. */
function placeOf(text) {
  const found = sources.flatMap((path) =>
    Array.from({ length: readFileSync(path, "utf8").split(text).length - 1 }, () => path),
  );
  if (found.length === 1) return found[0];
  throw new Error(`${JSON.stringify(text)} occurs ${found.length} times in src/, and must occur once`);
}

/** Titles of the failed tests, and the files that could not be loaded. */
function runTests(paths, ...options) {
  const report = join(copy, "seeded-report.json");
  rmSync(report, { force: true });
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(ROOT, "node_modules", "vitest", "vitest.mjs"),
      "run",
      "--project=source",
      "--reporter=json",
      ...options,
      `--outputFile.json=${report}`,
      ...paths,
    ],
    { cwd: copy, encoding: "utf8", timeout: 300_000, killSignal: "SIGKILL" },
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

const missed = [];
try {
  const without = runTests([...new Set(chosen.flatMap(({ tests }) => tests))]);
  if (without.ran === 0 || without.failed.length + without.unloaded.length > 0) {
    throw new Error(
      `without any fault, of ${without.ran} tests failed: ${[...without.failed, ...without.unloaded].join("; ")}`,
    );
  }
  say(`Without any fault ${without.ran} tests pass.\n`);
  for (const { area, name, costs, edits, tests } of chosen) {
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
      // One failed test is enough.
      const { failed, unloaded } = runTests(tests, "--bail=1", "--testTimeout=60000");
      if (unloaded.length > 0) throw new Error(`with ${name}: ${unloaded.join("; ")}`);
      const places = [...before.keys()].map((path) => relative(copy, path)).join(", ");
      if (failed.length === 0) missed.push(name);
      say(`${failed.length > 0 ? "caught" : "MISSED"}  ${area}: ${name} (${places})`);
      say(
        failed.length > 0
          ? `        by ${failed[0]}`
          : `        no test of ${tests.join(", ")} failed: ${costs}`,
      );
    } finally {
      for (const [path, content] of before) writeFileSync(path, content);
    }
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
say(`\n${chosen.length - missed.length} of ${chosen.length} seeded faults were caught.`);
if (missed.length > 0) {
  say(`Missed: ${missed.join("; ")}`);
  process.exitCode = 1;
}
