import { sizeText } from "../../render/size.ts";
import { table } from "../../render/table.ts";
import type { Column } from "../../render/column.ts";
import { listView } from "../../cli/view.ts";
import type { DownloadedFile, DownloadReport } from "./download-report.ts";

const COLUMNS: readonly Column<DownloadedFile>[] = [
  { key: "path", header: "FILE", value: ({ path }) => path, fixed: true },
  { key: "size", header: "SIZE", value: ({ size }) => size, align: "right" },
  { key: "status", header: "STATUS", value: ({ status }) => status },
  { key: "sha256", header: "SHA256", value: ({ sha256 }) => sha256 },
  { key: "item", header: "ITEM", value: ({ item }) => item, wide: true },
  { key: "asset", header: "ASSET", value: ({ asset }) => asset, wide: true },
];

const SHOWN: readonly Column<DownloadedFile>[] = [
  COLUMNS[0]!,
  {
    key: "size",
    header: "SIZE",
    value: ({ size }) => (size === undefined ? "" : sizeText(size)),
    align: "right",
  },
  COLUMNS[2]!,
  { key: "verified", header: "VERIFIED BY", value: ({ verified }) => verified.join(", ") },
];

const WIDTH = 140;

/** Paths are what a script goes on with: they are the ids of this result. */
export const downloadView = listView<DownloadedFile, DownloadReport>({
  rows: ({ files }) => files,
  columns: COLUMNS,
  id: ({ path, status }) => (status === "failed" ? undefined : path),
  text: ({ files, bytes, downloaded, skipped, failed, directory }, paint) => {
    const sums = [
      `${downloaded} downloaded (${sizeText(bytes)})`,
      `${skipped} already there`,
      `${failed} failed`,
    ];
    return `${table(files, SHOWN, { width: WIDTH, paint })}${sums.join(", ")}, in ${directory}`;
  },
});
