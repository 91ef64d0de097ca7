import { listView } from "../../cli/output/view.ts";
import type { Column } from "../../render/column.ts";
import { safeText } from "../../render/safe-text.ts";
import { sizeText } from "../../render/quantity-text.ts";
import type { CheckedFile, VerifyReport } from "../../app/downloads/verify-report.ts";

const COLUMNS: readonly Column<CheckedFile>[] = [
  { key: "path", header: "FILE", value: ({ path }) => path, fixed: true },
  { key: "status", header: "STATUS", value: ({ status }) => status },
  { key: "fault", header: "FAULT", value: ({ fault }) => fault },
  { key: "size", header: "SIZE", value: ({ size }) => size, align: "right" },
  { key: "checked", header: "CHECKED", value: ({ checked }) => checked },
  { key: "sha256", header: "SHA256", value: ({ sha256 }) => sha256, wide: true },
  { key: "item", header: "ITEM", value: ({ item }) => item, wide: true },
  { key: "asset", header: "ASSET", value: ({ asset }) => asset, wide: true },
  { key: "order", header: "ORDER", value: ({ order }) => order, wide: true },
];

const SHOWN: readonly Column<CheckedFile>[] = [
  { key: "path", header: "FILE", value: ({ path }) => path, fixed: true },
  {
    key: "status",
    header: "STATUS",
    value: ({ status, fault }) => (fault === undefined ? status : `${status}: ${fault}`),
  },
];

/** The ids are what somebody has to look after: the paths of files that are not whole. */
export const verifyView = listView<CheckedFile, VerifyReport>({
  rows: ({ files }) => files,
  columns: COLUMNS,
  id: ({ path, status }) => (["missing", "changed", "unreadable"].includes(status) ? path : undefined),
  text: async (report, { paint, width }) => {
    const { table } = await import("../../render/table.ts");
    const notable = report.files.filter(({ status }) => status !== "ok");
    const rows = notable.length === 0 ? "" : table(notable, SHOWN, { width, paint, header: false });
    const { ok, okBySizeOnly, wrong, repaired, foreign, bytes, directory } = report;
    const bySize = okBySizeOnly === 0 ? "" : `, ${okBySizeOnly} of them by size only`;
    const sums = [
      `${ok} whole (${sizeText(bytes)}${bySize})`,
      ...(repaired > 0 ? [`${repaired} repaired`] : []),
      `${wrong} wrong or missing`,
      ...(foreign > 0 ? [`${foreign} not in the manifest`] : []),
    ];
    return `${rows}${sums.join(", ")}, in ${safeText(directory)}`;
  },
});
