/** Keeps the catalog's records of downloaded items beside their files, without links: for a catalog of the folder. */
import { join } from "node:path";
import { isJsonObject, tryParseJson, toJsonObject } from "../../contract/json-object.ts";
import { getOriginalItem, type StacItem } from "../../contract/read-items.ts";
import { appendLines } from "../../disk/append-lines.ts";
import { readExisting } from "../../disk/existing.ts";
import { removeSignatures } from "../../money/record.ts";
import { ITEM_RECORDS_NAME, type ManifestEntry } from "../../transfer/manifest.ts";

/** Records by `toItemKey`. */
export type ItemRecords = ReadonlyMap<string, StacItem>;

/** Returns the identity of an item: several collections may use one id. */
export const toItemKey = ({ collection, item }: { collection?: unknown; item: string }): string =>
  JSON.stringify([typeof collection === "string" ? collection : null, item]);

/** Returns the files of orders. Export files are in a manifest as well, and belong to no order. */
export const keepFilesOfOrders = (entries: readonly ManifestEntry[]): (ManifestEntry & { order: string })[] =>
  entries.filter((entry): entry is ManifestEntry & { order: string } => typeof entry.order === "string");

/** Appends the records that the folder does not have yet. */
export async function keepItemRecords(dir: string, items: readonly StacItem[]): Promise<void> {
  const lines = toNewRecordLines(await readItemRecords(dir), items);
  if (lines.length > 0) await appendLines(join(dir, ITEM_RECORDS_NAME), lines);
}

/** Returns lines with the records that are not known yet. A record without properties says nothing and is not kept. */
export function toNewRecordLines(known: ItemRecords, items: readonly StacItem[]): string[] {
  const lines = new Map<string, string>();
  for (const item of items) {
    if (item.id === undefined || Object.keys(item.properties ?? {}).length === 0) continue;
    const key = toItemKey({ collection: item.collection, item: item.id });
    const line = JSON.stringify(toRecord(item));
    if (line !== JSON.stringify(known.get(key))) lines.set(key, line);
  }
  return [...lines.values()];
}

/** Returns the records of a folder. */
export const readItemRecords = async (dir: string): Promise<ItemRecords> =>
  parseItemRecords((await readExisting(join(dir, ITEM_RECORDS_NAME))) ?? "");

/** Returns the records of these lines; the last one of an item counts. An unreadable line is skipped. */
export function parseItemRecords(text: string): ItemRecords {
  const records = new Map<string, StacItem>();
  for (const line of text.split("\n")) {
    const record = toJsonObject(tryParseJson(line));
    const { id, collection, properties } = record;
    if (typeof id === "string" && isJsonObject(properties))
      records.set(toItemKey({ collection, item: id }), record);
  }
  return records;
}

/**
 * Returns the item without links. Signed links are secrets, and others expire or lead elsewhere. STAC requires the link to the
 * collection of an item that has one.
 */
function toRecord(item: StacItem): unknown {
  const { links = [], assets = {}, ...members } = getOriginalItem(item);
  const plain = Object.entries(assets).map(([key, { href: _href, alternate: _alternate, ...asset }]) => [
    key,
    asset,
  ]);
  const collection = (Array.isArray(links) ? links : []).filter(
    (link) => toJsonObject(link)["rel"] === "collection",
  );
  return removeSignatures({
    ...members,
    id: item.id,
    links: collection,
    assets: Object.fromEntries(plain) as object,
  });
}
