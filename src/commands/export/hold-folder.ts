/** One run at a time in a folder of exports: the second waits, and then finds the work done. */
import { join } from "node:path";
import type { Context } from "../../cli/context.ts";
import { lockPart } from "../../transfer/part/part-lock.ts";
import { openRoot } from "../../transfer/safe-parent.ts";

const LOCK_NAME = ".swath-exports.lock";
const POLL_MS = 500;
/** Between signs of life, for those that cannot look at our process. */
const TOUCH_MS = 60_000;

/** Runs `work` with the real path of the folder, which is made when missing, and a way to show that it goes on. */
export async function whileHoldingFolder<T>(
  { world, notes, signal }: Context,
  dir: string,
  work: (root: string, touch: () => void) => Promise<T>,
): Promise<T> {
  const root = await openRoot(dir);
  for (let isTold = false; ; isTold = true) {
    signal.throwIfAborted();
    const lock = await lockPart(join(root, LOCK_NAME), { clock: world.clock, self: world });
    if (!("heldBy" in lock)) {
      let touchedMs = world.clock.now();
      const touch = (): void => {
        if (world.clock.now() - touchedMs < TOUCH_MS) return;
        touchedMs = world.clock.now();
        void lock.touch();
      };
      try {
        return await work(root, touch);
      } finally {
        await lock.release();
      }
    }
    if (!isTold) notes.note(`process ${lock.heldBy} is at work in ${dir}; waiting`);
    await world.clock.sleep(POLL_MS, signal);
  }
}
