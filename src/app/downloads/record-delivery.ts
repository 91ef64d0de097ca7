/** Records what a download has brought, beside the files and on this machine. */
import { realpath } from "node:fs/promises";
import { partition } from "../../partition.ts";
import { resolve } from "node:path";
import type { StacItem } from "../../contract/read-items.ts";
import { isS3Url } from "../../domain/orders/download-options.ts";
import { AppError } from "../../errors.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { ITEM_RECORDS_NAME } from "../../transfer/manifest.ts";
import type { TransferSummary } from "../../transfer/events.ts";
import type { TransferSource } from "../../transfer/transfer-source.ts";
import { findWebPages } from "../../transfer/web-pages.ts";
import type { AppContext } from "../context.ts";
import { logDeliveries, type LoggedDelivery } from "./delivery-log.ts";
import { toItemKey, keepItemRecords, toNewRecordLines, parseItemRecords } from "./item-records.ts";
import type { Prepared } from "./plan-download.ts";

interface Downloaded extends Omit<Prepared, "order"> {
  orderId: string;
  /** The folder, or the URL of the bucket, as given. */
  outDir: string;
  summary: TransferSummary;
}

/** Records a download. The files are in place, so a record that cannot be written does not fail their download. */
export async function recordDelivery(context: AppContext, downloaded: Downloaded): Promise<void> {
  try {
    const { outDir } = downloaded;
    const folder = isS3Url(outDir) ? outDir : await findRealFolder(resolve(context.folder, outDir));
    const { baseUrl } = await context.service.connection();
    const at = {
      order: downloaded.orderId,
      origin: new URL(baseUrl).origin,
      profile: context.profileName,
      folder,
    };
    const deliveries = toDeliveries(downloaded, at, formatTimestamp(context.clock.now()));
    if (deliveries.length === 0) return;
    await logDeliveries(context, deliveries);
    const here = new Set(deliveries.map(toItemKey));
    const items = downloaded.items.filter(({ id, collection }) =>
      here.has(toItemKey({ collection, item: id ?? "" })),
    );
    await (isS3Url(outDir) ? keepInBucket(context, outDir, items) : keepItemRecords(folder, items));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    context.events.detail(`this download is not recorded: ${error.message}`);
  }
}

/** Returns one name of a folder: a system that ignores case has many, and so has a folder with links. */
const findRealFolder = (path: string): Promise<string> => realpath(path).catch(() => path);

async function keepInBucket(context: AppContext, url: string, items: readonly StacItem[]): Promise<void> {
  const { withBucketFiles } = await import("../transfers/bucket.ts");
  await withBucketFiles(context, url, async (files) => {
    const lines = toNewRecordLines(parseItemRecords(await files.read(ITEM_RECORDS_NAME)), items);
    if (lines.length > 0) await files.append(ITEM_RECORDS_NAME, lines);
  });
}

/** Returns a delivery for each item with a file in place. */
function toDeliveries(
  { sources, plan, summary }: Downloaded,
  at: Pick<LoggedDelivery, "order" | "origin" | "profile" | "folder">,
  time: string,
): LoggedDelivery[] {
  const sizes = new Map(summary.files.map(({ path, size }) => [path, size]));
  const planned = Map.groupBy(plan.files, toItemKey);
  const offered = Map.groupBy(sources, toItemKey);
  return [...planned].flatMap(([key, all]) => {
    const here = all.filter(({ path }) => sizes.get(path) !== undefined);
    const [first] = here;
    if (first === undefined) return [];
    const { item, collection } = first;
    const data = new Set(chooseData(offered.get(key) ?? []).map(({ assetKey }) => assetKey));
    const [own, others] = partition(here, ({ asset }) => data.has(asset));
    return {
      item,
      ...(collection !== undefined && { collection }),
      ...at,
      ...(own.length === data.size && { data: data.size }),
      files: [...own, ...others].map(({ path }) => [path, sizes.get(path) ?? 0] as const),
      time,
    };
  });
}

/** Returns the files that are the product; all except web pages where no role tells. */
function chooseData(sources: readonly TransferSource[]): readonly TransferSource[] {
  const pages = findWebPages(sources);
  const files = sources.filter((source) => !pages.has(source));
  const data = files.filter(({ roles = [] }) => roles.includes("data"));
  return data.length > 0 ? data : files;
}
