/** Which refresh each file of a folder is of: what tells the next run what has been made anew since. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceAlone } from "../../disk/durable-files.ts";

export const STATE_NAME = ".swath-exports.json";
const VERSION = 1;

export interface FileState {
  /** Of the refresh that the file is of at least, milliseconds since 1970. */
  refreshMs: number;
  /** Strong, as the service last said it of the bytes with this digest. */
  etag?: string | undefined;
  sha256?: string | undefined;
}

/** By the path of the file. */
export type ExportState = Map<string, FileState>;

/** One that names bytes and not their meaning, fit for a header; undefined for any other. */
export const strongEtag = (etag: string | undefined): string | undefined =>
  /^"[\x21\x23-\x7e]*"$/.test(etag ?? "") ? etag : undefined;

/** A state that is missing or cannot be read costs a download, never a wrong file: it counts as empty. */
export async function readState(dir: string): Promise<ExportState> {
  const state: ExportState = new Map();
  try {
    const { version, files } = JSON.parse(await readFile(join(dir, STATE_NAME), "utf8")) as {
      version?: unknown;
      files?: Record<string, { refresh?: unknown; etag?: unknown; sha256?: unknown }>;
    };
    if (version !== VERSION) return state;
    for (const [path, { refresh, etag, sha256 }] of Object.entries(files ?? {})) {
      const refreshMs = typeof refresh === "string" ? Date.parse(refresh) : Number.NaN;
      if (!Number.isFinite(refreshMs)) continue;
      const hasVersion = typeof etag === "string" && typeof sha256 === "string";
      state.set(path, { refreshMs, ...(hasVersion && { etag: strongEtag(etag), sha256 }) });
    }
  } catch {
    return new Map();
  }
  return state;
}

/** The folder must be held. Throws DISK_WRITE_FAILED. */
export async function writeState(dir: string, state: ExportState): Promise<void> {
  const { onDisk } = await import("../../disk/disk-error.ts");
  const files = Object.fromEntries(
    [...state]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, { refreshMs, ...version }]) => [
        path,
        { refresh: new Date(refreshMs).toISOString(), ...version },
      ]),
  );
  await onDisk(join(dir, STATE_NAME), () =>
    replaceAlone(dir, STATE_NAME, `${JSON.stringify({ version: VERSION, files }, undefined, 2)}\n`),
  );
}
