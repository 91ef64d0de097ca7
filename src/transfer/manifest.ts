import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { appendLines } from "../disk/append-lines.ts";
import { diskError, errnoOf } from "../disk/disk-error.ts";

/** The manifest lives at the top of the output directory; no file or folder of the run may take a name of ours. */
export const MANIFEST_NAME = "swath-manifest.ndjson";
/** Beside it: for which files a program of `--exec` has ended well. */
export const EXEC_RECORD_NAME = ".swath-exec.ndjson";
/** Beside it: the page of what is in the directory. */
export const GALLERY_NAME = "swath-gallery.html";

/** One line of `swath-manifest.ndjson`: a file that was complete when it got its name, and what proved that. */
export interface ManifestEntry {
  /** Relative to the manifest's directory, `/` between components. */
  name: string;
  size: number;
  /** Absent when it was not computed (`--checksum size` or `none`). */
  sha256?: string;
  item: string;
  asset: string;
  collection?: string;
  order?: string;
  /** What agreed: `content-length` alone says that all came that was announced, `file:checksum sha256` verifies it. */
  verified: readonly string[];
  /** Of an object in a bucket: the name that the store gave these bytes. */
  etag?: string;
  /** RFC 3339, UTC. */
  time: string;
}

/** What is known of a file when it is complete. */
export type FileEntry = Omit<ManifestEntry, "time" | "order">;

/** Writes the lines of files, durably, by `makeDurable` when it is given. */
export type RecordFiles = (
  entries: readonly FileEntry[],
  makeDurable?: (fd: number, path: string) => Promise<void>,
) => Promise<void>;

export type Manifest = ReadonlyMap<string, ManifestEntry>;

/**
 * Entries by name, the last line of a name wins. A line that cannot be read (torn by a crash) is passed over: its file
 * then counts as unproven, which costs a download but never a wrong file.
 */
export async function readManifest(dir: string): Promise<Manifest> {
  return (await inspectManifest(dir))?.entries ?? new Map();
}

/** As `readManifest`, with the number of lines that were passed over; undefined when there is no manifest. */
export async function inspectManifest(
  dir: string,
): Promise<{ entries: Manifest; unreadableLines: number } | undefined> {
  const path = join(dir, MANIFEST_NAME);
  let text = "";
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT") return undefined;
    throw errno === undefined ? error : diskError(errno, path, error, "read");
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
  // What a torn line named may have been recorded again since.
  const unexplained = unreadable.filter((line) => !entries.has(nameIn(line) ?? ""));
  return { entries, unreadableLines: unexplained.length };
}

/** The name with which a line begins, whatever became of its rest. */
function nameIn(line: string): string | undefined {
  const [, text] = /^\{"name":("(?:[^"\\]|\\.)*")/u.exec(line) ?? [];
  try {
    return text === undefined ? undefined : (JSON.parse(text) as string);
  } catch {
    return undefined;
  }
}

/** Adds a line for each, durably, in a single write. */
export async function appendManifest(
  dir: string,
  entries: readonly ManifestEntry[],
  makeDurable?: (fd: number, path: string) => Promise<void>,
): Promise<void> {
  await appendLines(
    join(dir, MANIFEST_NAME),
    entries.map((entry) => JSON.stringify(entry)),
    makeDurable,
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
