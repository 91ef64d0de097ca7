/** Output for GitHub Actions on request: annotations, a summary and outputs. */
import { moreText } from "../../counted.ts";
import { AppError, type ExitCode } from "../../errors.ts";
import { escapeHtml } from "../../escape-html.ts";
import { escapeText } from "../../render/safe-text.ts";
import type { World } from "../world.ts";
import { wantsJsonErrors } from "./held-lines.ts";
import { hintText } from "../../hint.ts";
import { createCommandWriter } from "../write-command.ts";

/** The runner's limit of annotations of each level per step. */
export const MAX_ANNOTATIONS = 10;

const escapeData = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** Returns one workflow command, with its line end. */
export function formatAnnotation(level: "error" | "warning", title: string, message: string): string {
  return `::${level} title=${escapeProperty(escapeText(title))}::${escapeData(escapeText(message))}\n`;
}

/** Returns the command that hides a secret in a runner's log from here on; empty elsewhere. */
export const maskCommand = ({ env }: Pick<World, "env">, secret: string): string =>
  env["GITHUB_ACTIONS"] === "true" ? `::add-mask::${escapeData(secret)}\n` : "";

/** On a runner errors are annotated unless they are JSON, which a later step may read. */
export const wantsAnnotations = (world: Pick<World, "argv" | "env">): boolean =>
  world.argv.includes("--annotate") || (world.env["GITHUB_ACTIONS"] === "true" && !wantsJsonErrors(world));

/** Returns text as HTML that can neither add markup nor hide text. */
export const escapeAsHtml = (text: string): string => escapeHtml(escapeText(text));

/** Maximum number of lines in a summary. */
const MAX_SAID = 20;

/** `--step-summary`: writes the command, its messages and its outcome as a few lines of escaped text. */
export async function appendStepSummary(
  world: World,
  said: readonly string[],
  exitCode: ExitCode,
  error?: unknown,
): Promise<void> {
  const words = world.argv.filter((word) => word !== "--step-summary").join(" ");
  const outcome = exitCode === 0 ? "done" : `ended with exit ${exitCode}`;
  const hint = (error instanceof AppError && error.next) || "";
  const details =
    error instanceof AppError
      ? [`${error.code}: ${error.message}`, hintText(hint, createCommandWriter(world))]
      : [];
  const lines = details.filter((line) => line !== "").map(escapeAsHtml);
  const text = [
    `<p><code>swath ${escapeAsHtml(words)}</code> ${outcome}</p>`,
    ...(said.length > 0
      ? [
          `<ul>${cut(said)
            .map((line) => `<li>${escapeAsHtml(line.trim())}</li>`)
            .join("")}</ul>`,
        ]
      : []),
    ...(lines.length > 0 ? [`<pre>${lines.join("\n")}</pre>`] : []),
    "",
  ].join("\n");
  await appendSummary(world, text);
}

const cut = (lines: readonly string[]): readonly string[] =>
  lines.length <= MAX_SAID
    ? lines
    : [...lines.slice(0, MAX_SAID - 2), `${moreText(lines.length - MAX_SAID + 1)} lines`, lines.at(-1)!];

/** A summary is for people: if it cannot be written, a warning is shown and the run continues. */
export async function appendSummary(world: RunnerWorld, text: string): Promise<void> {
  const fault = await appendRunnerFile(world, "GITHUB_STEP_SUMMARY", text);
  if (fault !== undefined) await world.stderr.write(`Warning: ${fault}\n`);
}

/** Later steps use the outputs: returns the final error, after the result, if they cannot be written. */
export async function appendOutputs(world: RunnerWorld, text: string): Promise<AppError | undefined> {
  const fault = await appendRunnerFile(world, "GITHUB_OUTPUT", text);
  if (fault === undefined) return undefined;
  return new AppError("io", "DISK_WRITE_FAILED", fault, {
    next: "Fetched files are kept: run the same command again with a GITHUB_OUTPUT that can be written",
  });
}

type RunnerWorld = Pick<World, "env" | "cwd" | "stderr" | "secrets">;

const WHAT = { GITHUB_STEP_SUMMARY: "summary", GITHUB_OUTPUT: "outputs" } as const;

/** GitHub's limit for each of the two files of a step. */
const MAX_BYTES = 1024 * 1024;

/** Appends lines to the file in the variable; outside of a runner a warning reports that nothing was written. */
async function appendRunnerFile(
  { env, cwd, stderr, secrets }: RunnerWorld,
  variable: keyof typeof WHAT,
  given: string,
): Promise<string | undefined> {
  const text = secrets.clean(given);
  const name = env[variable] ?? "";
  const what = WHAT[variable];
  if (name === "") {
    const were = what === "outputs" ? "no outputs were" : "no summary was";
    await stderr.write(`Warning: ${variable} is not set, so ${were} written\n`);
    return undefined;
  }
  try {
    const [{ appendFile, stat }, paths] = await Promise.all([
      import("node:fs/promises"),
      import("node:path"),
    ]);
    const path = paths.resolve(cwd, name);
    const size = await stat(path).then(
      (found) => found.size,
      () => 0,
    );
    if (size + Buffer.byteLength(text) > MAX_BYTES)
      return `${variable} is full, so the ${what} of this run ${what === "outputs" ? "are" : "is"} not in it`;
    await appendFile(path, text);
    return undefined;
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? "unknown";
    return `the step's ${what} cannot be written: ${reason}`;
  }
}
