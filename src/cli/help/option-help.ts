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

/** What fits in so many columns: the whole description, or its first clauses; wrapped where even the first is longer. */
export function briefMeaningOf(option: Parameters<typeof meaningOf>[0], columns: number): string {
  const { description } = option;
  const ends = [...description.matchAll(/[;:] (?![^(]*\))/g)].map(({ index }) => index);
  const shorter = [description, ...ends.toReversed().map((end) => description.slice(0, end))];
  return (
    [meaningOf(option), ...shorter].find((text) => text.length <= columns) ?? shorter.at(-1) ?? description
  );
}

const wordIn = (text: string, word: string): boolean =>
  text.split(/[^\w.+-]+/).some((part) => part.replace(/[.]+$/, "") === word);
