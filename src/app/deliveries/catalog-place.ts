/** The folder of downloads in which a catalog is written. */
import { access, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { countText, listText } from "../../counted.ts";
import { diskError, errnoOf, onDisk } from "../../disk/disk-error.ts";
import { placeFile } from "../../disk/safe-parent.ts";
import type { ManifestEntry } from "../../transfer/manifest.ts";
import { compareSize } from "../../transfer/verify-folder.ts";
import type { AppContext } from "../context.ts";
import { foldersBelow, openDownloads } from "../downloads/downloaded-folder.ts";
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
  pathOf(name: string): string;
  has(name: string): Promise<boolean>;
  /** Returns undefined without the file. */
  read(name: string): Promise<string | undefined>;
  /** Replaces a file: a reader sees the old or the new one. */
  put(name: string, contents: string | Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  /** Compares the size with the manifest. */
  stateOf(entry: ManifestEntry): Promise<"ok" | "missing" | "changed">;
  /** Returns undefined if the file has no readable header. */
  headerOf(entry: ManifestEntry): Promise<GeoTiffHeader | undefined>;
}

type PlaceContext = Pick<AppContext, "folder" | "events" | "signal" | "machine">;

/** Maximum number of names in a warning. */
const NAMED = 5;

/** Warns of parts that will not be in the catalog. Errors: INPUT_NOT_READABLE. */
export async function openFolderPlace(context: PlaceContext, given: string): Promise<CatalogPlace> {
  const { signal, machine } = context;
  const { root, entries, unreadableLines } = await openDownloads(context, given);
  warnOfOthers(context, given, { below: await foldersBelow(root), unreadableLines });
  const pathOf = (name: string): string => join(root, name);
  return {
    given,
    entries,
    records: await readItemRecords(root),
    pathOf,
    has: (name) =>
      access(pathOf(name)).then(
        () => true,
        () => false,
      ),
    read: (name) => textIn(pathOf(name)),
    async put(name, contents) {
      // A planted symbolic link is never followed out of the folder.
      const path = await placeFile(root, name);
      const draft = `${path}.${machine.uuid()}.tmp`;
      await onDisk(path, async () => {
        try {
          await writeFile(draft, contents);
          await rename(draft, path);
        } finally {
          await rm(draft, { force: true });
        }
      });
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async stateOf(entry) {
      const { status } = await compareSize(root, entry, signal);
      return status === "unreadable" ? "changed" : status;
    },
    headerOf: ({ name }) => readGeoTiffHeader(pathOf(name)),
  };
}

export function warnOfOthers(
  { events }: Pick<AppContext, "events">,
  given: string,
  { below, unreadableLines }: { below: readonly string[]; unreadableLines: number },
): void {
  if (below.length > 0)
    events.warn(
      `folders in ${given} have a manifest of their own and are not in the catalog: ${listText(below, NAMED)}`,
    );
  if (unreadableLines > 0)
    events.warn(
      `${countText(unreadableLines, "line")} of the manifest of ${given} cannot be read: what they named is not in the catalog`,
    );
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
