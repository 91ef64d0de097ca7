/** Faults of the typed flags, apart from those of the body. */
import { AppError, inputError, type Fault } from "../../errors.ts";
import type { Reader } from "../../domain/readers.ts";
import { flagName, keepOne, type Hint } from "../../hint.ts";

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
  throw inputError([usageFault(name, `${name} ${JSON.stringify(value)} ${rule}`, { value, rule, next })]);
}

/** Returns the flag that gave the value of a fault. */
export const flagOf = ({ flag, option }: Fault): string | undefined =>
  flag ?? (option === undefined ? undefined : flagName(option));

/** Returns the fault of two flags of which a run accepts one. */
export const makeContradiction = (one: string, other: string): Fault =>
  usageFault(one, `${one} and ${other} contradict each other`, {
    rule: `${one} or ${other}`,
    next: keepOne(one, other),
  });
