/** Sends export files to a bucket, or one file to a stream. Length and digests are checked; the structure is not. */
import type { TransferEvent, TransferSummary } from "../../transfer/events.ts";
import type { Manifest } from "../../transfer/manifest.ts";
import type { StreamOptions } from "../../transfer/options.ts";
import { planTransfers, type TransferPlan } from "../../transfer/plan.ts";
import { runUploads } from "../../transfer/run-uploads.ts";
import { shardOf } from "../../transfer/shard.ts";
import { transferError } from "../../transfer/transfer-summary.ts";
import type { AppContext } from "../context.ts";
import { withBucket, type BucketContext } from "../transfers/bucket.ts";
import { streamOneFile, type WriteChunk } from "../transfers/stream-one-file.ts";
import { ratesOf, transferSettings } from "../transfers/transfer-settings.ts";
import { freshLinks, type Delivered, type Delivery } from "./bring-files.ts";
import { ExportLinks, sourcesOf } from "./export-links.ts";
import { joinSummaries, withoutLinks } from "./fetch-report.ts";
import { refreshOf } from "./outdated-files.ts";

type Streams = Pick<
  AppContext,
  "service" | "settings" | "clock" | "machine" | "signal" | "events" | "nameOf"
>;

/** Throws USAGE unless the plan has exactly one file. */
export async function exportToStream(
  context: Streams,
  delivery: Delivery,
  write: WriteChunk,
): Promise<Delivered> {
  const { plan, missing, options } = await prepare(context, delivery);
  if (missing.failed > 0) throw transferError(missing);
  const narrow = { do: "chooseFile", of: "exports" } as const;
  return { summary: await streamOneFile(context, plan, write, options, narrow), before: new Map() };
}

export async function exportsToBucket(
  context: Streams & BucketContext,
  delivery: Delivery,
  url: string,
): Promise<Delivered> {
  const { plan, missing, options } = await prepare(context, delivery);
  let before: Manifest = new Map();
  const progress = await context.events.transfer(plan);
  try {
    const followed = {
      ...options,
      onEvent: (event: TransferEvent) => progress.report(event),
      onManifest: (entries: Manifest) => void (before = entries),
    };
    const summary = await withBucket(context, url, (s3) => runUploads(plan, { ...followed, ...s3 }));
    return { summary: joinSummaries([summary, missing]), before };
  } finally {
    progress.stop();
  }
}

interface Prepared {
  plan: TransferPlan;
  /** Files without a usable link. */
  missing: TransferSummary;
  options: StreamOptions;
}

async function prepare(context: Streams, delivery: Delivery): Promise<Prepared> {
  const { type, files, layout, shard, issuedMs, asOfMs, policy } = delivery;
  const exportLinks = new ExportLinks(() => context.clock.now());
  const links = exportLinks.take(type, files, issuedMs);
  const complete = planTransfers(sourcesOf(type, files), { layout });
  const plan = shard === undefined ? complete : shardOf(complete, shard);
  const missing = withoutLinks(context, plan);
  const shared = await transferSettings(context);
  const options: StreamOptions = {
    ...shared,
    links,
    send: exportLinks.noting(shared.send),
    isExpired: (href) => exportLinks.isExpired(href),
    renew: () => freshLinks(context, type, plan, exportLinks),
    isOutdated: ({ item, asset }, sinceMs) => !(sinceMs >= refreshOf(item, asset, asOfMs)),
    policy,
    ...ratesOf(delivery),
  };
  return { plan, missing, options };
}
