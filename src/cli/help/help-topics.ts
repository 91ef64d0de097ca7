/** `swath help <topic>`: the tables that commands share, as text. */
import { Command, Help } from "@commander-js/extra-typings";
import { ERROR_CODES, EXIT_CODES } from "../../errors.ts";
import { wrap } from "../../render/width.ts";
import { formatDuration } from "../../time/duration.ts";
import { HOMEPAGE } from "../../version.ts";
import { FORMAT_SUMMARIES } from "./format-summaries.ts";
import { addGlobalFlags } from "../flags/global-flags.ts";
import type { TOPIC_NAMES } from "./root-help.ts";
import { meanings, page, section, widestWord, type Meaning } from "./help-layout.ts";
import { groupOf, meaningOf } from "./option-help.ts";
import { readTimeLimit } from "../../domain/readers.ts";
import { ENVIRONMENT, SETTINGS, type SettingRow } from "../../settings/settings-table.ts";
import { flagName } from "../../hint.ts";

type Topic = (typeof TOPIC_NAMES)[number];

const settings = (): SettingRow[] => Object.values(SETTINGS as Record<string, SettingRow>);

/** Returns every environment variable of the program, with its description. */
export const environmentRows = (): Meaning[] => [
  ...settings().flatMap(({ env, summary }): Meaning[] => (env === undefined ? [] : [[env, summary]])),
  ...Object.entries(ENVIRONMENT),
];

/** Returns the sources of a setting, in the order of precedence. */
export function placesOf({ option, env, profileKey }: SettingRow): string[] {
  const places = [option && flagName(option), env, profileKey && `profile ${profileKey}`];
  return places.filter((place) => place !== undefined);
}

function flagSections(width: number): string[] {
  const { options } = addGlobalFlags(new Command());
  const byHeading = new Help().groupItems([...options], [...options], groupOf);
  const groups = [...byHeading].map(([heading, group]): [string, Meaning[]] => [
    heading,
    group.map((option): Meaning => [option.flags, meaningOf(option)]),
  ]);
  groups.push([
    "Help:",
    [
      ["-h, --help", "show the help of a command"],
      ["--help-all", "the same with these flags, environment variables and exit codes"],
    ],
  ]);
  const widest = widestWord(groups.flatMap(([, rows]) => rows));
  return groups.map(([heading, rows]) => section(heading, meanings(rows, width, widest), width));
}

/** Returns the default as a user would type it. */
export function defaultOf({ read, default: value }: SettingRow): string {
  if (typeof value === "string") return value;
  return read === readTimeLimit ? formatDuration(Number(value)) : JSON.stringify(value);
}

const TOPICS: Readonly<Record<Topic, (width: number) => string[]>> = {
  environment: (width) => [
    wrap("Environment variables. A flag overrides its variable; a variable overrides the profile.", {
      width,
    }),
    meanings(environmentRows(), width),
  ],
  errors: (width) => [
    wrap("Error codes: stable, in error messages and in the JSON of --json; with the exit code.", { width }),
    meanings(
      Object.entries(ERROR_CODES).map(([code, [exit, condition]]): Meaning => [
        code,
        `${condition} (exit ${exit})`,
      ]),
      width,
    ),
  ],
  "exit-codes": (width) => [
    "Exit codes:",
    meanings(
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
    meanings(Object.entries(FORMAT_SUMMARIES), width),
  ],
  settings: (width) => [
    wrap("Settings and the sources of each: the first one with a value applies.", { width }),
    meanings(
      Object.entries(SETTINGS as Record<string, SettingRow>).map(([name, row]): Meaning => {
        const fallback = row.default === undefined ? "" : ` (default: ${defaultOf(row)})`;
        return [name, `${row.summary}: ${placesOf(row).join(" > ")}${fallback}`];
      }),
      width,
    ),
  ],
};

/**
 * Returns the end of a command's full help: the parts that all commands share, and the address of the documentation.
 */
export const fullHelp = (width: number): string =>
  page([
    wrap("Flags that every command takes", { width }),
    ...flagSections(width),
    wrap("Environment variables (a flag overrides its variable)", { width }),
    meanings(environmentRows(), width),
    ...TOPICS["exit-codes"](width),
    wrap(`Documentation: ${HOMEPAGE}`, { width, hangingIndent: 2 }),
  ]);

export const helpTopic = (name: Topic, width: number): string => page(TOPICS[name](width));
