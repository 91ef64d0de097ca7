/** Faults of the typed flags, apart from those of the body, and the reading steps that collect them. */
import type { Reader } from "../../domain/readers.ts";
import { AppError, type Fault, inputError, quoteText } from "../../errors.ts";
import { flagName, type Hint, keepOne } from "../../hint.ts";

export const usageError = (message: string, hint?: Hint): AppError =>
  new AppError("usage", "USAGE", message, { next: hint });

export const usageFault = (
  flag: string,
  message: string,
  more: Pick<Fault, "value" | "rule" | "next"> = {},
): Fault => ({ code: "USAGE", path: "", flag, message, ...more });

/** Throws all faults together, if there are any. */
export function refuse(faults: readonly (Fault | false | undefined)[]): void {
  const found = faults.filter((fault) => fault !== undefined && fault !== false);
  if (found.length > 0) throw inputError(found);
}

/** Reads an argument. `name`: as in the usage, such as `<kind>`. Throws USAGE. */
export function readArgument<T>(name: string, value: string, read: Reader<T>): T {
  const reading = read(value);
  if (reading.ok) return reading.value;
  const { rule, next } = reading;
  throw inputError([usageFault(name, `${name} ${quoteText(value)} ${rule}`, { value, rule, next })]);
}

/** Returns the flag that gave the value of a fault. */
export const flagOf = ({ flag, option }: Fault): string | undefined =>
  flag ?? (option === undefined ? undefined : flagName(option));

/** Returns the fault of two flags that exclude each other. */
export const makeContradiction = (one: string, other: string): Fault =>
  usageFault(one, `${one} and ${other} contradict each other`, {
    rule: `${one} or ${other}`,
    next: keepOne(one, other),
  });

/** Returns the faults of an error about input. `flag` is the source if the error has none. */
export function listFaults(error: AppError, flag?: string): Fault[] {
  const own: Fault = {
    code: error.code,
    path: "",
    message: error.message,
    next: error.next,
  };
  return (error.issues.length > 0 ? error.issues : [own]).map((fault) => ({
    ...fault,
    flag: fault.flag ?? flag,
    // The next step of an error with several faults would fix only one of the faults.
    next: fault.next ?? (error.issues.length > 1 ? undefined : error.next),
  }));
}

/**
 * Runs one reading step. If the step fails, adds its faults to the list and returns undefined, so that one run reports the faults of all
 * steps.
 */
export async function gatherFaults<T>(
  faults: Fault[],
  step: () => T | Promise<T>,
  flag?: string,
): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof AppError) || (error.exitCode !== 2 && error.exitCode !== 3)) throw error;
    faults.push(...listFaults(error, flag));
    return undefined;
  }
}

/** For commands that send no request: --dry-run promises to show a request and to do nothing. */
export function refuseDryRun(
  { options }: { options: { dryRun?: boolean | undefined } },
  command: string,
): void {
  if (options.dryRun !== true) return;
  throw usageError(`${command} sends no request, so --dry-run has nothing to show`, "Leave out --dry-run");
}
