/** CPU time, wall time and peak memory of whole processes, measured from outside, many runs interleaved. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

/** `time` of bash returns the values of wait4, in milliseconds; Node has no usage of a child that has ended. */
const TIMED = 'TIMEFORMAT="%3R %3U %3S"; time "$@" >/dev/null 2>/dev/null </dev/null';

const gnuTime = "/usr/bin/time";

/** The environment of a run: a user's, without variables that slow every Node at start-up. */
export function cleanEnv(overrides = {}) {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...rest } = process.env;
  return { ...rest, ...overrides };
}

function output(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ["ignore", "ignore", "pipe"] });
    let text = "";
    child.stderr.setEncoding("utf8").on("data", (piece) => (text += piece));
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ text, exitCode }));
  });
}

/** One run: `{ wallMs, cpuMs }`. Fails with the program: a failure is quick and would look good. */
export async function timeOnce({ node = process.execPath, argv, env, exitCode: expected = 0 }) {
  const { text, exitCode } = await output("bash", ["-c", TIMED, "bash", node, ...argv], env);
  if (exitCode !== expected) throw new Error(`exit code ${exitCode} from: node ${argv.join(" ")}`);
  const [real, user, system] = text.trim().split(/\s+/).map(Number);
  return { wallMs: real * 1000, cpuMs: (user + system) * 1000 };
}

/** Returns the peak resident memory in MiB, or undefined without GNU time. */
export async function peakMiB({ node = process.execPath, argv, env }) {
  if (!existsSync(gnuTime)) return undefined;
  const quiet = ["-c", 'exec "$@" >/dev/null 2>/dev/null', "bash"];
  const { text } = await output(gnuTime, ["-f", "%M", "bash", ...quiet, node, ...argv], env);
  return Number(text.trim().split("\n").at(-1)) / 1024;
}

export function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)], min: sorted[0], max: sorted.at(-1) };
}

/** Runs every case once per round, so that a busy minute of the machine slows them equally. */
export async function interleave(cases, rounds) {
  const figures = new Map(cases.map((one) => [one.name, { cpuMs: [], wallMs: [] }]));
  for (const one of cases) await timeOnce(one); // warms the compile cache and the disk's
  for (let round = 0; round < rounds; round += 1) {
    for (const one of cases) {
      const { cpuMs, wallMs } = await timeOnce(one);
      figures.get(one.name).cpuMs.push(cpuMs);
      figures.get(one.name).wallMs.push(wallMs);
    }
  }
  return figures;
}

/** Runs two cases in turns: `[first, second]` of each round. Both meet the same busy minutes of the machine. */
export async function pair(first, second, rounds) {
  await timeOnce(second); // warms the compile cache and the disk's
  const pairs = [];
  while (pairs.length < rounds) pairs.push([await timeOnce(first), await timeOnce(second)]);
  return pairs;
}
