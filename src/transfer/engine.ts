import pLimit from "p-limit";
import { AppError } from "../errors.ts";
import { isDiskWide } from "./disk-error.ts";
import type { TransferResult, TransferSummary } from "./events.ts";
import { withDefaults, type TransferOptions } from "./options.ts";
import type { PlannedFile, TransferPlan } from "./plan.ts";
import { requireSpace } from "./require-space.ts";
import { prepareRun, type Run } from "./run.ts";
import { transferFile } from "./transfer-file.ts";

/**
 * Executes a plan. One file that fails never stops the others: its error is in the summary (`transferError` turns the
 * summary into the error of the command). A fault of the disk as a whole ends the run (`stoppedBy`), parts are kept.
 * Rejects with the signal's reason when it aborts, after every part and sidecar is saved, and with
 * DISK_WRITE_FAILED when the output directory cannot be made or holds too little room for the sizes that are known.
 */
export async function runTransfers(plan: TransferPlan, options: TransferOptions): Promise<TransferSummary> {
  const settings = withDefaults(options);
  settings.signal?.throwIfAborted();
  const run = await prepareRun(settings);
  try {
    await requireSpace(run, plan.files);
    return await transferAll(run, plan.files);
  } finally {
    await run.hashThread.close();
  }
}

async function transferAll(run: Run, files: readonly PlannedFile[]): Promise<TransferSummary> {
  const { settings } = run;
  const results = new Map<PlannedFile, TransferResult>();
  const limit = pLimit(settings.concurrency);
  const work = async (wanted: readonly PlannedFile[], mayWait: boolean): Promise<void> => {
    const one = (file: PlannedFile) => limit(() => settleFile(run, file, mayWait, results));
    await Promise.all(wanted.map(one));
  };
  await work(files, false);
  // What another process was busy with.
  await work(
    files.filter((file) => !results.has(file)),
    true,
  );
  settings.signal?.throwIfAborted();
  return summarise(
    run,
    files.map((file) => results.get(file) as TransferResult),
  );
}

async function settleFile(
  run: Run,
  file: PlannedFile,
  mayWait: boolean,
  results: Map<PlannedFile, TransferResult>,
): Promise<void> {
  const ref = { path: file.path, item: file.item, asset: file.asset };
  try {
    run.signal.throwIfAborted();
    const result = await transferFile(run, file, mayWait);
    if (result !== "busy") results.set(file, result);
  } catch (error) {
    const failure =
      error instanceof AppError
        ? error
        : new AppError("local", "INTERNAL", `unexpected: ${String(error)}`, { cause: error });
    results.set(file, { ...ref, status: "failed", how: [], error: failure });
    // An abort by the caller is no failure of the file.
    if (run.settings.signal?.aborted === true) return;
    run.emit({ type: "failed", file: ref, error: failure });
    if (isDiskWide(error)) run.stop(error);
  }
}

function summarise(run: Run, files: readonly TransferResult[]): TransferSummary {
  const having = (status: TransferResult["status"]) => files.filter((file) => file.status === status);
  const downloaded = having("downloaded");
  return {
    files,
    bytes: downloaded.reduce((sum, { size }) => sum + (size ?? 0), 0),
    downloaded: downloaded.length,
    skipped: having("skipped").length,
    failed: having("failed").length,
    ...(run.signal.aborted ? { stoppedBy: run.signal.reason as AppError } : {}),
  };
}
