/** The report of a sync to its CI job. */
import { firstTexts, moreText, sizeText } from "../../counted.ts";
import { escapeAsHtml } from "../../cli/output/github-actions.ts";
import type { FetchedFile, FetchReport } from "../../app/exports/fetch-report.ts";
import { formatCounts, listGaps } from "./fetched-view.ts";
import { formatHtmlRow, formatOutputs, type JobReport } from "../job-report.ts";

/** Maximum number of files in a summary. */
const MAX_NAMED = 50;

/** `token`: makes a delimiter that cannot be a file name. */
export const makeJobReport = (report: FetchReport, token: string): JobReport => ({
  isChanged: report.changed,
  outputs: formatSyncOutputs(report, token),
  summary: formatSummary(report),
});

const isNew = ({ status }: FetchedFile): boolean => status === "added" || status === "updated";

function formatSyncOutputs(report: FetchReport, token: string): string {
  const { changed, added, updated, unchanged, failed, bytes, gaps = [], files } = report;
  const end = `end-${token}`;
  const counts = formatOutputs({ changed, added, updated, unchanged, failed, bytes, gaps: gaps.length });
  return [`${counts}files<<${end}`, ...files.filter(isNew).map(({ path }) => path), end, ""].join("\n");
}

function formatSummary(report: FetchReport): string {
  const { directory, withdrawn = [] } = report;
  const shown = report.files.filter((file) => isNew(file) || file.status === "failed");
  const rows = shown.slice(0, MAX_NAMED).map(({ path, status, size, error }) => {
    const what = error === undefined ? status : `${status}: ${error.message}`;
    return formatHtmlRow([path, size === undefined ? "" : sizeText(size), what]);
  });
  const rest = shown.length - rows.length;
  const remarks = [
    ...(rest > 0 ? [moreText(rest)] : []),
    ...firstTexts(listGaps(report), MAX_NAMED),
    ...firstTexts(
      withdrawn.map((path) => `${path} is no longer offered`),
      MAX_NAMED,
    ),
  ];
  return [
    `<p><b>${report.changed ? "Changed" : "Nothing changed"}</b> in <code>${escapeAsHtml(directory)}</code>: ${formatCounts(report)}</p>`,
    ...(rows.length > 0
      ? [`<table><tr><th>file</th><th>size</th><th>status</th></tr>${rows.join("")}</table>`]
      : []),
    ...remarks.map((remark) => `<p>${escapeAsHtml(remark)}</p>`),
    "",
  ].join("\n");
}
