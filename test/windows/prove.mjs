/**
 * `.ci/windows` runs it: the source tests on Windows' Node 22, then the tests of this folder, which run the built program on Windows'
 * Node 22 and 24. Afterwards `proved.json` has the digest of the files that behave differently on Windows: `--is-proved` compares
 * it, so that CI runs this only when those changed. An argument is the folder for the reports.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openProof } from "../../build/proof.mjs";
import { getDrive, endWindows, makeEnv, makeWindows } from "./wine.ts";

const ROOT = join(import.meta.dirname, "../..");
const RECORD = "test/windows/proved.json";

const proof = openProof({
  record: RECORD,
  inputs: [
    ".ci/windows",
    "src/disk",
    "src/main.ts",
    "src/money",
    "src/settings",
    "src/transfer",
    "test/windows",
  ],
  outside: /^test\/windows\/proved\.json$/,
});

/** A test there needs longer than on Linux. One that ends late also fails the tests after it that use its processes. */
const TEST_TIMEOUT_MS = 600_000;
const SOURCE_TESTS_MS = 40 * 60_000;

const [argument] = process.argv.slice(2);
if (argument === "--is-proved") process.exitCode = proof.isProved() ? 0 : 1;
else prove(argument);

function prove(given) {
  const folder = mkdtempSync(join(tmpdir(), "swath-windows-"));
  const reports = given ?? folder;
  try {
    timed("Windows in Wine", () => makeWindows(folder));
    timed("a checkout with Windows' packages", () => makeCheckout(folder));
    const source = timed("source tests on Windows' Node 22", () => runSourceTests(folder, reports));
    const built = timed("tests of the built program on Windows", () => runTests(folder, reports));
    const failed = summarize([source, built]);
    if (failed === 0) proof.write();
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    endWindows(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

function timed(title, work) {
  const start = performance.now();
  const result = work();
  process.stdout.write(`${title}: ${((performance.now() - start) / 1000).toFixed(0)} s\n`);
  return result;
}

/** Copies the files of git to `C:\checkout`, and installs what the lock file has for Windows. */
function makeCheckout(folder) {
  const checkout = join(getDrive(folder), "checkout");
  const list = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  for (const path of list.split("\0").filter((name) => name !== "")) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    copyFileSync(join(ROOT, path), join(checkout, path));
  }
  const words = ["ci", "--os=win32", "--cpu=x64", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  execFileSync("npm", words, { cwd: checkout, stdio: ["ignore", "inherit", "inherit"] });
}

/** Returns the report. The output is a file, since node.exe in Wine cannot write to a pipe of Linux. */
function runSourceTests(folder, reports) {
  const drive = getDrive(folder);
  const log = join(folder, "source.log");
  const output = openSync(log, "w");
  const words = [
    String.raw`C:\node22\node.exe`,
    "node_modules/vitest/vitest.mjs",
    ..."run --project source --reporter=default --reporter=json --outputFile.json=C:/source.json".split(" "),
    `--testTimeout=${TEST_TIMEOUT_MS}`,
  ];
  spawnSync("wine", words, {
    cwd: join(drive, "checkout"),
    env: makeEnv(folder),
    stdio: ["ignore", output, output],
    timeout: SOURCE_TESTS_MS,
  });
  process.stdout.write(readFileSync(log, "utf8"));
  return keepReport(join(drive, "source.json"), join(reports, "windows-source.json"));
}

/** Returns the report. */
function runTests(folder, reports) {
  const report = join(reports, "windows.json");
  const words = [
    "run",
    "--project",
    "windows",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  spawnSync("npx", ["vitest", ...words], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, SWATH_TEST_WINDOWS: folder },
  });
  return report;
}

/** Copies the report, if the tests came so far as to write one. */
function keepReport(from, to) {
  if (existsSync(from)) cpSync(from, to);
  return to;
}

/** Prints the names of skipped tests, with the reasons, and the figures. Returns the number of failures. */
function summarize(reports) {
  let [passed, failed, skipped] = [0, 0, 0];
  const reasons = new Map();
  for (const { numPassedTests, numFailedTests, testResults } of reports.map(readReport)) {
    passed += numPassedTests;
    failed += numFailedTests;
    for (const { name, status, assertionResults } of testResults) {
      // A file that could not be loaded has no tests to count.
      if (status === "failed" && assertionResults.length === 0) failed += 1;
      for (const { fullName, meta } of assertionResults.filter((one) =>
        ["pending", "skipped"].includes(one.status),
      )) {
        // `need` gives the reason.
        const reason = meta?.lack ?? "not for this system";
        process.stdout.write(`skipped: ${name.split(/[/\\]test[/\\]/).at(-1)}: ${fullName} (${reason})\n`);
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        skipped += 1;
      }
    }
  }
  for (const [reason, count] of reasons) process.stdout.write(`${count} skipped: ${reason}\n`);
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  return failed;
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    process.stdout.write(`no report: ${error.message}\n`);
    return { numPassedTests: 0, numFailedTests: 1, testResults: [] };
  }
}
