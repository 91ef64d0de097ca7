/**
 * The flags of the body. `--generate-skeleton` prints a filled template of it and does not run the command.
 */
import { Option, type Command, type OptionValues } from "@commander-js/extra-typings";
import { safeJson } from "../../render/safe-json.ts";
import { dataFlag, setFlag, unsetFlag } from "../flags/body-flags.ts";
import { recordView } from "../output/view.ts";
import type { CommandDefinition } from "./define-command.ts";

const FLAG = "--generate-skeleton";

export const skeletonFlag = () => new Option(FLAG, "print a filled template for --data; send nothing");

export const addBodyFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => command.addOption(dataFlag()).addOption(setFlag()).addOption(unsetFlag()).addOption(skeletonFlag());

export const asksForSkeleton = (options: Readonly<Record<string, unknown>>): boolean =>
  options["generateSkeleton"] === true;

/** Returns the command that prints the template, with the arguments of the typed command. */
export function skeletonOf(
  definition: CommandDefinition,
  options: Readonly<Record<string, unknown>>,
): CommandDefinition {
  const { body, conduct: _conduct, ...words } = definition;
  if (body === undefined || !asksForSkeleton(options)) return definition;
  return {
    ...words,
    parse: undefined,
    run: async ({ world }) => {
      const { bodySkeleton } = await import("../../domain/tasking/body-skeleton.ts");
      return bodySkeleton(typeof body === "function" ? body(options) : body, world.clock.now());
    },
    view: skeletonView,
  };
}

/** JSON on a terminal as well, because the user saves it to a file. */
export const skeletonView = recordView<Record<string, unknown>>({
  text: (data) => safeJson(data, 2),
});
