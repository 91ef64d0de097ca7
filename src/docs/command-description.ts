/** The paragraph about a command in its man page and in the reference. */
import type { CommandWords } from "../cli/command/command-words.ts";
import { commandEffect, EFFECT_MEANINGS } from "../commands/effects.ts";

export function descriptionOf({ path, summary, description, choiceLine, sameAs }: CommandWords): string {
  if (sameAs !== undefined) return `The same as ${["swath", ...path.slice(0, -1), sameAs].join(" ")}.`;
  const effect = commandEffect(path);
  return [`${summary}.`, description, choiceLine, `Effect: ${effect} (${EFFECT_MEANINGS[effect]}).`]
    .filter((text) => text !== "")
    .join(" ");
}
