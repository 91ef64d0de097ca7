/** What GitHub Actions reads from the output of a step, said only when it was asked for. */
import { AppError, type ExitCode } from "../../errors.ts";
import { safeText } from "../../render/safe-text.ts";
import type { World } from "../world.ts";

/** The runner shows no more of each level than this in one step. */
export const MOST_ANNOTATIONS = 10;

const escapeData = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** One workflow command, with its line end. */
export function annotation(level: "error" | "warning", title: string, message: string): string {
  return `::${level} title=${escapeProperty(safeText(title))}::${escapeData(safeText(message))}\n`;
}

export const wantsAnnotations = ({ argv }: Pick<World, "argv">): boolean => argv.includes("--annotate");

/** Text as HTML, of which nothing but text comes out. */
export const escapeHtml = (text: string): string =>
  safeText(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** `--step-summary`: the command and what came of it, as a few lines that hold nothing but text. */
export async function appendStepSummary(world: World, exitCode: ExitCode, error?: unknown): Promise<void> {
  const words = world.argv.filter((word) => word !== "--step-summary").join(" ");
  const outcome = exitCode === 0 ? "done" : `ended with exit ${exitCode}`;
  const said = error instanceof AppError ? [`${error.code}: ${error.message}`, error.hint ?? ""] : [];
  const lines = said.filter((line) => line !== "").map(escapeHtml);
  const text = [
    `<p><code>swath ${escapeHtml(words)}</code> ${outcome}</p>`,
    ...(lines.length > 0 ? [`<pre>${lines.join("\n")}</pre>`] : []),
    "",
  ].join("\n");
  const { appendRunnerFile } = await import("./runner-file.ts");
  await appendRunnerFile(world, "GITHUB_STEP_SUMMARY", text);
}
