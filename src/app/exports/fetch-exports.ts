/** Fetches export files to a folder, a bucket or a stream. */
import { resolve } from "node:path";
import { isS3Url } from "../../domain/orders/download-options.ts";
import { countText } from "../../counted.ts";
import type { ExistingPolicy } from "../../transfer/options.ts";
import type { Shard } from "../../transfer/shard.ts";
import { transferError } from "../../transfer/transfer-summary.ts";
import type { AppContext } from "../context.ts";
import type { WriteChunk } from "../transfers/stream-one-file.ts";
import { pickRates, type Rates } from "../transfers/transfer-settings.ts";
import { bringFiles, exportToBucket, exportToStream, type Delivered, type Delivery } from "./bring-files.ts";
import { makeFetchReport, type FetchReport } from "./fetch-report.ts";
import { measureSeconds } from "../transfers/transfer-total.ts";
import { holdFolder } from "./hold-folder.ts";
import { presignFiles, type PresignBody, type PresignRequest } from "./presigned-files.ts";

export interface FetchOptions extends Rates {
  /** The folder, or the `s3://` URL of a bucket, as given; default: the current folder. */
  outDir?: string | undefined;
  /** Receives the bytes of the one selected file; then no file is written. */
  write?: WriteChunk | undefined;
  /** Default: `item`, with folders for year and week. */
  layout?: "item" | "flat";
  /** Default: `resume`. */
  policy?: ExistingPolicy;
  /** False: parts of an earlier run are not resumed. */
  resume?: boolean;
  shard?: Shard | undefined;
  /** Whether it is a terminal: a request for years of weeks then causes a warning. */
  isWatched?: boolean;
}

export async function fetchExports(
  context: AppContext,
  request: PresignRequest,
  options: FetchOptions,
): Promise<FetchReport> {
  const { outDir = ".", write, layout = "item", policy = "resume", resume = true } = options;
  const startMs = context.clock.now();
  const { body, ...presigned } = await presignFiles(context, request);
  const { shard } = options;
  const title =
    write === undefined ? announceCount(context, body, presigned.files.length, outDir, options) : undefined;
  const delivery = {
    type: body.exportType,
    ...presigned,
    layout,
    policy,
    resume,
    ...pickRates(options),
    shard,
    title,
  };
  const { summary, before } = await deliver(context, outDir, delivery, write);
  const failure = transferError(summary);
  if (failure !== undefined) context.events.failed(failure);
  const seconds = measureSeconds(startMs, context.clock.now());
  return makeFetchReport(outDir, summary.files, { bytes: summary.bytes, seconds }, before);
}

async function deliver(
  context: AppContext,
  outDir: string,
  delivery: Delivery,
  write: WriteChunk | undefined,
): Promise<Delivered> {
  if (write !== undefined) return exportToStream(context, delivery, write);
  if (isS3Url(outDir)) return exportToBucket(context, delivery, outDir);
  return holdFolder(context, resolve(context.folder, outDir), (root) => bringFiles(context, root, delivery));
}

/**
 * Returns the title of the transfer, with the number of files. All files of a type in one format may be years of weeks, which is
 * a warning on a terminal and a title in a log.
 */
function announceCount(
  { events }: AppContext,
  { exportType, exportFormat }: PresignBody,
  count: number,
  outDir: string,
  { shard, isWatched = false }: FetchOptions,
): string | undefined {
  const part = shard === undefined ? "" : `part ${shard.index} of ${shard.count} of `;
  const isEveryWeek = exportType === "weekly" && exportFormat !== undefined;
  const noun = isEveryWeek && !isWatched ? `weekly ${exportFormat} file` : "file";
  const what = `${part}${countText(count, noun)} to ${outDir}`;
  if (!(isEveryWeek && isWatched)) return `Fetching ${what}`;
  events.warn(`every weekly ${exportFormat} file is fetched: ${what}`, "--weeks N for the newest");
  return undefined;
}
