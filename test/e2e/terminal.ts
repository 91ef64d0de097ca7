/** The built program on a terminal of its own (util-linux `script`): what it shows there, and keys typed when it asks. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import { cleanEnv, PROGRAM } from "./swath.ts";

export const HAS_TERMINAL = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;
export const NEEDS_TERMINAL = "script is not installed (Debian: bsdutils)";

export interface Terminal {
  /** Resolves with what was shown since the last call, as soon as it matches; fails when the shell ends before. */
  shows(pattern: RegExp): Promise<string>;
  type(keys: string): void;
  /** Closes the window: whatever runs there gets the signal. */
  close(): void;
  ended: Promise<number | null>;
}

/** Runs lines of shell with `swath` among its words; the first line that fails ends it. */
export async function openTerminal(
  lines: string,
  { home, env }: { home: string; env?: Record<string, string> },
): Promise<Terminal> {
  const swath = `swath() { "${process.execPath}" "${PROGRAM}" "$@"; }`;
  const file = join(home, "typed.sh");
  await writeFile(file, `set -e\nstty cols 200\n${swath}\n${lines}`);
  const child = spawn("script", ["-qefc", `bash ${file}`, "/dev/null"], {
    cwd: home,
    env: cleanEnv(home, env),
    // What runs in the terminal inherits the fourth pipe: with it, "close" comes when all of that has ended too.
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  (child.stdio[3] as Readable).resume();
  const ended = once(child, "close").then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let [all, seen] = ["", 0];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (all += chunk));
  return {
    ended,
    type: (keys) => void child.stdin.write(keys),
    close: () => void child.kill("SIGKILL"),
    shows: async (pattern) => {
      for (;;) {
        const fresh = all.slice(seen);
        const match = pattern.exec(fresh);
        if (match !== null) {
          seen += match.index + match[0].length;
          return fresh;
        }
        const more = await Promise.race([once(child.stdout, "data"), ended.then(() => undefined)]);
        if (more === undefined && !pattern.test(all.slice(seen)))
          throw new Error(`the terminal ended before it showed ${pattern}:\n${all.slice(seen)}`);
      }
    },
  };
}
