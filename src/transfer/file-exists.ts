import { AppError } from "../errors.ts";
import type { Hint } from "../hint.ts";
import type { NextStep } from "../next-step.ts";

/** Returns FILE_EXISTS: an existing file must not be changed. The failure report of the file adds its name. */
export const fileExists = (reason: string, next: Hint | NextStep = { do: "replaceFile" }): AppError =>
  new AppError("local", "FILE_EXISTS", `it exists already: ${reason}`, { next });

/** Returns FILE_EXISTS for a lock, with the path of the lock. */
export const lockExists = (path: string, reason: string): AppError =>
  new AppError("local", "FILE_EXISTS", `${path} exists: ${reason}`, { next: { do: "replaceFile" } });
