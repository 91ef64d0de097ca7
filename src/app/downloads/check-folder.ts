/** Checks a folder against its manifest; on request, fetches missing or damaged files again. */
import type { AppContext } from "../context.ts";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { AppError } from "../../errors.ts";
import { escapeText } from "../../render/safe-text.ts";
import { HashPool } from "../../transfer/hash-pool.ts";
import { verifyFolder, type Verification } from "../../transfer/verify-folder.ts";
import { findFoldersBelow, warnOfSkippedParts } from "./downloaded-folder.ts";
import type { FollowOptions } from "./followed-order.ts";
import { countItems } from "./order-readiness.ts";
import { repairFiles } from "./repair-files.ts";
import { makeVerifyReport, type VerifyReport } from "./verify-report.ts";
import { readOrders } from "../../money/history.ts";
import { listExpectedItems } from "../../money/recorded-purchase.ts";
import { countText, listText, othersText } from "../../counted.ts";
import { advice, RERUN, swath } from "../../hint.ts";

/** Maximum number of names per line. */
const MAX_NAMED = 5;
/** More threads would only wait for the disk. */
const MAX_WORKERS = 8;

/** Checks a folder. With `isStrict`, unexplained files and lines are also errors. */
export async function checkFolder(
  context: AppContext,
  dir: string,
  {
    isRepairing,
    isStrict,
    ...how
  }: { isRepairing: boolean; isStrict: boolean } & Pick<FollowOptions, "reorderFree" | "replace">,
): Promise<VerifyReport> {
  const found = await readFolder(context, dir);
  const wrong = found.files.filter(({ status }) => status !== "ok");
  const repairs = isRepairing && wrong.length > 0 ? await repairFiles(context, dir, wrong, how) : undefined;
  const report = makeVerifyReport(dir, found, repairs);
  if (found.foreign.length > 0)
    context.events.warn(`not in the manifest of ${dir}: ${listText(found.foreign, MAX_NAMED)}`);
  for (const fault of found.unreadDigests) context.events.warn(fault);
  warnOfSkippedParts(context, dir, found, "not checked");
  const partial = await findPartialOrders(context, found);
  for (const { orderId, expected, named } of partial)
    context.events.warn(
      `order ${orderId} has ${countText(expected, "item")}, and the manifest of ${dir} has files of ${named}`,
      advice`Continue the download: ${swath`order download ${orderId} --out-dir ${dir}`}`,
    );
  const failure = toVerifyError(report, found, {
    isRepairing,
    isStrict,
    isPartial: partial.length > 0,
  });
  if (failure !== undefined) context.events.failed(failure);
  return report;
}

async function readFolder({ folder, events, signal }: AppContext, dir: string): Promise<Verification> {
  const line = await events.waiting();
  const pool = new HashPool(Math.min(availableParallelism(), MAX_WORKERS));
  try {
    return await verifyFolder(resolve(folder, dir), {
      signal,
      pool,
      onFile: (path, index, count) => line?.update(`Reading ${index + 1} of ${count}: ${escapeText(path)}`),
    });
  } catch (error) {
    throw await suggestFoldersBelow(error, resolve(folder, dir), dir);
  } finally {
    line?.stop();
    await pool.close();
  }
}

/** Returns the error with the folders below that have a manifest. `dir`: the folder as it was typed. */
async function suggestFoldersBelow(error: unknown, root: string, dir: string): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== "VERIFY_FAILED") return error;
  const folders = await findFoldersBelow(root);
  const [first] = folders;
  if (first === undefined) return error;
  return error.restated(`${error.message}; folders in it have one: ${listText(folders, MAX_NAMED)}`, {
    data: { ...error.data, folders },
    next: advice`Check one of these folders: ${swath`verify ${join(dir, first)}`}`,
  });
}

interface PartialOrder {
  orderId: string;
  /** Number of items in the order when it was placed from this machine. */
  expected: number;
  /** Number of them with files in the manifest. */
  named: number;
}

/** Returns the orders in this machine's journal that have items without any file in the manifest. */
async function findPartialOrders(context: AppContext, { files }: Verification): Promise<PartialOrder[]> {
  const itemsOf = new Map<string, Set<string>>();
  for (const { entry } of files) {
    if (entry.order === undefined) continue;
    const items = itemsOf.get(entry.order) ?? new Set();
    itemsOf.set(entry.order, items.add(entry.item));
  }
  const recordOf = await readOrders(context, itemsOf.keys());
  const partial: PartialOrder[] = [];
  // If an order expires during a download, the folder has files of that order and of a later order of the same items.
  const all = new Set(itemsOf.values().flatMap((items) => items));
  for (const [orderId, items] of itemsOf) {
    const record = recordOf(orderId);
    if (record === undefined) continue;
    const expected = countItems(record);
    const others = listExpectedItems(record).map(({ granuleId = "" }) => granuleId);
    const { size } = new Set([...items, ...others.filter((item) => all.has(item))]);
    if (size < expected) partial.push({ orderId, expected, named: size });
  }
  return partial;
}

function toVerifyError(
  { directory, wrong, foreign, files, unfinished }: VerifyReport,
  { unreadableLines, files: named }: Verification,
  { isRepairing, isStrict, isPartial }: { isRepairing: boolean; isStrict: boolean; isPartial: boolean },
): AppError | undefined {
  const faulty = files.filter(({ status }) => ["missing", "changed", "unreadable"].includes(status));
  const [first] = faulty;
  if (first !== undefined) {
    const message = `${wrong} of ${countText(named.length, "file")} ${wrong === 1 ? "does" : "do"} not match the manifest${named.some(({ isContradicted }) => isContradicted) ? " and the digest files" : ""}: ${first.path}: ${first.fault ?? first.status}${othersText(wrong)}`;
    return new AppError("local", "VERIFY_FAILED", message, {
      next: isRepairing
        ? undefined
        : advice`Fetch again only what is wrong: ${swath`verify ${directory} --repair`}`,
      data: { files: faulty.map(({ path, status, fault }) => ({ path, status, fault })) },
    });
  }
  const begun = files.filter(({ status }) => status === "unfinished");
  const [part] = begun;
  if (part !== undefined) {
    return new AppError(
      "local",
      "VERIFY_FAILED",
      `the download of ${part.path}${othersText(unfinished)} is not finished`,
      {
        next: RERUN,
        data: { files: begun.map(({ path, status }) => ({ path, status })) },
      },
    );
  }
  if (!isStrict || (foreign + unreadableLines === 0 && !isPartial)) return undefined;
  return new AppError(
    "local",
    "VERIFY_FAILED",
    "the folder does not agree with its manifest: see the warnings above",
  );
}
