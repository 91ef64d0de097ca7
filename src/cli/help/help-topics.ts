/** `swath help <topic>`: the tables that commands share, as text. */
import { Command, Help } from "@commander-js/extra-typings";
import { ERROR_CODES, EXIT_CODES } from "../../errors.ts";
import { wrap } from "../../render/width.ts";
import { formatDuration } from "../../time/duration.ts";
import { HOMEPAGE } from "../../version.ts";
import { AREA_FORMATS, FORMAT_SUMMARIES } from "./format-summaries.ts";
import { addGlobalFlags } from "../flags/global-flags.ts";
import type { TOPIC_NAMES } from "./root-help.ts";
import { formatMeanings, formatPage, formatSection, measureWidestWord, type Meaning } from "./help-layout.ts";
import { groupOf, formatMeaning } from "./option-help.ts";
import { readTimeLimit } from "../../domain/readers.ts";
import { ENVIRONMENT, SETTINGS, type SettingRow } from "../../settings/settings-table.ts";
import { flagName } from "../../hint.ts";

type Topic = (typeof TOPIC_NAMES)[number];

const listSettingRows = (): SettingRow[] => Object.values(SETTINGS as Record<string, SettingRow>);

/** Returns every environment variable of the program, with its description. */
export const listEnvironmentRows = (): Meaning[] => [
  ...listSettingRows().flatMap(({ env, summary }): Meaning[] => (env === undefined ? [] : [[env, summary]])),
  ...Object.entries(ENVIRONMENT),
];

/** Returns the sources of a setting, in the order of precedence. */
export function listPlaces({ option, env, profileKey }: SettingRow): string[] {
  const places = [option && flagName(option), env, profileKey && `profile ${profileKey}`];
  return places.filter((place) => place !== undefined);
}

function flagSections(width: number): string[] {
  const { options } = addGlobalFlags(new Command());
  const byHeading = new Help().groupItems([...options], [...options], groupOf);
  const groups = [...byHeading].map(([heading, group]): [string, Meaning[]] => [
    heading,
    group.map((option): Meaning => [option.flags, formatMeaning(option)]),
  ]);
  groups.push([
    "Help:",
    [
      ["-h, --help", "show the help of a command"],
      ["--help-all", "the same with these flags, environment variables and exit codes"],
    ],
  ]);
  const widest = measureWidestWord(groups.flatMap(([, rows]) => rows));
  return groups.map(([heading, rows]) => formatSection(heading, formatMeanings(rows, width, widest), width));
}

/** Returns the default as a user would type it. */
export function formatDefault({ read, default: value }: SettingRow): string {
  if (typeof value === "string") return value;
  return read === readTimeLimit ? formatDuration(Number(value)) : JSON.stringify(value);
}

const TOPICS: Readonly<Record<Topic, (width: number) => string[]>> = {
  environment: (width) => [
    wrap("Environment variables. A flag overrides its variable; a variable overrides the profile.", {
      width,
    }),
    formatMeanings(listEnvironmentRows(), width),
  ],
  errors: (width) => [
    wrap("Error codes: stable, in error messages and in the JSON of --json; with the exit code.", { width }),
    formatMeanings(
      Object.entries(ERROR_CODES).map(([code, [exit, condition]]): Meaning => [
        code,
        `${condition} (exit ${exit})`,
      ]),
      width,
    ),
    wrap("An example, the cause and what to do: swath help CODE, such as swath help ORDER_EXPIRED", {
      width,
    }),
  ],
  "exit-codes": (width) => [
    "Exit codes:",
    formatMeanings(
      Object.entries(EXIT_CODES).map(([code, meaning]): Meaning => [code.padStart(3), meaning]),
      width,
    ),
  ],
  flags: (width) => [
    wrap("Flags that every command takes, before or after its words.", { width }),
    ...flagSections(width),
  ],
  formats: (width) => [
    wrap("Formats of --output. A command's help lists those that it prints.", { width }),
    formatMeanings(Object.entries(FORMAT_SUMMARIES), width),
    wrap(
      "Formats of areas, in longitude and latitude (EPSG:4326): of --file, with --each, and of watch. The content decides, not the name. " +
        "GDAL converts others: ogr2ogr -t_srs EPSG:4326 area.geojson <file>",
      { width },
    ),
    formatMeanings(Object.entries(AREA_FORMATS), width),
  ],
  settings: (width) => [
    wrap("Settings and the sources of each: the first one with a value applies.", { width }),
    formatMeanings(
      Object.entries(SETTINGS as Record<string, SettingRow>).map(([name, row]): Meaning => {
        const fallback = row.default === undefined ? "" : ` (default: ${formatDefault(row)})`;
        return [name, `${row.summary}: ${listPlaces(row).join(" > ")}${fallback}`];
      }),
      width,
    ),
  ],
};

/**
 * Returns the end of a command's full help: the parts that all commands share, and the address of the documentation.
 */
export const formatFullHelp = (width: number): string =>
  formatPage([
    wrap("Flags that every command takes", { width }),
    ...flagSections(width),
    wrap("Environment variables (a flag overrides its variable)", { width }),
    formatMeanings(listEnvironmentRows(), width),
    ...TOPICS["exit-codes"](width),
    wrap(`Documentation: ${HOMEPAGE}`, { width, hangingIndent: 2 }),
  ]);

export const formatHelpTopic = (name: Topic, width: number): string => formatPage(TOPICS[name](width));
