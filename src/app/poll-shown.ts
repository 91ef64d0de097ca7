/** Polls a request or an order, and shows its state: on the status line, else in a note for each change. */
import { formatDuration } from "../time/duration.ts";
import { poll, type Progress, type WaitTimes } from "../time/poll.ts";
import type { AppContext } from "./context.ts";
import { AppError } from "../errors.ts";
import { swath } from "../hint.ts";

/** Seconds after which the sandbox's time shows whether its clock stands, or is no faster than this machine's. */
const MIN_STANDING_S = 3;

/** `what`: `order 7d1f`. */
export async function pollShown<T>(
  { clock, events, signal, service }: AppContext,
  what: string,
  times: WaitTimes,
  check: (signal: AbortSignal) => Promise<Progress<T>>,
): Promise<T> {
  const line = await events.waiting();
  const startMs = clock.now();
  const limit = times.timeoutMs === Infinity ? "" : ` of ${formatDuration(times.timeoutMs)}`;
  let noted: string | undefined;
  let [firstMs, isTold]: [number | undefined, boolean] = [undefined, !service.isSandbox];
  const onWait = (state = "unknown"): void => {
    const seconds = Math.floor((clock.now() - startMs) / 1000);
    line?.update(`${what}: ${state}, for ${formatDuration(seconds * 1000)}${limit}`);
    if (line === undefined && state !== noted) events.note(`${what}: ${state}`);
    noted = state;
    firstMs ??= service.now();
    // The time of a response is accurate to a second.
    const passedMs = service.now() - firstMs;
    if (isTold || seconds < MIN_STANDING_S) return;
    if (passedMs <= 1000)
      throw new AppError("local", "WAIT_TIMEOUT", `the sandbox's clock stands, so ${what} stays ${state}`, {
        data: { state },
        next: swath`sandbox clock --advance 1d`,
      });
    if (passedMs < 2000 * seconds)
      events.note(
        "The sandbox's clock is no faster than this machine's; in mode auto it jumps",
        swath`sandbox clock --mode auto`,
      );
    isTold = true;
  };
  try {
    return await poll({ ...times, check, clock, what, onWait, signal });
  } finally {
    line?.stop();
  }
}
