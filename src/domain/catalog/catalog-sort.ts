/** `-field`, `field:desc` or `field` -> the array form of `sortby`. */
import { QUERYABLES, SORT_ORDERS } from "../../contract/vocabulary.ts";
import type { Fault } from "../../errors.ts";
import { closest } from "../closest.ts";

export interface SortField {
  field: string;
  direction: "asc" | "desc";
}

/** What people type when they mean one of the two. */
const SLIPS: Readonly<Record<string, SortField["direction"]>> = {
  ascending: "asc",
  up: "asc",
  descending: "desc",
  down: "desc",
};

/** Members of an item that are sorted by besides the queryable properties. */
const SORTABLE = ["id", "collection", "datetime", ...QUERYABLES];

/** An unknown field may be sorted by; one that is nearly a known one is taken for a slip. */
export function sortFields(texts: readonly string[], faults: Fault[]): SortField[] {
  return texts.map((text, index) => {
    const sorted = sortField(text);
    const word = sorted.field.split(":").at(-1) ?? "";
    const path = `sortby[${index}]`;
    const direction = sorted.field.includes(":") ? directionMeant(word) : undefined;
    if (direction !== undefined) {
      const rule = `one of ${SORT_ORDERS.join(", ")}`;
      const message = `the direction ${JSON.stringify(word)} of ${JSON.stringify(text)} is not ${rule}`;
      const hint = `Did you mean ${text.slice(0, -word.length)}${direction}?`;
      faults.push({ code: "ENUM_INVALID", path: `${path}.direction`, value: word, rule, message, hint });
      return sorted;
    }
    const [, lead = "", name = ""] = /^(properties\.)?(.*)$/s.exec(sorted.field) ?? [];
    const meant = SORTABLE.includes(name) ? undefined : closest(name, SORTABLE);
    if (meant !== undefined) {
      const message = `${JSON.stringify(sorted.field)} is not a known property`;
      const hint = `Did you mean ${lead}${meant}? (--no-validate sends it as it is)`;
      const rule = `one of ${SORTABLE.join(", ")}, or a property of another name`;
      faults.push({ code: "ENUM_INVALID", path: `${path}.field`, value: sorted.field, rule, message, hint });
    }
    return sorted;
  });
}

function sortField(text: string): SortField {
  const [, name = text, direction] = /^(.*):(asc|desc)$/s.exec(text) ?? [];
  if (direction !== undefined) return { field: name, direction: direction as SortField["direction"] };
  return text.startsWith("-")
    ? { field: text.slice(1), direction: "desc" }
    : { field: text.replace(/^\+/, ""), direction: "asc" };
}

/** The direction that a word at a field's end was meant to be; undefined when it is a part of the field's name. */
function directionMeant(word: string): SortField["direction"] | undefined {
  const slip = word.toLowerCase();
  return Object.hasOwn(SLIPS, slip)
    ? SLIPS[slip]
    : (closest(word, SORT_ORDERS) as SortField["direction"] | undefined);
}
