/** Which files of a folder the service has made anew since they were fetched. */
import { lstat } from "node:fs/promises";
import { EXPORT_TYPES } from "../../contract/vocabulary.ts";
import { parseExportName } from "../../domain/exports/export-name.ts";
import { lastRefresh, refreshSeen } from "../../domain/exports/export-refresh.ts";
import type { Manifest, ManifestEntry } from "../../transfer/manifest.ts";
import type { PlannedFile } from "../../transfer/plan.ts";
import { findFile } from "../../disk/safe-parent.ts";
import type { ExportState } from "./export-state.ts";

/** The last refresh of a file by the schedule; of a type that we do not know, now. */
export function refreshOf(type: string, name: string, nowMs: number): number {
  const known = EXPORT_TYPES.find((one) => one === type);
  return known === undefined ? nowMs : lastRefresh(known, parseExportName(name), nowMs);
}

/** The one that a file is of which was there at `nowMs`. */
export function refreshSeenOf(
  type: string,
  name: string,
  nowMs: number,
  modifiedMs: number | undefined,
): number {
  const known = EXPORT_TYPES.find((one) => one === type);
  return known === undefined ? nowMs : refreshSeen(known, parseExportName(name), nowMs, modifiedMs);
}

/** True when what the manifest records of this file is older than its last refresh. */
export function isOutdated(
  { path, item, asset }: Pick<PlannedFile, "path" | "item" | "asset">,
  manifest: Manifest,
  state: ExportState,
  nowMs: number,
): boolean {
  const entry = manifest.get(path);
  if (entry === undefined || entry.item !== item || entry.asset !== asset) return false;
  const seenMs = state.get(path)?.refreshMs ?? Date.parse(entry.time);
  // A refresh that is still to come was told by a clock that was wrong: believed, it would end all others.
  return seenMs < refreshOf(item, asset, nowMs) || seenMs > nowMs;
}

/** True when a file of the recorded size stands under its name. */
export async function isInPlace(root: string, { name, size }: ManifestEntry): Promise<boolean> {
  try {
    const found = await lstat(await findFile(root, name));
    return found.isFile() && found.size === size;
  } catch {
    return false;
  }
}
