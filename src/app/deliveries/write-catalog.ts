/**
 * Writes a static STAC catalog of a download folder, beside the files: `catalog.json`, an item per product in `stac/`, all items in
 * `items.json` and `items.parquet`. All hrefs are relative, so the folder can be moved. Sends nothing.
 */
import { createHash } from "node:crypto";
import { access, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject, objectOf } from "../../contract/json-object.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { countText, listText } from "../../counted.ts";
import { diskError, errnoOf, onDisk } from "../../disk/disk-error.ts";
import { placeFile } from "../../disk/safe-parent.ts";
import { AppError } from "../../errors.ts";
import type { Feature } from "../../geo/geojson.ts";
import { CATALOG_FILES, isOwnFile, type ManifestEntry } from "../../transfer/manifest.ts";
import { compareSize } from "../../transfer/verify-folder.ts";
import type { AppContext } from "../context.ts";
import { foldersBelow, openDownloads } from "../downloads/downloaded-folder.ts";
import { byItem, readItemRecords } from "../downloads/item-records.ts";
import {
  deliveredItem,
  hasTime,
  isProjected,
  type DeliveredFile,
  type DeliveredItem,
} from "./delivered-item.ts";
import { readGeoTiffHeader } from "./geotiff-header.ts";
import { ordersOf } from "./order-facts.ts";

export interface CatalogReport {
  /** The folder as given. */
  directory: string;
  /** Path of `catalog.json`. */
  catalog: string;
  items: number;
  /** Files with data of these items. */
  assets: number;
  /** Files of the catalog that were written and removed; none when nothing changed. */
  written: number;
  removed: number;
}

type CatalogContext = Pick<
  AppContext,
  "service" | "directories" | "dialect" | "profileName" | "folder" | "events" | "signal" | "machine"
>;

/** The mark of our catalog. */
const CATALOG_ID = "swath-deliveries";
/** Maximum number of names in a warning. */
const NAMED = 5;

/** Errors: INPUT_NOT_READABLE, FILE_EXISTS for a catalog of others, DISK_WRITE_FAILED. */
export async function writeCatalog(context: CatalogContext, directory: string): Promise<CatalogReport> {
  const { root, entries, unreadableLines } = await openDownloads(context, directory);
  requireFreeNames(entries);
  const before = await catalogBefore(root, directory);
  const below = await foldersBelow(root);
  if (below.length > 0)
    context.events.warn(
      `folders in ${directory} have a manifest of their own and are not in the catalog: ${listText(below, NAMED)}`,
    );
  if (unreadableLines > 0)
    context.events.warn(
      `${countText(unreadableLines, "line")} of the manifest of ${directory} cannot be read: what they named is not in the catalog`,
    );
  const items = await itemsOf(context, root, entries);
  const writer = new Writer(context, root);
  for (const { name, item } of items)
    await writer.write(`${CATALOG_FILES.folder}/${name}`, textOf(placed(item, "../")));
  const all = items.map(({ item }) => placed(item, "./"));
  const isChanged = await writer.write(CATALOG_FILES.items, textOf(collectionOf(all)));
  if (isChanged || !(await exists(join(root, CATALOG_FILES.table)))) await writer.writeTable(all);
  const names = items.map(({ name }) => `./${CATALOG_FILES.folder}/${name}`);
  // Written last: until then the earlier catalog lists files that exist.
  await writer.write(CATALOG_FILES.catalog, textOf(catalogOf(names)));
  const gone = before.filter((name) => !names.includes(name));
  for (const name of gone) await rm(join(root, name), { force: true });
  return {
    directory,
    catalog: join(root, CATALOG_FILES.catalog),
    items: items.length,
    assets: items.reduce((sum, { item }) => sum + Object.keys(item.assets).length, 0),
    written: writer.written,
    removed: gone.length,
  };
}

const textOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const exists = async (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** A flat download by an earlier version may have used these names. */
function requireFreeNames(entries: readonly ManifestEntry[]): void {
  const taken = entries.find(({ name }) => isOwnFile(name));
  if (taken === undefined) return;
  const { name, item, asset } = taken;
  throw new AppError("local", "FILE_EXISTS", `${name} is a file of ${item} (${asset})`, {
    next: "Download the order into another folder",
  });
}

/** Returns the items of the catalog that is here, as relative paths; none without one. */
async function catalogBefore(root: string, directory: string): Promise<string[]> {
  const text = await textIn(join(root, CATALOG_FILES.catalog));
  const found = text === undefined ? undefined : parsed(text);
  const isOurs = isJsonObject(found) && found["id"] === CATALOG_ID;
  if (text === undefined) {
    const other = [CATALOG_FILES.items, CATALOG_FILES.table].map((name) => ({
      name,
      path: join(root, name),
    }));
    for (const { name, path } of other) if (await exists(path)) throw notOurs(name, directory);
    return [];
  }
  if (!isOurs) throw notOurs(CATALOG_FILES.catalog, directory);
  const links = Array.isArray(found["links"]) ? found["links"] : [];
  return links
    .map((link) => String(objectOf(link)["href"]))
    .filter((href) => href.startsWith("./stac/") && isOwnFile(href.slice(2)));
}

const notOurs = (name: string, directory: string): AppError =>
  new AppError("local", "FILE_EXISTS", `${directory} has a ${name} that swath did not make`, {
    next: "Move it to another folder",
  });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns undefined for a missing file. Throws DISK_WRITE_FAILED for an unreadable one. */
async function textIn(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT") return undefined;
    throw errno === undefined ? error : diskError(errno, path, error, "read");
  }
}

