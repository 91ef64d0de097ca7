/** Real programs for a world that a test makes. */
import type { ProgramEnd } from "../../src/app/program-end.ts";
import type { RunProgram } from "../../src/cli/world.ts";

export async function runProgram(
  ...[program, args, { cwd, env, signal, onOutput }]: Parameters<RunProgram>
): Promise<ProgramEnd> {
  const { spawn } = await import("node:child_process");
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, signal, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", onOutput);
    child.on("error", (error: NodeJS.ErrnoException) => resolve({ notStarted: error.code ?? error.message }));
    child.on("close", (exitCode, killedBy) =>
      resolve(exitCode === null ? { killedBy: killedBy ?? "a signal" } : { exitCode }),
    );
  });
}
