import { othersText } from "../counted.ts";
import { nameFileOnce } from "../disk/about-file.ts";
import { AppError, ERROR_CODES, type ExitCode } from "../errors.ts";
import type { TransferSummary, TransferResult } from "./events.ts";

/** Returns an AppError unchanged, and INTERNAL for any other error. */
export const toFailure = (error: unknown): AppError =>
  error instanceof AppError
    ? error
    : new AppError("local", "INTERNAL", `unexpected: ${String(error)}`, { cause: error });

const STATE_CONFLICT = 7;
const DOWNLOAD_FAILED = 10;
const LOCAL_IO = 14;

/** Exit codes that report more about a transfer than "partly done". */
const SPECIFIC_EXITS: ReadonlySet<ExitCode> = new Set([STATE_CONFLICT, DOWNLOAD_FAILED, LOCAL_IO]);

/**
 * Returns the error of a run, or undefined when every file is verified. If all files failed alike, the
 * failure keeps its code if its exit code is more specific than "partly done" (state, download, disk).
 */
export function transferError(summary: TransferSummary): AppError | undefined {
  if (summary.stoppedBy !== undefined) return summary.stoppedBy;
  const failed = summary.files.filter(({ status }) => status === "failed");
  const [first] = failed;
  if (first?.error === undefined) return undefined;
  const { code, next, kind } = first.error;
  const isAlike = failed.every(({ error }) => error?.code === code);
  const isTelling = SPECIFIC_EXITS.has(ERROR_CODES[code][0]);
  const isAll = failed.length === summary.files.length;
  const named = nameFileOnce(first.path, first.error.message);
  const others = othersText(failed.length);
  const data = {
    failed: failed.map(({ path, item, asset, error }) => ({
      path,
      item,
      asset,
      code: error?.code,
      message: error?.message,
    })),
  };
  if (isAll && isAlike && isTelling) {
    return new AppError(kind, code, named + others, { next, data, cause: first.error });
  }
  const message = `${failed.length} of ${summary.files.length} files failed: ${named}${others}`;
  return new AppError("local", "DOWNLOAD_PARTIAL", message, {
    next: next ?? "Run the same command again: it retries what failed",
    data,
    cause: first.error,
  });
}

/** The files of a run, and the fault that ended it early. */
interface RunResult {
  files: readonly TransferResult[];
  stoppedBy?: AppError | undefined;
}

/** Counts the files of one or several runs, in their order. */
export function summarizeRuns(...runs: readonly RunResult[]): TransferSummary {
  const files = runs.flatMap((run) => run.files);
  const stoppedBy = runs.find((run) => run.stoppedBy !== undefined)?.stoppedBy;
  const having = (status: TransferResult["status"]) => files.filter((file) => file.status === status);
  const downloaded = having("downloaded");
  return {
    files,
    bytes: downloaded.reduce((sum, { size }) => sum + (size ?? 0), 0),
    downloaded: downloaded.length,
    skipped: having("skipped").length,
    failed: having("failed").length,
    ...(stoppedBy !== undefined && { stoppedBy }),
  };
}
