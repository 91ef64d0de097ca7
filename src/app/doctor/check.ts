import { AppError } from "../../errors.ts";

/** One line of the doctor's report. */
export interface Check {
  check: string;
  status: "ok" | "warn" | "fail" | "skip";
  detail: string;
  /** What to type next; null when there is nothing to do. */
  hint: string | null;
}

/** A check, and the failure that it stands for when it failed. */
export interface Finding extends Check {
  error?: AppError;
}

export const ok = (check: string, detail: string): Finding => ({ check, status: "ok", detail, hint: null });

export const warn = (check: string, detail: string, hint: string | null = null): Finding => ({
  check,
  status: "warn",
  detail,
  hint,
});

export const skip = (check: string, detail: string): Finding => ({
  check,
  status: "skip",
  detail,
  hint: null,
});

export const fail = (check: string, error: AppError): Finding => ({
  check,
  status: "fail",
  detail: error.message,
  hint: error.hint ?? null,
  error,
});

/** What the work finds; a failure thrown on purpose is a finding too, anything else is a bug. */
export async function examine(check: string, work: () => Promise<Finding> | Finding): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return fail(check, error);
  }
}
