/**
 * Fetches export files. In a folder, current files stay, refreshed files replace their old version, and missing files are
 * fetched. In a bucket or a stream, length and digests are checked, but not the structure.
 */
import type { AppContext } from "../context.ts";
import type { PresignedFile } from "../../contract/read-exports.ts";
import type { ExportType } from "../../contract/vocabulary.ts";
import { AppError } from "../../errors.ts";
import { inspectExport } from "../../footprints/inspect-export.ts";
import type { TransferResult, TransferSummary } from "../../transfer/events.ts";
import { readManifest, type Manifest } from "../../transfer/manifest.ts";
import type { ExistingPolicy, StreamOptions } from "../../transfer/options.ts";
import { planTransfers, type PlannedFile, type TransferPlan } from "../../transfer/plan.ts";
import { chooseShard, type Shard } from "../../transfer/shard.ts";
import { linkKey, type Links } from "../../transfer/transfer-source.ts";
import { summarizeRuns, transferError } from "../../transfer/transfer-summary.ts";
import { runPlan } from "../transfers/run-plan.ts";
import type { WriteChunk } from "../transfers/stream-one-file.ts";
import {
  readMaxConnections,
  pickRates,
  makeTransferOptions,
  type Rates,
} from "../transfers/transfer-settings.ts";
import { ExportLinks, toExportSources } from "./export-links.ts";
import { readState, writeState } from "./folder-records.ts";
import { findRefreshAtFetch, findLastRefresh, sortOutdated } from "./outdated-files.ts";
import { presignFiles, type PresignBody, type PresignedFiles } from "./presigned-files.ts";
import type { Hint } from "../../hint.ts";

export interface Delivery extends Rates {
  type: PresignBody["exportType"];
  files: readonly PresignedFile[];
  /** Time of the request for the links. */
  issuedMs: number;
  /** The service's time of that request. */
  asOfMs: number;
  layout: "item" | "flat";
  policy: ExistingPolicy;
  resume: boolean;
  shard?: Shard | undefined;
  /** Shown when the first file starts. */
  title?: string | undefined;
  /** Paths by `linkKey`, if they differ from those in a plan of only these files. */
  paths?: ReadonlyMap<string, string>;
}

export interface Delivered {
  summary: TransferSummary;
  /** The manifest before this run. */
  before: Manifest;
}

/** A delivery with its plan, and the options of its transfers. */
interface OpenDelivery {
  plan: TransferPlan;
  /** The latest links: renewed ones replace those of the request. */
  links: Links;
  exportLinks: ExportLinks;
  /** Files without a usable link. */
  missing: TransferResult[];
  options: Omit<StreamOptions, "links">;
}

async function openDelivery(context: AppContext, delivery: Delivery): Promise<OpenDelivery> {
  const { type, files, issuedMs, layout, shard, paths } = delivery;
  const exportLinks = new ExportLinks(() => context.clock.now());
  const named = planTransfers(toExportSources(type, files), { layout });
  const pathOf = (file: PlannedFile): string => paths?.get(linkKey(file)) ?? file.path;
  const complete = { ...named, files: named.files.map((file) => ({ ...file, path: pathOf(file) })) };
  const plan = shard === undefined ? complete : chooseShard(complete, shard);
  const shared = await makeTransferOptions(context);
  const open: OpenDelivery = {
    plan,
    links: exportLinks.take(type, files, issuedMs),
    exportLinks,
    missing: plan.notFetchable.map(({ item, asset }) => {
      const error = new AppError("service", "DOWNLOAD_PARTIAL", "it has no link that can be fetched");
      context.events.warn(`${asset}: ${error.message}`);
      return { path: asset, item, asset, status: "failed", how: [], error };
    }),
    options: {
      ...shared,
      ...pickRates(delivery),
      send: exportLinks.watchVersions(shared.send),
      isExpired: (href) => exportLinks.isExpired(href),
      renew: async () => {
        const fileNames = plan.files.map(({ asset }) => asset);
        const renewed = await presignFiles(context, { body: { exportType: type, fileNames } });
        return (open.links = exportLinks.take(type, renewed.files, renewed.issuedMs));
      },
    },
  };
  return open;
}

/** Throws USAGE unless the plan has exactly one file. */
export async function exportToStream(
  context: AppContext,
  delivery: Delivery,
  write: WriteChunk,
): Promise<Delivered> {
  const { plan, links, missing, options } = await openDelivery(context, delivery);
  if (missing.length > 0) throw transferError(summarizeRuns({ files: missing }));
  const { streamOneFile } = await import("../transfers/stream-one-file.ts");
  const narrow: Hint = "Choose one with --file-name";
  const summary = await streamOneFile(context, plan, write, { ...options, links }, narrow);
  return { summary, before: new Map() };
}

export async function exportToBucket(
  context: AppContext,
  delivery: Delivery,
  url: string,
): Promise<Delivered> {
  const { plan, links, missing, options } = await openDelivery(context, delivery);
  let before: Manifest = new Map();
  const summary = await runPlan(context, plan, url, {
    ...options,
    links,
    title: delivery.title,
    policy: delivery.policy,
    isOutdated: ({ item, asset }, sinceMs) => !(sinceMs >= findLastRefresh(item, asset, delivery.asOfMs)),
    onManifest: (entries) => void (before = entries),
  });
  return { summary: summarizeRuns(summary, { files: missing }), before };
}

