/** Runs a plan into a folder or a bucket, and shows its progress. */
import type { AppContext } from "../context.ts";
import { isS3Url } from "../../domain/orders/download-options.ts";
import { runTransfers } from "../../transfer/engine.ts";
import type { TransferEvent, TransferSummary } from "../../transfer/events.ts";
import type { TransferOptions } from "../../transfer/options.ts";
import type { TransferPlan } from "../../transfer/plan.ts";
import type { UploadOptions } from "../../transfer/run-uploads.ts";

/** `to` is the absolute path of a folder, or the URL of a bucket, whose code is loaded on demand. */
export async function runPlan(
  context: AppContext,
  plan: TransferPlan,
  to: string,
  {
    title,
    ...options
  }: Omit<TransferOptions, "dir" | "self"> &
    Pick<UploadOptions, "onManifest"> & { title?: string | undefined },
): Promise<TransferSummary> {
  const progress = await context.events.transfer(plan, title);
  const onEvent = (event: TransferEvent): void => {
    progress.report(event);
    options.onEvent?.(event);
  };
  try {
    if (!isS3Url(to))
      return await runTransfers(plan, { ...options, onEvent, dir: to, self: context.machine });
    const [{ withBucket }, { runUploads }] = await Promise.all([
      import("./bucket.ts"),
      import("../../transfer/run-uploads.ts"),
    ]);
    return await withBucket(context, to, (bucket) => runUploads(plan, { ...options, ...bucket, onEvent }));
  } finally {
    progress.stop();
  }
}
