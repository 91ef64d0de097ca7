/** What a download did: the data of `order download`, file by file. */
import type { TransferSummary } from "../../transfer/events.ts";

export interface DownloadedFile {
  path: string;
  item: string;
  asset: string;
  status: "downloaded" | "skipped" | "failed";
  size?: number;
  sha256?: string;
  /** What proved the bytes, such as `file:checksum sha256`. */
  verified: readonly string[];
  error?: { code: string; message: string };
  /** What went wrong with the program of `--exec` for this file. */
  execFault?: string;
}

export interface DownloadReport {
  orderId: string;
  /** The output directory as it was named. */
  directory: string;
  files: DownloadedFile[];
  /** Bytes that came over the network for files now in place. */
  bytes: number;
  downloaded: number;
  skipped: number;
  failed: number;
}

export function downloadReport(
  orderId: string,
  directory: string,
  summary: TransferSummary,
  execFaults: ReadonlyMap<string, string> = new Map(),
): DownloadReport {
  const { bytes, downloaded, skipped, failed } = summary;
  const files = summary.files.map(
    ({ path, item, asset, status, size, sha256, how, error }): DownloadedFile => ({
      path,
      item,
      asset,
      status,
      ...(size !== undefined && { size }),
      ...(sha256 !== undefined && { sha256 }),
      verified: how,
      ...(error !== undefined && { error: { code: error.code, message: error.message } }),
      ...(execFaults.has(path) && { execFault: execFaults.get(path) }),
    }),
  );
  return { orderId, directory, files, bytes, downloaded, skipped, failed };
}
