import { COLLECTION_TYPES } from "../../contract/vocabulary.ts";
import type { Fault } from "../../errors.ts";
import { checkName, meantName, type NameFinding } from "../known-names.ts";
import { advice, swath } from "../../hint.ts";

const PATH = "properties.collectionType";

/**
 * Checks a collection type against the known names. `stripmap_50` is another type than `stripmap_100`, not a slip: names
 * that differ in their numbers are never suggested for one another.
 */
export function checkCollectionType(name: string, known: readonly string[] = COLLECTION_TYPES): NameFinding {
  const found = checkName(name, known, { path: PATH, kind: "collection type" });
  if (found.fault === undefined && found.warning === undefined) return {};
  const numbers = numbersIn(name);
  const isSlip = known.some((other) => numbersIn(other) === numbers && isNear(name, other));
  if (found.fault !== undefined && isSlip) return found;
  const { hint: _hint, ...rest } = (found.fault ?? found.warning) as Fault;
  const who = known === COLLECTION_TYPES ? "the interface" : "the service";
  const message = `${name} is not a collection type that ${who} lists; it is sent as it is`;
  return { warning: { ...rest, message, hint: advice`See all: ${swath`task types`}` } };
}

const numbersIn = (name: string): string => (name.match(/\d+/g) ?? []).join(",");
const isNear = (name: string, other: string): boolean =>
  checkName(name, [other], { path: PATH, kind: "collection type" }).fault !== undefined;

/** The error of `--check-type`: the service's own list decides. */
export function unknownCollectionType(name: string, offered: readonly string[]): Fault | undefined {
  if (offered.includes(name)) return undefined;
  const meant = meantName(name, offered, {});
  return {
    code: "COLLECTION_TYPE_UNKNOWN",
    path: PATH,
    flag: "--type",
    value: name,
    rule: `one of ${offered.join(", ")}`,
    message: `the service has no collection type ${JSON.stringify(name)}`,
    hint: meant === undefined ? advice`List them with: ${swath`task types`}` : `Did you mean ${meant}?`,
  };
}
