/** Fetches again what a manifest names and a folder no longer has: order by order and type by type, under the same names. */
import { AppError } from "../../errors.ts";
import type { Context } from "../../cli/context.ts";
import { EXPORT_TYPES } from "../../contract/vocabulary.ts";
import { planNamed } from "../../transfer/plan.ts";
import { linksOf } from "../../transfer/transfer-source.ts";
import type { VerifiedFile } from "../../transfer/verify-folder.ts";
import { inProgress, lookAtOrder } from "./order-readiness.ts";
import { sourcesOf } from "./order-sources.ts";
import { transferFiles } from "./transfer-files.ts";
import { exportTypeOf, repairExports } from "./repair-exports.ts";
import { repairOf, type Repair, type Repairs } from "../downloads/verify-report.ts";

/** One order that cannot be asked any more never stops the others: its files keep their fault, with the reason. */
export async function repairFiles(
  context: Context,
  dir: string,
  wrong: readonly VerifiedFile[],
): Promise<Repairs> {
  const repairs = new Map<string, Repair>();
  for (const type of EXPORT_TYPES) {
    const files = wrong.filter((file) => exportTypeOf(file) === type);
    if (files.length === 0) continue;
    for (const [path, repair] of await repairExports(context, dir, type, files)) repairs.set(path, repair);
  }
  const ofOrders = wrong.filter((file) => exportTypeOf(file) === undefined);
  for (const orderId of new Set(ofOrders.map(({ entry }) => entry.order))) {
    const files = ofOrders.filter(({ entry }) => entry.order === orderId);
    if (orderId === undefined) {
      setAll(repairs, files, "the manifest names no order to fetch it from");
      continue;
    }
    try {
      await repairOrder(context, dir, orderId, files, repairs);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      context.notes.warn(`order ${orderId}: ${error.message}`);
      setAll(repairs, files, error.message);
    }
  }
  return repairs;
}

async function repairOrder(
  context: Context,
  dir: string,
  orderId: string,
  files: readonly VerifiedFile[],
  repairs: Map<string, Repair>,
): Promise<void> {
  const found = await lookAtOrder(context, orderId, context.signal);
  if (!found.ready) throw inProgress(context, orderId, found);
  const sources = sourcesOf(found.items);
  const { plan, unknown } = planNamed(
    sources,
    files.map(({ entry }) => entry),
  );
  setAll(
    repairs,
    files.filter(({ path }) => unknown.includes(path)),
    `order ${orderId} no longer offers it`,
  );
  if (plan.files.length === 0) return;
  const summary = await transferFiles(context, {
    orderId,
    plan,
    links: linksOf(sources),
    dir,
    // --repair is the asking: what stands there is replaced, in one step, when the new bytes are proven.
    policy: "overwrite",
  });
  for (const file of summary.files) repairs.set(file.path, repairOf(file));
  sayNewVersions(context, files, repairs);
}

function sayNewVersions(
  { notes }: Context,
  files: readonly VerifiedFile[],
  repairs: ReadonlyMap<string, Repair>,
): void {
  for (const { path, entry } of files) {
    const repair = repairs.get(path);
    if (repair === undefined || "fault" in repair || entry.sha256 === undefined) continue;
    if (repair.sha256 !== entry.sha256)
      notes.warn(`${path}: the order now has another version than the one recorded`);
  }
}

function setAll(repairs: Map<string, Repair>, files: readonly VerifiedFile[], fault: string): void {
  for (const { path } of files) repairs.set(path, { fault });
}
