import { resolve } from "node:path";
import type { Context } from "../../cli/context.ts";
import type { ExportList } from "../../contract/read-exports.ts";
import { EXPORT_TYPES, type ExportFormat, type ExportType } from "../../contract/vocabulary.ts";
import { findGaps } from "../../domain/exports/export-gaps.ts";
import { exportFormatOf } from "../../domain/exports/export-name.ts";
import { selectExports } from "../../domain/exports/export-selection.ts";
import type { TransferSummary } from "../../transfer/events.ts";
import { transferError } from "../../transfer/transfer-summary.ts";
import { readManifest, type Manifest, type ManifestEntry } from "../../transfer/manifest.ts";
import { nameFiles } from "../../transfer/name-files.ts";
import { linkKey } from "../../transfer/transfer-source.ts";
import { availableFiles } from "./available-files.ts";
import { sourcesOf } from "./aging-links.ts";
import { bringType } from "./bring-type.ts";
import { readState } from "./export-state.ts";
import { fetchReport, joinSummaries, type FetchReport } from "./fetch-report.ts";
import { whileHoldingFolder } from "./hold-folder.ts";
import { nothingMatched } from "../../commands/export/presign-request.ts";
import { isInPlace, isOutdated } from "./stale-files.ts";
import { readTold, writeTold } from "./reported-files.ts";
import { countText } from "../../render/quantity-text.ts";

/** One name with an odd date makes thousands of weeks. */
const MOST_GAPS_TOLD = 10;

export interface SyncOptions {
  type?: ExportType[];
  format: ExportFormat;
  weeks?: number;
  overwrite?: true;
  limitRate?: number;
}

/** `tell` hands the report to the job that waits for it, before it counts as told. */
export async function syncExports(
  context: Context,
  directory: string,
  options: SyncOptions,
  tell: (report: FetchReport) => Promise<void>,
): Promise<FetchReport> {
  const types = EXPORT_TYPES.filter((type) => options.type?.includes(type) ?? true);
  const dir = resolve(context.world.cwd, directory);
  return whileHoldingFolder(context, dir, async (root, touch) => {
    const { files: available, nowMs } = await availableFiles(context);
    const before = new Map(await readManifest(root));
    const wanted = namesOf(context, available, types, options);
    if (wanted.length === 0) throw nothingMatched(`${types.join(", ")} ${options.format}`);
    const { missing, current } = await sortOut(
      nowMs,
      root,
      options.overwrite === true ? new Map() : before,
      wanted,
    );
    context.notes.note(`${missing.length} of ${countText(wanted.length, "file")} to fetch, in ${directory}`);
    const paths = pathsOf(available);
    const summaries: TransferSummary[] = [{ ...joinSummaries([]), files: current.map(kept) }];
    for (const type of types) {
      const names = missing.filter((file) => file.type === type).map(({ name }) => name);
      if (names.length === 0) continue;
      const brought = await bringType(context, { root, touch }, type, names, { ...options, paths });
      summaries.push(brought);
      if (brought.stoppedBy !== undefined) break;
    }
    const summary = joinSummaries(summaries);
    const failure = transferError(summary);
    if (failure !== undefined) context.failAfter(failure);
    const told = await readTold(root);
    const report = fetchReport(directory, summary.files, summary.bytes, told ?? new Map());
    const ofFormat = available.weekly.filter((name) => exportFormatOf(name) === options.format);
    const gaps = types.includes("weekly") ? findGaps(ofFormat, nowMs) : [];
    for (const { week } of gaps.slice(0, MOST_GAPS_TOLD))
      context.notes.warn(`the service offers no ${options.format} file of ${week}`);
    if (gaps.length > MOST_GAPS_TOLD)
      context.notes.warn(`and of ${gaps.length - MOST_GAPS_TOLD} more weeks (all are in the JSON output)`);
    const whole = { ...report, gaps, withdrawn: withdrawnOf(before, available, types, options.format) };
    await tell(whole);
    await writeTold(root, told, whole.files);
    return whole;
  });
}

interface Wanted {
  type: ExportType;
  name: string;
}

const namesOf = (
  { notes }: Context,
  available: ExportList,
  types: readonly ExportType[],
  { format, weeks }: SyncOptions,
): Wanted[] =>
  types.flatMap((type) => {
    const { files, unread } = selectExports(available[type], {
      format,
      weeks: type === "weekly" ? weeks : undefined,
    });
    for (const name of unread) notes.warn(`${name}: its name says no week, so it is left out`);
    if (files.length === 0) notes.warn(`the service offers no ${type} file as ${format}`);
    return files.map(({ name }) => ({ type, name }));
  });

/** What is here and current by the schedule, and what is not. Sizes are compared, bytes are not read. */
async function sortOut(
  nowMs: number,
  root: string,
  manifest: Manifest,
  wanted: readonly Wanted[],
): Promise<{ missing: Wanted[]; current: ManifestEntry[] }> {
  const state = await readState(root);
  const entries = new Map([...manifest.values()].map((entry) => [`${entry.item} ${entry.asset}`, entry]));
  const missing: Wanted[] = [];
  const current: ManifestEntry[] = [];
  for (const { type, name } of wanted) {
    const entry = entries.get(`${type} ${name}`);
    const file = entry && { path: entry.name, item: type, asset: name };
    const isCurrent =
      entry !== undefined && !isOutdated(file!, manifest, state, nowMs) && (await isInPlace(root, entry));
    if (isCurrent) current.push(entry);
    else missing.push({ type, name });
  }
  return { missing, current };
}

/** Everything on offer shares the folder: latest and full may have one name, and a run for some must not name them anew. */
function pathsOf(available: ExportList): ReadonlyMap<string, string> {
  const sources = EXPORT_TYPES.flatMap((type) =>
    sourcesOf(
      type,
      available[type].map((exportFile) => ({ exportFile, downloadHref: "" })),
    ),
  );
  const names = nameFiles(new Map(sources.map((source) => [linkKey(source), source])), "item");
  return new Map([...names].map(([source, path]) => [linkKey(source), path]));
}

const kept = ({ name: path, item, asset, size, sha256 }: ManifestEntry) => ({
  path,
  item,
  asset,
  status: "skipped" as const,
  size,
  ...(sha256 !== undefined && { sha256 }),
  how: ["manifest size"],
});

const withdrawnOf = (
  manifest: Manifest,
  available: ExportList,
  types: readonly ExportType[],
  format: ExportFormat,
): string[] =>
  [...manifest.values()].flatMap(({ name, item, asset }) => {
    const type = types.find((one) => one === item);
    const isOfMirror = type !== undefined && exportFormatOf(asset) === format;
    return isOfMirror && !available[type].includes(asset) ? [name] : [];
  });
