/** Messages that wait for the end of the run, because a failure must be one JSON object on stderr. */
import { readTypedValues } from "../write-command.ts";
import type { HeldLine, Outside, World } from "../world.ts";

const isJson = (format: string | undefined): boolean => format === "json" || format === "ndjson";

/** Returns whether errors are JSON. */
export function wantsJsonErrors({ argv, env }: Pick<World, "argv" | "env">): boolean {
  const formats = readTypedValues(argv, "--output", "-o");
  return argv.includes("--json") || (formats.length > 0 ? formats.some(isJson) : isJson(env["SWATH_OUTPUT"]));
}

const SEES_ALL = new Set(["-v", "--verbose", "--debug"]);

/**
 * Returns the world of a run whose notes wait for its end. On a terminal, and with --verbose, they are shown
 * immediately.
 */
export function holdNotes(world: Outside): Outside {
  const isLive = world.stderr.isTTY || world.argv.some((word) => SEES_ALL.has(word));
  return isLive || !wantsJsonErrors(world) ? world : { ...world, held: [] as HeldLine[] };
}

/** Writes held messages after a run without an error to contain them. */
export async function writeHeld({ held = [], stderr }: Pick<World, "held" | "stderr">): Promise<void> {
  // When stderr is closed, messages are dropped.
  if (held.length > 0) await stderr.write(held.map(({ line }) => line).join("")).catch(() => {});
}
