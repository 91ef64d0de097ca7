/**
 * `npm run reading [-- [--files] [--kit] verb ...]`: how much code a reader of a verb has to read: the files in which a function
 * ran, and their lines that ran, in a run of the verb from source against a sandbox in another process. `npm run reading -- order
 * place`; all verbs without one. `--files` lists the files, `--kit` those that every command runs.
 */
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { parseArgs } from "node:util";
import { makeErrorEntries } from "../../build/error-entries.mjs";
import { makeStaleAssets } from "../../build/page-assets.mjs";
import { cleanEnv } from "../bench/measure.mjs";
import { printTable } from "../bench/print-table.mjs";
import { linesOfRun, runProgram, startProgram } from "./run-program.mjs";
import { KIT_VERBS, VERBS } from "./verbs.mjs";

const ROOT = join(import.meta.dirname, "..", "..");
const PROGRAM = join(ROOT, "src", "start.ts");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: "boolean" }, kit: { type: "boolean" } },
});
const asked = positionals.join(" ");
const chosen = Object.keys(VERBS).filter((verb) => asked === "" || verb === asked);
if (chosen.length === 0)
  throw new Error(`${asked} is not measured: there are ${Object.keys(VERBS).join(", ")}`);

const folder = mkdtempSync(join(tmpdir(), "swath-reading-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
process.once("SIGINT", () => process.exit(130));
makeErrorEntries();
await makeStaleAssets();
const runs = new Map();
const sandbox = await startSandbox(environmentOf("sandbox"));
try {
  for (const verb of new Set([...KIT_VERBS, ...chosen])) runs.set(verb, await measure(verb));
} finally {
  // It keeps nothing, and a stop by a signal that it can catch is announced.
  sandbox.child.kill("SIGKILL");
  await once(sandbox.child, "close");
}
// `| head` closes the pipe early.
process.stdout.on("error", () => {});
print();

/** The environment of a user without settings. Their home has the temporary files too. */
function environmentOf(name) {
  const home = join(folder, name.replaceAll(" ", "-"));
  mkdirSync(home, { recursive: true });
  const user = Object.entries(cleanEnv()).filter(([variable]) => !/^(?:SWATH|XDG)_/.test(variable));
  return { ...Object.fromEntries(user), HOME: home, USERPROFILE: home, TMPDIR: home };
}

async function startSandbox(env) {
  const words = "sandbox start --port 0 --ephemeral --json".split(" ");
  const child = startProgram(PROGRAM, words, env, "inherit");
  let text = "";
  for await (const piece of child.stdout.setEncoding("utf8")) {
    text += piece;
    if (text.trimEnd().endsWith("\n}")) break;
  }
  const { url, users } = JSON.parse(text);
  // A request waits for approval at once.
  await runProgram(PROGRAM, ["sandbox", "set", "estimateDelay", "0"], env);
  const manager = users.find(({ name }) => name === "manager");
  const service = { SWATH_BASE_URL: url, SWATH_API_KEY: manager.apiKey };
  return { child, service, organization: manager.organizationId };
}

/**
 * Returns the lines that ran, by the path of the file below the checkout. The verbs of the kit run one after the other in a new
 * home, each other verb in a copy of this home: its user has placed one order.
 */
async function measure(verb) {
  const { service, organization } = sandbox;
  const env = { ...environmentOf(KIT_VERBS.includes(verb) ? "kit" : verb), ...service };
  const other = { ...environmentOf(`before ${verb}`), ...service };
  if (!KIT_VERBS.includes(verb)) cpSync(join(folder, "kit"), env.HOME, { recursive: true });
  const words = await VERBS[verb]({
    organization,
    swath: async (typed) => (await runProgram(PROGRAM, typed, other)).stdout,
    write: (name, text) => {
      const path = join(env.HOME, name);
      writeFileSync(path, text);
      return path;
    },
  });
  const lines = await linesOfRun(PROGRAM, words, env);
  return new Map([...lines].map(([path, ran]) => [relative(ROOT, path).split(sep).join("/"), ran]));
}

function print() {
  const [first, ...others] = KIT_VERBS.map((verb) => runs.get(verb));
  const kit = new Set([...first.keys()].filter((path) => others.every((run) => run.has(path))));
  const rows = chosen.map((verb) => {
    const files = [...runs.get(verb)];
    const own = files.filter(([path]) => !kit.has(path));
    return [verb, ...[files, own].flatMap((some) => [some.length, linesIn(some)])].map(String);
  });
  printTable([["verb", "files", "lines", "files of its own", "lines of its own"], ...rows]);
  process.stdout.write(`The kit of every command: ${kit.size} files\n`);
  if (values.kit)
    for (const path of [...kit].toSorted((one, other) => (one < other ? -1 : 1)))
      process.stdout.write(`  ${path}\n`);
  if (values.files) for (const verb of chosen) printFiles(verb, runs.get(verb), kit);
}

function printFiles(verb, run, kit) {
  process.stdout.write(`\n${verb}: lines that ran, * in the kit\n`);
  const files = [...run].toSorted(([, one], [, other]) => other.size - one.size);
  for (const [path, { size }] of files)
    process.stdout.write(`${String(size).padStart(6)} ${kit.has(path) ? "*" : " "} ${path}\n`);
}

function linesIn(files) {
  return files.reduce((sum, [, { size }]) => sum + size, 0);
}
