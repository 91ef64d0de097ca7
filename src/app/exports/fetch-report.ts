/** What a fetch or a sync did: the data of both, file by file. */
import type { ExportGap } from "../../domain/exports/export-gaps.ts";
import { AppError } from "../../errors.ts";
import type { TransferResult, TransferSummary } from "../../transfer/events.ts";
import type { TransferPlan } from "../../transfer/plan.ts";
import type { AppContext } from "../context.ts";

export interface FetchedFile {
  /** Below the output directory. */
  path: string;
  exportType: string;
  /** As the service names it. */
  exportFile: string;
  /** `added` and `updated` have new bytes; a file fetched again with the same bytes is `unchanged`. */
  status: "added" | "updated" | "unchanged" | "failed";
  size?: number;
  sha256?: string;
  /** What proved the bytes, such as `parquet footer`. */
  verified: readonly string[];
  error?: { code: string; message: string };
}

export interface FetchReport {
  /** The output directory as it was named. */
  directory: string;
  /** True when any file has new bytes. */
  changed: boolean;
  files: FetchedFile[];
  /** Bytes that came over the network for files now in place. */
  bytes: number;
  added: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** Of a sync: weeks that the service does not offer between the first and the last. */
  gaps?: ExportGap[];
  /** Of a sync: files here that the service offers no more. They are kept. */
  withdrawn?: string[];
}

/** Files with the digests that an earlier report named, by path. */
export type KnownFiles = ReadonlyMap<string, { sha256?: string | undefined }>;

/** `before`: what the manifest said when the run began, or what was reported last. */
export function fetchReport(
  directory: string,
  results: readonly TransferResult[],
  bytes: number,
  before: KnownFiles,
): FetchReport {
  const files = results.map((result) => fetchedFile(result, before));
  const count = (status: FetchedFile["status"]): number =>
    files.filter((file) => file.status === status).length;
  const [added, updated] = [count("added"), count("updated")];
  return {
    directory,
    changed: added + updated > 0,
    files,
    bytes,
    added,
    updated,
    unchanged: count("unchanged"),
    failed: count("failed"),
  };
}

function fetchedFile(result: TransferResult, before: KnownFiles): FetchedFile {
  const { path, item, asset, size, sha256, how, error } = result;
  return {
    path,
    exportType: item,
    exportFile: asset,
    status: statusOf(result, before),
    ...(size !== undefined && { size }),
    ...(sha256 !== undefined && { sha256 }),
    verified: how,
    ...(error !== undefined && { error: { code: error.code, message: error.message } }),
  };
}

function statusOf({ status, path, sha256 }: TransferResult, before: KnownFiles): FetchedFile["status"] {
  if (status === "failed") return "failed";
  const old = before.get(path);
  // One that is skipped for its name alone has no digest.
  if (old === undefined) return status === "downloaded" || sha256 !== undefined ? "added" : "unchanged";
  return sha256 === undefined || old.sha256 === sha256 ? "unchanged" : "updated";
}

/** One summary of runs that shared a folder. */
export const joinSummaries = (parts: readonly TransferSummary[]): TransferSummary => {
  const stopped = parts.find(({ stoppedBy }) => stoppedBy !== undefined)?.stoppedBy;
  const sum = (key: "bytes" | "downloaded" | "skipped" | "failed"): number =>
    parts.reduce((total, part) => total + part[key], 0);
  return {
    files: parts.flatMap(({ files }) => files),
    bytes: sum("bytes"),
    downloaded: sum("downloaded"),
    skipped: sum("skipped"),
    failed: sum("failed"),
    ...(stopped !== undefined && { stoppedBy: stopped }),
  };
};

/** Files whose link cannot be fetched are missing, however well the rest goes. */
export function withoutLinks(
  { events }: Pick<AppContext, "events">,
  { notFetchable }: TransferPlan,
): TransferSummary {
  const error = new AppError("service", "DOWNLOAD_PARTIAL", "it has no link that can be fetched", {
    hint: "Ask the service for the link",
  });
  const files = notFetchable.map(({ item, asset }): TransferResult => {
    events.warn(`${asset}: ${error.message}`);
    return { path: asset, item, asset, status: "failed", how: [], error };
  });
  return { ...joinSummaries([]), files, failed: files.length };
}
