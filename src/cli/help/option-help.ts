/** The description of a flag or an argument in help, completion and the reference. */
import type { Argument, Command, Option } from "@commander-js/extra-typings";
import { recordOf } from "../flags/flag.ts";

/** Returns `<orderId>`, `[taskId...]`; an argument that can be chosen from a list is in brackets as well. */
export function formatTerm(argument: Argument): string {
  const word = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required && recordOf(argument).pick === undefined ? `<${word}>` : `[${word}]`;
}

/** Returns the heading of a flag. */
export const groupOf = ({ helpGroupHeading }: Option): string => helpGroupHeading ?? "Flags:";

/** Returns the note of a command that offers a list when it gets no id or item. */
export function formatChoiceLine(command: Pick<Command, "registeredArguments" | "options">): string {
  const lists = [...command.registeredArguments, ...command.options].flatMap(
    (named) => recordOf(named).pick ?? [],
  );
  const [first] = lists;
  if (first === undefined) return "";
  const what = first.list.endsWith("item") ? "an item" : "an id";
  return `Without ${what}, a terminal shows a list to choose from.`;
}

/** Returns the description with the known values, unless it already contains them, and the default. */
export function formatMeaning({
  description,
  argChoices = [],
  defaultValue,
}: Pick<Option, "description" | "defaultValue"> & { argChoices?: readonly string[] }): string {
  const isSaid = argChoices.every((choice) => hasWord(description, choice));
  const values = isSaid ? "" : `: ${argChoices.join(", ")}`;
  const isPlain = ["string", "number"].includes(typeof defaultValue);
  return `${description}${values}${isPlain ? ` (default: ${String(defaultValue)})` : ""}`;
}

/**
 * Returns the description in `columns` columns: all of it, or its first clauses; wrapped if even the first is longer. The colon of
 * `default: the organization's` ends no clause.
 */
export function formatBriefMeaning(option: Parameters<typeof formatMeaning>[0], columns: number): string {
  const { description } = option;
  const ends = [...description.matchAll(/(?<!\bdefault)[;:] (?![^(]*\))/g)].map(({ index }) => index);
  const shorter = [description, ...ends.toReversed().map((end) => description.slice(0, end))];
  return (
    [formatMeaning(option), ...shorter].find((text) => text.length <= columns) ??
    shorter.at(-1) ??
    description
  );
}

const hasWord = (text: string, word: string): boolean =>
  text.split(/[^\w.+-]+/).some((part) => part.replace(/[.]+$/, "") === word);
