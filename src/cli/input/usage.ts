/** Faults of the typed flags, apart from those of the body. */
import { AppError, type Fault } from "../../errors.ts";
import { keepOne, type Hint } from "../../hint.ts";
import { flagName } from "../../settings/settings.ts";

export const usageError = (message: string, hint?: Hint): AppError =>
  new AppError("usage", "USAGE", message, { next: hint });

export const usageFault = (
  flag: string,
  message: string,
  more: Pick<Fault, "value" | "rule" | "next"> = {},
): Fault => ({ code: "USAGE", path: "", flag, message, ...more });

/** Returns the flag that gave the value of a fault. */
export const flagOf = ({ flag, option }: Fault): string | undefined =>
  flag ?? (option === undefined ? undefined : flagName(option));

/** Returns the fault of two flags of which a run accepts one. */
export const contradiction = (one: string, other: string): Fault =>
  usageFault(one, `${one} and ${other} contradict each other`, {
    rule: `${one} or ${other}`,
    next: keepOne(one, other),
  });
