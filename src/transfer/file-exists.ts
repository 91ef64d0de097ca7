import { AppError } from "../errors.ts";
import { advice, swath, type Hint } from "../hint.ts";

const OF_OTHERS = "--overwrite replaces it, --skip-existing (order download, export fetch) keeps it";

/**
 * Returns FILE_EXISTS: an existing file must not be changed. The failure report of the file adds its name.
 */
export const fileExists = (reason: string, hint: Hint = OF_OTHERS): AppError =>
  new AppError("local", "FILE_EXISTS", `it exists already: ${reason}`, { next: hint });

/** Returns FILE_EXISTS for a lock, with the path of the lock. */
export const lockExists = (path: string, reason: string): AppError =>
  new AppError("local", "FILE_EXISTS", `${path} exists: ${reason}`, { next: OF_OTHERS });

/** Returns the next step for a file that was complete once: keeping the file would keep the damage. */
export const damagedHint = (root: string): Hint =>
  advice`It was complete once and has changed since. Repair it: ${swath`verify ${root} --repair`}; --overwrite replaces it`;
