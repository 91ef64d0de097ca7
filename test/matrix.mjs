/** `npm run matrix [major ...]`: all tests on every supported Node, each taken from npm (Linux x64). */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { nodeOf } from "./bench/node-of.mjs";

const asked = process.argv.slice(2);
const majors = asked.length > 0 ? asked : ["20", "22", "24", "26"];
const folder = mkdtempSync(join(tmpdir(), "swath-matrix-"));

function run(command, args, env = process.env) {
  return spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"], env }).status === 0;
}

const results = majors.map((major) => {
  const node = nodeOf(major, folder);
  if (node === undefined) return [major, "could not be installed"];
  const path = [dirname(node), process.env["PATH"]].join(delimiter);
  return [major, run("npm", ["run", "test:all"], { ...process.env, PATH: path }) ? "passed" : "FAILED"];
});

rmSync(folder, { recursive: true, force: true });
for (const [major, result] of results) process.stdout.write(`Node ${major}: ${result}\n`);
process.exitCode = results.every(([, result]) => result === "passed") ? 0 : 1;
