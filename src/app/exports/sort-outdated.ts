import type { Context } from "../../cli/context.ts";
import type { Manifest } from "../../transfer/manifest.ts";
import type { PlannedFile } from "../../transfer/plan.ts";
import { linkKey, type Links } from "../../transfer/transfer-source.ts";
import type { AgingLinks } from "./aging-links.ts";
import type { ExportState } from "./export-state.ts";
import { isOutdated } from "./stale-files.ts";
import { hasRecordedBytes } from "../../transfer/verify-folder.ts";
import { isUnchanged } from "./unchanged-file.ts";

interface Mirrored {
  files: readonly PlannedFile[];
  manifest: Manifest;
  state: ExportState;
  /** The time at the service. */
  asOfMs: number;
  links: Links;
  aging: AgingLinks;
}

/**
 * Files of ours that a refresh has passed by: those to be replaced, and the paths of those that the service has just said
 * it still has the bytes of. A file that somebody changed is in neither.
 */
export async function sortOutdated(
  context: Context,
  root: string,
  { files, manifest, state, asOfMs, links, aging }: Mirrored,
): Promise<{ outdated: ReadonlySet<PlannedFile>; confirmed: ReadonlySet<string> }> {
  const outdated = new Set<PlannedFile>();
  const confirmed = new Set<string>();
  for (const file of files) {
    if (!isOutdated(file, manifest, state, asOfMs)) continue;
    const entry = manifest.get(file.path)!;
    if (!(await hasRecordedBytes(root, entry, context.signal))) continue;
    const href = links.get(linkKey({ item: file.item, assetKey: file.asset }));
    const { etag, sha256 } = state.get(file.path) ?? {};
    if (
      sha256 === entry.sha256 &&
      etag !== undefined &&
      href !== undefined &&
      (await isUnchanged(context, href, etag, aging))
    )
      confirmed.add(file.path);
    else outdated.add(file);
  }
  return { outdated, confirmed };
}
