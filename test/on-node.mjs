/**
 * Runs a script of package.json as `npm run` does, but on a given Node: npm would put the checkout's own Node before it.
 * `node test/on-node.mjs <path of a Node> <script> [argument ...]`. The tests fail unless they run on it (`test/asked-node.ts`).
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

const [node, script, ...words] = process.argv.slice(2);
// npm takes the `--` before arguments away; vitest would take no file name after it, and run everything.
const args = words[0] === "--" ? words.slice(1) : words;
const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
process.stdout.write(`npm run ${script}, on Node ${version}\n`);
const PATH = [dirname(node), join(ROOT, "node_modules", ".bin"), process.env["PATH"]].join(delimiter);
const { status } = spawnSync("sh", ["-c", `${scripts[script]} "$@"`, "sh", ...args], {
  cwd: ROOT,
  stdio: ["ignore", "inherit", "inherit"],
  env: { ...process.env, PATH, SWATH_TEST_NODE: version },
});
process.exitCode = status ?? 1;
