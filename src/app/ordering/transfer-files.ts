/** Runs a plan of an order's files with the settings of the run: progress told, links renewed through the order. */
import { resolve } from "node:path";
import { runTransfers } from "../../transfer/engine.ts";
import type { TransferEvent, TransferSummary } from "../../transfer/events.ts";
import type { StreamOptions, TransferOptions } from "../../transfer/options.ts";
import type { TransferPlan } from "../../transfer/plan.ts";
import { isS3Url } from "../../domain/orders/download-options.ts";
import { linksOf } from "../../transfer/transfer-source.ts";
import { transferConduct } from "../downloads/transfer-conduct.ts";
import type { Context } from "../../cli/context.ts";
import { openProgress } from "../../cli/output/transfer-progress.ts";
import type { HandledFile } from "../downloads/exec-record.ts";
import { inProgress, lookAtOrder } from "./order-readiness.ts";
import { sourcesOf } from "./order-sources.ts";
import { countText } from "../../render/quantity-text.ts";

export interface OrderTransfer extends Pick<
  TransferOptions,
  "links" | "policy" | "resume" | "checksum" | "bytesPerSecond" | "maxConnections"
> {
  orderId: string;
  plan: TransferPlan;
  /** Output directory as it was named. */
  dir: string;
  /** Told of each file that has just got its final name. */
  onFinished?: (file: HandledFile) => void;
}

/** How every transfer of an order behaves, wherever its bytes go. */
export async function orderConduct(context: Context, orderId: string): Promise<Omit<StreamOptions, "links">> {
  return {
    ...(await transferConduct(context)),
    renew: async () => {
      const found = await lookAtOrder(context, orderId, context.signal);
      if (!found.ready) throw inProgress(context, orderId, found);
      return linksOf(sourcesOf(found.items));
    },
    order: orderId,
  };
}

export async function transferFiles(
  context: Context,
  { orderId, plan, dir, onFinished, ...conduct }: OrderTransfer,
): Promise<TransferSummary> {
  const { world, settings, signal, notes } = context;
  const shared = await orderConduct(context, orderId);
  const progress = await openProgress(context, plan);
  let here = 0;
  const onEvent = (event: TransferEvent): void => {
    progress.report(event);
    if (event.type === "finished" || event.type === "skipped") here += 1;
    if (event.type === "finished") {
      const { file, size, sha256 } = event;
      onFinished?.({ path: file.path, size, ...(sha256 !== undefined && { sha256 }) });
    }
  };
  try {
    const options = { ...shared, ...conduct, onEvent };
    if (isS3Url(dir)) return await uploadTo(context, dir, plan, options);
    return await runTransfers(plan, {
      ...options,
      dir: resolve(world.cwd, dir),
      self: { pid: world.pid, isAlive: (pid) => world.isAlive(pid) },
    });
  } catch (error) {
    if (signal.aborted && settings.progress.value !== "json")
      notes.note(
        `Stopped: ${here} of ${countText(plan.files.length, "file")} ${here === 1 ? "is" : "are"} here; the same command goes on from there`,
      );
    throw error;
  } finally {
    progress.stop();
  }
}

/** The same plan into a bucket; what only that needs is loaded only then. */
async function uploadTo(
  context: Context,
  url: string,
  plan: TransferPlan,
  options: StreamOptions,
): Promise<TransferSummary> {
  const [{ withS3 }, { runUploads }] = await Promise.all([
    import("../downloads/s3-destination.ts"),
    import("../../transfer/run-uploads.ts"),
  ]);
  return withS3(context, url, (s3) => runUploads(plan, { ...options, ...s3 }));
}
