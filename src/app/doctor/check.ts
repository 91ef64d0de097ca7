import { AppError } from "../../errors.ts";
import type { Hint } from "../../hint.ts";

/** One line of the doctor's report. */
export interface Check {
  check: string;
  status: "ok" | "warn" | "fail" | "skip";
  detail: string;
  /** The next step; null when nothing needs to be done. */
  hint: Hint | null;
}

/** The result of a check with its next step, and its error when it failed. */
export interface Finding extends Pick<Check, "status" | "detail"> {
  next?: Hint | undefined;
  error?: AppError;
}

export interface CheckFinding extends Finding, Pick<Check, "check"> {}

export const pass = (detail: string): Finding => ({ status: "ok", detail });

export const warn = (detail: string, next?: Hint): Finding => ({ status: "warn", detail, next });

export const skip = (detail: string): Finding => ({ status: "skip", detail });

export const fail = (error: AppError): Finding => ({ status: "fail", detail: error.message, error });

/** Runs a check. An expected failure becomes a finding; anything else is a bug. */
export async function examine(check: string, work: () => Promise<Finding> | Finding): Promise<CheckFinding> {
  try {
    return { check, ...(await work()) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { check, ...fail(error) };
  }
}
