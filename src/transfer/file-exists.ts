import { AppError } from "../errors.ts";

/** FILE_EXISTS: something is there that we may not touch. */
export function fileExists(path: string, reason: string): AppError {
  return new AppError("local", "FILE_EXISTS", `${path} exists: ${reason}`, {
    hint: "--overwrite replaces it, --skip-existing keeps it",
  });
}
