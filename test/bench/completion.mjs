/** What a person waits for behind a TAB, in each shell that is here, for lines of which the script knows everything. */
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { cleanEnv, spread } from "./measure.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const SHELLS = { bash: ["bash", "--norc", "--noprofile"], zsh: ["zsh", "-f"], fish: ["fish", "--no-config"] };
const LINES = [
  "swath cat",
  "swath catalog search --product-type ",
  "swath catalog search --where sar:prod",
  "swath config set base",
  "swath api POST /catalog/s",
];
const MOST_MS = 100;

function tookMs(shell, command) {
  const driver = join(ROOT, `test/e2e/shells/complete.${shell}`);
  const script = join(ROOT, `completions/swath.${shell}`);
  const { stdout } = spawnSync(command[0], [...command.slice(1), driver, script, ...LINES], {
    env: cleanEnv({ LC_ALL: "C.UTF-8" }),
    encoding: "utf8",
  });
  return [...(stdout ?? "").matchAll(/^TOOK (\d+)/gm)].map(([, micros]) => Number(micros) / 1000);
}

export function completionTable() {
  const rows = Object.entries(SHELLS).map(([shell, command]) => {
    const times = tookMs(shell, command);
    if (times.length === 0) return [shell, "absent", "", String(MOST_MS)];
    return [shell, spread(times).median.toFixed(1), Math.max(...times).toFixed(1), String(MOST_MS)];
  });
  return [["completion, ms", "median", "slowest", "at most"], ...rows];
}
