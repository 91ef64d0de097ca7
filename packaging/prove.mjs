/**
 * `npm run test:packages` builds every package, then installs, uses and removes each of them. Afterwards `proved.json` has the
 * digest of what the packages are made by: `--is-proved` compares it, so that CI builds packages only when that changed.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openProof } from "../build/proof.mjs";
import { OUT, ROOT } from "./facts.mjs";
import { nodeFolder } from "./platforms.mjs";

/** Files and folders that make the packages, besides the program itself. */
const INPUTS = ["action.yml", "bin", "build", "packaging", "rolldown.config.mjs", "test/packages"];
const OUTSIDE = /^packaging\/(?:node_modules|out|proved\.json)/;

const proof = openProof({ record: "packaging/proved.json", inputs: INPUTS, outside: OUTSIDE });

if (process.argv.includes("--is-proved")) {
  process.exitCode = proof.isProved() ? 0 : 1;
} else {
  const { devDependencies } = JSON.parse(readFileSync(join(import.meta.dirname, "package.json"), "utf8"));
  for (const name of Object.keys(devDependencies)) nodeFolder(name);
  rmSync(OUT, { recursive: true, force: true });
  timed("npm", "run", "--silent", "package:npm");
  for (const kind of ["binary", "deb", "wheel"]) timed("node", `packaging/${kind}.mjs`);
  timed("npx", "vitest", "run", "--project", "packages", ...process.argv.slice(2));
  proof.write();
}

/** Runs a step and prints its time; ends with its exit code if it fails. */
function timed(program, ...words) {
  const start = performance.now();
  const { status } = spawnSync(program, words, { cwd: ROOT, stdio: "inherit" });
  process.stdout.write(`${words.join(" ")}: ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
  if (status !== 0) process.exit(status ?? 1);
}
