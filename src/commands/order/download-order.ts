/** An order to files on disk: links, plan, engine, report. */
import { resolve } from "node:path";
import { AppError } from "../../errors.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { durationText } from "../../render/duration.ts";
import { sizeText } from "../../render/size.ts";
import { parseTimestamp } from "../../time/timestamp.ts";
import type { ExistingPolicy } from "../../transfer/options.ts";
import { planTransfers, type TransferPlan } from "../../transfer/plan/plan.ts";
import { openRoot } from "../../transfer/safe-parent.ts";
import { isS3Url } from "../../domain/orders/s3-url.ts";
import { shardOf } from "../../transfer/plan/shard.ts";
import type { Layout } from "../../transfer/plan/source-path.ts";
import { transferError } from "../../transfer/transfer-error.ts";
import { linksOf, type TransferSource } from "../../transfer/plan/transfer-source.ts";
import type { Context } from "../../cli/context.ts";
import type { WaitOptions } from "../../cli/flags/wait-flags.ts";
import { namingFilters, type DownloadOptions, MOST_CONNECTIONS } from "./download-flags.ts";
import { openExecHook } from "./exec-hook.ts";
import { planReport, type PlanReport } from "./plan-report.ts";
import { downloadReport, type DownloadReport } from "./download-report.ts";
import { inProgress, lookAtOrder, sourcesOf } from "./order-sources.ts";
import { orderConduct, transferFiles } from "./transfer-files.ts";
import { waitForOrder } from "./wait-for-order.ts";

type Options = DownloadOptions & WaitOptions;

/**
 * What a download would do. Asks for the links, and for nothing else; writes nothing. With --dry-run not even that: links
 * from a file are planned, and of others the request for them is shown.
 */
export async function planOrder(context: Context, orderId: string, options: Options): Promise<PlanReport> {
  const { plan } = await prepare(context, orderId, options);
  return planReport(context, orderId, plan, { ...options, policy: policyOf(options) });
}

export async function downloadOrder(
  context: Context,
  orderId: string,
  options: Options,
): Promise<DownloadReport> {
  const { sources, plan } = await prepare(context, orderId, options);
  const outDir = options.outDir ?? ".";
  if (!isS3Url(outDir)) await openRoot(resolve(context.world.cwd, outDir));
  // Whoever reads events reads nothing else.
  if (plan.files.length > 0 && context.settings.progress.value !== "json")
    context.notes.note(
      `Downloading ${plan.files.length === 1 ? "1 file" : `${plan.files.length} files`}${plan.knownBytes > 0 ? ` (${sizeText(plan.knownBytes)})` : ""} to ${outDir}`,
    );
  const hook = options.exec === undefined ? undefined : openExecHook(context, options.exec, outDir);
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
    ...(hook && { onFinished: (path) => hook.start(path) }),
  });
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
  const { sources, plan } = await prepare(context, orderId, options);
  const { streamToStdout } = await import("./stream-order.ts");
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

/** Whoever says how many files at once means it. */
function mostConnections({ settings: { concurrency } }: Context): number {
  return concurrency.origin === "default" ? MOST_CONNECTIONS : concurrency.value;
}

async function prepare(context: Context, orderId: string, options: Options) {
  const sources = await sourcesFor(context, orderId, options);
  await warnOfExpiry(context, orderId);
  const whole = namingFilters(() =>
    planTransfers(sources, { ...filtersOf(options), layout: layoutOf(options) }),
  );
  for (const { item, asset } of whole.notFetchable)
    context.notes.warn(`${item}: the asset ${asset} has no link that can be fetched`);
  const { shard } = options;
  if (shard === undefined) return { sources, plan: whole };
  const plan = shardOf(whole, shard);
  if (plan.files.length === 0)
    context.notes.note(
      `--shard ${shard.index}/${shard.count}: none of the ${whole.files.length === 1 ? "1 file" : `${whole.files.length} files`} is in this part`,
    );
  return { sources, plan };
}

async function sourcesFor(context: Context, orderId: string, options: Options): Promise<TransferSource[]> {
  if (options.links === undefined) return sourcesOf(await readyItems(context, orderId, options));
  const { givenLinks } = await import("./given-links.ts");
  return givenLinks(context, options.links);
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
      hint: "the files themselves are whole and stay; a rerun does not run it again for them",
      data: { failed: [...faults].map(([path, message]) => ({ path, message })) },
    },
  );
}

/** Less than this is little for a large order over a thin line. */
const NEAR_MS = 24 * 3_600_000;

/** Says when an order that was placed from here ends soon: what is not fetched by then has to be bought again. */
async function warnOfExpiry({ farSide, world, notes }: Context, orderId: string): Promise<void> {
  const expires = (await (await farSide.journal()).get(orderId))?.record.details?.expirationDate;
  const time = expires === undefined ? undefined : parseTimestamp(expires);
  if (time?.ok !== true) return;
  const leftMs = time.ms - world.clock.now();
  if (leftMs > 0 && leftMs < NEAR_MS)
    notes.warn(`order ${orderId} expires at ${time.iso}, in ${durationText(leftMs / 1000)}`);
}

export const filtersOf = ({ asset, excludeAsset, role, item, productType }: DownloadOptions) => ({
  ...(asset && { assets: asset }),
  ...(excludeAsset && { excludeAssets: excludeAsset }),
  ...(role && { roles: role }),
  ...(item && { items: item }),
  ...(productType && { productTypes: productType }),
});

async function readyItems(context: Context, orderId: string, options: Options): Promise<StacItem[]> {
  if (context.options.dryRun === true)
    context.notes.note(
      `This is the request for the links. --plan sends it, and shows the files; or keep what it brings: swath order links ${orderId} --json > links.json, which --links links.json --dry-run plans without sending anything`,
    );
  if (options.wait === true) return waitForOrder(context, orderId, options);
  const found = await lookAtOrder(context, orderId);
  if (!found.ready) throw inProgress(context, orderId, found);
  return found.items;
}

function layoutOf({ flat, path }: DownloadOptions): Layout {
  return path ?? (flat === true ? "flat" : "item");
}

function policyOf({ overwrite, skipExisting }: DownloadOptions): ExistingPolicy {
  return overwrite === true ? "overwrite" : skipExisting === true ? "skip-existing" : "resume";
}
