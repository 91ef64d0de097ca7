/**
 * Drops the keys that were typed before a question was shown, such as the rest of a paste: a yes to a question that was not
 * seen is none, and letters typed while a list was loading are no search of it.
 */
import type { Clock } from "../../time/clock.ts";

interface Terminal {
  input: NodeJS.ReadStream;
  signal: AbortSignal;
  clock: Clock;
}

/** So long after the last key, a paste has ended. */
const PASTE_ENDED_MS = 50;
const CTRL_C = "\u0003";

/**
 * A terminal passes lines, or in raw mode keys, on one by one, so they are read until none comes for a moment. True where
 * Ctrl-C was one of the keys, which is not dropped.
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

const hasEnded = ({ readableEnded, destroyed }: NodeJS.ReadStream): boolean => readableEnded || destroyed;
