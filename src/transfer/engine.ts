import type { TransferSummary } from "./events.ts";
import { FolderDestination } from "./folder/folder-destination.ts";
import { prepareRun } from "./loop/run.ts";
import { transferAll } from "./loop/transfer-loop.ts";
import type { TransferOptions } from "./options.ts";
import type { TransferPlan } from "./plan.ts";
import { summarise } from "./transfer-summary.ts";

/**
 * Executes a plan into a folder. One file that fails never stops the others: its error is in the summary (`transferError`
 * turns the summary into the error of the command). A fault of the whole disk ends the run (`stoppedBy`); parts are kept.
 * Rejects with the signal's reason when it aborts, after every part and sidecar is saved, and with DISK_WRITE_FAILED when
 * the output directory cannot be made or holds too little room for the sizes that are known.
 */
export async function runTransfers(plan: TransferPlan, options: TransferOptions): Promise<TransferSummary> {
  options.signal?.throwIfAborted();
  const run = prepareRun(options);
  const folder = await FolderDestination.open(run, plan.files);
  try {
    return summarise(await transferAll(run, plan.files, folder), run.signal);
  } finally {
    await folder.close();
  }
}
