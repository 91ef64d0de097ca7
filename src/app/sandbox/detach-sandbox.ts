/** The sandbox in the background: the same command in a process of its own, which outlives this one. */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Context } from "../../cli/context.ts";
import { findRunning, readRunning, sandboxDir } from "../service/local-sandbox.ts";
import { AppError } from "../../errors.ts";
import { ensurePrivateDirectory } from "../../disk/durable-files.ts";
import { withControl } from "./control.ts";
import { alreadyRunning } from "./running-file.ts";
import type { StartFlags } from "../../commands/sandbox/start-request.ts";
import { failureIn } from "./start-failure.ts";
import { startedSandbox } from "./started-sandbox.ts";
import type { StartedSandbox } from "../../commands/sandbox/started-view.ts";

const LOOK_EVERY_MS = 10;
const PATIENCE_MS = 20_000;

/** Returns when it answers. Errors: those of the start itself, as the other process reported them. */
export async function detachSandbox(context: Context, flags: StartFlags): Promise<StartedSandbox> {
  const { world, directories } = context;
  if (world.processes === undefined) throw new Error("this world starts no processes");
  const running = await findRunning(directories, world);
  if (running !== undefined) throw alreadyRunning(running);
  const log = join(sandboxDir(directories), "sandbox.log");
  const before = await prepareLog(sandboxDir(directories), log);
  const { pid, ended } = await world.processes.launch(words(context, flags), log);
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  const deadline = world.clock.now() + PATIENCE_MS;
  try {
    while ((await readRunning(directories))?.pid !== pid) {
      if (hasEnded || pid === undefined) throw failureIn(await logSince(log, before), log);
      if (world.clock.now() > deadline) {
        throw new AppError("local", "TIMEOUT", "the sandbox has not begun to answer", {
          hint: `See what it says: ${log}`,
        });
      }
      await world.clock.sleep(LOOK_EVERY_MS, context.signal);
    }
  } catch (error) {
    // What nobody waits for any more is not left behind.
    if (pid !== undefined && !hasEnded) world.processes.terminate(pid);
    throw error;
  }
  return withControl(context, { changes: false }, async ({ running, ask }) => {
    if (running === undefined) throw failureIn(await logSince(log, before), log);
    return { ...(await startedSandbox(ask, running, directories)), log };
  });
}

/** What is in the log already is not ours to read. */
async function prepareLog(dir: string, log: string): Promise<number> {
  try {
    await ensurePrivateDirectory(dir);
    return (await logSince(log, 0)).length;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown";
    throw new AppError("io", "DISK_WRITE_FAILED", `the sandbox's folder ${dir} cannot be used: ${reason}`, {
      hint: "Set XDG_DATA_HOME to a folder that you may write to",
      cause: error,
    });
  }
}

async function logSince(log: string, start: number): Promise<string> {
  try {
    return (await readFile(log, "utf8")).slice(start);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

/** The same words without --detach. --json: a failure in the log is then one that can be read back. */
function words({ world, options }: Context, flags: StartFlags): string[] {
  const values = {
    port: flags.port,
    prefix: flags.prefix,
    seed: flags.seed,
    "archive-size": flags.archiveSize,
    "product-size": flags.productSize,
    variant: flags.variant?.join(","),
    clock: flags.clock,
    config: options.config === undefined ? undefined : resolve(world.cwd, options.config),
    profile: options.profile,
  };
  return [
    "sandbox",
    "start",
    "--json",
    ...Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
    ...(flags.ephemeral === true ? ["--ephemeral"] : []),
    ...(options.verbose === true ? ["--verbose"] : []),
  ];
}
