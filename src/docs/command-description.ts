/** The parts of a command's description that its man page and the reference share. */
import type { CommandWords, NamedWords } from "../cli/command/command-words.ts";
import { findCommandEffect, EFFECT_MEANINGS } from "../commands/effects.ts";

export function describeCommand({ path, summary, description, choiceLine }: CommandWords): string {
  const effect = findCommandEffect(path);
  return [`${summary}.`, description, choiceLine, `Effect: ${effect} (${EFFECT_MEANINGS[effect]}).`]
    .filter((text) => text !== "")
    .join(" ");
}

/** Returns `swath order wait <orderId...>`. */
export const formatTyped = ({ path, args }: CommandWords): string =>
  ["swath", ...path, ...args.map(({ term }) => term)].join(" ");

export const toRow = ({ term, meaning }: NamedWords): readonly [string, string] => [term, meaning];
