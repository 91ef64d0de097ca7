import { safeText } from "../../render/safe-text.ts";
import { sizeText } from "../../render/size.ts";
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

/** What people see: files below the folder of their item, and the strongest proof of each. */
const SHOWN: readonly Column<DownloadedFile>[] = [
  { key: "file", header: "FILE", value: ({ path }) => fileName(path), fixed: true },
  {
    key: "size",
    header: "SIZE",
    value: ({ size }) => (size === undefined ? "" : sizeText(size)),
    align: "right",
  },
  {
    key: "status",
    header: "STATUS",
    value: ({ status, error }) => (error === undefined ? status : `${status}: ${error.message}`),
  },
  { key: "verified", header: "VERIFIED BY", value: ({ verified }) => verified.at(-1) },
];

const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const folderName = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

/** Paths are what a script goes on with: they are the ids of this result. */
export const downloadView = listView<DownloadedFile, DownloadReport>({
  rows: ({ files }) => files,
  columns: COLUMNS,
  id: ({ path, status }) => (status === "failed" ? undefined : path),
  text: async ({ files, bytes, downloaded, skipped, failed, directory }, { paint, width }) => {
    const { table } = await import("../../render/table.ts");
    const folders = [...new Set(files.map(({ path }) => folderName(path)))];
    const parts = folders.map((folder) => {
      const within = files.filter(({ path }) => folderName(path) === folder);
      const title = folder === "" ? "" : `${paint("bold", safeText(folder))}\n`;
      return title + table(within, SHOWN, { width, paint, header: false });
    });
    const sums = [
      `${downloaded} downloaded (${sizeText(bytes)})`,
      `${skipped} already there`,
      `${failed} failed`,
    ];
    return `${parts.join("")}${sums.join(", ")}, in ${safeText(directory)}`;
  },
});
