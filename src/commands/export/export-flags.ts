/** The flags that select export files, shared by the verbs of `export`, and their conversion to a selector. */
import { type Command, Option } from "@commander-js/extra-typings";
import type { Context } from "../../cli/context.ts";
import { dataFlag } from "../../cli/flags/body-flags.ts";
import { flag, repeatable, suggesting } from "../../cli/flags/flag.ts";
import { usageFault } from "../../cli/input/usage.ts";
import {
  EXPORT_FORMATS,
  EXPORT_TYPES,
  type ExportFormat,
  type ExportType,
} from "../../contract/vocabulary.ts";
import type { ExportSelector } from "../../domain/exports/export-selection.ts";
import { makeIntegerReader, makeWordReader, type Reader, readNonEmpty } from "../../domain/readers.ts";
import { type Fault, inputError } from "../../errors.ts";
import { advice, typed } from "../../hint.ts";
import { parseDuration } from "../../time/duration.ts";
import { parseFlagTime, timeSentence } from "../../time/flag-time.ts";

/** Common names of a zipped shapefile and a Parquet file. */
const ALIASES: Readonly<Record<string, ExportFormat>> = {
  shp: "shp.zip",
  shapefile: "shp.zip",
  parquet: "geoparquet",
  geopackage: "gpkg",
};

const makeEnumReader =
  <W extends string>(words: readonly W[], aliases: Readonly<Record<string, W>> = {}): Reader<W> =>
  (given) => {
    const read = makeWordReader(words)(Object.hasOwn(aliases, given) ? aliases[given]! : given);
    return read.ok ? read : { ...read, code: "ENUM_INVALID" };
  };

const exportType = makeEnumReader(EXPORT_TYPES);
const exportFormat = makeEnumReader(EXPORT_FORMATS, ALIASES);

export const typeFlag = (about = "latest (last 7 days), weekly or full (public archive)") =>
  suggesting(flag("--type <type>", about, exportType), EXPORT_TYPES);

export const typesFlag = (about: string) =>
  suggesting(repeatable("--type <type>", about, exportType), EXPORT_TYPES);

export const formatFlag = () =>
  suggesting(
    flag("--format <format>", "geoparquet, gpkg or shp.zip (shp for short)", exportFormat),
    EXPORT_FORMATS,
  );

export const matchFlag = () =>
  flag("--match <glob>", "files by name: * within a folder, ** across folders", readNonEmpty);

export const weeksFlag = () =>
  flag("--weeks <n>", "the newest n weeks on offer", makeIntegerReader(1, 100_000));

export const fromFlag = () =>
  flag("--from <time>", "files covering this time or later (RFC 3339, a date, -30d)", readNonEmpty);

/** As typed; a time is parsed when the run begins. */
export interface SelectorOptions {
  format?: ExportFormat;
  match?: string;
  weeks?: number;
  from?: string;
  year?: number;
  week?: number;
}

/** The flags of the verbs that request links: `links` and `fetch`. */
export const addPresignFlags = (command: Command) =>
  command
    .optionsGroup("Which files:")
    .addOption(typeFlag())
    .addOption(formatFlag())
    .addOption(
      repeatable(
        "--file-name <name>",
        "file name, from `export list` (- reads names from stdin)",
        readNonEmpty,
      ),
    )
    .addOption(matchFlag())
    .addOption(weeksFlag())
    .addOption(fromFlag())
    .addOption(new Option("--check", "check the file names against the service's list first"))
    .addOption(dataFlag());

export type PresignOptions = ReturnType<ReturnType<typeof addPresignFlags>["opts"]>;

/** Throws USAGE for an invalid time. A duration, as in `--from 30d`, counts back from now. */
export function readSelector({ clock }: Context, options: SelectorOptions): ExportSelector {
  const { format, match, weeks, from, year, week } = options;
  const sinceMs = from === undefined ? undefined : readMoment(from, clock.now());
  return { format, match, weeks, year, week, sinceMs };
}

/** Returns true when files are selected by more than their format: then their names must be known. */
export const needsNames = ({ match, weeks, from, year, week }: SelectorOptions): boolean =>
  [match, weeks, from, year, week].some((part) => part !== undefined);

/** Returns the fault of a flag that selects weeks, for an export type without weeks. */
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
