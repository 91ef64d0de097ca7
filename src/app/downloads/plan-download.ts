/** Plans the download of an order: its selected files, their paths, and existing parts. */
import { resolve } from "node:path";
import { readTimestampMs } from "../../contract/body-values.ts";
import type { StacItem } from "../../contract/read-items.ts";
import type { WaitTimes } from "../../time/poll.ts";
import { isS3Url, type ChecksumMode } from "../../domain/orders/download-options.ts";
import type { AppContext } from "../context.ts";
import { countText, listText } from "../../counted.ts";
import { formatRoughly } from "../../time/duration.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import {
  filterSources,
  listAssetKeys,
  listSkippedPages,
  suggestPages,
  type TransferFilters,
} from "../../transfer/filter-sources.ts";
import { inspectPlan, type InspectedFile, type Inspection } from "../../transfer/inspect-plan.ts";
import type { ExistingPolicy } from "../../transfer/options.ts";
import { canBeFetched, planTransfers, type PlanOptions, type TransferPlan } from "../../transfer/plan.ts";
import { chooseShard, type Shard } from "../../transfer/shard.ts";
import { indexSources, type TransferSource } from "../../transfer/transfer-source.ts";
import { toMissingLinksError, formatMissingLink, toOrderSources, formatTwin } from "./order-links.ts";
import { toItemIds } from "./chosen-items.ts";
import { FollowedOrder, type FollowOptions } from "./followed-order.ts";
import { makeOrderTransferOptions } from "./transfer-files.ts";

/** The selected files of an order, and their names. */
export interface FileChoice {
  filters?: TransferFilters;
  layout?: PlanOptions["layout"];
  shard?: Shard | undefined;
  /** Stored links, which replace the request to the service. */
  links?: readonly TransferSource[] | undefined;
  /** Waits for an order that is not ready; otherwise such an order is an error. */
  wait?: WaitTimes | undefined;
  /** Selects the items that are ready; the others are reported. */
  available?: boolean | undefined;
  reorderFree?: FollowOptions["reorderFree"];
  replace?: FollowOptions["replace"];
}

/** The destination of the files, and the handling of existing ones. */
export interface FileDestination {
  /** The folder, or the `s3://` URL of a bucket, as given; default: the current folder. */
  outDir?: string | undefined;
  /** Default: `resume`. */
  policy?: ExistingPolicy;
  /** False: parts of an earlier run are not resumed. */
  resume?: boolean;
  /** Default: `full`. */
  checksum?: ChecksumMode | undefined;
}

export interface Prepared {
  /** The order, which may have been replaced by a later one. */
  order: FollowedOrder;
  /** The items of the order; none for stored links. */
  items: readonly StacItem[];
  sources: readonly TransferSource[];
  plan: TransferPlan;
}

/**
 * Returns the selected files of an order with their paths, limited to this machine's shard. Requests the links, and
 * writes nothing.
 */
export async function prepareDownload(
  context: AppContext,
  orderId: string,
  choice: FileChoice & Pick<FileDestination, "outDir">,
): Promise<Prepared> {
  const { events } = context;
  const { layout = "item", shard } = choice;
  const order = new FollowedOrder(context, orderId, {
    replace: choice.replace,
    reorderFree: choice.reorderFree,
    items: choice.filters?.item,
    isPartEnough: choice.available,
  });
  const items = choice.links === undefined ? await readItemsToPlan(context, order, choice) : [];
  const sources = choice.links ?? toOrderSources(items);
  if (choice.reorderFree !== true) await warnOfExpiry(context, order.id);
  const filters = { ...toFullFilters(choice.filters, items), leavesOutPages: true };
  const complete = planTransfers(sources, { ...filters, layout });
  notePages(context, sources, filters);
  for (const missing of complete.notFetchable) events.warn(formatMissingLink(missing));
  const twins = sources.filter(({ twinOf }) => twinOf !== undefined);
  for (const twin of indexSources(twins).values()) events.note(formatTwin(twin));
  if (shard === undefined) return { order, items, sources, plan: complete };
  const plan = chooseShard(complete, shard);
  if (plan.files.length === 0)
    events.note(
      `part ${shard.index} of ${shard.count}: none of ${countText(complete.files.length, "file")} is in this part`,
    );
  return { order, items, sources, plan };
}

/** Notes the web pages that are left out, such as a license. A web page is not a file of the order, so it cannot fail the order. */
function notePages(
  { events }: AppContext,
  sources: readonly TransferSource[],
  filters: TransferFilters,
): void {
  const pages = listSkippedPages([...indexSources(sources).values()], filters);
  if (pages.length === 0) return;
  const keys = listAssetKeys(pages);
  events.note(
    `${countText(pages.length, "web page")} ${pages.length === 1 ? "is" : "are"} left out: ${listText(keys, MAX_NAMED)}`,
    suggestPages(keys),
  );
}

