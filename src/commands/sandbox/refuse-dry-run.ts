import type { Context } from "../../cli/context.ts";
import { AppError } from "../../errors.ts";

/** For commands that send no request: --dry-run promises to show a request and to do nothing. */
export function refuseDryRun({ options }: Pick<Context, "options">, command: string): void {
  if (options.dryRun !== true) return;
  throw new AppError("usage", "USAGE", `${command} sends no request, so --dry-run has nothing to show`, {
    hint: "Leave out --dry-run",
  });
}
