/**
 * Drops keys that were typed before a question was shown, such as the rest of a paste. A yes to an unseen question
 * does not count, and letters typed during loading are not a search.
 */
import type { Clock } from "../../time/clock.ts";

interface Terminal {
  input: NodeJS.ReadStream;
  signal: AbortSignal;
  clock: Clock;
}

/** Time without a key after which a paste has ended. */
const PASTE_ENDED_MS = 50;
const CTRL_C = "\u0003";

/**
 * Reads and drops keys until no key arrives for a moment, because a terminal delivers them one by one. Returns true if Ctrl-C was one of
 * the keys, so that the caller can stop the run.
 */
export async function dropTypedAhead({ input, signal, clock }: Terminal): Promise<boolean> {
  let [hasMore, isInterrupted] = [true, false];
  const drop = (chunk: Buffer | string): void => {
    hasMore = true;
    isInterrupted ||= chunk.toString().includes(CTRL_C);
  };
  input.on("data", drop);
  input.resume();
  try {
    while (hasMore && !hasEnded(input)) {
      hasMore = false;
      await clock.sleep(PASTE_ENDED_MS, signal);
      if (isInterrupted) break;
    }
  } finally {
    input.off("data", drop);
    input.pause();
  }
  return isInterrupted;
}

/** The input has ended: nothing more can be typed. */
export const hasEnded = ({ readableEnded, destroyed }: NodeJS.ReadStream): boolean =>
  readableEnded || destroyed;
