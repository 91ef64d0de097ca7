/** The report of a sync to its CI job, in addition to its result: exit code, outputs, a summary. Each is optional. */
import { firstTexts, moreText } from "../../counted.ts";
import type { Context } from "../../cli/context.ts";
import { appendOutputs, appendSummary, htmlText } from "../../cli/output/github-actions.ts";
import { sizeText } from "../../render/quantity-text.ts";
import type { FetchedFile, FetchReport } from "../../app/exports/fetch-report.ts";

/** Exit code of a sync that changed something, with `--exit-code`. */
const CHANGED = 15;

/** Maximum number of files in a summary. */
const MOST_NAMED = 50;

export async function reportToJob(
  context: Context,
  report: FetchReport,
  asked: { exitCode?: true; githubOutput?: true },
): Promise<void> {
  const { world, options } = context;
  if (asked.exitCode === true && report.changed) context.outcome.exitCode = CHANGED;
  // Without a summary file, the step summary of the run already warns.
  if (options.stepSummary === true && (world.env["GITHUB_STEP_SUMMARY"] ?? "") !== "")
    await appendSummary(world, summaryOf(report));
  if (asked.githubOutput !== true) return;
  const unwritten = await appendOutputs(world, outputsOf(report, world.uuid()));
  // The reason for the missing files is more useful.
  if (unwritten !== undefined) context.outcome.failure ??= unwritten;
}

const isNew = ({ status }: FetchedFile): boolean => status === "added" || status === "updated";

/** Returns `name=value` lines; the list of files ends with a delimiter that cannot be a file name. */
function outputsOf(report: FetchReport, token: string): string {
  const { changed, added, updated, unchanged, failed, bytes, gaps = [], files } = report;
  const end = `end-${token}`;
  return [
    ...Object.entries({ changed, added, updated, unchanged, failed, bytes, gaps: gaps.length }).map(
      ([name, value]) => `${name}=${value}`,
    ),
    `files<<${end}`,
    ...files.filter(isNew).map(({ path }) => path),
    end,
    "",
  ].join("\n");
}

function summaryOf(report: FetchReport): string {
  const { added, updated, unchanged, failed, bytes, directory, gaps = [], withdrawn = [] } = report;
  const shown = report.files.filter((file) => isNew(file) || file.status === "failed");
  const rows = shown.slice(0, MOST_NAMED).map(({ path, status, size, error }) => {
    const what = error === undefined ? status : `${status}: ${error.message}`;
    const cells = [path, size === undefined ? "" : sizeText(size), what];
    return `<tr>${cells.map((cell) => `<td>${htmlText(cell)}</td>`).join("")}</tr>`;
  });
  const rest = shown.length - rows.length;
  const remarks = [
    ...(rest > 0 ? [moreText(rest)] : []),
    ...firstTexts(
      gaps.map(({ week, format }) => `${week} is missing from the ${format} weeks`),
      MOST_NAMED,
    ),
    ...firstTexts(
      withdrawn.map((path) => `${path} is no longer offered`),
      MOST_NAMED,
    ),
  ];
  const sums = `${added} new, ${updated} updated, ${unchanged} unchanged, ${failed} failed (${sizeText(bytes)} fetched)`;
  return [
    `<p><b>${report.changed ? "Changed" : "Nothing changed"}</b> in <code>${htmlText(directory)}</code>: ${sums}</p>`,
    ...(rows.length > 0
      ? [`<table><tr><th>file</th><th>size</th><th>status</th></tr>${rows.join("")}</table>`]
      : []),
    ...remarks.map((remark) => `<p>${htmlText(remark)}</p>`),
    "",
  ].join("\n");
}
