/** Downloads an order into a folder or a bucket, or one of its files to a stream. */
import { resolve } from "node:path";
import { openRoot } from "../../disk/safe-parent.ts";
import { isS3Url } from "../../domain/orders/download-options.ts";
import { AppError } from "../../errors.ts";
import { countText, othersText, sizeText } from "../../counted.ts";
import type { TransferSummary } from "../../transfer/events.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { toLinks } from "../../transfer/transfer-source.ts";
import { transferError } from "../../transfer/transfer-summary.ts";
import type { AppContext } from "../context.ts";
import { measureSeconds } from "../transfers/transfer-total.ts";
import { readMaxConnections, pickRates, type Rates } from "../transfers/transfer-settings.ts";
import type { WriteChunk } from "../transfers/stream-one-file.ts";
import { toMissingLinksError } from "./order-links.ts";
import { ExecHook, type ExecProgram } from "./exec-hook.ts";
import { recordDelivery } from "./record-delivery.ts";
import { prepareDownload, type FileChoice, type FileDestination } from "./plan-download.ts";
import { makeOrderTransferOptions, transferFiles } from "./transfer-files.ts";
import { advice, RERUN, typed, type Hint } from "../../hint.ts";
import { PROGRAM_MISSING } from "../program-end.ts";

export interface DownloadedFile {
  path: string;
  item: string;
  asset: string;
  status: "downloaded" | "skipped" | "failed";
  size?: number;
  sha256?: string;
  /** The proof of the bytes, such as `file:checksum sha256`. */
  verified: readonly string[];
  error?: { code: string; message: string };
  /** The failure of this file's program. */
  execFault?: string;
}

/** The outcome of a download: the data of `order download`, file by file. */
export interface DownloadReport {
  orderId: string;
  /** The output folder as given. */
  directory: string;
  files: DownloadedFile[];
  /** Bytes transferred for files that are now in place. */
  bytes: number;
  /** The time of the transfer. */
  seconds: number;
  downloaded: number;
  skipped: number;
  failed: number;
}

export interface DownloadOptions extends FileChoice, FileDestination, Rates {
  maxConnections?: number | undefined;
  /** A program that is run for each file. */
  exec?: ExecProgram | undefined;
}

export async function downloadOrder(
  context: AppContext,
  given: string,
  options: DownloadOptions,
): Promise<DownloadReport> {
  const { outDir = ".", policy = "resume", resume = true, checksum } = options;
  const { events, clock, folder } = context;
  const { order, ...prepared } = await prepareDownload(context, given, options);
  const { sources, plan } = prepared;
  if (!isS3Url(outDir)) await openRoot(resolve(folder, outDir));
  const title = `Order ${order.id}: ${countText(plan.files.length, "file")}${plan.knownBytes > 0 ? ` (${sizeText(plan.knownBytes)})` : ""}, into ${outDir === "." ? `the current folder, ${folder}` : outDir}`;
  const hook = options.exec && (await ExecHook.open(context, options.exec, resolve(folder, outDir)));
  const startMs = clock.now();
  const summary = await transferFiles(context, {
    order,
    plan,
    title,
    links: toLinks(sources),
    dir: outDir,
    policy,
    resume,
    ...(checksum && { checksum }),
    ...pickRates(options),
    maxConnections: options.maxConnections ?? readMaxConnections(context),
    ...(hook && { onFinished: (file) => hook.start(file) }),
  });
  const seconds = measureSeconds(startMs, clock.now());
  const { id: orderId } = order;
  await recordDelivery(context, { orderId, outDir, ...prepared, summary });
  // Files of a run that was killed, that had no program, or whose program failed.
  hook?.catchUp(summary.files.filter(({ status }) => status === "skipped"));
  const execFaults = await hook?.finish();
  const missingLinks = toMissingLinksError(plan.notFetchable);
  const failure = transferError(summary) ?? missingLinks ?? toExecError(execFaults);
  if (failure !== undefined) events.failed(failure);
  else if (isWhole(options) && !order.isPart) await noteDownloaded(context, orderId);
  return makeDownloadReport(orderId, outDir, { ...summary, seconds }, execFaults);
}

/** Returns whether every file of the order was chosen. */
const isWhole = ({ filters = {}, shard }: FileChoice): boolean =>
  shard === undefined && Object.values(filters).every((names = []) => names.length === 0);

/** Notes the download in the journal. The files are in place, so an unwritable journal does not fail their download. */
async function noteDownloaded({ service, clock }: AppContext, orderId: string): Promise<void> {
  await service
    .journal()
    .then((journal) => journal.note(orderId, { downloadedAt: formatTimestamp(clock.now()) }))
    .catch(() => undefined);
}

/** Streams the one file of the plan. Throws USAGE for any other number of files. */
export async function streamOrder(
  context: AppContext,
  given: string,
  { checksum, ...choice }: Omit<DownloadOptions, "outDir">,
  write: WriteChunk,
): Promise<DownloadReport> {
  const { sources, plan, order } = await prepareDownload(context, given, choice);
  const { streamOneFile } = await import("../transfers/stream-one-file.ts");
  const options = {
    ...(await makeOrderTransferOptions(context, order)),
    links: toLinks(sources),
    ...(checksum && { checksum }),
    ...pickRates(choice),
  };
  const narrow: Hint = "Choose one with --asset";
  const startMs = context.clock.now();
  const summary = await streamOneFile(context, plan, write, options, narrow);
  const seconds = measureSeconds(startMs, context.clock.now());
  return makeDownloadReport(order.id, "-", { ...summary, seconds });
}

function makeDownloadReport(
  orderId: string,
  directory: string,
  summary: TransferSummary & { seconds: number },
  execFaults: ReadonlyMap<string, string> = new Map(),
): DownloadReport {
  const { bytes, seconds, downloaded, skipped, failed } = summary;
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
  return { orderId, directory, files, bytes, seconds, downloaded, skipped, failed };
}

function toExecError(faults: ReadonlyMap<string, string> = new Map()): AppError | undefined {
  const [first] = faults;
  if (first === undefined) return undefined;
  const [path, fault] = first;
  return new AppError(
    "local",
    "DOWNLOAD_PARTIAL",
    fault === PROGRAM_MISSING
      ? `the program ${PROGRAM_MISSING} for ${path}${othersText(faults.size)}`
      : `the program failed: ${path}: it ${fault}${othersText(faults.size)}`,
    {
      next:
        fault === PROGRAM_MISSING
          ? advice`Correct the program of ${typed("--exec")}, or give its path; a rerun starts it for each file`
          : RERUN,
      data: { failed: [...faults].map(([path, message]) => ({ path, message })) },
    },
  );
}
