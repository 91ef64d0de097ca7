/** Derives the presentation of a result from settings and flags. */
import type { Format } from "../../domain/output-formats.ts";
import { findShell, programName, type ProgramName, type Shell } from "../../hint.ts";
import type { MapPage } from "../../render/map-page.ts";
import type { Settings } from "../../settings/settings.ts";
import type { GlobalOptions } from "../flags/global-flags.ts";
import type { Notes } from "./notes.ts";
import { isSet, type Environment } from "../../settings/environment.ts";
import type { View } from "./view.ts";
import type { Output, World } from "../world.ts";

export interface Presentation {
  stdout: Output;
  format: Format;
  /** The format is that of a flag. */
  isFormatAsked?: boolean;
  columns: readonly string[] | undefined;
  /** The given switches: a column on request is shown by the switch of its name. */
  flags: ReadonlySet<string>;
  query: string | undefined;
  header: boolean;
  quiet: boolean;
  colour: boolean;
  /** Columns of the terminal. */
  width: number;
  /** The program's name as typed. */
  program?: ProgramName;
  /** The shell for commands to paste. */
  shell?: Shell;
  /** Reports omissions of the result to the user; `detail` with --verbose only. */
  note(message: string): void;
  detail(message: string): void;
  /** Maps are drawn with plain characters. */
  isAscii: boolean;
  /** Contents of a map in addition to the rows. */
  drawing?: Pick<Partial<MapPage>, "title" | "area" | "targets" | "facts">;
  /** Returns the passed rows as a map page. */
  mapPage?(): string;
}

const DEFAULT_WIDTH = 80;

/**
 * Returns the columns of a terminal: COLUMNS overrides the terminal's value; 80 when neither is known (some terminals
 * report 0).
 */
export function chooseWidth(output: Pick<Output, "columns">, columnsVariable: string | undefined): number {
  const given = Number(columnsVariable);
  if (Number.isInteger(given) && given >= 20) return given;
  const columns = output.columns() ?? 0;
  return columns > 0 ? columns : DEFAULT_WIDTH;
}

/** Returns whether a person sees the command's own table: on a terminal, without --quiet, --columns and --query. */
export const isTableForPeople = ({ format, stdout, quiet, columns, query }: Presentation): boolean =>
  format === "table" && stdout.isTTY && !quiet && columns === undefined && query === undefined;

interface PresentationParts {
  world: World;
  options: Partial<GlobalOptions>;
  settings: Pick<Settings, "output" | "color">;
  /** `format` is the result's own format, used when no flag or setting chooses another. */
  outcome: { format?: Format };
  notes: Notes;
}

export function choosePresentation(
  { world, options, settings, outcome, notes }: PresentationParts,
  view?: View<unknown>,
): Presentation {
  const { value, origin } = settings.output;
  const format = origin === "default" ? (outcome.format ?? value) : value;
  // A format from the settings is ignored by a command that lacks it; a format from a flag is an error there.
  const isWished = origin === "environment" || origin === "profile";
  return {
    stdout: world.stdout,
    format:
      options.json === true
        ? "json"
        : isWished && view?.formats.includes(format) === false
          ? "table"
          : format,
    isFormatAsked: origin === "flag",
    columns: options.columns === undefined ? undefined : [options.columns].flat(),
    flags: new Set(Object.entries(options).flatMap(([name, value]) => (value === true ? [name] : []))),
    query: options.query,
    header: options.header !== false,
    quiet: options.quiet === true,
    colour: wantsColour(settings.color.value, world.env, world.stdout),
    isAscii: options.ascii === true || world.env["TERM"] === "dumb",
    program: programName(world.env),
    shell: findShell(world.env, world.platform),
    width: chooseWidth(world.stdout, world.env["COLUMNS"]),
    note: (message) => notes.note(message),
    detail: (message) => notes.detail(message),
  };
}

/**
 * Returns whether a stream is coloured: --color > NO_COLOR > FORCE_COLOR or CLICOLOR_FORCE > CLICOLOR=0 > TERM=dumb >
 * whether the stream is a terminal.
 */
export function wantsColour(
  choice: "auto" | "always" | "never",
  env: Environment,
  stream: Pick<Output, "isTTY">,
): boolean {
  if (choice !== "auto") return choice === "always";
  if (isSet(env["NO_COLOR"])) return false;
  for (const name of ["FORCE_COLOR", "CLICOLOR_FORCE"]) {
    if (isSet(env[name])) return env[name] !== "0" && env[name] !== "false";
  }
  if (env["CLICOLOR"] === "0" || env["TERM"] === "dumb") return false;
  return stream.isTTY;
}
