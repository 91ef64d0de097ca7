/** `npm run matrix [version ...]`: all tests on every supported Node, each taken from npm (Linux x64). */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeOf } from "./bench/node-of.mjs";

const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8"));
const oldest = engines.node.replace(">=", "");
const asked = process.argv.slice(2);
const versions = asked.length > 0 ? asked : [oldest, "24", "26"];
const folder = mkdtempSync(join(tmpdir(), "swath-matrix-"));

const results = versions.map((version) => {
  const node = nodeOf(version, folder);
  if (node === undefined) return [version, "could not be installed"];
  const words = [join(import.meta.dirname, "on-node.mjs"), node, "test:all"];
  const { status } = spawnSync(process.execPath, words, { stdio: ["ignore", "inherit", "inherit"] });
  return [version, status === 0 ? "passed" : "FAILED"];
});

rmSync(folder, { recursive: true, force: true });
for (const [version, result] of results) process.stdout.write(`Node ${version}: ${result}\n`);
process.exitCode = results.every(([, result]) => result === "passed") ? 0 : 1;
