import type { AppError } from "../errors.ts";
import type { TransferResult, TransferSummary } from "./events.ts";

/** The files in their order, counted. `signal` is the run's: its reason is what stopped it. */
export function summarise(files: readonly TransferResult[], signal: AbortSignal): TransferSummary {
  const having = (status: TransferResult["status"]) => files.filter((file) => file.status === status);
  const downloaded = having("downloaded");
  return {
    files,
    bytes: downloaded.reduce((sum, { size }) => sum + (size ?? 0), 0),
    downloaded: downloaded.length,
    skipped: having("skipped").length,
    failed: having("failed").length,
    ...(signal.aborted && { stoppedBy: signal.reason as AppError }),
  };
}
