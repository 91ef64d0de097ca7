/** The long run of shapes.test.ts and clients.test.ts, with the figures at its end. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const FILES = [
  "test/soak/shapes.test.ts",
  "test/soak/clients.test.ts",
  // Orbits against python3-sgp4.
  "test/unit/sandbox/scheduling/independent-sgp4.test.ts",
];

/** Returns the exit code. */
export async function soakShapes({ replies, seed, say }) {
  say(`soak: ${replies} replies of other shapes, and the list of clients, seed ${seed}`);
  const startedMs = performance.now();
  const folder = await mkdtemp(join(tmpdir(), "swath-soak-"));
  const report = join(folder, "report.json");
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const child = spawn(
    process.execPath,
    [vitest, "run", ...FILES, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...process.env, SWATH_SHAPES: String(replies), SWATH_SHAPES_SEED: String(seed) },
    },
  );
  const [code] = await once(child, "close");
  const { testResults } = JSON.parse(await readFile(report, "utf8"));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const having = (status) => tests.filter((test) => test.status === status);
  for (const { fullName } of having("failed")) say(`FAILED ${fullName}`);
  for (const { fullName } of [...having("skipped"), ...having("pending")]) say(`left out ${fullName}`);
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  say(
    `soak: ${replies} replies, ${having("passed").length} tests passed, ${having("failed").length} failed, ${seconds} s, seed ${seed}`,
  );
  await rm(folder, { recursive: true, force: true });
  return code ?? 1;
}
