/** The end of another program. */

/** Its exit code, the signal that ended it, or the system's error code of a failed start. */
export type ProgramEnd = { exitCode: number } | { killedBy: string } | { notStarted: string };

export const PROGRAM_MISSING = "was not found";

/** Returns the end as the rest of a sentence: `ended with exit code 1`. */
export function describeProgramEnd(end: ProgramEnd): string {
  if ("notStarted" in end && end.notStarted === "ENOENT") return PROGRAM_MISSING;
  if ("notStarted" in end) return `could not be started (${end.notStarted})`;
  return "killedBy" in end ? `was ended by ${end.killedBy}` : `ended with exit code ${end.exitCode}`;
}
