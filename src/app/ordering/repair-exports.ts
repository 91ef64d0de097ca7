import { resolve } from "node:path";
import type { Context } from "../../cli/context.ts";
import { EXPORT_TYPES, type ExportType } from "../../contract/vocabulary.ts";
import { linkKey } from "../../transfer/transfer-source.ts";
import type { VerifiedFile } from "../../transfer/verify-folder.ts";
import { bringType } from "../exports/bring-type.ts";
import { whileHoldingFolder } from "../exports/hold-folder.ts";
import { repairOf, type Repair } from "../downloads/verify-report.ts";

/** The export type that a file is of; undefined for one that came through an order. */
export const exportTypeOf = ({ entry }: VerifiedFile): ExportType | undefined =>
  entry.order === undefined ? EXPORT_TYPES.find((type) => type === entry.item) : undefined;

/** Fetches export files of one type again, under the names that they have. Throws what keeps the folder from being held. */
export async function repairExports(
  context: Context,
  dir: string,
  type: ExportType,
  files: readonly VerifiedFile[],
): Promise<ReadonlyMap<string, Repair>> {
  const names = files.map(({ entry }) => entry.asset);
  const paths = new Map(
    files.map(({ path, entry }) => [linkKey({ item: type, assetKey: entry.asset }), path]),
  );
  const summary = await whileHoldingFolder(context, resolve(context.world.cwd, dir), (root, touch) =>
    bringType(context, { root, touch }, type, names, { overwrite: true, paths }),
  );
  const repairs = new Map(summary.files.map((file) => [file.path, repairOf(file)]));
  for (const { path, entry } of files) {
    const repair = repairs.get(path);
    if (repair !== undefined && "sha256" in repair && repair.sha256 !== entry.sha256)
      context.notes.note(`${path}: the service has made it anew since`);
  }
  return repairs;
}
