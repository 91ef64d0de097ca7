/** A separate context for the demo: the same code as every command, with a temporary sandbox and journal. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Notes } from "../../cli/output/notes.ts";
import { createContext, type Context } from "../../cli/context.ts";
import { removeFolder } from "../../disk/held-file.ts";

export async function withPrivateContext<T>(
  outer: Context,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), "swath-demo-"));
  // The user's own settings, keys and journal are not used.
  const kept = Object.entries(outer.world.env).filter(([name]) => !name.startsWith("SWATH_"));
  const home = { XDG_CONFIG_HOME: dir, XDG_CACHE_HOME: dir, XDG_STATE_HOME: dir, XDG_DATA_HOME: dir };
  // The printed commands are for the user's own sandbox. The demo runs on a copy of it.
  const argv = [...outer.world.argv, "--sandbox"];
  const world = { ...outer.world, env: { ...Object.fromEntries(kept), ...home }, argv };
  const { quiet, verbose, progress, concurrency, color } = outer.options;
  const context = await createContext(world, {
    sandbox: true as const,
    yes: true as const,
    quiet,
    verbose,
    // Without redrawing, one line per file would precede the result.
    progress: progress ?? (outer.world.stderr.isTTY ? undefined : ("none" as const)),
    concurrency,
    color,
  });
  try {
    // The result describes each step in its order; notes would precede all of them.
    const events: Context["events"] = {
      ...context.events,
      note: () => {},
      hint: () => {},
      transfer: (plan) => context.events.transfer(plan),
    };
    const result = await work({ ...context, events });
    if (context.outcome.failure !== undefined) outer.outcome.failure = context.outcome.failure;
    return result;
  } finally {
    context.waitLine?.stop();
    await context.service.close();
    await removePrivateFolder(dir, outer.notes);
  }
}

/**
 * Removes the folder. A scanner or a backup may keep a new file open for a moment, and Windows then refuses to remove
 * it: a leftover does not fail the demo.
 */
export async function removePrivateFolder(
  dir: string,
  notes: Pick<Notes, "warn">,
  remove: (dir: string) => Promise<void> = removeFolder,
): Promise<void> {
  try {
    await remove(dir);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown";
    notes.warn(`the folder ${dir} of the demo could not be removed (${reason}); it can be deleted`);
  }
}
