/** Reads a file of element sets: all its faults are reported at once, each with its place and value. */
import { firstTexts } from "../../counted.ts";
import { inputError } from "../../errors.ts";
import { readText } from "../../geo/read-text.ts";
import type { Elements } from "../../orbit/elements.ts";
import { readElements } from "../../orbit/read-elements.ts";

/** Maximum number of listed faults; further ones are counted. */
const MAX_FAULTS = 10;

/** Throws ELEMENTS_INVALID. `what` is the input in errors, `flag` the flag or setting that gave it. */
export async function readElementFile(
  input: Uint8Array | string,
  what: string,
  flag: string,
): Promise<Elements[]> {
  const { sets, faults } = await readElements(readText(input, what, "ELEMENTS_INVALID").text);
  if (faults.length === 0) return sets;
  const texts = faults.map(({ place, says }) => `${what}, ${place}: ${says}`);
  const shown = firstTexts(texts, MAX_FAULTS);
  throw inputError(
    shown.map((message) => ({ code: "ELEMENTS_INVALID", path: "", flag, message })),
    { next: "Give a file of orbital elements, OMM or TLE" },
  );
}
