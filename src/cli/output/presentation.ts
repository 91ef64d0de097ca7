/** From settings and flags to the way a result is shown. */
import type { Context } from "../context.ts";
import type { Presentation } from "./present.ts";
import { wantsColour } from "./colour.ts";
import type { View } from "./view.ts";
import type { Output } from "../world.ts";

const DEFAULT_WIDTH = 80;

/** Columns of a terminal: COLUMNS wins over what the terminal says; 80 when neither is known (some say 0). */
export function widthOf(output: Pick<Output, "columns">, columnsVariable: string | undefined): number {
  const given = Number(columnsVariable);
  if (Number.isInteger(given) && given >= 20) return given;
  const { columns = 0 } = output;
  return columns > 0 ? columns : DEFAULT_WIDTH;
}

export function presentationOf(
  { world, options, settings, preferredFormat, notes }: Context,
  view?: View<unknown>,
): Presentation {
  const { value, origin } = settings.output;
  const format = origin === "default" ? (preferredFormat ?? value) : value;
  // A format that was wished for in general gives way where a command has no such thing; one that was typed does not.
  const isWished = origin === "environment" || origin === "profile";
  return {
    stdout: world.stdout,
    format:
      options.json === true
        ? "json"
        : isWished && view?.formats.includes(format) === false
          ? "table"
          : format,
    columns: options.columns === undefined ? undefined : [options.columns].flat(),
    query: options.query,
    header: options.header !== false,
    quiet: options.quiet === true,
    colour: wantsColour(settings.color.value, world.env, world.stdout),
    width: widthOf(world.stdout, world.env["COLUMNS"]),
    note: (message) => notes.note(message),
  };
}
