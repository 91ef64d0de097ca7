/** The parse phase: reports the faults of flags and of the body together. */
import { AppError, inputError, type Fault } from "../../errors.ts";
import type { Context } from "../context.ts";
import type { CommandDefinition } from "./define-command.ts";
import { faultsOfError } from "../input/gather-faults.ts";

/** Returns the parameters of `run` after the context: request and options, or options and arguments as typed. */
export async function validatedRequest(
  context: Context,
  { parse }: Pick<CommandDefinition, "parse">,
  options: object,
  args: readonly unknown[],
  flagFaults: readonly Fault[],
): Promise<unknown[]> {
  if (parse === undefined) return [options, ...args];
  const request = await withFaults(flagFaults, () => parse(context, options, ...args));
  if (flagFaults.length > 0) throw inputError(flagFaults);
  return [request, options];
}

/** Continues after faulty flags, so that the same error reports the other faults too. */
export async function withFaults<T>(flagFaults: readonly Fault[], step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof AppError) || flagFaults.length === 0) throw error;
    throw inputError([...flagFaults, ...furtherFaults(error, flagFaults)]);
  }
}

/** Returns the faults of the body, without those that only result from an unreadable flag. */
function furtherFaults(error: AppError, flagFaults: readonly Fault[]): Fault[] {
  const faulty = new Set(flagFaults.map(({ flag }) => flag));
  return faultsOfError(error).filter(
    (fault) => fault.flag === undefined || !faulty.has(fault.flag) || isAboutGiven(fault),
  );
}

/** Returns true for an invalid value, false for a missing one. */
const isAboutGiven = ({ value }: Fault): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0);
