import { AppError } from "../errors.ts";
import { advice, swath, type Hint } from "../hint.ts";

const OF_OTHERS = "--overwrite replaces it, --skip-existing (order download, export fetch) keeps it";

/** FILE_EXISTS: a file is there that must not be touched. The report of a file's fault names the file. */
export const fileExists = (reason: string, hint: Hint = OF_OTHERS): AppError =>
  new AppError("local", "FILE_EXISTS", `it exists already: ${reason}`, { hint });

/** FILE_EXISTS for a lock, which has a path of its own. */
export const lockExists = (path: string, reason: string, hint = OF_OTHERS): AppError =>
  new AppError("local", "FILE_EXISTS", `${path} exists: ${reason}`, { hint });

/** For a file that was complete once: keeping it would keep the damage. */
export const damagedHint = (root: string): Hint =>
  advice`It was complete once and has changed since. Repair it: ${swath`verify ${root} --repair`}; --overwrite replaces it`;
