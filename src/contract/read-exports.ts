import { EXPORT_TYPES, type ExportType } from "./vocabulary.ts";
import { isJsonObject } from "./json-object.ts";
import { readList } from "./read-items.ts";

/** One signed URL of a footprint export file, valid for an hour after its creation. */
export interface PresignedFile {
  exportType?: string;
  exportFile: string;
  downloadHref: string;
}

export interface ExportList extends Record<ExportType, string[]> {
  /** Number of entries that are not file names; absent for none. */
  skipped?: number;
}

/** Returns file names by export type; a missing type has none. Returns undefined when all types are missing. */
export function readExportList(reply: unknown): ExportList | undefined {
  if (!isJsonObject(reply) || !EXPORT_TYPES.some((type) => Array.isArray(reply[type]))) return undefined;
  const list: ExportList = { latest: [], weekly: [], full: [] };
  let skipped = 0;
  for (const type of EXPORT_TYPES) {
    const entries = [reply[type] ?? []].flat();
    if (Array.isArray(reply[type])) list[type] = entries.filter((name) => typeof name === "string");
    skipped += entries.length - list[type].length;
  }
  return { ...list, ...(skipped > 0 && { skipped }) };
}

/** Returns signed URLs of export files, bare or wrapped; undefined when one of them has no name or no URL. */
export function readPresigned(reply: unknown): PresignedFile[] | undefined {
  const list = readList(reply);
  return list?.every(isPresigned) ? list : undefined;
}

function isPresigned(value: unknown): value is PresignedFile {
  const file = value as Partial<PresignedFile> | null;
  return typeof file?.exportFile === "string" && typeof file.downloadHref === "string";
}
