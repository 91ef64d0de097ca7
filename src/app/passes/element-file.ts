/** A file of element sets: all its faults are reported at once, each with its line and value. */
import { AppError, inputError, type Fault } from "../../errors.ts";
import { readText } from "../../geo/read-text.ts";
import { advice, blank, Command } from "../../hint.ts";
import type { Elements } from "../../orbit/elements.ts";
import { ELEMENT_FORMATS, readElements } from "../../orbit/read-elements.ts";

/** More than these are counted, not listed. */
const MOST_FAULTS = 10;

/** Throws ELEMENTS_INVALID. `what` names the input in errors, `flag` the flag or setting that gave it. */
export async function readElementFile(
  input: Uint8Array | string,
  what: string,
  flag: string,
): Promise<Elements[]> {
  const { sets, faults } = await readElements(textOf(input, what, flag));
  if (faults.length === 0) return sets;
  const shown = faults
    .slice(0, MOST_FAULTS)
    .map(({ line, says }) => faultOf(flag, `${what}, line ${line}: ${says}`));
  const rest = faults.length - shown.length;
  if (rest > 0) shown.push(faultOf(flag, `${what}: ${rest} more faults like these`));
  throw inputError(shown, {
    hint: advice`Give a file of element sets as they are published (${ELEMENT_FORMATS})${withFile(flag)}`,
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
          ? advice`Give a file of element sets (${ELEMENT_FORMATS})${withFile(flag)}`
          : advice`${error.hint}. Then run the command with the text file${withFile(flag)}`,
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
