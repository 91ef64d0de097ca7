/** The report of a run to its CI job, in addition to its result: exit code, outputs, a summary. Each is optional. */
import type { Context } from "../cli/context.ts";
import { appendOutputs, appendSummary, escapeAsHtml } from "../cli/output/github-actions.ts";

/** Exit code of a run that changed or found something, with `--exit-code`. */
const CHANGED = 15;

export interface JobReport {
  isChanged: boolean;
  /** Lines `name=value`. */
  outputs: string;
  /** HTML; none if there is nothing to tell. */
  summary: string | undefined;
}

export async function reportToJob(
  { world, options, outcome }: Context,
  { isChanged, outputs, summary }: JobReport,
  asked: { exitCode?: true; githubOutput?: true },
): Promise<void> {
  if (asked.exitCode === true && isChanged) outcome.exitCode = CHANGED;
  // Without a summary file, the step summary of the run already warns.
  const hasFile = options.stepSummary === true && (world.env["GITHUB_STEP_SUMMARY"] ?? "") !== "";
  if (hasFile && summary !== undefined) await appendSummary(world, summary);
  if (asked.githubOutput !== true) return;
  const unwritten = await appendOutputs(world, outputs);
  // The reason for missing results is more useful.
  if (unwritten !== undefined) outcome.failure ??= unwritten;
}

/** Returns one `name=value` line per value. */
export const formatOutputs = (values: object): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");

export const formatHtmlRow = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${escapeAsHtml(cell)}</td>`).join("")}</tr>`;
