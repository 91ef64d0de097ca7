import { AppError } from "../../errors.ts";
import type { Hint } from "../../hint.ts";

/** One line of the doctor's report. */
export interface Check {
  check: string;
  status: "ok" | "warn" | "fail" | "skip";
  detail: string;
  /** What to type next; null when nothing needs to be done. */
  hint: string | null;
}

/** A check, and the error behind it when it failed. */
export interface CheckFinding extends Omit<Check, "hint"> {
  hint: Hint | null;
  error?: AppError;
}

export const ok = (check: string, detail: string): CheckFinding => ({
  check,
  status: "ok",
  detail,
  hint: null,
});

export const warn = (check: string, detail: string, hint: Hint | null = null): CheckFinding => ({
  check,
  status: "warn",
  detail,
  hint,
});

export const skip = (check: string, detail: string): CheckFinding => ({
  check,
  status: "skip",
  detail,
  hint: null,
});

export const fail = (check: string, error: AppError): CheckFinding => ({
  check,
  status: "fail",
  detail: error.message,
  hint: error.hint ?? null,
  error,
});

/** Runs a check; a failure thrown on purpose becomes a finding, and anything else is a bug. */
export async function examine(
  check: string,
  work: () => Promise<CheckFinding> | CheckFinding,
): Promise<CheckFinding> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return fail(check, error);
  }
}
