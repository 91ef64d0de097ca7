/**
 * Writes a static STAC catalog of a folder or bucket of downloads, beside the files: `catalog.json`, an item per product in `stac/`, all items in
 * `items.json` and `items.parquet`. All hrefs are relative, so the folder can be moved. Nothing is sent to the service.
 */
import { createHash } from "node:crypto";
import { tryParseJson, toJsonObject } from "../../contract/json-object.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { listText } from "../../counted.ts";
import { isS3Url } from "../../domain/orders/download-options.ts";
import { AppError } from "../../errors.ts";
import type { Feature } from "../../geo/geojson.ts";
import { CATALOG_FILES, isOwnFile, type ManifestEntry } from "../../transfer/manifest.ts";
import type { AppContext } from "../context.ts";
import { toItemKey, keepFilesOfOrders } from "../downloads/item-records.ts";
import { openFolderPlace, type CatalogPlace } from "./catalog-place.ts";
import {
  toDeliveredItem,
  hasTime,
  isProjected,
  type DeliveredFile,
  type DeliveredItem,
} from "./delivered-item.ts";
import { readOrderFacts } from "./order-facts.ts";

export interface CatalogReport {
  /** The folder or bucket as given. */
  directory: string;
  /** Path or URL of `catalog.json`. */
  catalog: string;
  items: number;
  /** Files with data of these items. */
  assets: number;
  /** Files of the catalog that were written and removed; none when nothing changed. */
  written: number;
  removed: number;
}

/** The mark of our catalog. */
const CATALOG_ID = "swath-deliveries";
/** Maximum number of names in a warning. */
const MAX_NAMED = 5;

/** Errors: INPUT_NOT_READABLE, FILE_EXISTS for a catalog of others, DISK_WRITE_FAILED; of a bucket DESTINATION_REFUSED. */
export async function writeCatalog(context: AppContext, directory: string): Promise<CatalogReport> {
  if (!isS3Url(directory)) return writeIn(context, await openFolderPlace(context, directory));
  const { withBucketPlace } = await import("./bucket-place.ts");
  return withBucketPlace(context, directory, (place) => writeIn(context, place));
}

async function writeIn(context: AppContext, place: CatalogPlace): Promise<CatalogReport> {
  const before = await readEarlierItems(place);
  const items = await buildItems(context, place);
  let written = 0;
  const put = async (name: string, contents: string | Uint8Array): Promise<void> => {
    context.signal.throwIfAborted();
    await place.put(name, contents);
    written += 1;
  };
  /** Returns false if the file had this text. */
  const write = async (name: string, text: string): Promise<boolean> => {
    if ((await place.read(name)) === text) return false;
    await put(name, text);
    return true;
  };
  for (const { name, item } of items)
    await write(`${CATALOG_FILES.folder}/${name}`, formatJson(toPlacedItem(item, "../")));
  const all = items.map(({ item }) => toPlacedItem(item, "./"));
  const isChanged = await write(CATALOG_FILES.items, formatJson(toFeatureCollection(all)));
  if (isChanged || !(await place.has(CATALOG_FILES.table)))
    await put(CATALOG_FILES.table, await writeTable(all));
  const names = items.map(({ name }) => `./${CATALOG_FILES.folder}/${name}`);
  // Written last: until then the earlier catalog lists files that exist.
  await write(CATALOG_FILES.catalog, formatJson(toCatalog(names)));
  const gone = before.filter((name) => !names.includes(name));
  for (const name of gone) await place.remove(name.slice("./".length));
  return {
    directory: place.given,
    catalog: place.toPath(CATALOG_FILES.catalog),
    items: items.length,
    assets: items.reduce((sum, { item }) => sum + Object.keys(item.assets).length, 0),
    written,
    removed: gone.length,
  };
}

const formatJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Returns the items of the catalog that is here, as relative paths; none without one. */
async function readEarlierItems(place: CatalogPlace): Promise<string[]> {
  const text = await place.read(CATALOG_FILES.catalog);
  if (text === undefined) {
    for (const name of [CATALOG_FILES.items, CATALOG_FILES.table])
      if (await place.has(name)) throw toNotOurs(name, place.given);
    return [];
  }
  const { id, links } = toJsonObject(tryParseJson(text));
  if (id !== CATALOG_ID) throw toNotOurs(CATALOG_FILES.catalog, place.given);
  return (Array.isArray(links) ? links : [])
    .map((link) => String(toJsonObject(link)["href"]))
    .filter((href) => href.startsWith("./stac/") && isOwnFile(href.slice(2)));
}

const toNotOurs = (name: string, directory: string): AppError =>
  new AppError("local", "FILE_EXISTS", `${directory} has a ${name} that swath did not make`, {
    next: "Move it to another folder",
  });

