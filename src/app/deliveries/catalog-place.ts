/** The folder of downloads in which a catalog is written. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onDisk } from "../../disk/disk-error.ts";
import { exists, readExisting } from "../../disk/existing.ts";
import { removeFile, renameFile } from "../../disk/held-file.ts";
import { placeFile } from "../../disk/safe-parent.ts";
import type { ManifestEntry } from "../../transfer/manifest.ts";
import { compareSize } from "../../transfer/verify-folder.ts";
import type { AppContext } from "../context.ts";
import { findFoldersBelow, openDownloads, warnOfSkippedParts } from "../downloads/downloaded-folder.ts";
import { readItemRecords, type ItemRecords } from "../downloads/item-records.ts";
import { readGeoTiffHeader, type GeoTiffHeader } from "./geotiff-header.ts";

/** A folder or bucket with downloads. Names are relative to it, with `/` between components. */
export interface CatalogPlace {
  /** As given. */
  readonly given: string;
  /** The files of the manifest; at least one. */
  readonly entries: readonly ManifestEntry[];
  readonly records: ItemRecords;
  /** Returns the full path or URL. */
  toPath(name: string): string;
  has(name: string): Promise<boolean>;
  /** Returns undefined without the file. */
  read(name: string): Promise<string | undefined>;
  /** Replaces a file: a reader sees the old or the new one. */
  put(name: string, contents: string | Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  /** Compares the size with the manifest. */
  judgeFile(entry: ManifestEntry): Promise<"ok" | "missing" | "changed">;
  /** Returns undefined if the file has no readable header. */
  readHeader(entry: ManifestEntry): Promise<GeoTiffHeader | undefined>;
}

/** Warns of parts that will not be in the catalog. Errors: INPUT_NOT_READABLE. */
export async function openFolderPlace(context: AppContext, given: string): Promise<CatalogPlace> {
  const { signal, machine } = context;
  const { root, entries, unreadableLines } = await openDownloads(context, given);
  const rest = { below: await findFoldersBelow(root), unreadableLines };
  warnOfSkippedParts(context, given, rest, "not in the catalog");
  const toPath = (name: string): string => join(root, name);
  return {
    given,
    entries,
    records: await readItemRecords(root),
    toPath,
    has: (name) => exists(toPath(name)),
    read: (name) => readExisting(toPath(name)),
    async put(name, contents) {
      // A planted symbolic link is never followed out of the folder.
      const path = await placeFile(root, name);
      const draft = `${path}.${machine.uuid()}.tmp`;
      await onDisk(path, async () => {
        try {
          await writeFile(draft, contents);
          await renameFile(draft, path);
        } finally {
          await removeFile(draft);
        }
      });
    },
    remove: (name) => removeFile(toPath(name)),
    async judgeFile(entry) {
      const { status } = await compareSize(root, entry, signal);
      return status === "unreadable" ? "changed" : status;
    },
    readHeader: ({ name }) => readGeoTiffHeader(toPath(name)),
  };
}
