/** From an order to the plan of its download. */
import type { StacItem } from "../../contract/read-items.ts";
import { durationText, countText } from "../../render/quantity-text.ts";
import { parseTimestamp } from "../../time/timestamp.ts";
import { planTransfers, type PlanOptions } from "../../transfer/plan.ts";
import { shardOf } from "../../transfer/shard.ts";
import type { TransferSource } from "../../transfer/transfer-source.ts";
import type { Context } from "../../cli/context.ts";
import type { WaitOptions } from "../../cli/flags/wait-flags.ts";
import { namingFilters, type DownloadOptions } from "../../commands/order/download-flags.ts";
import { inProgress, lookAtOrder } from "./order-readiness.ts";
import { sourcesOf } from "./order-sources.ts";
import { waitForOrder } from "./wait-for-order.ts";

type Options = DownloadOptions & WaitOptions;

/** The files of an order that are wanted, laid out; of them this machine's part. Asks for the links, and writes nothing. */
export async function prepareDownload(context: Context, orderId: string, options: Options) {
  const sources = await sourcesFor(context, orderId, options);
  await warnOfExpiry(context, orderId);
  const whole = namingFilters(() =>
    planTransfers(sources, { ...filtersOf(options), layout: layoutOf(options) }),
  );
  for (const { item, asset } of whole.notFetchable)
    context.notes.warn(`${item}: the asset ${asset} has no link that can be fetched`);
  const { shard } = options;
  if (shard === undefined) return { sources, plan: whole };
  const plan = shardOf(whole, shard);
  if (plan.files.length === 0)
    context.notes.note(
      `--shard ${shard.index}/${shard.count}: none of ${countText(whole.files.length, "file")} is in this part`,
    );
  return { sources, plan };
}

async function sourcesFor(context: Context, orderId: string, options: Options): Promise<TransferSource[]> {
  if (options.links === undefined) return sourcesOf(await readyItems(context, orderId, options));
  const { givenLinks } = await import("../../commands/order/given-links.ts");
  return givenLinks(context, options.links);
}

export const filtersOf = ({ asset, excludeAsset, role, item, productType }: DownloadOptions) => ({
  ...(asset && { assets: asset }),
  ...(excludeAsset && { excludeAssets: excludeAsset }),
  ...(role && { roles: role }),
  ...(item && { items: item }),
  ...(productType && { productTypes: productType }),
});

async function readyItems(context: Context, orderId: string, options: Options): Promise<StacItem[]> {
  if (context.options.dryRun === true)
    context.notes.note(
      `This is the request for the links. --plan sends it, and shows the files; or keep what it brings: swath order links ${orderId} --json > links.json, which --links links.json --dry-run plans without sending anything`,
    );
  if (options.wait === true) return waitForOrder(context, orderId, options);
  const found = await lookAtOrder(context, orderId);
  if (!found.ready) throw inProgress(context, orderId, found);
  return found.items;
}

function layoutOf({ flat, path }: DownloadOptions): PlanOptions["layout"] {
  return path ?? (flat === true ? "flat" : "item");
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
