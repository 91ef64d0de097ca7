import { countText, groupedText, sizeText } from "../../counted.ts";
import { formatPace } from "../../app/transfers/transfer-total.ts";
import { formatFileRows, NAME } from "../files/file-rows.ts";
import { listView } from "../../cli/output/view.ts";
import type { Column } from "../../render/column.ts";
import { formatFolder } from "../../render/safe-text.ts";
import type { FetchedFile, FetchReport } from "../../app/exports/fetch-report.ts";

const COLUMNS: readonly Column<FetchedFile>[] = [
  { key: "path", header: "FILE", value: ({ path }) => path, fixed: true },
  { key: "size", header: "SIZE", value: ({ size }) => size, align: "right" },
  { key: "status", header: "STATUS", value: ({ status }) => status, kept: true },
  { key: "sha256", header: "SHA256", value: ({ sha256 }) => sha256, wide: true },
  { key: "exportFile", header: "EXPORT FILE", value: ({ exportFile }) => exportFile, wide: true },
];

const SHOWN: readonly Column<FetchedFile>[] = [
  NAME,
  { key: "status", header: "STATUS", value: ({ status }) => status, kept: true },
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

/** Returns the outcome in one line: counts that are not 0, and what was fetched. */
export function formatFetchTotal(report: FetchReport): string {
  const { added, updated, unchanged, failed, bytes, directory } = report;
  const folder = formatFolder(directory);
  if (added + updated + failed === 0 && bytes === 0)
    return `${countText(unchanged, "file")} here already, in ${folder}`;
  const counts = { new: added, updated, unchanged, failed };
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return `${parts.map(([name, count]) => `${groupedText(count)} ${name}`).join(", ")}, in ${folder}${bytes > 0 ? ` (${formatPace(report)})` : ""}`;
}

/** The ids of this result are its paths, because a script uses them next. */
export const fetchedView = listView<FetchedFile, FetchReport>({
  rows: ({ files }) => files,
  columns: COLUMNS,
  id: ({ path, status }) => (status === "failed" ? undefined : path),
  // A sync writes its own summary.
  summary: (report) => (report.gaps === undefined ? [formatFetchTotal(report)] : []),
  isFiles: true,
  text: async (report, screen) => {
    const news = report.files.filter(({ status }) => status !== "unchanged");
    const files = await formatFileRows(news, SHOWN, ({ error }) => error?.message, screen);
    const missing = listGaps(report).slice(0, MAX_GAPS_SHOWN);
    return files + [formatFetchTotal(report), ...missing].join("\n");
  },
});
