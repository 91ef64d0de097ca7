import { resolve } from "node:path";
import type { Context } from "../../cli/context.ts";
import type { ExistingPolicy } from "../../transfer/options.ts";
import type { Shard } from "../../transfer/shard.ts";
import { transferError } from "../../transfer/transfer-summary.ts";
import { isS3Url } from "../../domain/orders/download-options.ts";
import { bringFiles, type Delivered, type Delivery } from "./bring-files.ts";
import type { FetchOptions } from "../../commands/export/fetch-flags.ts";
import { fetchReport, type FetchReport } from "./fetch-report.ts";
import { whileHoldingFolder } from "./hold-folder.ts";
import { presignedFiles } from "./presigned-files.ts";
import type { PresignBody, PresignRequest } from "../../commands/export/presign-request.ts";
import { countText } from "../../render/quantity-text.ts";

export async function fetchExports(
  context: Context,
  request: PresignRequest,
  options: FetchOptions,
): Promise<FetchReport> {
  const { body, files, issuedMs, asOfMs } = await presignedFiles(context, request);
  const directory = options.outDir ?? ".";
  if (options.stdout !== true) tellCount(context, body, files.length, directory, options.shard);
  const delivery: Delivery = {
    type: body.exportType,
    files,
    issuedMs,
    asOfMs,
    layout: options.flat === true ? "flat" : "item",
    policy: policyOf(options),
    resume: options.resume !== false,
    bytesPerSecond: options.limitRate,
    shard: options.shard,
  };
  const { summary, before } = await deliver(context, directory, delivery, options.stdout === true);
  const failure = transferError(summary);
  if (failure !== undefined) context.failAfter(failure);
  return fetchReport(directory, summary.files, summary.bytes, before);
}

async function deliver(
  context: Context,
  directory: string,
  delivery: Delivery,
  isStdout: boolean,
): Promise<Delivered> {
  if (isStdout || isS3Url(directory)) {
    const { streamExports } = await import("./stream-exports.ts");
    return streamExports(context, delivery, isStdout ? "stdout" : { url: directory });
  }
  return whileHoldingFolder(context, resolve(context.world.cwd, directory), (root, touch) =>
    bringFiles(context, { root, touch }, delivery),
  );
}

/** A whole type in one format may be years of weeks: a person at a terminal is warned, a log gets a note. */
function tellCount(
  { notes, world }: Context,
  { exportType, exportFormat }: PresignBody,
  count: number,
  directory: string,
  shard: Shard | undefined,
): void {
  const part = shard === undefined ? "" : `part ${shard.index} of ${shard.count} of `;
  const what = `${part}${countText(count, "file")} to ${directory}`;
  if (exportType === "weekly" && exportFormat !== undefined && world.stderr.isTTY)
    notes.warn(`every weekly ${exportFormat} file is fetched: ${what} (--weeks N for the newest)`);
  else notes.note(`Fetching ${what}`);
}

function policyOf({ overwrite, skipExisting }: FetchOptions): ExistingPolicy {
  return overwrite === true ? "overwrite" : skipExisting === true ? "skip-existing" : "resume";
}
