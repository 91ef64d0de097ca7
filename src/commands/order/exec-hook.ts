/** `--exec`: a program for each file that arrived, with the file's path as an argument. No shell is involved. */
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import pLimit from "p-limit";
import type { Context } from "../../cli/context.ts";

export interface ExecHook {
  /** Starts the program for a file, when one of the bounded number of places is free. */
  start(path: string): void;
  /** When all are done: what went wrong, by path. */
  settled(): Promise<ReadonlyMap<string, string>>;
}

/** Our own secrets are no business of a program that handles files. */
const WITHHELD = new Set(["SWATH_API_KEY", "SWATH_TOKEN", "SWATH_PASSWORD"]);

export function openExecHook(context: Context, words: readonly string[], dir: string): ExecHook {
  const { world, settings, notes } = context;
  const limit = pLimit(settings.concurrency.value);
  const faults = new Map<string, string>();
  const runs: Promise<void>[] = [];
  const [program = "", ...args] = words;
  const runFor = async (path: string): Promise<void> => {
    // Absolute, so that no name can be taken for an option.
    const file = resolve(world.cwd, dir, path);
    const hasPlace = args.some((word) => word.includes("{}"));
    const filled = hasPlace ? args.map((word) => word.replaceAll("{}", () => file)) : [...args, file];
    const fault = await runProgram(context, program, filled);
    if (fault === undefined) return;
    faults.set(path, fault);
    notes.warn(`${path}: ${program} ${fault}`);
  };
  return {
    start: (path) => void runs.push(limit(() => runFor(path))),
    settled: async () => {
      await Promise.all(runs);
      return faults;
    },
  };
}

/** Undefined when it ended well, else how it ended. Its output goes to stderr: stdout is for our result. */
function runProgram(
  { world, signal }: Context,
  program: string,
  args: string[],
): Promise<string | undefined> {
  if (signal.aborted) return Promise.resolve("was not started: the run was interrupted");
  const env = Object.fromEntries(Object.entries(world.env).filter(([name]) => !WITHHELD.has(name)));
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: world.cwd, env, stdio: ["ignore", "pipe", "pipe"], signal });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => void world.stderr.write(chunk).catch(() => {}));
    child.on("error", (error: NodeJS.ErrnoException) => {
      done(signal.aborted ? "was interrupted" : `could not be started (${error.code ?? error.message})`);
    });
    child.on("close", (code, killedBy) => {
      done(
        code === 0
          ? undefined
          : killedBy === null
            ? `ended with exit code ${code}`
            : `was ended by ${killedBy}`,
      );
    });
  });
}
