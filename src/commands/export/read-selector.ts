/** Converts flags to the selector of export files. */
import { usageFault } from "../../cli/input/usage.ts";
import type { Context } from "../../cli/context.ts";
import type { ExportSelector } from "../../domain/exports/export-selection.ts";
import type { ExportType } from "../../contract/vocabulary.ts";
import { inputError, type Fault } from "../../errors.ts";
import { advice, typed } from "../../hint.ts";
import { parseDuration } from "../../time/duration.ts";
import { parseFlagTime, timeSentence } from "../../time/flag-time.ts";
import type { SelectorOptions } from "./export-flags.ts";

/** Throws USAGE for an invalid time. A duration, as in `--from 30d`, counts back from now. */
export function readSelector({ clock }: Context, options: SelectorOptions): ExportSelector {
  const { format, match, weeks, from, year, week } = options;
  const sinceMs = from === undefined ? undefined : readMoment(from, clock.now());
  return { format, match, weeks, year, week, sinceMs };
}

/** Returns true when files are selected by more than their format: then their names must be known. */
export const needsNames = ({ match, weeks, from, year, week }: SelectorOptions): boolean =>
  [match, weeks, from, year, week].some((part) => part !== undefined);

/** Returns the fault of a flag that selects weeks, with a type that has none. */
export function findWeekFault(options: SelectorOptions, type: ExportType | undefined): Fault | undefined {
  const name = (["weeks", "from", "year", "week"] as const).find((one) => options[one] !== undefined);
  if (name === undefined || type === undefined || type === "weekly") return undefined;
  const message = `--${name} chooses among weeks, and --type ${type} has none`;
  const hint = advice`For example: ${typed("--type", "weekly", `--${name}`, String(options[name]))}`;
  return usageFault(`--${name}`, message, { rule: "only with --type weekly", next: hint });
}

function readMoment(since: string, nowMs: number): number {
  const length = parseDuration(since);
  if (length.ok) return nowMs - length.ms;
  const time = parseFlagTime(since, nowMs);
  if (time.ok) return time.ms;
  const message = timeSentence("--from", since, time.reason);
  const hint = advice`For example: ${typed("--from", "30d")}`;
  throw inputError([usageFault("--from", message, { value: since, rule: time.reason, next: hint })]);
}
