/** The start, cadence and end of a series: for a repeat request and its retask. */
import { Option, type Command, type OptionValues } from "@commander-js/extra-typings";
import { parseDuration } from "../../time/duration.ts";
import { DAY_MS } from "../../time/civil.ts";
import { flag } from "./flag.ts";
import { allowPastFlag } from "./window-flags.ts";
import { makeIntegerReader, readNumber, readNonEmpty, type Reader } from "../../domain/readers.ts";

/** Reads days: a bare number, or a duration such as 24h or 7d. */
const days: Reader<number> = (given) => {
  const plain = readNumber(given);
  if (plain.ok) return plain;
  const length = parseDuration(given);
  return length.ok
    ? { ok: true, value: length.ms / DAY_MS }
    : { ok: false, rule: "must be days, such as 7, or a duration such as 36h or 2w" };
};

export const addSeriesFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .addOption(flag("--from <time>", "start of the series (RFC 3339, a date, now, +2d)", readNonEmpty))
    .addOption(flag("--interval <days>", "days between collections, at least 1 (7, 36h, 2w)", days))
    .addOption(flag("--count <n>", "end after this many completed acquisitions", makeIntegerReader(1)))
    .addOption(flag("--to <time>", "end at this time", readNonEmpty))
    .addOption(allowPastFlag())
    .addOption(new Option("--until-canceled", "run until the series is cancelled (swath repeat cancel)"));
