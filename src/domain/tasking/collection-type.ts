import { COLLECTION_TYPES, PRINTED_COLLECTION_TYPES } from "../../contract/vocabulary.ts";
import type { Fault } from "../../errors.ts";
import { checkName, type NameFinding } from "../known-names.ts";

const PATH = "properties.collectionType";

/**
 * Checks a collection type against the known names. `stripmap_50` is not a typing error of `stripmap_100`: names that
 * differ in their numbers are never suggested for one another.
 */
export function checkCollectionType(name: string, known: readonly string[] = COLLECTION_TYPES): NameFinding {
  if (PRINTED_COLLECTION_TYPES.includes(name)) return {};
  const found = checkName(name, known, { path: PATH, kind: "collection type" });
  if (found.fault === undefined && found.warning === undefined) return {};
  const numbers = listNumbers(name);
  const isSlip = known.some((other) => listNumbers(other) === numbers && isNear(name, other));
  if (found.fault !== undefined && isSlip) return found;
  // Without a next step and the list of names, because both could suggest a type with other numbers.
  const { next: _next, rule: _rule, ...rest } = (found.fault ?? found.warning) as Fault;
  const who = known === COLLECTION_TYPES ? "the interface" : "the service";
  const message = `${name} is not a collection type that ${who} lists; it is sent as it is`;
  return { warning: { ...rest, message } };
}

const listNumbers = (name: string): string => (name.match(/\d+/g) ?? []).join(",");
const isNear = (name: string, other: string): boolean =>
  checkName(name, [other], { path: PATH, kind: "collection type" }).fault !== undefined;
