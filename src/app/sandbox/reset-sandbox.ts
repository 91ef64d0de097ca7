import { rm } from "node:fs/promises";
import { agree } from "../consent.ts";
import type { Context } from "../../cli/context.ts";
import { SANDBOX_PROFILE } from "../../settings/profiles.ts";
import { findRunning, sandboxDir, storePath } from "../service/local-sandbox.ts";
import { AppError } from "../../errors.ts";
import { withControl } from "./control.ts";
import { refuseDryRun } from "../../commands/sandbox/refuse-dry-run.ts";
import { countText } from "../../render/quantity-text.ts";

export interface ResetReport {
  /** Nothing is left of what happened. */
  reset: boolean;
  /** The store itself is gone. */
  removed: boolean;
  /** Folder of the store, or `memory`. */
  store: string;
}

export async function resetSandbox(context: Context): Promise<ResetReport> {
  const folder = sandboxDir(context.directories);
  return withControl(context, { changes: false }, async ({ running, hasStore, ask }) => {
    const store = running?.ephemeral === true ? "memory" : folder;
    if (!hasStore) return { reset: false, removed: false, store };
    if (context.options.dryRun !== true) {
      const place = running === undefined ? `in ${store}` : `at ${running.url}`;
      await agree(context, `Forget all orders, faults, settings and the clock of the sandbox ${place}?`);
    }
    await ask("POST", "/reset", {});
    await forgetIntents(context);
    return { reset: true, removed: false, store };
  });
}

/** Ids follow from the seed: what the journal knows of the old past would be taken for the new one. */
async function forgetIntents({ service, notes }: Context): Promise<void> {
  const count = await (await service.journal()).forget(SANDBOX_PROFILE);
  if (count > 0) notes.note(`Taken out of the spend journal: ${countText(count, "request")} to the sandbox`);
}

/** The files of the store: SQLite's own two beside it belong to it. */
const SUFFIXES = ["", "-wal", "-shm"];

export async function removeStore(context: Context): Promise<ResetReport> {
  refuseDryRun(context, "sandbox reset --store");
  const { directories, world } = context;
  const store = sandboxDir(directories);
  const running = await findRunning(directories, world);
  if (running !== undefined) {
    throw new AppError("local", "CONFLICT", `the sandbox at ${running.url} is using the store in ${store}`, {
      hint: "Stop it first: swath sandbox stop",
    });
  }
  await agree(context, `Remove the sandbox's store in ${store}, with all that is in it?`);
  try {
    for (const suffix of SUFFIXES) await rm(`${storePath(directories)}${suffix}`, { force: true });
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown";
    throw new AppError("io", "DISK_WRITE_FAILED", `cannot remove the store in ${store}: ${reason}`, {
      cause: error,
    });
  }
  await forgetIntents(context);
  return { reset: true, removed: true, store };
}
