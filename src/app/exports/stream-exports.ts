/** Sends export files to a bucket, or one file to a stream. Length and digests are checked; the structure is not. */
import type { TransferEvent } from "../../transfer/events.ts";
import type { Manifest } from "../../transfer/manifest.ts";
import { runUploads } from "../../transfer/run-uploads.ts";
import { transferError } from "../../transfer/transfer-summary.ts";
import type { AppContext } from "../context.ts";
import { withBucket, type BucketContext } from "../transfers/bucket.ts";
import { streamOneFile, type WriteChunk } from "../transfers/stream-one-file.ts";
import { openDelivery, type Delivered, type Delivery } from "./bring-files.ts";
import { joinSummaries } from "./fetch-report.ts";
import { refreshOf } from "./outdated-files.ts";

type Streams = Pick<AppContext, "service" | "settings" | "clock" | "machine" | "signal" | "events">;

/** Throws USAGE unless the plan has exactly one file. */
export async function exportToStream(
  context: Streams,
  delivery: Delivery,
  write: WriteChunk,
): Promise<Delivered> {
  const { plan, links, missing, options } = await openDelivery(context, delivery);
  if (missing.failed > 0) throw transferError(missing);
  const narrow = { do: "chooseFile", of: "exports" } as const;
  const summary = await streamOneFile(context, plan, write, { ...options, links }, narrow);
  return { summary, before: new Map() };
}

export async function exportsToBucket(
  context: Streams & BucketContext,
  delivery: Delivery,
  url: string,
): Promise<Delivered> {
  const { plan, links, missing, options } = await openDelivery(context, delivery);
  const { policy, asOfMs } = delivery;
  let before: Manifest = new Map();
  const progress = await context.events.transfer(plan);
  try {
    const summary = await withBucket(context, url, (bucket) =>
      runUploads(plan, {
        ...options,
        ...bucket,
        links,
        policy,
        isOutdated: ({ item, asset }, sinceMs) => !(sinceMs >= refreshOf(item, asset, asOfMs)),
        onEvent: (event: TransferEvent) => progress.report(event),
        onManifest: (entries: Manifest) => void (before = entries),
      }),
    );
    return { summary: joinSummaries([summary, missing]), before };
  } finally {
    progress.stop();
  }
}
