/** Reading input in steps, so that one run reports what is wrong in every step. */
import { AppError, type Fault } from "../../errors.ts";

/** What an error about input says, as faults. `flag` names what was read, where the error itself does not. */
export function faultsOfError(error: AppError, flag?: string): Fault[] {
  const own: Fault = { code: error.code, path: "", message: error.message, hint: error.hint };
  return (error.issues.length > 0 ? error.issues : [own]).map((fault) => ({
    ...fault,
    flag: fault.flag ?? flag,
    // The hint of an error with several faults is that of one of them.
    hint: fault.hint ?? (error.issues.length > 1 ? undefined : error.hint),
  }));
}

/** Does one step; what it refuses is kept with the others, and the step then gives nothing. */
export async function gatherFaults<T>(
  faults: Fault[],
  step: () => T | Promise<T>,
  flag?: string,
): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof AppError) || (error.exitCode !== 2 && error.exitCode !== 3)) throw error;
    faults.push(...faultsOfError(error, flag));
    return undefined;
  }
}
