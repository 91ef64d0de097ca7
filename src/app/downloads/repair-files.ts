/** Downloads missing and damaged files of a manifest again, under the same names. */
import type { AppContext } from "../context.ts";
import { resolve } from "node:path";
import { EXPORT_TYPES, type ExportType } from "../../contract/vocabulary.ts";
import { AppError } from "../../errors.ts";
import { planNamed } from "../../transfer/plan.ts";
import { linkKey, toLinks } from "../../transfer/transfer-source.ts";
import type { VerifiedFile } from "../../transfer/verify-folder.ts";
import { mirrorType } from "../exports/bring-files.ts";
import { holdFolder } from "../exports/hold-folder.ts";
import { toOrderSources } from "./order-links.ts";
import { FollowedOrder, type FollowOptions } from "./followed-order.ts";
import { transferFiles } from "./transfer-files.ts";
import { toRepair, type Repair, type Repairs } from "./verify-report.ts";

/**
 * Downloads wrong files again. An order that can no longer be downloaded does not stop the others; its files keep their fault, with
 * the reason.
 */
export async function repairFiles(
  context: AppContext,
  dir: string,
  wrong: readonly VerifiedFile[],
  how: Pick<FollowOptions, "reorderFree" | "replace"> = {},
): Promise<Repairs> {
  const repairs = new Map<string, Repair>();
  for (const type of EXPORT_TYPES) {
    const files = wrong.filter((file) => findExportType(file) === type);
    if (files.length > 0) await repairExports(context, dir, type, files, repairs);
  }
  const ofOrders = wrong.filter((file) => findExportType(file) === undefined);
  for (const orderId of new Set(ofOrders.map(({ entry }) => entry.order))) {
    const files = ofOrders.filter(({ entry }) => entry.order === orderId);
    if (orderId === undefined) {
      setFaults(repairs, files, "the manifest has no order to fetch it from");
      continue;
    }
    try {
      await repairOrder(context, dir, new FollowedOrder(context, orderId, how), files, repairs);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      context.events.warn(`order ${orderId}: ${error.message}`);
      setFaults(repairs, files, error.message);
    }
  }
  return repairs;
}

async function repairOrder(
  context: AppContext,
  dir: string,
  order: FollowedOrder,
  files: readonly VerifiedFile[],
  repairs: Map<string, Repair>,
): Promise<void> {
  const sources = toOrderSources(await order.readItems());
  const { plan, unknown } = planNamed(
    sources,
    files.map(({ entry }) => entry),
  );
  setFaults(
    repairs,
    files.filter(({ path }) => unknown.includes(path)),
    `order ${order.id} no longer offers it`,
  );
  if (plan.files.length === 0) return;
  const summary = await transferFiles(context, {
    order,
    plan,
    links: toLinks(sources),
    dir,
    // Repair replaces the existing file atomically, once the new bytes are verified.
    policy: "overwrite",
  });
  for (const file of summary.files) repairs.set(file.path, toRepair(file));
  for (const { path, entry } of files) {
    const repair = repairs.get(path);
    if (repair === undefined || "fault" in repair || entry.sha256 === undefined) continue;
    if (repair.sha256 !== entry.sha256)
      context.events.warn(`${path}: the order now has another version than the one recorded`);
  }
}

/** Returns the export type of a file; undefined for a file of an order. */
const findExportType = ({ entry }: VerifiedFile): ExportType | undefined =>
  entry.order === undefined ? EXPORT_TYPES.find((type) => type === entry.item) : undefined;

/** Downloads export files of one type again under their names. Throws when the folder cannot be locked. */
async function repairExports(
  context: AppContext,
  dir: string,
  type: ExportType,
  files: readonly VerifiedFile[],
  repairs: Map<string, Repair>,
): Promise<void> {
  const names = files.map(({ entry }) => entry.asset);
  const paths = new Map(files.map(({ path, entry }) => [linkKey({ item: type, asset: entry.asset }), path]));
  const summary = await holdFolder(context, resolve(context.folder, dir), (root) =>
    mirrorType(context, root, type, names, { overwrite: true, paths }),
  );
  const fetched = new Map(summary.files.map((file) => [file.path, toRepair(file)]));
  for (const { path, entry } of files) {
    const repair = fetched.get(path);
    if (repair !== undefined && "sha256" in repair && repair.sha256 !== entry.sha256)
      context.events.note(`${path}: the service has replaced it since`);
  }
  for (const [path, repair] of fetched) repairs.set(path, repair);
}

function setFaults(repairs: Map<string, Repair>, files: readonly VerifiedFile[], fault: string): void {
  for (const { path } of files) repairs.set(path, { fault });
}
