import { AppError } from "../../errors.ts";
import type { NextStep } from "../../next-step.ts";

/** One line of the doctor's report. */
export interface Check {
  check: string;
  status: "ok" | "warn" | "fail" | "skip";
  detail: string;
  /** The next step; null when nothing needs to be done. */
  hint: string | null;
}

/** A check with its next step, and its error when it failed. */
export interface CheckFinding extends Omit<Check, "hint"> {
  next?: NextStep | undefined;
  error?: AppError;
}

export const ok = (check: string, detail: string): CheckFinding => ({
  check,
  status: "ok",
  detail,
});

export const warn = (check: string, detail: string, next?: NextStep): CheckFinding => ({
  check,
  status: "warn",
  detail,
  next,
});

export const skip = (check: string, detail: string): CheckFinding => ({
  check,
  status: "skip",
  detail,
});

export const fail = (check: string, error: AppError): CheckFinding => ({
  check,
  status: "fail",
  detail: error.message,
  error,
});

/** Runs a check. An expected failure becomes a finding; anything else is a bug. */
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
