/** The flags that select export files, shared by the verbs of `export`. */
import { Option, type Command } from "@commander-js/extra-typings";
import { flag, repeatable, suggesting } from "../../cli/flags/flag.ts";
import { makeIntegerReader, makeWordReader, readNonEmpty, type Reader } from "../../domain/readers.ts";
import { EXPORT_FORMATS, EXPORT_TYPES, type ExportFormat } from "../../contract/vocabulary.ts";
import { dataFlag } from "../../cli/flags/body-flags.ts";

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
