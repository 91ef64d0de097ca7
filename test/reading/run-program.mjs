/** A program in TypeScript as a process, without a build. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { javaScriptOf } from "./javascript-of.mjs";
import { linesThatRan } from "./lines-that-ran.mjs";

const HOOKS = pathToFileURL(join(import.meta.dirname, "run-source.mjs")).href;
const QUIET = ["--disable-warning=ExperimentalWarning", "--import", HOOKS];

/** Starts a program with these words in the home of its user. */
export function startProgram(program, words, env, stderr = "pipe") {
  const stdio = ["ignore", "pipe", stderr];
  return spawn(process.execPath, [...QUIET, program, ...words], { env, cwd: env.HOME, stdio });
}

/** Returns what a program printed. Fails with it. */
export async function runProgram(program, words, env) {
  const child = startProgram(program, words, env);
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  if (exitCode !== 0) throw new Error(`exit code ${exitCode} from: ${words.join(" ")}\n${stderr}`);
  return { pid: child.pid, stdout };
}

/**
 * Runs a program and returns the numbers of the lines that ran, by the path of the file: files of the program's own in which a
 * function ran. Its threads count, processes that it starts do not.
 */
export async function linesOfRun(program, words, env) {
  const folder = mkdtempSync(join(env.HOME, "coverage-"));
  try {
    const { pid } = await runProgram(program, words, { ...env, NODE_V8_COVERAGE: folder });
    const files = new Map();
    for (const name of readdirSync(folder).filter((one) => one.startsWith(`coverage-${pid}-`))) {
      const { result } = JSON.parse(readFileSync(join(folder, name), "utf8"));
      for (const { url, functions } of result.filter((one) => /^file:.*\.ts$/.test(one.url))) {
        const path = fileURLToPath(url);
        const lines = linesThatRan(javaScriptOf(readFileSync(path, "utf8"), path), functions);
        if (lines !== undefined) files.set(path, new Set([...(files.get(path) ?? []), ...lines]));
      }
    }
    return files;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
