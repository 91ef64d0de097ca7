/** The flags of `task create` for a window: the target and the constraints as typed, and times that contain the window. */
import type { Pass } from "../../app/passes/predict-passes.ts";
import { CONSTRAINT_FIELDS } from "../../domain/tasking/constraint-fields.ts";
import { readTypedValues } from "../../cli/write-command.ts";
import { POLYGON_TYPE } from "../../contract/vocabulary.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { flagName } from "../../hint.ts";

const TARGET_FLAGS = ["--like", "--point", "--place", "--radius"];
const MINUTE_MS = 60_000;

/**
 * Returns the flags for each window; undefined for a target that a task does not accept, or that cannot
 * be read again from stdin.
 */
export function makeTaskWords(
  argv: readonly string[],
  target: Geometry,
): ((pass: Pick<Pass, "start" | "end">) => string[]) | undefined {
  const isTarget = target.type === "Point" || (target.type === "Polygon" && target.coordinates.length === 1);
  const flagsOf = (name: string, short?: string): string[] =>
    readTypedValues(argv, name, short).flatMap((value) => [name, value]);
  const typed = [...TARGET_FLAGS.flatMap((name) => flagsOf(name)), ...flagsOf("--file", "-f")];
  if (!isTarget || typed.includes("-")) return undefined;
  const type = target.type === "Polygon" ? ["--type", POLYGON_TYPE] : [];
  const constraints = Object.keys(CONSTRAINT_FIELDS).flatMap((name) => flagsOf(flagName(name)));
  const toMinute = (round: (minutes: number) => number, time: string): string =>
    formatTimestamp(round(Date.parse(time) / MINUTE_MS) * MINUTE_MS);
  return ({ start, end }) => {
    // The minute on both sides leaves room for the length of a collect.
    const [open, close] = [
      toMinute((minutes) => Math.floor(minutes) - 1, start),
      toMinute((minutes) => Math.ceil(minutes) + 1, end),
    ];
    const window = ["--window-open", open, "--window-close", close];
    return [...typed, ...window, ...type, ...constraints];
  };
}
