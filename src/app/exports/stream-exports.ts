/** Export files that are not kept here: into a bucket, or the one that is chosen to stdout. */
import { withS3 } from "../downloads/s3-destination.ts";
import { transferConduct } from "../downloads/transfer-conduct.ts";
import type { Context } from "../../cli/context.ts";
import { openProgress } from "../../cli/output/transfer-progress.ts";
import { inspectStreamedExport } from "../../footprints/streamed-export.ts";
import type { TransferEvent } from "../../transfer/events.ts";
import type { Manifest } from "../../transfer/manifest.ts";
import type { StreamOptions } from "../../transfer/options.ts";
import { planTransfers, type TransferPlan } from "../../transfer/plan.ts";
import { runUploads } from "../../transfer/run-uploads.ts";
import { shardOf } from "../../transfer/shard.ts";
import { transferError } from "../../transfer/transfer-summary.ts";
import { streamToStdout } from "../downloads/stream-one-file.ts";
import { AgingLinks, notingVersions, sourcesOf } from "./aging-links.ts";
import { renewed, type Delivered, type Delivery } from "./bring-files.ts";
import { joinSummaries, withoutLinks } from "./fetch-report.ts";
import { refreshOf } from "./stale-files.ts";

/** Throws USAGE when `--stdout` has another number of files than one. */
export async function streamExports(
  context: Context,
  delivery: Delivery,
  destination: { url: string } | "stdout",
): Promise<Delivered> {
  const { type, files, layout, shard, issuedMs } = delivery;
  const aging = new AgingLinks(() => context.world.clock.now());
  const links = aging.take(type, files, issuedMs);
  const whole = planTransfers(sourcesOf(type, files), { layout });
  const plan = shard === undefined ? whole : shardOf(whole, shard);
  const missing = withoutLinks(context, plan);
  if (destination === "stdout" && missing.failed > 0) throw transferError(missing);
  const options = { ...(await conduct(context, delivery, plan, aging)), links };
  let before: Manifest = new Map();
  if (destination === "stdout") {
    const filters = "--file-name, --match or --weeks 1 with a --format (swath export list shows the names)";
    return { summary: await streamToStdout(context, plan, options, filters), before };
  }
  const progress = await openProgress(context, plan);
  try {
    const onManifest = (entries: Manifest): void => void (before = entries);
    const told = { ...options, onEvent: (event: TransferEvent) => progress.report(event), onManifest };
    const summary = await withS3(context, destination.url, (s3) => runUploads(plan, { ...told, ...s3 }));
    return { summary: joinSummaries([summary, missing]), before };
  } finally {
    progress.stop();
  }
}

async function conduct(
  context: Context,
  { type, policy, asOfMs, bytesPerSecond }: Delivery,
  plan: TransferPlan,
  aging: AgingLinks,
): Promise<Omit<StreamOptions, "links">> {
  const shared = await transferConduct(context);
  return {
    ...shared,
    send: notingVersions(shared.send, aging),
    isExpired: (href) => aging.isExpired(href),
    renew: () => renewed(context, type, plan, aging),
    inspectStream: ({ asset }) => inspectStreamedExport(asset),
    isOutdated: ({ item, asset }, sinceMs) => !(sinceMs >= refreshOf(item, asset, asOfMs)),
    policy,
    ...(bytesPerSecond !== undefined && { bytesPerSecond }),
  };
}
