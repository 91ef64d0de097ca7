/** The waiting flags of every command that polls, and of those that wait for an order. */
import { type Command, Option, type OptionValues } from "@commander-js/extra-typings";
import { readDuration, type Reader } from "../../domain/readers.ts";
import { DEFAULT_WAIT, type WaitTimes } from "../../time/poll.ts";
import { preference } from "./flag.ts";

/** Shorter pauses only add requests; orders are not ready any sooner. */
const MIN_PAUSE_MS = 100;

const pause: Reader<number> = (text) => {
  const read = readDuration(text);
  return read.ok && read.value < MIN_PAUSE_MS
    ? { ok: false, rule: `must be ${MIN_PAUSE_MS}ms or longer` }
    : read;
};

export const addPollFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .addOption(preference("--poll-interval <duration>", "time between checks (default: 5s)", pause))
    .addOption(preference("--wait-timeout <duration>", "maximum wait (default: 1h)", readDuration));

export interface WaitOptions {
  pollInterval?: number;
  waitTimeout?: number;
}

export const waitTimes = ({ pollInterval, waitTimeout }: WaitOptions): WaitTimes => ({
  intervalMs: pollInterval ?? DEFAULT_WAIT.intervalMs,
  timeoutMs: waitTimeout ?? DEFAULT_WAIT.timeoutMs,
});

/** `--wait [code]` of a command that creates a request: undefined when absent. */
export const waitAfter = ({
  wait,
  ...times
}: WaitOptions & { wait?: string | true }): (WaitTimes & { until?: string }) | undefined =>
  wait === undefined ? undefined : { ...waitTimes(times), ...(wait !== true && { until: wait }) };

/** For commands that may meet an expired order. */
export const reorderFreeFlag = () =>
  new Option("--reorder-free", "place an expired order again if that costs nothing");
