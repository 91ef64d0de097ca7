/** Collects the faults of several reading steps, so that one run reports all of them. */
import { AppError, type Fault } from "../../errors.ts";

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
    // The next step of an error with several faults belongs to one of them.
    next: fault.next ?? (error.issues.length > 1 ? undefined : error.next),
  }));
}

/** Runs one step. Its faults are kept with the others, and the step then returns undefined. */
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