/** Returns the products with a record and a file, sorted by id. */
async function buildItems(
  context: AppContext,
  place: CatalogPlace,
): Promise<{ name: string; item: DeliveredItem }[]> {
  const { entries, records } = place;
  const ordered = keepFilesOfOrders(entries);
  const facts = await readOrderFacts(context, new Set(ordered.map(({ order }) => order)));
  const found: { key: string; item: DeliveredItem }[] = [];
  const without: string[] = [];
  const changed: string[] = [];
  for (const [key, own] of Map.groupBy(ordered, toItemKey)) {
    context.signal.throwIfAborted();
    const record = records.get(key);
    if (record === undefined || !hasTime(record)) {
      without.push(own[0]!.item);
      continue;
    }
    const files = await findFiles(place, own, record, changed);
    const order = files.at(-1)?.entry.order;
    if (files.length > 0) found.push({ key, item: toDeliveredItem(record, files, facts(order).orderDate) });
  }
  if (changed.length > 0)
    context.events.warn(
      `changed since the download, and not in the catalog: ${listText(changed, MAX_NAMED)}`,
    );
  if (without.length > 0)
    context.events.warn(
      `no record of the catalog was kept for ${listText(without, MAX_NAMED)}, which is not in the catalog: the download of its order, run again, keeps one`,
    );
  const names = nameItemFiles(found);
  return found.map(({ key, item }) => ({ name: names.get(key)!, item }));
}

async function findFiles(
  place: CatalogPlace,
  entries: readonly ManifestEntry[],
  record: StacItem,
  changed: string[],
): Promise<DeliveredFile[]> {
  const files: DeliveredFile[] = [];
  for (const entry of entries) {
    const state = await place.judgeFile(entry);
    if (state === "ok") {
      const isUnplaced = /\.tiff?$/i.test(entry.name) && !isProjected(record, entry.asset);
      files.push({ entry, header: isUnplaced ? await place.readHeader(entry) : undefined });
    } else if (state === "changed") changed.push(entry.name);
  }
  return files;
}

const SAFE_NAME = /^\w[\w.-]{0,150}$/;

/** Returns the names of the items' files by key: ids, and digests for ids that are no safe or no unique names. */
function nameItemFiles(items: readonly { key: string; item: DeliveredItem }[]): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { item } of items) {
    const folded = String(item.id).toLowerCase();
    counts.set(folded, (counts.get(folded) ?? 0) + 1);
  }
  const isFree = (id: string): boolean => SAFE_NAME.test(id) && counts.get(id.toLowerCase()) === 1;
  const digest = (key: string): string => createHash("sha256").update(key).digest("hex").slice(0, 16);
  return new Map(
    items.map(({ key, item }) => {
      const id = String(item.id);
      return [key, `${isFree(id) ? id : `item-${digest(key)}`}.json`];
    }),
  );
}

/** Returns the path as a relative URL reference. */
const toHref = (base: string, path: string): string =>
  base + path.replaceAll(/[\s%#?\\"<>^`{|}]/g, (character) => encodeURIComponent(character));

const JSON_TYPE = "application/json";

/** Returns the item with links, for a file from which `base` leads to the folder. */
function toPlacedItem(item: DeliveredItem, base: string): DeliveredItem {
  return {
    ...item,
    assets: Object.fromEntries(
      Object.entries(item.assets).map(([key, asset]) => [
        key,
        { ...asset, href: toHref(base, String(asset["href"])) },
      ]),
    ),
    links: [
      ...["root", "parent"].map((rel) => ({ rel, href: `${base}${CATALOG_FILES.catalog}`, type: JSON_TYPE })),
      ...item.links,
    ],
  };
}

const toFeatureCollection = (items: readonly DeliveredItem[]): object => ({
  type: "FeatureCollection",
  features: items,
  links: [{ rel: "root", href: `./${CATALOG_FILES.catalog}`, type: JSON_TYPE }],
});

const toCatalog = (items: readonly string[]): object => ({
  type: "Catalog",
  stac_version: "1.0.0",
  id: CATALOG_ID,
  title: "Deliveries",
  description: "The downloaded products of this folder, with their files.",
  links: [
    { rel: "root", href: `./${CATALOG_FILES.catalog}`, type: JSON_TYPE },
    ...items.map((href) => ({ rel: "item", href, type: "application/geo+json" })),
  ],
});

/** Returns the items as STAC GeoParquet. */
async function writeTable(items: readonly DeliveredItem[]): Promise<Uint8Array> {
  const { writeGeoParquet } = await import("../../render/stac-geoparquet.ts");
  const chunks: Uint8Array[] = [];
  async function* pages(): AsyncGenerator<readonly Feature[]> {
    yield items as unknown as Feature[];
  }
  await writeGeoParquet(pages(), async (bytes) => void chunks.push(Buffer.from(bytes)));
  return Buffer.concat(chunks);
}
