import type { AppError } from "../errors.ts";
import type { TransferSummary } from "./events.ts";
import { FolderDestination } from "./folder/folder-destination.ts";
import { sortByPlan, listDigests } from "./list-digests.ts";
import { prepareRun } from "./loop/run.ts";
import { transferAll } from "./loop/transfer-loop.ts";
import { withDefaults, type TransferOptions } from "./options.ts";
import type { TransferPlan } from "./plan.ts";
import { FileThreads, shareOf, countThreads } from "./threads.ts";
import { summarizeRuns } from "./transfer-summary.ts";

/**
 * Executes a plan into a folder. A file that fails does not stop the others: the summary contains its error. A fault of
 * the whole disk ends the run (`stoppedBy`); part files are kept. Rejects with the signal's reason on abort, after every
 * part file and sidecar is saved. Rejects with DISK_WRITE_FAILED when the folder cannot be made or has too little room.
 */
export async function runTransfers(
  { files }: TransferPlan,
  options: TransferOptions,
): Promise<TransferSummary> {
  options.signal?.throwIfAborted();
  const settings = withDefaults(options);
  const threads = countThreads(files, settings);
  let helpers: FileThreads | undefined;
  const tellPause = (host: string, pauseMs: number): void => helpers?.tell({ type: "pause", host, pauseMs });
  const run = prepareRun(shareOf(settings, threads), tellPause);
  const folder = await FolderDestination.open(run);
  folder.requireSpace(files);
  const listed = await listDigests(run, files, folder, folder.manifest);
  helpers = threads > 1 ? new FileThreads(run, folder, listed.files, threads) : undefined;
  const results = await transferAll(run, listed.files, folder, helpers);
  return summarizeRuns({
    files: sortByPlan(files, [...listed.results, ...results]),
    stoppedBy: run.signal.reason as AppError | undefined,
  });
}
