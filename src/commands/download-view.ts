import { safeText } from "../render/safe-text.ts";
import { folderText } from "../render/folder-text.ts";
import { sizeText } from "../render/quantity-text.ts";
import type { Column } from "../render/column.ts";
import { listView } from "../cli/output/view.ts";
import { isVerified } from "../domain/orders/proof.ts";
import type { InspectedFile } from "../transfer/inspect-plan.ts";
import type { PlanReport } from "../app/downloads/plan-download.ts";
import type { DownloadedFile, DownloadReport } from "../app/downloads/download-order.ts";

type File = DownloadedFile | InspectedFile;

const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Of a path; its folder is mostly the item, which stands beside it. */
const fileOf = (path: unknown): string => fileName(String(path));

const COLUMNS: readonly Column<File>[] = [
  { key: "path", header: "FILE", value: ({ path }) => path, fixed: true, page: fileOf },
  { key: "size", header: "SIZE", value: ({ size }) => size, align: "right" },
  { key: "status", header: "STATUS", value: ({ status }) => status },
  {
    key: "sha256",
    header: "SHA256",
    value: (file) => ("sha256" in file ? file.sha256 : undefined),
    page: false,
  },
  { key: "item", header: "ITEM", value: ({ item }) => item, wide: true },
  { key: "asset", header: "ASSET", value: ({ asset }) => asset, wide: true },
];

/** The table for people: files below the folder of their item, each with its strongest proof. */
const SHOWN: readonly Column<DownloadedFile>[] = [
  { key: "file", header: "FILE", value: ({ path }) => fileName(path), cut: "middle" },
  {
    key: "size",
    header: "SIZE",
    value: ({ size }) => (size === undefined ? "" : sizeText(size)),
    align: "right",
  },
  {
    key: "status",
    header: "STATUS",
    value: ({ status, error, execFault }) =>
      error !== undefined
        ? `${status}: ${error.message}`
        : execFault === undefined
          ? status
          : `${status}; --exec ${execFault}`,
  },
  { key: "verified", header: "VERIFIED BY", value: ({ verified }) => proofOf(verified), wide: true },
];

/** The strongest proof in one word; "complete" when nothing was promised that the bytes could be held against. */
function proofOf(verified: readonly string[]): string {
  const proof = verified.at(-1);
  if (proof === undefined) return "";
  const isLookedAt = proof === "exists" || proof === "manifest size";
  return isVerified(verified) || isLookedAt ? `by ${proof.split(" ").at(-1) ?? proof}` : "complete";
}

const PLANNED: readonly Column<InspectedFile>[] = [
  { key: "path", header: "FILE", value: ({ path }) => path, cut: "middle" },
  {
    key: "size",
    header: "SIZE",
    value: ({ size }) => (size === undefined ? "?" : sizeText(size)),
    align: "right",
  },
  {
    key: "status",
    header: "STATUS",
    value: ({ status, done, reason }) =>
      done !== undefined
        ? `${status} after ${sizeText(done)}`
        : reason === undefined
          ? status
          : `${status}: ${reason}`,
  },
];

function planSums({ files, bytesToFetch, unknownSizes, freeBytes, directory }: PlanReport): string {
  const there = files.filter(({ status }) => status === "there").length;
  const conflicts = files.filter(({ status }) => status === "conflict").length;
  const sums = [
    `${files.length - there - conflicts} to fetch (${sizeText(bytesToFetch)}${unknownSizes > 0 ? ` and ${unknownSizes} of unknown size` : ""})`,
    `${there} already there`,
    ...(conflicts > 0 ? [`${conflicts} in conflict`] : []),
    ...(freeBytes === undefined ? [] : [`${sizeText(freeBytes)} free`]),
  ];
  return `${sums.join(", ")}, in ${folderText(directory)}`;
}

/** The outcome of a download in one line. */
export const downloadSums = ({ bytes, downloaded, skipped, failed, directory }: DownloadReport): string =>
  `${downloaded} downloaded (${sizeText(bytes)}), ${skipped} already there, ${failed} failed, in ${folderText(directory)}`;

const folderName = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** The ids of this result are its paths, because a script uses them next. */
export const downloadView = listView<File, DownloadReport | PlanReport>({
  rows: ({ files }): readonly File[] => files,
  columns: COLUMNS,
  id: ({ path, status }) => (status === "failed" ? undefined : path),
  map: ({ path }) => ({ id: path }),
  mapColour: "status",
  legend: [{ ...COLUMNS[0]!, fixed: false, cut: "middle" }, ...COLUMNS.slice(1, 3)],
  itemsOf: ({ item }) => [{ id: item }],
  mapFacts: (report) => ["fits" in report ? planSums(report) : downloadSums(report)],
  summary: (report) => ["fits" in report ? planSums(report) : downloadSums(report)],
  text: async (report, { paint, width }) => {
    const { table } = await import("../render/table.ts");
    if ("fits" in report)
      return `${table(report.files, PLANNED, { width, paint, header: false })}${planSums(report)}`;
    const { files } = report;
    const folders = [...new Set(files.map(({ path }) => folderName(path)))];
    const parts = folders.map((folder) => {
      const within = files.filter(({ path }) => folderName(path) === folder);
      const title = folder === "" ? "" : `${paint("bold", safeText(folder))}\n`;
      return title + table(within, SHOWN, { width, paint, header: false });
    });
    return `${parts.join("")}${downloadSums(report)}`;
  },
});
