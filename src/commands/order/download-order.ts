/** An order to files on disk: links, plan, engine, report. */
import type { StacItem } from "../../contract/read-items.ts";
import { durationText } from "../../render/duration.ts";
import { sizeText } from "../../render/size.ts";
import { parseTimestamp } from "../../time/timestamp.ts";
import type { ExistingPolicy } from "../../transfer/options.ts";
import { planTransfers } from "../../transfer/plan.ts";
import { shardOf } from "../../transfer/shard.ts";
import type { Layout } from "../../transfer/source-path.ts";
import { transferError } from "../../transfer/transfer-error.ts";
import { linksOf } from "../../transfer/transfer-source.ts";
import type { Context } from "../../cli/context.ts";
import type { WaitOptions } from "../../cli/wait-flags.ts";
import { namingFilters, type DownloadOptions } from "./download-flags.ts";
import { downloadReport, type DownloadReport } from "./download-report.ts";
import { inProgress, lookAtOrder, sourcesOf } from "./order-sources.ts";
import { transferFiles } from "./transfer-files.ts";
import { waitForOrder } from "./wait-for-order.ts";

export async function downloadOrder(
  context: Context,
  orderId: string,
  options: DownloadOptions & WaitOptions,
): Promise<DownloadReport> {
  const { notes } = context;
  const sources = sourcesOf(await readyItems(context, orderId, options));
  await warnOfExpiry(context, orderId);
  const whole = namingFilters(() =>
    planTransfers(sources, { ...filtersOf(options), layout: layoutOf(options) }),
  );
  const plan = options.shard === undefined ? whole : shardOf(whole, options.shard);
  for (const { item, asset } of plan.notFetchable)
    notes.warn(`${item}: the asset ${asset} has no link that can be fetched`);
  const outDir = options.outDir ?? ".";
  notes.note(
    `Downloading ${plan.files.length === 1 ? "1 file" : `${plan.files.length} files`}${plan.knownBytes > 0 ? ` (${sizeText(plan.knownBytes)})` : ""} to ${outDir}`,
  );
  const summary = await transferFiles(context, {
    orderId,
    plan,
    links: linksOf(sources),
    dir: outDir,
    policy: policyOf(options),
    resume: options.resume !== false,
    ...(options.checksum && { checksum: options.checksum }),
    ...(options.limitRate && { bytesPerSecond: options.limitRate }),
  });
  const failure = transferError(summary);
  if (failure !== undefined) context.failAfter(failure);
  return downloadReport(orderId, outDir, summary);
}

/** Less than this is little for a large order over a thin line. */
const NEAR_MS = 24 * 3_600_000;

/** Says when an order that was placed from here ends soon: what is not fetched by then has to be bought again. */
async function warnOfExpiry({ service, world, notes }: Context, orderId: string): Promise<void> {
  const expires = (await (await service.journal()).get(orderId))?.record.details?.expirationDate;
  const time = expires === undefined ? undefined : parseTimestamp(expires);
  if (time?.ok !== true) return;
  const leftMs = time.ms - world.clock.now();
  if (leftMs > 0 && leftMs < NEAR_MS)
    notes.warn(`order ${orderId} expires at ${time.iso}, in ${durationText(leftMs / 1000)}`);
}

export const filtersOf = ({ asset, excludeAsset, role, item, productType }: DownloadOptions) => ({
  ...(asset && { assets: asset }),
  ...(excludeAsset && { excludeAssets: excludeAsset }),
  ...(role && { roles: role }),
  ...(item && { items: item }),
  ...(productType && { productTypes: productType }),
});

async function readyItems(
  context: Context,
  orderId: string,
  options: DownloadOptions & WaitOptions,
): Promise<StacItem[]> {
  if (options.wait === true) return waitForOrder(context, orderId, options);
  const found = await lookAtOrder(context, orderId);
  if (!found.ready) throw inProgress(orderId, found);
  return found.items;
}

function layoutOf({ flat, path }: DownloadOptions): Layout {
  return path ?? (flat === true ? "flat" : "item");
}

function policyOf({ overwrite, skipExisting }: DownloadOptions): ExistingPolicy {
  return overwrite === true ? "overwrite" : skipExisting === true ? "skip-existing" : "resume";
}
