import { posix } from "node:path";
import { formatFolder, escapeText } from "../../render/safe-text.ts";
import { sizeText } from "../../render/quantity-text.ts";
import type { Column } from "../../render/column.ts";
import { listView } from "../../cli/output/view.ts";
import { isVerified } from "../../domain/orders/download-options.ts";
import type { InspectedFile } from "../../transfer/inspect-plan.ts";
import type { PlanReport } from "../../app/downloads/plan-download.ts";
import type { DownloadedFile, DownloadReport } from "../../app/downloads/download-order.ts";

type File = DownloadedFile | InspectedFile;

const describeStatus = (file: File): string => {
  if (!("verified" in file)) {
    const { status, done, reason } = file;
    if (done !== undefined) return `${status} after ${sizeText(done)}`;
    return reason === undefined ? status : `${status}: ${reason}`;
  }
  const { status, error, execFault } = file;
  if (error !== undefined) return `${status}: ${error.message}`;
  return execFault === undefined ? status : `${status}; --exec ${execFault}`;
};

const STATUS: Column<File> = { key: "status", header: "STATUS", value: ({ status }) => status };
const SIZE: Column<File> = { key: "size", header: "SIZE", value: ({ size }) => size, align: "right" };
const ITEM: Column<File> = { key: "item", header: "ITEM", value: ({ item }) => item, wide: true };
const ASSET: Column<File> = { key: "asset", header: "ASSET", value: ({ asset }) => asset, wide: true };
/** The folder of a file is usually its item. */
const NAME: Column<File> = {
  key: "file",
  header: "FILE",
  value: ({ path }) => posix.basename(path),
  fixed: true,
};

const COLUMNS: readonly Column<File>[] = [
  { key: "path", header: "FILE", value: ({ path }) => path, fixed: true },
  SIZE,
  STATUS,
  { key: "sha256", header: "SHA256", value: (file) => ("sha256" in file ? file.sha256 : undefined) },
  ITEM,
  ASSET,
];

/** The table for people: files below the folder of their item, each with its strongest proof. */
const SHOWN: readonly Column<File>[] = [
  NAME,
  { ...STATUS, value: describeStatus },
  { ...SIZE, value: ({ size }) => (size === undefined ? "?" : sizeText(size)) },
  {
    key: "verified",
    header: "VERIFIED BY",
    value: (file) => ("verified" in file ? formatProof(file.verified) : ""),
  },
];

/** Returns the strongest proof in one word; "complete" when no promised size or digest was available. */
function formatProof(verified: readonly string[]): string {
  const proof = verified.at(-1);
  if (proof === undefined) return "";
  const isLookedAt = proof === "exists" || proof === "manifest size";
  return isVerified(verified) || isLookedAt ? `by ${proof.split(" ").at(-1) ?? proof}` : "complete";
}

function formatPlanSums({ files, bytesToFetch, unknownSizes, freeBytes, directory }: PlanReport): string {
  const there = files.filter(({ status }) => status === "there").length;
  const conflicts = files.filter(({ status }) => status === "conflict").length;
  const sums = [
    `${files.length - there - conflicts} to fetch (${sizeText(bytesToFetch)}${unknownSizes > 0 ? ` and ${unknownSizes} of unknown size` : ""})`,
    `${there} already there`,
    ...(conflicts > 0 ? [`${conflicts} in conflict`] : []),
    ...(freeBytes === undefined ? [] : [`${sizeText(freeBytes)} free`]),
  ];
  return `${sums.join(", ")}, in ${formatFolder(directory)}`;
}

/** Returns the outcome of a download in one line. */
export const formatDownloadSums = ({
  bytes,
  downloaded,
  skipped,
  failed,
  directory,
}: DownloadReport): string =>
  `${downloaded} downloaded (${sizeText(bytes)}), ${skipped} already there, ${failed} failed, in ${formatFolder(directory)}`;

const getFolderName = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

const formatReportSums = (report: DownloadReport | PlanReport): string =>
  "fits" in report ? formatPlanSums(report) : formatDownloadSums(report);

/** The ids of this result are its paths, because a script uses them next. */
export const downloadView = listView<File, DownloadReport | PlanReport>({
  rows: ({ files }): readonly File[] => files,
  columns: COLUMNS,
  people: [NAME, SIZE, STATUS, ITEM, ASSET],
  id: ({ path, status }) => (status === "failed" ? undefined : path),
  map: {
    part: ({ path }) => ({ id: path }),
    colourBy: "status",
    itemsOf: ({ item }) => [{ id: item }],
  },
  summary: (report) => [formatReportSums(report)],
  text: async (report, { paint, width }) => {
    const { formatTable } = await import("../../render/table.ts");
    const files: readonly File[] = report.files;
    const folders = [...new Set(files.map(({ path }) => getFolderName(path)))];
    const parts = folders.map((folder) => {
      const within = files.filter(({ path }) => getFolderName(path) === folder);
      const title = folder === "" ? "" : `${paint("bold", escapeText(folder))}\n`;
      return title + formatTable(within, SHOWN, { width, paint, header: false });
    });
    return `${parts.join("")}${formatReportSums(report)}`;
  },
});
