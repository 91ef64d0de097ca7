import type { Context } from "../../cli/context.ts";
import { findRunning, readRunning } from "../service/local-sandbox.ts";
import { AppError } from "../../errors.ts";
import { refuseDryRun } from "../../commands/sandbox/refuse-dry-run.ts";

export interface StopReport {
  stopped: boolean;
  url?: string;
  pid?: number;
}

const LOOK_EVERY_MS = 20;
const PATIENCE_MS = 10_000;

export async function stopSandbox(context: Context): Promise<StopReport> {
  refuseDryRun(context, "sandbox stop");
  const { directories, world, signal } = context;
  // Found means that this very process answered at its address: no stranger with a reused id is ended.
  const running = await findRunning(directories, world);
  if (running === undefined) return { stopped: false };
  const { pid, url } = running;
  try {
    world.processes?.terminate(pid);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown";
    throw new AppError(
      "local",
      "CONFLICT",
      `the sandbox at ${url} (process ${pid}) cannot be ended: ${reason}`,
      {
        hint: "Stop it as the user who started it",
        cause: error,
      },
    );
  }
  const deadline = world.clock.now() + PATIENCE_MS;
  // Taking its file away is the last thing that a sandbox does; the process may linger where nobody reaps it.
  while ((await readRunning(directories))?.pid === pid && world.isAlive(pid)) {
    if (world.clock.now() > deadline) {
      throw new AppError("local", "TIMEOUT", `the sandbox at ${url} (process ${pid}) has not stopped yet`, {
        hint: `Try again, or end it: kill -9 ${pid}`,
      });
    }
    await world.clock.sleep(LOOK_EVERY_MS, signal);
  }
  return { stopped: true, url, pid };
}
