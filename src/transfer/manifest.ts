import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { appendLines } from "../disk/append-lines.ts";
import { makeDiskError, readErrno } from "../disk/disk-error.ts";
import type { Clock } from "../time/clock.ts";
import type { FileRef } from "./events.ts";

/** The manifest is at the top of the output folder; no file or folder of the run may have one of these names. */
export const MANIFEST_NAME = "swath-manifest.ndjson";
/** Next to the manifest: the files for which a program of `--exec` has succeeded. */
export const EXEC_RECORD_NAME = ".swath-exec.ndjson";
/** Next to the manifest: the page that shows the folder. */
export const GALLERY_NAME = "swath-gallery.html";

/** Next to the manifest: the catalog's records of the downloaded items. */
export const ITEM_RECORDS_NAME = ".swath-items.ndjson";

/** The files of a STAC catalog of the folder, and the folder of its items. */
export const CATALOG_FILES = {
  catalog: "catalog.json",
  items: "items.json",
  table: "items.parquet",
  folder: "stac",
} as const;

/** The program's own names at the top of a download folder. */
export const OWN_NAMES: readonly string[] = [
  MANIFEST_NAME,
  EXEC_RECORD_NAME,
  GALLERY_NAME,
  ITEM_RECORDS_NAME,
  ...Object.values(CATALOG_FILES),
];

const CATALOG_ITEM = /^stac\/[\w.-]+\.json$/;

/** Returns true for a file that is not a download, by its path in the folder. */
export const isOwnFile = (path: string): boolean => OWN_NAMES.includes(path) || CATALOG_ITEM.test(path);

/** One line of `swath-manifest.ndjson`: a file that was complete when it was published, and its proof. */
export interface ManifestEntry {
  /** Relative to the folder of the manifest, `/` between components. */
  name: string;
  size: number;
  /** Absent when it was not computed (`--checksum size` or `none`). */
  sha256?: string;
  item: string;
  asset: string;
  collection?: string;
  order?: string;
  /** The name in the link, if the file has another name in the folder. */
  sourceName?: string;
  /** The checks that passed. `content-length` alone shows that all announced bytes arrived; `file:checksum sha256` verifies them. */
  verified: readonly string[];
  /** ETag of an object in a bucket. */
  etag?: string;
  /** RFC 3339, UTC. */
  time: string;
}

/** The data of a complete file. */
export type FileEntry = Omit<ManifestEntry, "time" | "order">;

/** Returns the manifest data of a file with its proof. */
export const makeFileEntry = (
  {
    path: name,
    item,
    asset,
    collection,
    sourceName,
  }: { path: string; item: string; asset: string; collection?: string; sourceName?: string },
  { size, sha256, etag }: { size: number; sha256?: string; etag?: string },
  verified: readonly string[],
): FileEntry => ({
  name,
  size,
  sha256,
  item,
  asset,
  collection,
  sourceName: typeof sourceName === "string" ? sourceName : undefined,
  verified,
  etag,
});

/** Returns the line of a file that is complete now. */
export const makeManifestLine = (
  entry: FileEntry,
  { clock, order }: { clock: Clock; order?: string },
): ManifestEntry => ({
  ...entry,
  order,
  time: new Date(clock.now()).toISOString(),
});

/** Writes the lines of files, durably. */
export type RecordFiles = (entries: readonly FileEntry[]) => Promise<void>;

export type Manifest = ReadonlyMap<string, ManifestEntry>;

/** Returns the line of this asset under this name. */
export function findRecord(manifest: Manifest, { path, item, asset }: FileRef): ManifestEntry | undefined {
  const entry = manifest.get(path);
  return entry?.item === item && entry.asset === asset ? entry : undefined;
}

/**
 * Returns entries by name; the last line of a name counts. An unreadable line, such as one torn by a crash, is skipped. Its
 * file then counts as unverified, which costs a download but never gives a wrong file.
 */
export async function readManifest(dir: string): Promise<Manifest> {
  return (await inspectManifest(dir))?.entries ?? new Map();
}

/** Returns the entries like `readManifest`, and the number of skipped lines; undefined without a manifest. */
export async function inspectManifest(
  dir: string,
): Promise<{ entries: Manifest; unreadableLines: number } | undefined> {
  const path = join(dir, MANIFEST_NAME);
  let text = "";
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const errno = readErrno(error);
    if (errno === "ENOENT") return undefined;
    throw errno === undefined ? error : makeDiskError(errno, path, error, "read");
  }
  return parseManifest(text);
}

export function parseManifest(text: string): { entries: Manifest; unreadableLines: number } {
  const entries = new Map<string, ManifestEntry>();
  const unreadable: string[] = [];
  for (const line of text.split("\n")) {
    const entry = line === "" ? undefined : parseLine(line);
    if (entry !== undefined) entries.set(entry.name, entry);
    else if (line !== "") unreadable.push(line);
  }
  // A file with a torn line may have a later, readable line.
  const unexplained = unreadable.filter((line) => !entries.has(nameIn(line) ?? ""));
  return { entries, unreadableLines: unexplained.length };
}

/** Returns the name at the start of a line, even if the rest is torn. */
function nameIn(line: string): string | undefined {
  const [, text] = /^\{"name":("(?:[^"\\]|\\.)*")/u.exec(line) ?? [];
  try {
    return text === undefined ? undefined : (JSON.parse(text) as string);
  } catch {
    return undefined;
  }
}

/** Returns the entries by name: the manifest has the order of the downloads, which differs between runs. */
export const sortByName = (manifest: Manifest): ManifestEntry[] =>
  [...manifest.values()].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Appends one line per entry, durably, in a single write. */
export async function appendManifest(dir: string, entries: readonly ManifestEntry[]): Promise<void> {
  await appendLines(
    join(dir, MANIFEST_NAME),
    entries.map((entry) => JSON.stringify(entry)),
  );
}

function parseLine(line: string): ManifestEntry | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const entry = JSON.parse(line) as Partial<ManifestEntry>;
    const isWhole =
      typeof entry.name === "string" &&
      Number.isSafeInteger(entry.size) &&
      (entry.size as number) >= 0 &&
      (entry.sha256 === undefined || /^[0-9a-f]{64}$/u.test(entry.sha256)) &&
      typeof entry.item === "string" &&
      typeof entry.asset === "string";
    return isWhole ? (entry as ManifestEntry) : undefined;
  } catch {
    return undefined;
  }
}
