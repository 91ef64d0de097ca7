/** One run of one program: wall and CPU seconds, and peak resident memory. Fails when the program does. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

const TIMED = 'TIMEFORMAT="%3R %3U %3S"; time "$@" >/dev/null 2>"$ERRORS" </dev/null';

export async function runTool(argv, { env, errors }) {
  const child = spawn("bash", ["-c", TIMED, "bash", ...argv], {
    env: { ...env, ERRORS: errors },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let text = "";
  child.stderr.setEncoding("utf8").on("data", (piece) => (text += piece));
  let peakMiB = 0;
  // The kernel keeps the peak: the last reading misses only the growth of the last moments.
  const timer = setInterval(() => (peakMiB = Math.max(peakMiB, peakOf(child.pid))), 20);
  const [exitCode] = await once(child, "close");
  clearInterval(timer);
  if (exitCode !== 0) {
    throw new Error(
      `exit code ${exitCode} from: ${argv.slice(0, 6).join(" ")}\n${readFileSync(errors, "utf8").slice(-500)}`,
    );
  }
  const [seconds, user, system] = text.trim().split("\n").at(-1).split(/\s+/).map(Number);
  return { seconds, cpuSeconds: user + system, peakMiB };
}

function peakOf(shell) {
  try {
    const pid = readFileSync(`/proc/${shell}/task/${shell}/children`, "utf8").trim().split(" ")[0];
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
