/**
 * Element sets from a file: TLE, or OMM as JSON, CSV, XML or KVN; the text itself tells which. A fault names the line and
 * the value, and all faults of a file are reported at once.
 */
import { AppError, inputError, type Fault } from "../errors.ts";
import { readText } from "../geo/read-text.ts";
import { advice, again, blank, Command } from "../hint.ts";
import type { Elements, ElementsFault } from "./elements.ts";
import { isTle, readTle } from "./tle.ts";

/** More than these are counted, not listed. */
const MOST_FAULTS = 10;

const KINDS = "TLE, or OMM as JSON, CSV, XML or KVN";

/** Throws ELEMENTS_INVALID. `what` names the input in errors, `flag` the flag or setting that gave it. */
export async function readElements(
  input: Uint8Array | string,
  what: string,
  flag: string,
): Promise<Elements[]> {
  const text = textOf(input, what, flag);
  const { sets, faults } = isTle(text)
    ? readTle(text)
    : await import("./omm.ts").then(({ readOmm }) => readOmm(text));
  const found: ElementsFault[] =
    faults.length === 0 && sets.length === 0
      ? [{ line: 1, says: `no element set was found (${KINDS})` }]
      : faults;
  if (found.length === 0) return sets;
  const shown = found
    .slice(0, MOST_FAULTS)
    .map(({ line, says }) => faultOf(flag, `${what}, line ${line}: ${says}`));
  const rest = found.length - shown.length;
  if (rest > 0) shown.push(faultOf(flag, `${what}: ${rest} more faults like these`));
  throw inputError(shown, {
    hint: advice`Give a file of element sets as they are published (${KINDS})${withFile(flag)}`,
  });
}

/** The running command with another file of elements, also where a setting named the file. */
const withFile = (flag: string): Command =>
  new Command(
    [{ text: "--elements" }, blank("path")],
    "again",
    flag === "--elements" ? { without: ["--elements="] } : {},
  );

function textOf(input: Uint8Array | string, what: string, flag: string): string {
  try {
    return readText(input, what, "ELEMENTS_INVALID").text;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.kind, error.code, error.message, {
      hint:
        error.hint === undefined
          ? advice`Give a file of element sets (${KINDS})${withFile(flag)}`
          : advice`${error.hint}. Then run the command again${again()}`,
      cause: error,
    });
  }
}

const faultOf = (flag: string, message: string): Fault => ({
  code: "ELEMENTS_INVALID",
  path: "",
  flag,
  message,
});

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
