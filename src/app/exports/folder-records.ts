/**
 * The records in a folder of exports in addition to its manifest: the refresh of each file, and the files in sync
 * reports. A missing or unreadable record costs a download or a repeated report, never a wrong file.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { toJsonObject, type JsonObject } from "../../contract/json-object.ts";
import { onDisk } from "../../disk/disk-error.ts";
import { replaceAlone } from "../../disk/durable-files.ts";
import type { FetchedFile, KnownFiles } from "./fetch-report.ts";

const STATE_NAME = ".swath-exports.json";
const REPORTED_NAME = ".swath-exports.told.json";
/** Version of both formats. */
const VERSION = 1;

export interface FileState {
  /** The oldest refresh that the file can belong to, in milliseconds since 1970. */
  refreshMs: number;
  /** The service's last strong ETag for the bytes with this digest. */
  etag?: string | undefined;
  sha256?: string | undefined;
}

/** By the path of the file. */
export type ExportState = Map<string, FileState>;

/** Returns a strong ETag that is valid in a header; undefined for any other. */
export const keepStrongEtag = (etag: string | undefined): string | undefined =>
  /^"[\x21\x23-\x7e]*"$/.test(etag ?? "") ? etag : undefined;

export async function readState(dir: string): Promise<ExportState> {
  const state: ExportState = new Map();
  for (const [path, entry] of Object.entries((await readRecord(dir, STATE_NAME)) ?? {})) {
    const { refresh, etag, sha256 } = toJsonObject(entry);
    const refreshMs = typeof refresh === "string" ? Date.parse(refresh) : Number.NaN;
    if (!Number.isFinite(refreshMs)) continue;
    const hasVersion = typeof etag === "string" && typeof sha256 === "string";
    state.set(path, { refreshMs, ...(hasVersion && { etag: keepStrongEtag(etag), sha256 }) });
  }
  return state;
}

/** Writes the state. The folder must be locked. Throws DISK_WRITE_FAILED. */
export const writeState = (dir: string, state: ExportState): Promise<void> =>
  writeRecord(
    dir,
    STATE_NAME,
    [...state]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, { refreshMs, ...version }]) => [
        path,
        { refresh: new Date(refreshMs).toISOString(), ...version },
      ]),
  );

/**
 * Returns the files of the last finished sync's report, with their digests: files of a killed sync are reported by
 * the next one. Undefined before the first finished sync: then every file of the folder is reported.
 */
export async function readReported(dir: string): Promise<KnownFiles | undefined> {
  const files = await readRecord(dir, REPORTED_NAME);
  return (
    files &&
    new Map(
      Object.entries(files).flatMap(([path, sha256]) =>
        typeof sha256 === "string" ? [[path, { sha256 }] as const] : [],
      ),
    )
  );
}

/** Adds the files of a report. The folder must be locked. Throws DISK_WRITE_FAILED. */
export async function writeReported(
  dir: string,
  reported: KnownFiles | undefined,
  files: readonly FetchedFile[],
): Promise<void> {
  const all = new Map([...(reported ?? [])].map(([path, { sha256 }]) => [path, sha256]));
  for (const { path, status, sha256 } of files) if (status !== "failed") all.set(path, sha256);
  await writeRecord(dir, REPORTED_NAME, [...all]);
}

/** Returns the entries by path; undefined for a missing or unreadable record. */
async function readRecord(dir: string, name: string): Promise<JsonObject | undefined> {
  try {
    const { version, files } = toJsonObject(JSON.parse(await readFile(join(dir, name), "utf8")));
    return version === VERSION ? toJsonObject(files) : undefined;
  } catch {
    return undefined;
  }
}

const writeRecord = (dir: string, name: string, files: readonly [string, unknown][]): Promise<void> =>
  onDisk(join(dir, name), () => {
    const text = JSON.stringify({ version: VERSION, files: Object.fromEntries(files) }, undefined, 2);
    return replaceAlone(dir, name, `${text}\n`);
  });
