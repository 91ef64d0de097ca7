/** `--exec`: a program for each file that is here, with the file's path as an argument. No shell is involved. */
import { resolve } from "node:path";
import pLimit from "p-limit";
import type { Context } from "../../cli/context.ts";
import { AppError } from "../../errors.ts";
import { openExecRecord, type HandledFile } from "./exec-record.ts";
import { countText } from "../../render/quantity-text.ts";

export interface ExecHook {
  /** Starts the program for a file, when one of the bounded number of places is free. */
  start(file: HandledFile): void;
  /** The same for those that were here before, and for which it has not ended well yet. */
  catchUp(files: readonly HandledFile[]): void;
  /** When all are done: what went wrong, by path. */
  settled(): Promise<ReadonlyMap<string, string>>;
}

/** Our own secrets are no business of a program that handles files. */
const WITHHELD = new Set(["SWATH_API_KEY", "SWATH_TOKEN", "SWATH_PASSWORD"]);

export async function openExecHook(
  context: Context,
  words: readonly string[],
  dir: string,
): Promise<ExecHook> {
  const { world, settings, notes } = context;
  const root = resolve(world.cwd, dir);
  const record = await openExecRecord(root, words);
  const limit = pLimit(settings.concurrency.value);
  const faults = new Map<string, string>();
  const runs: Promise<void>[] = [];
  const [program = "", ...args] = words;
  let isForgetful = false;
  const handle = async (file: HandledFile): Promise<void> => {
    const { path } = file;
    // Absolute, so that no name can be taken for an option.
    const absolute = resolve(root, path);
    const hasPlace = args.some((word) => word.includes("{}"));
    const filled = hasPlace ? args.map((word) => word.replaceAll("{}", () => absolute)) : [...args, absolute];
    const fault = await runFor(context, program, filled);
    if (fault === undefined) return record.add(file).catch(tellForgetful);
    faults.set(path, fault);
    notes.warn(`${path}: ${program} ${fault}`);
  };
  const tellForgetful = (error: unknown): void => {
    if (!(error instanceof AppError)) throw error;
    if (!isForgetful)
      notes.warn(`${error.message}; what ${program} has done is not remembered: a rerun runs it again`);
    isForgetful = true;
  };
  const start = (file: HandledFile): void => {
    const run = limit(() => handle(file));
    // A fault of ours is thrown when all are awaited; until then nobody listens.
    run.catch(() => {});
    runs.push(run);
  };
  return {
    start,
    catchUp: (files) => {
      const missed = files.filter((file) => !record.has(file));
      if (missed.length > 0)
        notes.note(
          `--exec: ${program} has not ended well yet for ${missed.length} of ${countText(files.length, "file")} from before`,
        );
      for (const file of missed) start(file);
    },
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
