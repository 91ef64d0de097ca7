/**
 * `npm run test:faults [-- --some[=YYYY-MM-DD]] [--passed] [part of a name or an area ...]`: puts each seeded fault into a
 * copy of the sources and runs the tests that must catch it. `--some` selects all faults of money, and ten others that change
 * each day. Ends with 1 if a fault is missed, if its place in the sources is gone, or if the tests fail without any fault;
 * `--passed` skips these runs without a fault: `.ci/run` has just made them.
 */
import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { createVitest } from "vitest/node";
import { makeFolder } from "../temporary-folder.mjs";
import { FAULTS } from "./faults.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const ROTATING = 10;
const DAY_MS = 86_400_000;
const say = (text) => process.stdout.write(`${text}\n`);

const words = process.argv.slice(2);
const some = words.find((word) => /^--some(=|$)/.test(word));
const hasPassed = words.includes("--passed");
const asked = words.filter((word) => word !== some && word !== "--passed");
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

const files = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" })
  .split("\0")
  .filter((path) => path !== "");

/** Two copies use two cores; more would need more memory than time is won. */
const COPIES = 2;
/** A fault may make a test hang; a loop without end also blocks the timeout of its test. */
const MAX_MS = 300_000;

/** Returns a copy of the tree and a vitest for it, which transforms each file once and starts new workers for each run. */
async function openCopy(path) {
  for (const file of files) cpSync(join(ROOT, file), join(path, file), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(path, "node_modules"));
  const sources = readdirSync(join(path, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name));
  const vitest = await createVitest("test", {
    root: path,
    watch: false,
    project: ["source"],
    reporters: [{}],
    // One failed test is enough.
    bail: 1,
    testTimeout: 60_000,
    maxWorkers: 1,
  });
  await vitest.standalone();
  return { path, sources, vitest };
}

/** The one source file with the text, which occurs in it once. */
function placeOf({ sources }, text) {
  const found = sources.flatMap((path) =>
    Array.from({ length: readFileSync(path, "utf8").split(text).length - 1 }, () => path),
  );
  if (found.length === 1) return found[0];
  throw new Error(`${JSON.stringify(text)} occurs ${found.length} times in src/, and must occur once`);
}

/** Titles of the failed tests, and the files that could not be loaded. */
async function runTests({ path, vitest }, tests) {
  const specifications = tests.flatMap((test) => vitest.getModuleSpecifications(join(path, test)));
  if (specifications.length !== tests.length)
    throw new Error(`not all of these are tests: ${tests.join(", ")}`);
  const { testModules } = await inTime(vitest.runTestSpecifications(specifications), tests);
  const modules = testModules.filter(({ moduleId }) => tests.includes(relative(path, moduleId)));
  const results = modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ({
      state: test.result().state,
      title: `${relative(path, module.moduleId)}: ${test.fullName}`,
    })),
  );
  return {
    ran: results.length,
    failed: results.filter(({ state }) => state === "failed").map(({ title }) => title),
    unloaded: modules
      .filter((module) => module.errors().length > 0)
      .map((module) => `${relative(path, module.moduleId)}: ${module.errors()[0].message}`),
  };
}

function inTime(running, tests) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`the tests do not end: ${tests.join(", ")}`)), MAX_MS);
  });
  return Promise.race([running, late]).finally(() => clearTimeout(timer));
}

/** Puts a fault into the copy, runs its tests, and takes it out again. Returns whether a test failed. */
async function seed(copy, { area, name, costs, edits, tests }) {
  const before = new Map();
  try {
    for (const [text, other] of edits) {
      const path = placeOf(copy, text);
      const content = readFileSync(path, "utf8");
      if (!before.has(path)) before.set(path, content);
      writeFileSync(
        path,
        content.replace(text, () => other),
      );
      copy.vitest.invalidateFile(path);
    }
    const { failed, unloaded } = await runTests(copy, tests);
    if (unloaded.length > 0) throw new Error(`with ${name}: ${unloaded.join("; ")}`);
    const places = [...before.keys()].map((path) => relative(copy.path, path)).join(", ");
    say(`${failed.length > 0 ? "caught" : "MISSED"}  ${area}: ${name} (${places})`);
    say(
      failed.length > 0
        ? `        by ${failed[0]}`
        : `        no test of ${tests.join(", ")} failed: ${costs}`,
    );
    return failed.length > 0;
  } finally {
    for (const [path, content] of before) {
      writeFileSync(path, content);
      copy.vitest.invalidateFile(path);
    }
  }
}

/** Shares the faults between the copies, those of one test file in one copy: it loads that file's modules once. */
function shared(faults) {
  const groups = new Map(faults.map(({ tests }) => [tests.join(" "), []]));
  for (const fault of faults) groups.get(fault.tests.join(" ")).push(fault);
  const shares = Array.from({ length: COPIES }, () => []);
  for (const group of [...groups.values()].sort((a, b) => b.length - a.length))
    shares.sort((a, b) => a.length - b.length)[0].push(...group);
  return shares.filter((share) => share.length > 0);
}

/** Runs the tests of these faults without any fault, then with each. Returns the number of tests and the missed faults. */
async function prove(faults, path) {
  const copy = await openCopy(path);
  try {
    const ran = hasPassed ? 0 : await requirePassed(copy, [...new Set(faults.flatMap(({ tests }) => tests))]);
    const missed = [];
    for (const fault of faults) if (!(await seed(copy, fault))) missed.push(fault.name);
    return { ran, missed };
  } finally {
    await copy.vitest.close();
  }
}

/** Throws unless all tests pass without any fault. Returns their number. */
async function requirePassed(copy, tests) {
  const { ran, failed, unloaded } = await runTests(copy, tests);
  if (ran > 0 && failed.length + unloaded.length === 0) return ran;
  throw new Error(`without any fault, of ${ran} tests failed: ${[...failed, ...unloaded].join("; ")}`);
}

const folder = makeFolder();
// The folder of all temporary files (test/temporary-folder.mjs): the end of one copy must not remove that of the other.
process.env.TMPDIR = folder;
try {
  const proofs = await Promise.all(
    shared(chosen).map((faults, index) => prove(faults, join(folder, String(index)))),
  );
  const missed = proofs.flatMap((proof) => proof.missed);
  const ran = proofs.reduce((sum, proof) => sum + proof.ran, 0);
  say(hasPassed ? "" : `\nWithout any fault all ${ran} tests pass.`);
  say(`${chosen.length - missed.length} of ${chosen.length} seeded faults were caught.`);
  if (missed.length > 0) say(`Missed: ${missed.join("; ")}`);
  // A failed test of vitest, which a fault must have, has set another one.
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
