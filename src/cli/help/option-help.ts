/** The description of a flag or an argument in help, completion and the reference. */
import type { Argument, Option } from "@commander-js/extra-typings";

/** `<orderId>`, `[taskId...]`. */
export function termOf(argument: Argument): string {
  const word = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${word}>` : `[${word}]`;
}

/** The description with the known values, unless it names them all, and the default. */
export function meaningOf({
  description,
  argChoices = [],
  defaultValue,
}: Pick<Option, "description" | "defaultValue"> & { argChoices?: readonly string[] }): string {
  const isSaid = argChoices.every((choice) => wordIn(description, choice));
  const values = isSaid ? "" : `: ${argChoices.join(", ")}`;
  const isPlain = ["string", "number"].includes(typeof defaultValue);
  return `${description}${values}${isPlain ? ` (default: ${String(defaultValue)})` : ""}`;
}

/** The description in one line of so many columns: without what comes after its first clause, or whole where all fits. */
export function briefMeaningOf(option: Parameters<typeof meaningOf>[0], columns: number): string {
  const whole = meaningOf(option);
  const clauses = [...option.description.matchAll(/; |: | \(|, /g)].map(({ index }) => index);
  const shorter = [undefined, ...clauses.toReversed()].map((end) => option.description.slice(0, end));
  return [whole, ...shorter].find((text) => text.length <= columns) ?? shorter.at(-1) ?? whole;
}

const wordIn = (text: string, word: string): boolean =>
  text.split(/[^\w.+-]+/).some((part) => part.replace(/[.]+$/, "") === word);
