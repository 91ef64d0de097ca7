/** Whether `task create` or `repeat create` asks for what is missing. */
import type { RequestNoun } from "../app/tasking/request-kind.ts";
import type { Context } from "../cli/context.ts";
import { AppError } from "../errors.ts";
import { advice, swath } from "../hint.ts";

type Options = Readonly<Record<string, unknown>>;

/** Whether one of these options is given. */
export const isAnswered = (options: object, names: readonly string[]): boolean =>
  names.some((name) => (options as Options)[name] !== undefined);

/** A body or a file may hold everything else too: only the service's rules know what is missing then. */
const HOLDS_MORE = ["file", "geometry", "data", "set", "unset"];

/**
 * With --interactive, or on a terminal where the target is missing or `isWhole` is false. Where anything is given, agreement
 * beforehand and a dry run are those of a script, which must not wait for an answer. `fields`: the options that describe
 * the request.
 */
export function wantsForm(
  context: Context,
  noun: RequestNoun,
  options: object,
  { isWhole, fields }: { isWhole: boolean; fields: object },
): boolean {
  if (isAnswered(options, ["interactive"])) {
    if (context.canAsk) return true;
    throw new AppError("usage", "USAGE", "--interactive needs a terminal", {
      hint: advice`Give the flags instead: ${swath`${noun} create --help`}`,
    });
  }
  if (!context.canAsk || isAnswered(options, HOLDS_MORE)) return false;
  const target = ["point", "place", "polygon"];
  const isScript = context.options.yes === true || context.options.dryRun === true;
  if (isScript) return !isAnswered(options, [...target, "radius", "window", ...Object.keys(fields)]);
  return !isWhole || !isAnswered(options, target);
}
