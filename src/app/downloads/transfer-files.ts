/** Runs the plan of an order's files with the settings of the run; the order renews its links. */
import { resolve } from "node:path";
import { isS3Url } from "../../domain/orders/download-options.ts";
import { countText } from "../../counted.ts";
import { runTransfers } from "../../transfer/engine.ts";
import type { TransferEvent, TransferSummary } from "../../transfer/events.ts";
import type { StreamOptions, TransferOptions } from "../../transfer/options.ts";
import type { TransferPlan } from "../../transfer/plan.ts";
import { linksOf } from "../../transfer/transfer-source.ts";
import type { AppContext } from "../context.ts";
import type { BucketContext } from "../transfers/bucket.ts";
import { transferSettings } from "../transfers/transfer-settings.ts";
import type { HandledFile } from "./exec-hook.ts";
import { isLink, sourcesOf } from "./order-links.ts";
import { readyItems } from "./order-readiness.ts";

type Transfers = Pick<AppContext, "service" | "settings" | "clock" | "machine" | "signal" | "events">;

export interface OrderTransfer extends Pick<
  TransferOptions,
  "links" | "policy" | "resume" | "checksum" | "bytesPerSecond" | "minBytesPerSecond" | "maxConnections"
> {
  orderId: string;
  plan: TransferPlan;
  /** The folder, or the URL of the bucket, as given. */
  dir: string;
  /** Called for each new file after its publication. */
  onFinished?: (file: HandledFile) => void;
}

/** Returns the options of every transfer of an order, for any destination. */
export async function orderTransferSettings(
  context: Transfers,
  orderId: string,
): Promise<Omit<StreamOptions, "links">> {
  return {
    ...(await transferSettings(context)),
    renew: async () => {
      const sources = sourcesOf(await readyItems(context, orderId, context.signal));
      return linksOf(sources.filter(({ href }) => isLink(href)));
    },
    order: orderId,
  };
}

export async function transferFiles(
  context: Transfers & BucketContext & Pick<AppContext, "folder">,
  { orderId, plan, dir, onFinished, ...given }: OrderTransfer,
): Promise<TransferSummary> {
  const { machine, settings, signal, events } = context;
  const shared = await orderTransferSettings(context, orderId);
  const progress = await events.transfer(plan);
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
    const options = { ...shared, ...given, onEvent };
    if (isS3Url(dir)) return await uploadTo(context, dir, plan, options);
    return await runTransfers(plan, {
      ...options,
      dir: resolve(context.folder, dir),
      self: machine,
    });
  } catch (error) {
    if (signal.aborted && settings.progress.value !== "json")
      events.note(
        `Stopped: ${here} of ${countText(plan.files.length, "file")} ${here === 1 ? "is" : "are"} here; the same command continues from there`,
      );
    throw error;
  } finally {
    progress.stop();
  }
}

/** Runs the same plan for a bucket; its code is loaded on demand. */
async function uploadTo(
  context: BucketContext,
  url: string,
  plan: TransferPlan,
  options: StreamOptions,
): Promise<TransferSummary> {
  const [{ withBucket }, { runUploads }] = await Promise.all([
    import("../transfers/bucket.ts"),
    import("../../transfer/run-uploads.ts"),
  ]);
  return withBucket(context, url, (s3) => runUploads(plan, { ...options, ...s3 }));
}
