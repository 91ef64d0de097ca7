/** A bucket with downloads, in which a catalog is written. Files are compared by the store's list; their bytes are not read. */
import type { AppContext } from "../context.ts";
import { sortByName, ITEM_RECORDS_NAME, MANIFEST_NAME, parseManifest } from "../../transfer/manifest.ts";
import { toEmptyManifest, toNoManifest, warnOfSkippedParts } from "../downloads/downloaded-folder.ts";
import { parseItemRecords } from "../downloads/item-records.ts";
import { withBucketFiles } from "../transfers/bucket.ts";
import type { CatalogPlace } from "./catalog-place.ts";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  json: "application/json",
  parquet: "application/vnd.apache.parquet",
};

/** Errors: INPUT_NOT_READABLE, DESTINATION_REFUSED. */
export function withBucketPlace<T>(
  context: AppContext,
  url: string,
  work: (place: CatalogPlace) => Promise<T>,
): Promise<T> {
  return withBucketFiles(context, url, async (files) => {
    const sizes = await files.list();
    const below = [...sizes.keys()]
      .filter((name) => name.endsWith(`/${MANIFEST_NAME}`))
      .map((name) => name.slice(0, -MANIFEST_NAME.length - 1));
    if (!sizes.has(MANIFEST_NAME)) throw toNoManifest(url, below);
    const { entries, unreadableLines } = parseManifest(await files.read(MANIFEST_NAME));
    if (entries.size === 0) throw toEmptyManifest(url);
    warnOfSkippedParts(context, url, { below, unreadableLines }, "not in the catalog");
    return work({
      given: url,
      entries: sortByName(entries),
      records: parseItemRecords(await files.read(ITEM_RECORDS_NAME)),
      toPath: (name) => `${url.replace(/\/+$/, "")}/${name}`,
      has: async (name) => sizes.has(name),
      read: async (name) => (sizes.has(name) ? files.read(name) : undefined),
      put: (name, contents) =>
        files.put(name, contents, CONTENT_TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? ""),
      remove: (name) => files.remove(name),
      judgeFile: async ({ name, size }) =>
        sizes.has(name) ? (sizes.get(name) === size ? "ok" : "changed") : "missing",
      readHeader: async () => undefined,
    });
  });
}
