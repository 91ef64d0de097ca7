/** What help, completion and the README say of a flag or an argument. */
import type { Argument, Option } from "@commander-js/extra-typings";
import type { AnyCommand } from "../command/define-command.ts";
import type { Meaning } from "./help-layout.ts";

/** `<orderId>`, `[taskId...]`. */
export function termOf(argument: Argument): string {
  const word = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${word}>` : `[${word}]`;
}

/** The description with the known values and the default. */
export function meaningOf({
  description,
  argChoices = [],
  defaultValue,
}: Pick<Option, "description" | "defaultValue"> & { argChoices?: readonly string[] }): string {
  const values = argChoices.length === 0 ? "" : `: ${argChoices.join(", ")}`;
  const isPlain = ["string", "number"].includes(typeof defaultValue);
  return `${description}${values}${isPlain ? ` (default: ${String(defaultValue)})` : ""}`;
}

/** Flags under their headings, in the order in which the command names them. */
export function optionGroups(command: AnyCommand): [heading: string, rows: Meaning[]][] {
  const groups = new Map<string, Meaning[]>();
  for (const option of command.options as readonly (Option & { helpGroupHeading?: string })[]) {
    if (option.hidden) continue;
    const heading = option.helpGroupHeading ?? "Flags:";
    groups.set(heading, [...(groups.get(heading) ?? []), [option.flags, meaningOf(option)]]);
  }
  return [...groups];
}
