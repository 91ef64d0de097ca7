/** The files through which a step of GitHub Actions hands on what it found. */
import { appendFile, stat } from "node:fs/promises";
import type { World } from "../world.ts";

const WHAT = { GITHUB_STEP_SUMMARY: "summary", GITHUB_OUTPUT: "outputs" } as const;

/** GitHub's limit for one step, of each. */
const MOST_BYTES = 1024 * 1024;

/** Appends whole lines to the file that the variable names. Where that cannot be done the run goes on, and a warning says so. */
export async function appendRunnerFile(
  { env, stderr }: Pick<World, "env" | "stderr">,
  variable: keyof typeof WHAT,
  text: string,
): Promise<void> {
  const path = env[variable] ?? "";
  const what = WHAT[variable];
  if (path === "") {
    const were = what === "outputs" ? "no outputs were" : "no summary was";
    await stderr.write(`Warning: ${variable} is not set, so ${were} written\n`);
    return;
  }
  try {
    const size = await stat(path).then(
      (found) => found.size,
      () => 0,
    );
    if (size + Buffer.byteLength(text) <= MOST_BYTES) await appendFile(path, text);
    else await stderr.write(`Warning: ${variable} is full, so the ${what} of this run is not in it\n`);
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? "unknown";
    await stderr.write(`Warning: the step's ${what} cannot be written: ${reason}\n`);
  }
}
