import { AppError } from "../errors.ts";
import { AdaptiveConcurrency } from "./pacing/adaptive-concurrency.ts";
import { isDiskWide } from "../disk/disk-error.ts";
import type { TransferResult, TransferSummary } from "./events.ts";
import { withDefaults, type TransferOptions } from "./options.ts";
import type { PlannedFile, TransferPlan } from "./plan.ts";
import { requireSpace } from "./run/space-guard.ts";
import { prepareRun, type Run } from "./run/run.ts";
import { summarise } from "./transfer-summary.ts";
import { asFailure } from "./transfer-summary.ts";
import { findThere, transferFile } from "./fetch/transfer-file.ts";

/**
 * Executes a plan. One file that fails never stops the others: its error is in the summary (`transferError` turns the
 * summary into the error of the command). A fault of the whole disk ends the run (`stoppedBy`); parts are kept.
 * Rejects with the signal's reason when it aborts, after every part and sidecar is saved, and with
 * DISK_WRITE_FAILED when the output directory cannot be made or holds too little room for the sizes that are known.
 */
export async function runTransfers(plan: TransferPlan, options: TransferOptions): Promise<TransferSummary> {
  const settings = withDefaults(options);
  settings.signal?.throwIfAborted();
  const run = await prepareRun(settings, plan.files);
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
  const concurrency = new AdaptiveConcurrency(settings.clock, settings.concurrency, settings.maxConnections);
  // Small files are published while the next ones are fetched.
  const left = new Set<Promise<void>>();
  const work = async (wanted: readonly PlannedFile[], mayWait: boolean): Promise<void> => {
    await concurrency.each(wanted, (file) => settleFile(run, concurrency, file, mayWait, results, left));
    await Promise.all(left);
  };
  await work(files, false);
  // What another process was busy with.
  await work(
    files.filter((file) => !results.has(file)),
    true,
  );
  settings.signal?.throwIfAborted();
  return summarise(
    files.map((file) => results.get(file) as TransferResult),
    run.signal,
  );
}

/** Records the result of a file, now or when the promise settles that it adds to `left`. */
async function settleFile(
  run: Run,
  concurrency: AdaptiveConcurrency,
  file: PlannedFile,
  mayWait: boolean,
  results: Map<PlannedFile, TransferResult>,
  left: Set<Promise<void>>,
): Promise<void> {
  const settle = (result: TransferResult | "busy"): void => {
    if (result === "busy") return;
    results.set(file, result);
    if (result.status === "downloaded") concurrency.noteDone(result.size ?? 0);
  };
  try {
    run.signal.throwIfAborted();
    const result = await transferFile(run, file, mayWait);
    if (result !== "busy" && "later" in result) {
      const settled = result.later
        .then(settle)
        .catch((error: unknown) => settleFailure(run, file, error, settle))
        .then(() => void left.delete(settled));
      left.add(settled);
    } else settle(result);
  } catch (error) {
    await settleFailure(run, file, error, settle);
  } finally {
    run.threads.noteSize(undefined);
  }
}

async function settleFailure(
  run: Run,
  file: PlannedFile,
  error: unknown,
  settle: (result: TransferResult) => void,
): Promise<void> {
  const ref = { path: file.path, item: file.item, asset: file.asset };
  // An abort by the caller is no failure of the file.
  const isOver = run.settings.signal?.aborted === true;
  // Another file has met a fault of the disk: this one has not failed itself.
  const isHeld = run.signal.aborted && error === run.signal.reason && !isOver;
  const there = isHeld ? await findThere(run, file) : undefined;
  if (there !== undefined) return settle(there);
  const failure = isHeld ? notTried(error) : asFailure(error);
  settle({ ...ref, status: "failed", how: [], error: failure });
  if (isOver) return;
  run.emit({ type: "failed", file: ref, error: failure });
  if (isDiskWide(error)) run.stop(error);
}

function notTried(reason: unknown): AppError {
  const { kind, code, message, hint, data } = asFailure(reason);
  return new AppError(kind, code, `not fetched, for the run was stopped: ${message}`, {
    hint,
    data,
    cause: reason,
  });
}
