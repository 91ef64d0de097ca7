/** An order to files on disk: links, plan, engine, report. */
import { resolve } from "node:path";
import { AppError } from "../../errors.ts";
import { sizeText, countText } from "../../render/quantity-text.ts";
import type { ExistingPolicy } from "../../transfer/options.ts";
import type { TransferPlan } from "../../transfer/plan.ts";
import { openRoot } from "../../disk/safe-parent.ts";
import { isS3Url } from "../../domain/orders/download-options.ts";
import { transferError } from "../../transfer/transfer-summary.ts";
import { linksOf } from "../../transfer/transfer-source.ts";
import type { Context } from "../../cli/context.ts";
import type { WaitOptions } from "../../cli/flags/wait-flags.ts";
import type { DownloadOptions } from "../../commands/order/download-flags.ts";
import { mostConnections } from "../downloads/most-connections.ts";
import { openExecHook } from "../downloads/exec-hook.ts";
import { planReport, type PlanReport } from "./plan-report.ts";
import { downloadReport, type DownloadReport } from "./download-report.ts";
import { orderConduct, transferFiles } from "./transfer-files.ts";
import { prepareDownload } from "./prepare-download.ts";

type Options = DownloadOptions & WaitOptions;

/**
 * What a download would do. Asks for the links, and for nothing else; writes nothing. With --dry-run not even that: links
 * from a file are planned, and of others the request for them is shown.
 */
export async function planOrder(context: Context, orderId: string, options: Options): Promise<PlanReport> {
  const { plan } = await prepareDownload(context, orderId, options);
  return planReport(context, orderId, plan, { ...options, policy: policyOf(options) });
}

export async function downloadOrder(
  context: Context,
  orderId: string,
  options: Options,
): Promise<DownloadReport> {
  const { sources, plan } = await prepareDownload(context, orderId, options);
  const outDir = options.outDir ?? ".";
  if (!isS3Url(outDir)) await openRoot(resolve(context.world.cwd, outDir));
  // Whoever reads events reads nothing else. How much of it is there already is not known yet.
  if (plan.files.length > 0 && context.settings.progress.value !== "json")
    context.notes.note(
      `Order ${orderId}: ${countText(plan.files.length, "file")}${plan.knownBytes > 0 ? ` (${sizeText(plan.knownBytes)})` : ""}, into ${outDir}`,
    );
  const hook = options.exec === undefined ? undefined : await openExecHook(context, options.exec, outDir);
  const summary = await transferFiles(context, {
    orderId,
    plan,
    links: linksOf(sources),
    dir: outDir,
    policy: policyOf(options),
    resume: options.resume !== false,
    ...(options.checksum && { checksum: options.checksum }),
    ...(options.limitRate && { bytesPerSecond: options.limitRate }),
    maxConnections: options.maxConnections ?? mostConnections(context),
    ...(hook && { onFinished: (file) => hook.start(file) }),
  });
  // Of a run that was killed, or had no --exec, or one that failed.
  hook?.catchUp(summary.files.filter(({ status }) => status === "skipped"));
  const execFaults = await hook?.settled();
  const failure = transferError(summary) ?? notFetchableError(plan) ?? execError(execFaults);
  if (failure !== undefined) context.failAfter(failure);
  return downloadReport(orderId, outDir, summary, execFaults);
}

/** The one file of the plan to stdout. */
export async function streamOrder(
  context: Context,
  orderId: string,
  options: Options,
): Promise<DownloadReport> {
  const { sources, plan } = await prepareDownload(context, orderId, options);
  const { streamToStdout } = await import("../downloads/stream-one-file.ts");
  const conduct = {
    ...(await orderConduct(context, orderId)),
    links: linksOf(sources),
    ...(options.checksum && { checksum: options.checksum }),
    ...(options.limitRate && { bytesPerSecond: options.limitRate }),
  };
  const filters =
    "--asset, --exclude-asset, --role, --item and --product-type (--plan shows what they leave)";
  const summary = await streamToStdout(context, plan, conduct, filters);
  return downloadReport(orderId, "-", summary);
}

/** What was asked for and has no link is missing, however well the rest went. */
function notFetchableError({ notFetchable }: Pick<TransferPlan, "notFetchable">): AppError | undefined {
  const [first] = notFetchable;
  if (first === undefined) return undefined;
  const others = notFetchable.length > 1 ? ` (and ${notFetchable.length - 1} more)` : "";
  return new AppError(
    "service",
    "DOWNLOAD_PARTIAL",
    `the service gave no link that can be fetched for ${first.asset} of ${first.item}${others}`,
    {
      hint: `swath order download --exclude-asset ${first.asset} does without it; ask the service for the link`,
      data: { notFetchable },
    },
  );
}

function execError(faults: ReadonlyMap<string, string> = new Map()): AppError | undefined {
  const [first] = faults;
  if (first === undefined) return undefined;
  const [path, fault] = first;
  const others = faults.size > 1 ? ` (and ${faults.size - 1} more)` : "";
  return new AppError(
    "local",
    "DOWNLOAD_PARTIAL",
    `the program of --exec failed: ${path}: it ${fault}${others}`,
    {
      hint: "The files themselves are whole and stay; run the same command again: it runs for these once more",
      data: { failed: [...faults].map(([path, message]) => ({ path, message })) },
    },
  );
}

function policyOf({ overwrite, skipExisting }: DownloadOptions): ExistingPolicy {
  return overwrite === true ? "overwrite" : skipExisting === true ? "skip-existing" : "resume";
}