/** Maximum number of keys in a note. */
const MAX_NAMED = 5;

async function readItemsToPlan(context: AppContext, order: FollowedOrder, { wait }: FileChoice) {
  if (context.service.isDryRun)
    context.events.note("This is the request for the links", "--plan sends it and shows the files");
  return order.readItems(wait);
}

/** Returns the filters with the full ids of the chosen items. */
const toFullFilters = (filters: TransferFilters = {}, items: readonly StacItem[] = []): TransferFilters =>
  filters.item === undefined ? filters : { ...filters, item: toItemIds(filters.item, items) };

/** An order that expires sooner may not be downloaded in time when it is large or the network is slow. */
const NEAR_MS = 24 * 3_600_000;

/** Warns when an order placed from here expires soon: files that are not downloaded by then must be bought again. */
async function warnOfExpiry({ service, events }: AppContext, orderId: string): Promise<void> {
  const expiresMs = readTimestampMs(
    (await (await service.journal()).get(orderId))?.record.details?.expirationDate,
  );
  if (expiresMs === undefined) return;
  const leftMs = expiresMs - (await service.time()).nowMs;
  if (leftMs > 0 && leftMs < NEAR_MS)
    events.warn(`order ${orderId} expires at ${timeForPeople(expiresMs)}, in ${formatRoughly(leftMs)}`);
}

/** Returns the signed URLs of an order that is ready, for other download tools. */
export async function readOrderLinks(
  context: AppContext,
  orderId: string,
  filters: TransferFilters = {},
  replace?: FollowOptions["replace"],
): Promise<TransferSource[]> {
  const order = new FollowedOrder(context, orderId, { replace, mayAsk: false, items: filters.item });
  const items = await order.readItems();
  const sources = toOrderSources(items);
  const wanted = { ...toFullFilters(filters, items), leavesOutPages: true };
  const chosen = filterSources(sources, wanted);
  notePages(context, sources, wanted);
  const missing = chosen
    .filter(({ href }) => !canBeFetched(href))
    .map(({ item, assetKey }) => ({ item, asset: assetKey }));
  for (const each of missing) context.events.warn(formatMissingLink(each));
  const failure = toMissingLinksError(missing);
  if (failure !== undefined) context.events.failed(failure);
  return chosen.filter(({ href }) => canBeFetched(href));
}

/** The planned files and their bytes. */
export interface PlanReport {
  orderId: string;
  /** The output folder as given. */
  directory: string;
  files: readonly InspectedFile[];
  bytesToFetch: number;
  /** Number of files to fetch with an unknown size. */
  unknownSizes: number;
  freeBytes?: number;
  /** False when the files to fetch are known to need more than the free space. */
  fits: boolean;
}

/**
 * Requests only the links, and writes nothing. A dry run requests nothing: it plans stored links, or shows the
 * request for the links.
 */
export async function planOrder(
  context: AppContext,
  given: string,
  options: FileChoice & FileDestination,
): Promise<PlanReport> {
  const { outDir: directory = ".", policy = "resume", checksum = "full", resume = true } = options;
  const { plan, order } = await prepareDownload(context, given, options);
  const { id: orderId } = order;
  const judged = { policy, checksum };
  const found = isS3Url(directory)
    ? await inspectBucket(context, order, plan, directory, judged)
    : await inspectPlan(plan, {
        dir: resolve(context.folder, directory),
        ...judged,
        resume,
        signal: context.signal,
      });
  const fits = found.freeBytes === undefined || found.bytesToFetch <= found.freeBytes;
  if (!fits)
    context.events.warn(`${directory}: there is not enough space on the disk for the files to fetch`);
  return { orderId, directory, ...found, fits };
}

async function inspectBucket(
  context: AppContext,
  order: FollowedOrder,
  plan: TransferPlan,
  url: string,
  judged: { policy: ExistingPolicy; checksum: ChecksumMode },
): Promise<Inspection> {
  const [{ withBucket }, { inspectObjects }] = await Promise.all([
    import("../transfers/bucket.ts"),
    import("../../transfer/inspect-objects.ts"),
  ]);
  const shared = await makeOrderTransferOptions(context, order);
  return withBucket(context, url, ({ target, s3, sendToStore }) =>
    inspectObjects(plan, { ...shared, ...judged, links: new Map(), target, s3, sendToStore }),
  );
}
