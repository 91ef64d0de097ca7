/**
 * Finds the files of a folder that the service has refreshed since they were fetched: by the schedule, then by a
 * conditional request.
 */
import { EXPORT_TYPES } from "../../contract/vocabulary.ts";
import { parseExportName } from "../../domain/exports/export-name.ts";
import { computeLastRefresh, computeSeenRefresh } from "../../domain/exports/export-refresh.ts";
import { findRecord, type Manifest } from "../../transfer/manifest.ts";
import type { PlannedFile } from "../../transfer/plan.ts";
import { linkKey, type Links } from "../../transfer/transfer-source.ts";
import { hasRecordedBytes } from "../../transfer/verify-folder.ts";
import type { AppContext } from "../context.ts";
import { isUnchanged, type ExportLinks } from "./export-links.ts";
import type { ExportState } from "./folder-records.ts";

/** Returns the last refresh of a file by the schedule; now for an unknown type. */
export function findLastRefresh(type: string, name: string, nowMs: number): number {
  const known = EXPORT_TYPES.find((one) => one === type);
  return known === undefined ? nowMs : computeLastRefresh(known, parseExportName(name), nowMs);
}

/** Returns the refresh of a file that was fetched at `nowMs`. */
export function findRefreshAtFetch(
  type: string,
  name: string,
  nowMs: number,
  modifiedMs: number | undefined,
): number {
  const known = EXPORT_TYPES.find((one) => one === type);
  return known === undefined ? nowMs : computeSeenRefresh(known, parseExportName(name), nowMs, modifiedMs);
}

/** Returns whether the file's recorded refresh is older than its last refresh. */
export function isOutdated(
  file: Pick<PlannedFile, "path" | "item" | "asset">,
  manifest: Manifest,
  state: ExportState,
  nowMs: number,
): boolean {
  const { item, asset } = file;
  const entry = findRecord(manifest, file);
  if (entry === undefined) return false;
  const recordedMs = state.get(file.path)?.refreshMs ?? Date.parse(entry.time);
  // A time in the future comes from a wrong clock; if it were accepted, the file would never be refreshed again.
  return recordedMs < findLastRefresh(item, asset, nowMs) || recordedMs > nowMs;
}

interface Mirrored {
  files: readonly PlannedFile[];
  manifest: Manifest;
  state: ExportState;
  /** The service's time. */
  asOfMs: number;
  links: Links;
  exportLinks: ExportLinks;
}

/**
 * Splits the files that are older than their last refresh into the files to replace, and the paths of files whose version
 * the service has just confirmed. A locally changed file is in neither group.
 */
export async function sortOutdated(
  context: AppContext,
  root: string,
  { files, manifest, state, asOfMs, links, exportLinks }: Mirrored,
): Promise<{ outdated: ReadonlySet<PlannedFile>; confirmed: ReadonlySet<string> }> {
  const outdated = new Set<PlannedFile>();
  const confirmed = new Set<string>();
  for (const file of files) {
    if (!isOutdated(file, manifest, state, asOfMs)) continue;
    const entry = manifest.get(file.path)!;
    if (!(await hasRecordedBytes(root, entry, context.signal))) continue;
    const href = links.get(linkKey(file));
    const { etag, sha256 } = state.get(file.path) ?? {};
    if (
      sha256 === entry.sha256 &&
      etag !== undefined &&
      href !== undefined &&
      (await isUnchanged(context, href, etag, exportLinks))
    )
      confirmed.add(file.path);
    else outdated.add(file);
  }
  return { outdated, confirmed };
}
