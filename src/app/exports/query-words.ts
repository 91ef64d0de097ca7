/** Conditions that nothing can meet: a slip is refused, another word that no footprint has is told. */
import type { Notes } from "../../cli/output/notes.ts";
import { closest } from "../../domain/closest.ts";
import { inputError } from "../../errors.ts";
import { holdsAll, type Comparison } from "../../footprints/compare-attributes.ts";
import type { Attributes } from "../../footprints/footprint.ts";

const WORDS: Readonly<Record<string, readonly string[]>> = {
  observ_dir: ["left", "right"],
  orbt_state: ["ascending", "descending"],
};

/** An attribute with so many words holds names, not words. */
const MOST = 10;

export interface SoughtWords {
  /** Throws USAGE for a number that is compared with text. */
  holds: (attributes: Attributes) => boolean;
  /** When nothing was found. Throws FILTER_UNKNOWN. */
  tellMissed: (notes: Pick<Notes, "note">) => void;
}

export function soughtWords(where: readonly Comparison[]): SoughtWords {
  const all = holdsAll(where);
  const words = where.filter(({ operator }) => operator.startsWith("="));
  const seen = new Map(words.map(({ name }) => [name, new Set<string>()]));
  return {
    holds: (attributes) => {
      for (const { name, value } of where)
        if (typeof attributes[name] === "number" && typeof value !== "number")
          throw refused("USAGE", `--where: ${name} is a number, and ${JSON.stringify(value)} is not`);
      for (const [name, found] of seen)
        if (typeof attributes[name] === "string" && found.size < MOST) found.add(attributes[name]);
      return all(attributes);
    },
    tellMissed: (notes) => {
      for (const { name, value } of words) {
        const [word, found] = [String(value), [...seen.get(name)!]];
        const known = WORDS[name] ?? [];
        if (found.includes(word) || known.includes(word)) continue;
        const message = `no footprint looked at has ${name} ${JSON.stringify(word)}`;
        const meant =
          found.find((one) => one.toLowerCase() === word.toLowerCase()) ??
          closest(word, [...known, ...found.filter((one) => isSlip(word, one))]);
        if (meant !== undefined)
          throw refused("FILTER_UNKNOWN", `--where: ${message}`, `Did you mean ${meant}?`);
        if (found.length > 0 && found.length < MOST) notes.note(`${message}; they have ${found.join(", ")}`);
      }
    },
  };
}

/** Short codes, and names that differ in a number (stripmap_50, stripmap_100), are words of their own. */
const isSlip = (word: string, one: string): boolean =>
  word.length > 4 && word.replaceAll(/\D/g, "") === one.replaceAll(/\D/g, "");

const refused = (code: "USAGE" | "FILTER_UNKNOWN", message: string, hint?: string) =>
  inputError([{ code, path: "", flag: "--where", message, ...(hint && { hint }) }]);
