/** The description of a flag or an argument in help, completion and the reference. */
import type { Argument, Option } from "@commander-js/extra-typings";

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
