/** Lists the products that were downloaded, and where they are, from manifests and the spend journal. Sends nothing. */
import { join } from "node:path";
import { readFootprint } from "../../contract/item-footprint.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { findCollectId, findShortSceneId } from "../../domain/catalog/scene.ts";
import { exists } from "../../disk/existing.ts";
import { isS3Url } from "../../domain/orders/download-options.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { MANIFEST_NAME, type ManifestEntry } from "../../transfer/manifest.ts";
import { compareSize } from "../../transfer/verify-folder.ts";
import type { AppContext } from "../context.ts";
import { readDeliveries, type LoggedDelivery } from "../downloads/delivery-log.ts";
import {
  findFoldersBelow,
  openDownloads,
  warnOfSkippedParts,
  type DownloadedFolder,
} from "../downloads/downloaded-folder.ts";
import { toItemKey, keepFilesOfOrders, readItemRecords } from "../downloads/item-records.ts";
import { readOrderFacts, type OrderFacts } from "./order-facts.ts";
import { SHOW_MORE } from "../incomplete-list.ts";

/**
 * The state `here` means that every file has the recorded size; `bucket`, that the upload was recorded, and the bucket is not
 * looked at. The last two are rows of a folder.
 */
export type DeliveryState = "here" | "changed" | "missing" | "bucket" | "no folder" | "no manifest";

/** A product in a folder or bucket; or a recorded folder whose products are not known. */
export interface Delivery extends OrderFacts {
  item?: string;
  collection?: string;
  scene?: string;
  product?: string;
  /** Time of the scene. */
  datetime?: string;
  place?: string;
  state: DeliveryState;
  folder: string;
  files: number;
  bytes: number;
  /** When the last of its files was verified. */
  verifiedAt?: string;
  order?: string;
}

export interface DeliveryRow {
  delivery: Delivery;
  /** The id of the collect, for a map. */
  collect?: string | undefined;
  geometry?: Geometry | undefined;
}

/** Returns the products of these folders, or of all recorded folders and buckets, the latest first. Errors: INPUT_NOT_READABLE. */
export async function listDeliveries(
  context: AppContext,
  folders: readonly string[],
  limit = Infinity,
): Promise<DeliveryRow[]> {
  const found =
    folders.length > 0
      ? await listInFolders(context, folders)
      : await listInLog(context, await readDeliveries(context));
  const facts = await readOrderFacts(context, new Set(found.flatMap(({ delivery }) => delivery.order ?? [])));
  const rows = found.map((row) => ({
    ...row,
    delivery: { ...row.delivery, ...facts(row.delivery.order) },
  }));
  const verified = ({ delivery }: DeliveryRow): string => delivery.verifiedAt ?? "";
  rows.sort((a, b) => (verified(a) < verified(b) ? 1 : verified(a) > verified(b) ? -1 : 0));
  if (rows.length > limit) context.events.note(`showing ${limit} of ${rows.length}`, SHOW_MORE);
  return rows.slice(0, limit);
}

async function listInFolders(context: AppContext, folders: readonly string[]): Promise<DeliveryRow[]> {
  const rows: DeliveryRow[] = [];
  for (const folder of folders) {
    const opened = await openDownloads(context, folder);
    const rest = { ...opened, below: await findFoldersBelow(opened.root) };
    warnOfSkippedParts(context, folder, rest, "not listed");
    rows.push(...(await readRows(context, folder, opened)));
  }
  return rows;
}

/** A folder that is gone, or has no manifest any more, is one row. */
async function listInLog(context: AppContext, logged: readonly LoggedDelivery[]): Promise<DeliveryRow[]> {
  const rows: DeliveryRow[] = [];
  for (const [folder, all] of Map.groupBy(logged, (one) => one.folder)) {
    context.signal.throwIfAborted();
    if (isS3Url(folder)) rows.push(...all.map((one) => ({ delivery: toRecorded(one) })));
    else if (await exists(join(folder, MANIFEST_NAME))) {
      const opened = await openDownloads(context, folder);
      warnOfSkippedParts(context, folder, opened, "not listed");
      rows.push(...(await readRows(context, folder, opened)));
    } else rows.push({ delivery: toGone(folder, all, (await exists(folder)) ? "no manifest" : "no folder") });
  }
  return rows;
}

const sumFiles = (all: readonly LoggedDelivery[]): { files: number; bytes: number } => {
  const files = all.flatMap((one) => one.files);
  return { files: files.length, bytes: files.reduce((sum, [, size]) => sum + size, 0) };
};

const toRecorded = (one: LoggedDelivery): Delivery => ({
  item: one.item,
  ...(one.collection !== undefined && { collection: one.collection }),
  state: "bucket",
  folder: one.folder,
  ...sumFiles([one]),
  verifiedAt: one.time,
  order: one.order,
});

const toGone = (folder: string, all: readonly LoggedDelivery[], state: DeliveryState): Delivery => ({
  state,
  folder,
  ...sumFiles(all),
});

async function readRows(
  context: AppContext,
  folder: string,
  { root, entries }: DownloadedFolder,
): Promise<DeliveryRow[]> {
  const records = await readItemRecords(root);
  const { placeText } = await import("../../places/describe-geometry.ts");
  const rows: DeliveryRow[] = [];
  for (const [key, own] of Map.groupBy(keepFilesOfOrders(entries), toItemKey)) {
    context.signal.throwIfAborted();
    const record = records.get(key);
    const geometry = record && readFootprint(record);
    const place = placeText(geometry);
    rows.push({
      delivery: {
        ...describeItem(own[0]!, record),
        ...(place !== undefined && { place }),
        state: await compareFiles(context, root, own),
        folder,
        files: own.length,
        bytes: own.reduce((sum, { size }) => sum + size, 0),
        ...findLatest(own),
      },
      geometry,
      collect: record && findCollectId(record),
    });
  }
  return rows;
}

function describeItem(
  { item, collection, order }: ManifestEntry,
  record: StacItem | undefined,
): Omit<Delivery, "state" | "folder" | "files" | "bytes"> {
  const [product, datetime] = ["sar:product_type", "datetime"].map((name) => record?.properties?.[name]);
  const scene = record && findShortSceneId(record);
  return {
    item,
    ...(typeof collection === "string" && { collection }),
    ...(scene !== undefined && { scene }),
    ...(typeof product === "string" && { product }),
    ...(typeof datetime === "string" && { datetime }),
    ...(order !== undefined && { order }),
  };
}

/** A manifest may be edited: a value of another type is ignored. */
function findLatest(entries: readonly ManifestEntry[]): { verifiedAt?: string } {
  const times = entries.map(({ time }) => time as unknown).filter((time) => typeof time === "string");
  const latest = times.toSorted().at(-1);
  return latest === undefined ? {} : { verifiedAt: latest };
}

async function compareFiles(
  { signal }: AppContext,
  root: string,
  entries: readonly ManifestEntry[],
): Promise<DeliveryState> {
  const found = await Promise.all(entries.map((entry) => compareSize(root, entry, signal)));
  const states = new Set(found.map(({ status }) => status));
  if (states.has("missing")) return "missing";
  return states.size === 1 && states.has("ok") ? "here" : "changed";
}
