/** Element sets from a text: TLE, or OMM as JSON, CSV, XML or KVN; the text itself tells which. */
import type { Elements, ElementsRead } from "./elements.ts";
import { isTle, readTle } from "./tle.ts";

/** For messages. */
export const ELEMENT_FORMATS = "TLE, or OMM as JSON, CSV, XML or KVN";

/** Sets count only where there is no fault; a text without any set has one. */
export async function readElements(text: string): Promise<ElementsRead> {
  const read = isTle(text) ? readTle(text) : await import("./omm.ts").then(({ readOmm }) => readOmm(text));
  if (read.faults.length > 0 || read.sets.length > 0) return read;
  return { sets: [], faults: [{ line: 1, says: `no element set was found (${ELEMENT_FORMATS})` }] };
}

/**
 * One set for each satellite: of several, the one whose epoch is nearest to the moment. Without a catalog number the name
 * tells satellites apart.
 */
export function nearestSets(sets: readonly Elements[], ms: number): Elements[] {
  const nearest = new Map<string, Elements>();
  for (const set of sets) {
    const key = set.catalogNumber === undefined ? `name ${set.name}` : String(set.catalogNumber);
    const known = nearest.get(key);
    if (known === undefined || Math.abs(set.epochMs - ms) < Math.abs(known.epochMs - ms))
      nearest.set(key, set);
  }
  return [...nearest.values()];
}
