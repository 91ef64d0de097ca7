/** Which refresh each file of a folder is of: what tells the next run what has been made anew since. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceDurably } from "../../ledger/durable-files.ts";

export const STATE_NAME = ".swath-exports.json";
const VERSION = 1;

export interface FileState {
  /** Of the refresh that the file is of at least, milliseconds since 1970. */
  refreshMs: number;
  /** Strong, as the service last said it of these bytes. */
  etag?: string | undefined;
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
      files?: Record<string, { refresh?: unknown; etag?: unknown }>;
    };
    if (version !== VERSION) return state;
    for (const [path, { refresh, etag }] of Object.entries(files ?? {})) {
      const refreshMs = typeof refresh === "string" ? Date.parse(refresh) : Number.NaN;
      if (!Number.isFinite(refreshMs)) continue;
      state.set(path, { refreshMs, ...(typeof etag === "string" && { etag: strongEtag(etag) }) });
    }
  } catch {
    return new Map();
  }
  return state;
}

/** `token` makes the name of the draft unique. Throws DISK_WRITE_FAILED. */
export async function writeState(dir: string, state: ExportState, token: string): Promise<void> {
  const { onDisk } = await import("../../transfer/disk-error.ts");
  const files = Object.fromEntries(
    [...state]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, { refreshMs, etag }]) => [path, { refresh: new Date(refreshMs).toISOString(), etag }]),
  );
  await onDisk(join(dir, STATE_NAME), () =>
    replaceDurably(dir, STATE_NAME, `${JSON.stringify({ version: VERSION, files }, undefined, 2)}\n`, token),
  );
}
