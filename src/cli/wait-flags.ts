/** Waiting: the same two words in every command that polls. */
import { flag } from "./flag.ts";
import { duration } from "./readers.ts";

export const pollIntervalFlag = () =>
  flag("--poll-interval <duration>", "how often to look (default 5s)", duration);
export const waitTimeoutFlag = () =>
  flag("--wait-timeout <duration>", "how long to wait at most (default 1h)", duration);

const DEFAULT_INTERVAL_MS = 5000;
const DEFAULT_TIMEOUT_MS = 3_600_000;

export interface WaitOptions {
  pollInterval?: number;
  waitTimeout?: number;
}

export const waitTimes = ({
  pollInterval,
  waitTimeout,
}: WaitOptions): { intervalMs: number; timeoutMs: number } => ({
  intervalMs: pollInterval ?? DEFAULT_INTERVAL_MS,
  timeoutMs: waitTimeout ?? DEFAULT_TIMEOUT_MS,
});
