/** Reads a file of element sets: all its faults are reported at once, each with its place and value. */
import { inputError, type Fault } from "../../errors.ts";
import { readText } from "../../geo/read-text.ts";
import type { Elements } from "../../orbit/elements.ts";
import { readElements } from "../../orbit/read-elements.ts";

/** Maximum number of listed faults; further ones are counted. */
const MOST_FAULTS = 10;

/** Throws ELEMENTS_INVALID. `what` is the input in errors, `flag` the flag or setting that gave it. */
export async function readElementFile(
  input: Uint8Array | string,
  what: string,
  flag: string,
): Promise<Elements[]> {
  const { sets, faults } = await readElements(readText(input, what, "ELEMENTS_INVALID").text);
  if (faults.length === 0) return sets;
  const shown = faults
    .slice(0, MOST_FAULTS)
    .map(({ place, says }) => faultOf(flag, `${what}, ${place}: ${says}`));
  const rest = faults.length - shown.length;
  if (rest > 0) shown.push(faultOf(flag, `${what}: ${rest} more faults like these`));
  throw inputError(shown, { next: { do: "giveElements" } });
}

const faultOf = (flag: string, message: string): Fault => ({
  code: "ELEMENTS_INVALID",
  path: "",
  flag,
  message,
});