export async function bringFiles(context: AppContext, root: string, delivery: Delivery): Promise<Delivered> {
  const { policy, resume, asOfMs } = delivery;
  const before = new Map(await readManifest(root));
  const state = await readState(root);
  const open = await openDelivery(context, delivery);
  const { plan, exportLinks } = open;
  const { outdated, confirmed } = await sortOutdated(context, root, {
    files: policy === "resume" ? plan.files : [],
    manifest: before,
    state,
    asOfMs,
    links: open.links,
    exportLinks,
  });
  const parts = [
    { policy: "overwrite", files: plan.files.filter((file) => outdated.has(file)) },
    { policy, files: plan.files.filter((file) => !outdated.has(file)) },
  ] as const;
  const summaries: TransferSummary[] = [];
  let { title } = delivery;
  for (const part of parts) {
    if (part.files.length === 0) continue;
    const done = await runPlan(context, { ...plan, files: part.files }, root, {
      ...open.options,
      links: open.links,
      title,
      policy: part.policy,
      resume,
      // Each file is inspected before it is published.
      inspect: (path, { asset }) => inspectExport(path, asset),
      maxConnections: readMaxConnections(context),
    });
    summaries.push(done);
    if (done.skipped < done.files.length) title = undefined;
  }
  const summary = summarizeRuns({ files: open.missing }, ...summaries);
  const current = summary.files.filter(
    ({ status, path }) => status === "downloaded" || (status === "skipped" && confirmed.has(path)),
  );
  if (current.length > 0) {
    for (const { path, item, asset, sha256 } of current) {
      const { etag, modifiedMs } = exportLinks.getVersion(asset) ?? {};
      // Unchanged bytes do not prove the refresh: the service may publish it later.
      const sinceMs = modifiedMs ?? (confirmed.has(path) ? state.get(path)?.refreshMs : undefined);
      state.set(path, { refreshMs: findRefreshAtFetch(item, asset, asOfMs, sinceMs), etag, sha256 });
    }
    await writeState(root, state);
  }
  return { summary, before };
}

interface MirrorOptions extends Rates {
  overwrite?: boolean | undefined;
  /** Paths by `linkKey`. */
  paths: ReadonlyMap<string, string>;
}

/**
 * Fetches the given files of one type into a folder. A failure of the service or the network is not thrown: it is in
 * the summary, file by file. `stoppedBy` is set when the other types need not be tried.
 */
export async function mirrorType(
  context: AppContext,
  root: string,
  type: ExportType,
  names: readonly string[],
  { overwrite = false, paths, ...rates }: MirrorOptions,
): Promise<TransferSummary> {
  const failed = (name: string, error: AppError): TransferResult => {
    const path = paths.get(linkKey({ item: type, asset: name })) ?? name;
    return { path, item: type, asset: name, status: "failed", how: [], error };
  };
  try {
    const { refused, ...linked } = await requestLinks(context, type, names);
    for (const { name, error } of refused) context.events.warn(`${name}: ${error.message}`);
    const lost = { files: refused.map(({ name, error }) => failed(name, error)) };
    if (linked.files.length === 0) return summarizeRuns(lost);
    const { summary } = await bringFiles(context, root, {
      type,
      ...linked,
      layout: "item",
      policy: overwrite ? "overwrite" : "resume",
      resume: true,
      ...rates,
      paths,
    });
    return summarizeRuns(summary, lost);
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    // Files of other types may be in place already, and must be reported.
    return summarizeRuns({ files: names.map((name) => failed(name, error)), stoppedBy: error });
  }
}

interface Linked extends Pick<PresignedFiles, "files" | "issuedMs" | "asOfMs"> {
  /** Names without a link in the response. */
  refused: { name: string; error: AppError }[];
}

const NOT_THERE: readonly string[] = ["EXPORT_FILE_NOT_FOUND", "EXPORT_NOTHING_MATCHED", "NOT_FOUND"];

/**
 * Requests links. A request that fails because of one name is split in two, so that a deleted name does not block the others.
 */
async function requestLinks(
  context: AppContext,
  type: ExportType,
  names: readonly string[],
): Promise<Linked> {
  try {
    const { files, issuedMs, asOfMs } = await presignFiles(context, {
      body: { exportType: type, fileNames: [...names] },
    });
    return { files, issuedMs, asOfMs, refused: [] };
  } catch (error) {
    if (!(error instanceof AppError) || !NOT_THERE.includes(error.code)) throw error;
    const [name] = names;
    if (names.length === 1 && name !== undefined)
      return { files: [], issuedMs: Infinity, asOfMs: Infinity, refused: [{ name, error }] };
    const middle = names.length >> 1;
    const first = await requestLinks(context, type, names.slice(0, middle));
    const rest = await requestLinks(context, type, names.slice(middle));
    return {
      files: [...first.files, ...rest.files],
      issuedMs: Math.min(first.issuedMs, rest.issuedMs),
      asOfMs: Math.min(first.asOfMs, rest.asOfMs),
      refused: [...first.refused, ...rest.refused],
    };
  }
}
