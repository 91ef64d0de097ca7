/** The outcome of a fetch or a sync: the data of both, file by file. */
import type { ExportGap } from "../../domain/exports/export-refresh.ts";
import type { TransferResult } from "../../transfer/events.ts";

export interface FetchedFile {
  /** Path below the output folder. */
  path: string;
  exportType: string;
  /** The service's name of the file. */
  exportFile: string;
  /** `added` and `updated` have new bytes; a file fetched again with the same bytes is `unchanged`. */
  status: "added" | "updated" | "unchanged" | "failed";
  size?: number;
  sha256?: string;
  /** The proof of the bytes, such as `parquet footer`. */
  verified: readonly string[];
  error?: { code: string; message: string };
}

export interface FetchReport {
  /** The output folder as given. */
  directory: string;
  /** True when any file has new bytes. */
  changed: boolean;
  files: FetchedFile[];
  /** Bytes transferred for files that are now in place. */
  bytes: number;
  /** The time of the run. */
  seconds: number;
  added: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** For a sync: weeks missing from the service's list between the first and the last. */
  gaps?: ExportGap[];
  /** For a sync: local files that the service no longer lists. They are kept. */
  withdrawn?: string[];
}

/** Files by path, with the digests of an earlier report. */
export type KnownFiles = ReadonlyMap<string, { sha256?: string | undefined }>;

/** Makes the report of a run. `before` is the manifest at its start, or the last report. */
export function makeFetchReport(
  directory: string,
  results: readonly TransferResult[],
  { bytes, seconds }: Pick<FetchReport, "bytes" | "seconds">,
  before: KnownFiles,
): FetchReport {
  const files = results.map((result) => toFetchedFile(result, before));
  const count = (status: FetchedFile["status"]): number =>
    files.filter((file) => file.status === status).length;
  const [added, updated] = [count("added"), count("updated")];
  return {
    directory,
    changed: added + updated > 0,
    files,
    bytes,
    seconds,
    added,
    updated,
    unchanged: count("unchanged"),
    failed: count("failed"),
  };
}

function toFetchedFile(result: TransferResult, before: KnownFiles): FetchedFile {
  const { path, item, asset, size, sha256, how, error } = result;
  return {
    path,
    exportType: item,
    exportFile: asset,
    status: toFileStatus(result, before),
    ...(size !== undefined && { size }),
    ...(sha256 !== undefined && { sha256 }),
    verified: how,
    ...(error !== undefined && { error: { code: error.code, message: error.message } }),
  };
}

function toFileStatus({ status, path, sha256 }: TransferResult, before: KnownFiles): FetchedFile["status"] {
  if (status === "failed") return "failed";
  const old = before.get(path);
  // A file skipped by its name alone has no digest.
  if (old === undefined) return status === "downloaded" || sha256 !== undefined ? "added" : "unchanged";
  return sha256 === undefined || old.sha256 === sha256 ? "unchanged" : "updated";
}
