/** `--exec`: a program for each file that arrived, with the file's path as an argument. No shell is involved. */
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
  const handle = async (path: string): Promise<void> => {
    // Absolute, so that no name can be taken for an option.
    const file = resolve(world.cwd, dir, path);
    const hasPlace = args.some((word) => word.includes("{}"));
    const filled = hasPlace ? args.map((word) => word.replaceAll("{}", () => file)) : [...args, file];
    const fault = await runFor(context, program, filled);
    if (fault === undefined) return;
    faults.set(path, fault);
    notes.warn(`${path}: ${program} ${fault}`);
  };
  return {
    start: (path) => void runs.push(limit(() => handle(path))),
    settled: async () => {
      await Promise.all(runs);
      return faults;
    },
  };
}

/** Undefined when it ended well, else how it ended. Its output goes to stderr: stdout is for our result. */
async function runFor(
  { world, signal }: Context,
  program: string,
  args: string[],
): Promise<string | undefined> {
  if (world.runProgram === undefined) throw new Error("this world runs no programs");
  if (signal.aborted) return "was not started: the run was interrupted";
  const end = await world.runProgram(program, args, {
    cwd: world.cwd,
    env: Object.fromEntries(Object.entries(world.env).filter(([name]) => !WITHHELD.has(name))),
    signal,
    onOutput: (chunk) => void world.stderr.write(chunk).catch(() => {}),
  });
  if (signal.aborted) return "was interrupted";
  if ("notStarted" in end) return `could not be started (${end.notStarted})`;
  if ("killedBy" in end) return `was ended by ${end.killedBy}`;
  return end.exitCode === 0 ? undefined : `ended with exit code ${end.exitCode}`;
}
