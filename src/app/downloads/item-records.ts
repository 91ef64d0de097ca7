/** Keeps the catalog's records of downloaded items beside their files, without links: for a catalog of the folder. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject, objectOf } from "../../contract/json-object.ts";
import { originalItem, type StacItem } from "../../contract/read-items.ts";
import { appendLines } from "../../disk/append-lines.ts";
import { diskError, errnoOf } from "../../disk/disk-error.ts";
import { withoutSignatures } from "../../ledger/intent-details.ts";
import { ITEM_RECORDS_NAME } from "../../transfer/manifest.ts";

/** Records by `itemKey`. */
export type ItemRecords = ReadonlyMap<string, StacItem>;

/** Returns the identity of an item: several collections may use one id. */
export const itemKey = ({ collection, item }: { collection?: unknown; item: string }): string =>
  JSON.stringify([typeof collection === "string" ? collection : null, item]);

/** Returns the files of each item, by its key. */
export function byItem<File extends { collection?: unknown; item: string }>(
  files: readonly File[],
): Map<string, File[]> {
  const items = new Map<string, File[]>();
  for (const file of files) {
    const key = itemKey(file);
    const own = items.get(key);
    if (own === undefined) items.set(key, [file]);
    else own.push(file);
  }
  return items;
}

/** Appends the records that the folder does not have yet. */
export async function keepItemRecords(dir: string, items: readonly StacItem[]): Promise<void> {
  const lines = newRecordLines(await readItemRecords(dir), items);
  if (lines.length > 0) await appendLines(join(dir, ITEM_RECORDS_NAME), lines);
}

/** Returns lines with the records that are not known yet. A record without properties says nothing and is not kept. */
export function newRecordLines(known: ItemRecords, items: readonly StacItem[]): string[] {
  const lines = new Map<string, string>();
  for (const item of items) {
    if (item.id === undefined || Object.keys(item.properties ?? {}).length === 0) continue;
    const key = itemKey({ collection: item.collection, item: item.id });
    const line = JSON.stringify(recordOf(item));
    if (line !== JSON.stringify(known.get(key))) lines.set(key, line);
  }
  return [...lines.values()];
}

/** Returns the records of a folder. */
export async function readItemRecords(dir: string): Promise<ItemRecords> {
  const path = join(dir, ITEM_RECORDS_NAME);
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    const errno = errnoOf(error);
    if (errno === "ENOENT") return "";
    throw errno === undefined ? error : diskError(errno, path, error, "read");
  });
  return recordsIn(text);
}

/** Returns the records of these lines; the last one of an item counts. An unreadable line is skipped. */
export function recordsIn(text: string): ItemRecords {
  const records = new Map<string, StacItem>();
  for (const line of text.split("\n")) {
    const record = recordIn(line);
    if (record?.id !== undefined)
      records.set(itemKey({ collection: record.collection, item: record.id }), record);
  }
  return records;
}

function recordIn(line: string): StacItem | undefined {
  try {
    const record: unknown = JSON.parse(line);
    const isRecord =
      isJsonObject(record) && typeof record["id"] === "string" && isJsonObject(record["properties"]);
    return isRecord ? record : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the item without links: signed ones are secrets, and others expire or lead elsewhere. STAC requires the link to the
 * collection of an item that has one.
 */
function recordOf(item: StacItem): unknown {
  const { links = [], assets = {}, ...members } = originalItem(item);
  const plain = Object.entries(assets).map(([key, { href: _href, alternate: _alternate, ...asset }]) => [
    key,
    asset,
  ]);
  const collection = (Array.isArray(links) ? links : []).filter(
    (link) => objectOf(link)["rel"] === "collection",
  );
  return withoutSignatures({
    ...members,
    id: item.id,
    links: collection,
    assets: Object.fromEntries(plain) as object,
  });
}
