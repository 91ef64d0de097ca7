/** From settings and flags to the way a result is shown. */
import type { Context } from "./context.ts";
import type { Presentation } from "./present.ts";
import { wantsColour } from "./colour.ts";
import type { Output } from "./world.ts";

const DEFAULT_WIDTH = 80;

/** Columns of a terminal: COLUMNS wins over what the terminal says; 80 when neither is known. */
export function widthOf(output: Pick<Output, "columns">, columnsVariable: string | undefined): number {
  const given = Number(columnsVariable);
  return Number.isInteger(given) && given >= 20 ? given : (output.columns ?? DEFAULT_WIDTH);
}

export function presentationOf({ world, options, settings }: Context): Presentation {
  return {
    stdout: world.stdout,
    format: options.json === true ? "json" : settings.output.value,
    columns: options.columns === undefined ? undefined : [options.columns].flat(),
    query: options.query,
    header: options.header !== false,
    quiet: options.quiet === true,
    colour: wantsColour(settings.color.value, world.env, world.stdout),
    width: widthOf(world.stdout, world.env["COLUMNS"]),
  };
}
