import { listView } from "../../cli/output/view.ts";
import type { Column } from "../../render/column.ts";
import { formatFolder } from "../../render/safe-text.ts";
import { sizeText } from "../../render/quantity-text.ts";
import type { FetchedFile, FetchReport } from "../../app/exports/fetch-report.ts";

const COLUMNS: readonly Column<FetchedFile>[] = [
  { key: "path", header: "FILE", value: ({ path }) => path, fixed: true },
  { key: "size", header: "SIZE", value: ({ size }) => size, align: "right" },
  { key: "status", header: "STATUS", value: ({ status }) => status },
  { key: "sha256", header: "SHA256", value: ({ sha256 }) => sha256, wide: true },
  { key: "exportFile", header: "EXPORT FILE", value: ({ exportFile }) => exportFile, wide: true },
];

const SHOWN: readonly Column<FetchedFile>[] = [
  { key: "path", header: "FILE", value: ({ path }) => path, fixed: true },
  {
    key: "status",
    header: "STATUS",
    value: ({ status, error }) => (error === undefined ? status : `${status}: ${error.message}`),
  },
  {
    key: "size",
    header: "SIZE",
    value: ({ size }) => (size === undefined ? "" : sizeText(size)),
    align: "right",
  },
  { key: "verified", header: "VERIFIED BY", value: ({ verified }) => verified.at(-1), wide: true },
];

/** Maximum number of gaps; the warnings contain the number of further ones. */
const MAX_GAPS_SHOWN = 10;

export const formatCounts = ({ added, updated, unchanged, failed, bytes }: FetchReport): string =>
  `${added} new, ${updated} updated, ${unchanged} unchanged, ${failed} failed (${sizeText(bytes)} fetched)`;

/** Returns a line for each week that is missing. */
export const listGaps = ({ gaps = [] }: FetchReport): string[] =>
  gaps.map(({ week, format }) => `${week} is missing from the ${format} weeks`);

const formatFetchedSums = (report: FetchReport): string =>
  `${formatCounts(report)}, in ${formatFolder(report.directory)}`;

/** The ids of this result are its paths, because a script uses them next. */
export const fetchedView = listView<FetchedFile, FetchReport>({
  rows: ({ files }) => files,
  columns: COLUMNS,
  id: ({ path, status }) => (status === "failed" ? undefined : path),
  // A sync writes its own summary.
  summary: (report) => (report.gaps === undefined ? [formatFetchedSums(report)] : []),
  text: async (report, { paint, width }) => {
    const { formatTable } = await import("../../render/table.ts");
    const files = formatTable(report.files, SHOWN, { width, paint, header: false });
    const missing = listGaps(report).slice(0, MAX_GAPS_SHOWN);
    return files + [formatFetchedSums(report), ...missing].join("\n");
  },
});
