/** A program on a terminal of its own (util-linux `script`): the displayed text, and keys typed when it asks. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { onTestFailed, onTestFinished } from "vitest";
import { cleanEnv, QUOTED_COMMAND } from "./swath.ts";

/** Opens a terminal as a check: `script` may be another program of that name, and a container may have no terminals. */
export const HAS_TERMINAL =
  process.platform === "linux" &&
  spawnSync("script", ["-qefc", "bash -c 'stty cols 200'", "/dev/null"], {
    env: cleanEnv("/"),
    stdio: "ignore",
  }).status === 0;
export const NEEDS_TERMINAL =
  "no terminal can be opened with script, bash and stty (Debian: bsdutils, bash, coreutils)";

export interface Terminal {
  /**
   * Resolves with the text since the last match, as soon as it matches; rejects when the shell ends before. A prompt that
   * reads single keys is drawn after the terminal has been switched to raw mode, so keys typed at a prompt reach it.
   */
  shows(pattern: RegExp): Promise<string>;
  type(keys: string): void;
  /** Closes the window: its programs get the signal. */
  close(): void;
  /** Resolves with the exit code when every process of the terminal has ended. */
  ended: Promise<number | null>;
}

/** Runs lines of shell with `swath` among its words; the first line that fails ends it. */
export async function openTerminal(
  lines: string,
  { home, env }: { home: string; env?: Record<string, string> },
): Promise<Terminal> {
  const swath = `swath() { ${QUOTED_COMMAND} "$@"; }`;
  // Older versions of script leave the echo on, newer ones turn it off.
  await writeFile(join(home, "typed.sh"), `set -e\nstty cols 200 echo\n${swath}\n${lines}`);
  return startTerminal("bash typed.sh", {
    cwd: home,
    env: cleanEnv(home, env),
  });
}

/** Runs a command of the shell in a terminal, which closes when the test finishes. */
export function startTerminal(
  command: string,
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Terminal {
  const child = spawn("script", ["-qefc", command, "/dev/null"], {
    cwd,
    env,
    // The processes in the terminal inherit the fourth pipe: with it, "close" comes when all of them have ended.
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  (child.stdio[3] as Readable).resume();
  // Keys typed after the end are lost: the next `shows` reports the end.
  child.stdin.on("error", () => {});
  const ended = once(child, "close").then(([code]) => code as number | null);
  let [all, seen] = ["", 0];
  const rest = (): string => stripVTControlCharacters(all.slice(seen));
  onTestFailed(() => void process.stderr.write(`The terminal of the failed test showed last:\n${rest()}\n`));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
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
          throw new Error(`the terminal ended before it showed ${pattern}:\n${rest()}`);
      }
    },
  };
}
