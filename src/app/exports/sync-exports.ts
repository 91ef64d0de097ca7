/** Mirrors the exports into a folder: fetches missing and refreshed files. */
import { resolve } from "node:path";
import type { ExportList } from "../../contract/read-exports.ts";
import { EXPORT_TYPES, type ExportFormat, type ExportType } from "../../contract/vocabulary.ts";
import { findGaps } from "../../domain/exports/export-refresh.ts";
import { findExportFormat } from "../../domain/exports/export-name.ts";
import { summarizeRuns, transferError } from "../../transfer/transfer-summary.ts";
import { readManifest, type Manifest, type ManifestEntry } from "../../transfer/manifest.ts";
import { nameFiles } from "../../transfer/name-files.ts";
import { indexSources } from "../../transfer/transfer-source.ts";
import { compareSize } from "../../transfer/verify-folder.ts";
import type { AppContext } from "../context.ts";
import { mirrorType } from "./bring-files.ts";
import { toExportSources } from "./export-links.ts";
import { makeFetchReport, type FetchReport } from "./fetch-report.ts";
import { measureSeconds } from "../transfers/transfer-total.ts";
import { holdFolder } from "./hold-folder.ts";
import { readReported, readState, writeReported } from "./folder-records.ts";
import { selectMatching, toNothingMatched, readOfferedFiles } from "./offered-files.ts";
import { isOutdated } from "./outdated-files.ts";
import { formatFolder } from "../../render/safe-text.ts";
import { countText, listText } from "../../counted.ts";
import { pickRates, type Rates } from "../transfers/transfer-settings.ts";
import { advice, swath } from "../../hint.ts";

/** A single name with an invalid date would cause thousands of gaps. */
const MAX_GAPS_NAMED = 10;

export interface SyncOptions extends Rates {
  /** Default: all three. */
  types?: readonly ExportType[] | undefined;
  format: ExportFormat;
  /** Only this number of newest weeks. */
  weeks?: number | undefined;
  overwrite?: boolean | undefined;
}

/** `onReport` passes the report to the CI job; later reports treat the files as known only after it returns. */
export async function syncExports(
  context: AppContext,
  directory: string,
  options: SyncOptions,
  onReport: (report: FetchReport) => Promise<void> = async () => {},
): Promise<FetchReport> {
  const types = EXPORT_TYPES.filter((type) => options.types?.includes(type) ?? true);
  const { overwrite = false } = options;
  const { events } = context;
  const dir = resolve(context.folder, directory);
  return holdFolder(context, dir, async (root) => {
    const startMs = context.clock.now();
    const available = await readOfferedFiles(context);
    const nowMs = context.service.now();
    const before = new Map(await readManifest(root));
    const wanted = listWanted(context, available, types, options);
    if (wanted.length === 0) throw toNothingMatched(`${types.join(", ")} ${options.format}`);
    const known = overwrite ? new Map() : before;
    const { missing, current } = await splitByState(context.signal, nowMs, root, known, wanted);
    if (missing.length > 0)
      events.note(
        `${missing.length} of ${countText(wanted.length, "file")} to fetch, in ${formatFolder(directory)}`,
      );
    const paths = namePaths(available);
    const summaries = [summarizeRuns({ files: current.map(toKept) })];
    for (const type of types) {
      const names = missing.filter((file) => file.type === type).map(({ name }) => name);
      if (names.length === 0) continue;
      const mirrored = await mirrorType(context, root, type, names, {
        overwrite,
        ...pickRates(options),
        paths,
      });
      summaries.push(mirrored);
      if (mirrored.stoppedBy !== undefined) break;
    }
    const summary = summarizeRuns(...summaries);
    const failure = transferError(summary);
    if (failure !== undefined) events.failed(failure);
    const reported = await readReported(root);
    const seconds = measureSeconds(startMs, context.clock.now());
    const sums = { bytes: summary.bytes, seconds };
    const report = makeFetchReport(directory, summary.files, sums, reported ?? new Map());
    const gaps = types.includes("weekly") ? findGaps(available.weekly, options.format, nowMs) : [];
    if (gaps.length > 0) {
      const weeks = gaps.map(({ week }) => week);
      events.warn(`the service offers no ${options.format} file of ${listText(weeks, MAX_GAPS_NAMED)}`);
    }
    const complete = { ...report, gaps, withdrawn: findWithdrawn(before, available, types, options.format) };
    await onReport(complete);
    await writeReported(root, reported, complete.files);
    events.hint(advice`Search them without a network: ${swath`export query ${directory} --limit 5`}`);
    return complete;
  });
}

interface Wanted {
  type: ExportType;
  name: string;
}

const listWanted = (
  context: AppContext,
  available: ExportList,
  types: readonly ExportType[],
  { format, weeks }: SyncOptions,
): Wanted[] =>
  types.flatMap((type) => {
    const selector = { format, weeks: type === "weekly" ? weeks : undefined };
    const files = selectMatching(context, available[type], selector);
    if (files.length === 0) context.events.warn(`the service offers no ${type} file as ${format}`);
    return files.map(({ name }) => ({ type, name }));
  });

/** Splits the files into current ones, by the schedule and by their sizes, and others. Bytes are not read. */
async function splitByState(
  signal: AbortSignal,
  nowMs: number,
  root: string,
  manifest: Manifest,
  wanted: readonly Wanted[],
): Promise<{ missing: Wanted[]; current: ManifestEntry[] }> {
  const state = await readState(root);
  const entries = new Map(manifest.values().map((entry) => [`${entry.item} ${entry.asset}`, entry]));
  const missing: Wanted[] = [];
  const current: ManifestEntry[] = [];
  for (const { type, name } of wanted) {
    const entry = entries.get(`${type} ${name}`);
    const file = entry && { path: entry.name, item: type, asset: name };
    const isCurrent =
      entry !== undefined &&
      !isOutdated(file!, manifest, state, nowMs) &&
      (await compareSize(root, entry, signal)).status === "ok";
    if (isCurrent) current.push(entry);
    else missing.push({ type, name });
  }
  return { missing, current };
}

/**
 * Returns the paths of all listed files, which share the folder. Latest and full may have equal names, and a run for a subset
 * must not change the paths.
 */
function namePaths(available: ExportList): ReadonlyMap<string, string> {
  const sources = EXPORT_TYPES.flatMap((type) =>
    toExportSources(
      type,
      available[type].map((exportFile) => ({ exportFile, downloadHref: "" })),
    ),
  );
  return nameFiles(indexSources(sources), "item");
}

const toKept = ({ name: path, item, asset, size, sha256 }: ManifestEntry) => ({
  path,
  item,
  asset,
  status: "skipped" as const,
  size,
  ...(sha256 !== undefined && { sha256 }),
  how: ["manifest size"],
});

const findWithdrawn = (
  manifest: Manifest,
  available: ExportList,
  types: readonly ExportType[],
  format: ExportFormat,
): string[] =>
  [...manifest.values()].flatMap(({ name, item, asset }) => {
    const type = types.find((one) => one === item);
    const isOfMirror = type !== undefined && findExportFormat(asset) === format;
    return isOfMirror && !available[type].includes(asset) ? [name] : [];
  });
