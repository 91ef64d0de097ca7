/** The collection window: two times, or one time and a duration. */
import { Option } from "@commander-js/extra-typings";
import type { Fault } from "../../errors.ts";
import { parseFlagTime, timeSentence } from "../../time/flag-time.ts";
import { isInUtc, parseTimestamp } from "../../time/timestamp.ts";
import { formatRoughly } from "../../time/duration.ts";
import type { Context } from "../context.ts";
import { flag } from "./flag.ts";
import { readDuration, readNonEmpty } from "../../domain/readers.ts";

export const windowOpenFlag = () =>
  flag("--window-open <time>", "earliest collection (RFC 3339, a date, now, +2d)", readNonEmpty);
export const windowCloseFlag = () => flag("--window-close <time>", "latest collection", readNonEmpty);
export const windowFlag = () =>
  flag("--window <duration>", "length of the window, such as 7d; computes its close", readDuration);

export const allowPastFlag = () =>
  new Option("--allow-past", "allow a window that is over, if the service accepts it");

export interface WindowOptions {
  windowOpen?: string;
  windowClose?: string;
  window?: number;
}

/** Relative times count from `nowMs`. */
export interface TimeBase {
  notes: Pick<Context["notes"], "note">;
  nowMs: number;
}

const RELATIVE = /(?:^|[\s/])(?:now|[+-])/;

/** Returns whether a time counts from now. */
export const isRelativeTime = (text: string | undefined): boolean =>
  text !== undefined && RELATIVE.test(text);

/**
 * Returns the reference time for relative times: the service's clock if it is known, so that both sides agree. A note
 * reports a difference from this machine's clock.
 */
export async function chooseMoment(
  { service, clock, notes }: Context,
  texts: readonly (string | undefined)[],
): Promise<number> {
  if (!texts.some(isRelativeTime)) return clock.now();
  const { nowMs, skewMs } = await service.time();
  if (skewMs !== 0) {
    const whose = service.isSandbox ? "the sandbox's" : "the service's";
    const way = skewMs > 0 ? "ahead of" : "behind";
    notes.note(`Times count from ${whose} clock, ${formatRoughly(Math.abs(skewMs))} ${way} this machine's`);
  }
  return nowMs;
}

/**
 * Returns the value of one time flag as sent. An invalid value is a fault and stays as typed; a note reports each
 * change.
 */
export function timeFlag(
  { nowMs, notes }: TimeBase,
  value: string | undefined,
  place: { flag: string; path: string },
  faults: Fault[],
): string | undefined {
  if (value === undefined) return undefined;
  const word = value.trim();
  // RFC 3339 allows small letters, and asks writers to use capitals.
  if (isInUtc(word)) return word;
  const { flag } = place;
  const time = parseFlagTime(word, nowMs);
  if (time.ok) {
    notes.note(`${flag}: ${word} was taken as ${time.iso}`);
    return time.iso;
  }
  faults.push({
    ...place,
    code: "TIMESTAMP_INVALID",
    value,
    rule: "an RFC 3339 time such as 2026-03-01T12:00:00Z, a date, now, +2d or -12h",
    message: timeSentence(flag, value, time.reason),
  });
  return value;
}

/** Returns the value of one time flag as a Unix time in milliseconds. */
export function readInstantFlag(
  voice: TimeBase,
  value: string | undefined,
  flag: string,
  faults: Fault[],
): number | undefined {
  const time = timeFlag(voice, value, { flag, path: "" }, faults);
  const parsed = time === undefined ? undefined : parseTimestamp(time);
  return parsed?.ok === true ? parsed.ms : undefined;
}

const CLOSE_PATH = "properties.windowClose";

/** Returns the fault of two ends of one window. */
export function checkWindowLength({ window, windowClose }: WindowOptions): Fault[] {
  if (window === undefined || windowClose === undefined) return [];
  const message = "--window and --window-close both give the end of the window: give one of them";
  const rule = "--window or --window-close";
  return [{ code: "USAGE", path: CLOSE_PATH, flag: "--window", rule, message }];
}

/**
 * Returns both ends as sent. `--window` is not added here: the start may be in the body, which is read later.
 */
export function readWindowFlags(
  voice: TimeBase,
  { windowOpen, windowClose, window }: WindowOptions,
  faults: Fault[],
): { windowOpen: string | undefined; windowClose: string | undefined } {
  const path = CLOSE_PATH;
  faults.push(...checkWindowLength({ window, windowClose }));
  const openPlace = { flag: "--window-open", path: "properties.windowOpen" };
  return {
    windowOpen: timeFlag(voice, windowOpen, openPlace, faults),
    windowClose: timeFlag(voice, windowClose, { flag: "--window-close", path }, faults),
  };
}
