import { formatFolder } from "../../render/safe-text.ts";
import type { Column } from "../../render/column.ts";
import { listView } from "../../cli/output/view.ts";
import { formatFileRows, NAME } from "./file-rows.ts";
import { isVerified } from "../../domain/orders/download-options.ts";
import type { InspectedFile } from "../../transfer/inspect-plan.ts";
import { formatTotal } from "../../app/transfers/transfer-total.ts";
import type { PlanReport } from "../../app/downloads/plan-download.ts";
import type { DownloadedFile, DownloadReport } from "../../app/downloads/download-order.ts";
import { sizeText } from "../../counted.ts";

type File = DownloadedFile | InspectedFile;

const describeStatus = (file: File): string =>
  "done" in file && file.done !== undefined ? `${file.status} after ${sizeText(file.done)}` : file.status;

function findReason(file: File): string | undefined {
  if (!("verified" in file)) return file.done === undefined ? file.reason : undefined;
  const { error, execFault } = file;
  return error?.message ?? (execFault && `--exec ${execFault}`);
}

const STATUS: Column<File> = { key: "status", header: "STATUS", value: ({ status }) => status, kept: true };
const SIZE: Column<File> = { key: "size", header: "SIZE", value: ({ size }) => size, align: "right" };
const ITEM: Column<File> = { key: "item", header: "ITEM", value: ({ item }) => item, wide: true };
const ASSET: Column<File> = { key: "asset", header: "ASSET", value: ({ asset }) => asset, wide: true };
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

const formatReportSums = (report: DownloadReport | PlanReport): string =>
  "fits" in report ? formatPlanSums(report) : formatTotal(report);

/** Returns the files that a person reads about: all of a plan, and those that a download has not found here. */
const listNews = (report: DownloadReport | PlanReport): readonly File[] =>
  "fits" in report
    ? report.files
    : report.files.filter(({ status, execFault }) => status !== "skipped" || execFault !== undefined);

/** The view of `--plan`. The ids are the paths, because a script uses them next. */
export const planView = listView<File, DownloadReport | PlanReport>({
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
  text: async (report, screen) =>
    `${await formatFileRows(listNews(report), SHOWN, findReason, screen)}${formatReportSums(report)}`,
});

export const downloadView = { ...planView, isFiles: true };
