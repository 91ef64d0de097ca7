import type { Context } from "../../cli/context.ts";

/** Runs a program in the working folder. Its output goes to stderr, because stdout contains our result. */
export function makeProgramRunner({ world, signal }: Context) {
  return (program: string, args: readonly string[], env: Context["env"]) => {
    if (world.runProgram === undefined) throw new Error("this world runs no programs");
    return world.runProgram(program, args, {
      cwd: world.cwd,
      env,
      signal,
      onOutput: (chunk) => void world.stderr.write(chunk).catch(() => {}),
    });
  };
}
