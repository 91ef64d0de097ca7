/** Checks a folder against its manifest; on request, fetches missing or damaged files again. */
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { AppError } from "../../errors.ts";
import { safeText } from "../../render/safe-text.ts";
import { HashPool } from "../../transfer/hash-pool.ts";
import { verifyFolder, type Verification } from "../../transfer/verify-folder.ts";
import { repairFiles, type RepairContext } from "./repair-files.ts";
import { verifyReport, type VerifyReport } from "./verify-report.ts";
import { countText } from "../../render/quantity-text.ts";

/** How many names a line lists. */
const NAMED = 5;
/** More threads would only wait for the disk. */
const MOST_WORKERS = 8;

/** `isStrict`: files and lines that the manifest does not explain are also errors. */
export async function checkFolder(
  context: RepairContext,
  dir: string,
  { isRepairing, isStrict }: { isRepairing: boolean; isStrict: boolean },
): Promise<VerifyReport> {
  const found = await readFolder(context, dir);
  const wrong = found.files.filter(({ status }) => status !== "ok");
  const repairs = isRepairing && wrong.length > 0 ? await repairFiles(context, dir, wrong) : undefined;
  const report = verifyReport(dir, found, repairs);
  warnOfOddities(context, dir, found);
  const failure = verifyError(report, found, { isRepairing, isStrict });
  if (failure !== undefined) context.events.failed(failure);
  return report;
}

async function readFolder({ folder, events, signal }: RepairContext, dir: string): Promise<Verification> {
  const line = await events.waiting();
  const pool = new HashPool(Math.min(availableParallelism(), MOST_WORKERS));
  try {
    return await verifyFolder(resolve(folder, dir), {
      signal,
      pool,
      onFile: (path, index, count) => line?.update(`Reading ${index + 1} of ${count}: ${safeText(path)}`),
    });
  } finally {
    line?.stop();
    await pool.close();
  }
}

function warnOfOddities(
  { events }: RepairContext,
  dir: string,
  { foreign, unreadableLines }: Verification,
): void {
  if (foreign.length > 0) {
    const more = foreign.length > NAMED ? ` and ${foreign.length - NAMED} more` : "";
    events.warn(`not in the manifest of ${dir}: ${foreign.slice(0, NAMED).join(", ")}${more}`);
  }
  if (unreadableLines > 0) {
    events.warn(
      `${countText(unreadableLines, "line")} of the manifest of ${dir} cannot be read: what they named is not checked`,
    );
  }
}

function verifyError(
  { wrong, foreign, files }: VerifyReport,
  { unreadableLines }: Verification,
  { isRepairing, isStrict }: { isRepairing: boolean; isStrict: boolean },
): AppError | undefined {
  const faulty = files.filter(({ status }) => ["missing", "changed", "unreadable"].includes(status));
  const [first] = faulty;
  if (first !== undefined) {
    const others = wrong > 1 ? ` (and ${wrong - 1} more)` : "";
    const message = `${wrong} of ${countText(files.length - foreign, "file")} ${wrong === 1 ? "does" : "do"} not match the manifest: ${first.path}: ${first.fault ?? first.status}${others}`;
    return new AppError("local", "VERIFY_FAILED", message, {
      hint: isRepairing
        ? "What could not be fetched is named above; an expired order has to be placed again"
        : "swath verify --repair fetches again only what is wrong",
      data: { files: faulty.map(({ path, status, fault }) => ({ path, status, fault })) },
    });
  }
  if (!isStrict || foreign + unreadableLines === 0) return undefined;
  return new AppError(
    "local",
    "VERIFY_FAILED",
    "the folder holds what its manifest does not explain (--strict)",
    {
      hint: "The warnings above name it",
    },
  );
}
