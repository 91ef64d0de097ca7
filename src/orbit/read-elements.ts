/** Reads element sets from a text: TLE, or OMM as JSON, CSV, XML or KVN; the format is detected. */
import type { Elements, ElementsRead } from "./elements.ts";
import { isTle, readTle } from "./tle.ts";

/** For messages. */
export const ELEMENT_FORMATS = "TLE, or OMM as JSON, CSV, XML or KVN";

/** Sets are valid only without a fault; a text without any set has one. */
export async function readElements(text: string): Promise<ElementsRead> {
  const read = isTle(text) ? readTle(text) : await import("./omm.ts").then(({ readOmm }) => readOmm(text));
  if (read.faults.length > 0 || read.sets.length > 0) return read;
  return { sets: [], faults: [{ place: "line 1", says: `no element set was found (${ELEMENT_FORMATS})` }] };
}

/** Returns one set per satellite: the one with the nearest epoch to the moment. Satellites without a catalog number are told apart by name. */
export function chooseNearestSets(sets: readonly Elements[], ms: number): Elements[] {
  const nearest = new Map<string, Elements>();
  for (const set of sets) {
    const key = set.catalogNumber === undefined ? `name ${set.name}` : String(set.catalogNumber);
    const known = nearest.get(key);
    if (known === undefined || Math.abs(set.epochMs - ms) < Math.abs(known.epochMs - ms))
      nearest.set(key, set);
  }
  return [...nearest.values()];
}