/** Returns the products with a record and a file, sorted by id. */
async function itemsOf(
  context: CatalogContext,
  root: string,
  entries: readonly ManifestEntry[],
): Promise<{ name: string; item: DeliveredItem }[]> {
  const records = await readItemRecords(root);
  const products = [...byItem(entries.filter(({ order }) => typeof order === "string"))];
  const orders = new Set(products.flatMap(([, own]) => own.map(({ order }) => order!)));
  const facts = await ordersOf(context, orders);
  const found: { key: string; item: DeliveredItem }[] = [];
  const without: string[] = [];
  const changed: string[] = [];
  for (const [key, own] of products) {
    context.signal.throwIfAborted();
    const record = records.get(key);
    if (record === undefined || !hasTime(record)) {
      without.push(own[0]!.item);
      continue;
    }
    const files = await filesHere(context, root, own, record, changed);
    const order = files.at(-1)?.entry.order;
    if (files.length > 0) found.push({ key, item: deliveredItem(record, files, facts(order).orderDate) });
  }
  if (changed.length > 0)
    context.events.warn(`changed since the download, and not in the catalog: ${listText(changed, NAMED)}`);
  if (without.length > 0)
    context.events.warn(
      `no record of the catalog was kept for ${listText(without, NAMED)}, which is not in the catalog: the download of its order, run again, keeps one`,
    );
  const names = fileNames(found);
  return found.map(({ key, item }) => ({ name: names.get(key)!, item }));
}

async function filesHere(
  { signal }: CatalogContext,
  root: string,
  entries: readonly ManifestEntry[],
  record: StacItem,
  changed: string[],
): Promise<DeliveredFile[]> {
  const files: DeliveredFile[] = [];
  for (const entry of entries) {
    const { status } = await compareSize(root, entry, signal);
    if (status === "ok") {
      const isUnplaced = /\.tiff?$/i.test(entry.name) && !isProjected(record, entry.asset);
      files.push({ entry, header: isUnplaced ? await readGeoTiffHeader(join(root, entry.name)) : undefined });
    } else if (status !== "missing") changed.push(entry.name);
  }
  return files;
}

const SAFE_NAME = /^\w[\w.-]{0,150}$/;

/** Returns the names of the items' files by key: ids, and digests for ids that are no safe or no unique names. */
function fileNames(items: readonly { key: string; item: DeliveredItem }[]): Map<string, string> {
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
const hrefOf = (base: string, path: string): string =>
  base + path.replaceAll(/[\s%#?\\"<>^`{|}]/g, (character) => encodeURIComponent(character));

const JSON_TYPE = "application/json";

/** Returns the item with links, for a file from which `base` leads to the folder. */
function placed(item: DeliveredItem, base: string): DeliveredItem {
  return {
    ...item,
    assets: Object.fromEntries(
      Object.entries(item.assets).map(([key, asset]) => [
        key,
        { ...asset, href: hrefOf(base, String(asset["href"])) },
      ]),
    ),
    links: [
      ...["root", "parent"].map((rel) => ({ rel, href: `${base}${CATALOG_FILES.catalog}`, type: JSON_TYPE })),
      ...item.links,
    ],
  };
}

const collectionOf = (items: readonly DeliveredItem[]): object => ({
  type: "FeatureCollection",
  features: items,
  links: [{ rel: "root", href: `./${CATALOG_FILES.catalog}`, type: JSON_TYPE }],
});

const catalogOf = (items: readonly string[]): object => ({
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

/** Writes the files that differ from what is there. */
class Writer {
  written = 0;

  constructor(
    private readonly context: CatalogContext,
    private readonly root: string,
  ) {}

  /** Returns false if the file had this text. */
  async write(name: string, text: string): Promise<boolean> {
    if ((await textIn(join(this.root, name))) === text) return false;
    await this.replace(name, text);
    return true;
  }

  async writeTable(items: readonly DeliveredItem[]): Promise<void> {
    const { writeGeoParquet } = await import("../../render/stac-geoparquet.ts");
    const chunks: Uint8Array[] = [];
    async function* pages(): AsyncGenerator<readonly Feature[]> {
      yield items as unknown as Feature[];
    }
    await writeGeoParquet(pages(), async (bytes) => void chunks.push(Buffer.from(bytes)));
    await this.replace(CATALOG_FILES.table, Buffer.concat(chunks));
  }

  /** A reader sees the old or the new file. */
  private async replace(name: string, contents: string | Uint8Array): Promise<void> {
    this.context.signal.throwIfAborted();
    // A planted symbolic link is never followed out of the folder.
    const path = await placeFile(this.root, name);
    const draft = `${path}.${this.context.machine.uuid()}.tmp`;
    await onDisk(path, async () => {
      try {
        await writeFile(draft, contents);
        await rename(draft, path);
      } finally {
        await rm(draft, { force: true });
      }
    });
    this.written += 1;
  }
}
