/** Polls a request or an order, and shows its state: on the status line, else in a note for each change. */
import { formatDuration } from "../time/duration.ts";
import { poll, type Progress, type WaitTimes } from "../time/poll.ts";
import type { Surroundings } from "./surroundings.ts";

/** `what`: `order 7d1f`. */
export async function pollShown<T>(
  { clock, events, signal }: Pick<Surroundings, "clock" | "events" | "signal">,
  what: string,
  times: WaitTimes,
  check: (signal: AbortSignal) => Promise<Progress<T>>,
): Promise<T> {
  const line = await events.waiting();
  const startMs = clock.now();
  let noted: string | undefined;
  const onWait = (state = "unknown"): void => {
    line?.update(`${what}: ${state}, for ${formatDuration(clock.now() - startMs)}`);
    if (line === undefined && state !== noted) events.note(`${what}: ${state}`);
    noted = state;
  };
  try {
    return await poll({ ...times, check, clock, what, onWait, signal });
  } finally {
    line?.stop();
  }
}
