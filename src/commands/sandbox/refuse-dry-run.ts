import { usageError } from "../../cli/input/usage.ts";
import type { Context } from "../../cli/context.ts";

/** For commands that send no request: --dry-run promises to show a request and to do nothing. */
export function refuseDryRun({ options }: Context, command: string): void {
  if (options.dryRun !== true) return;
  throw usageError(`${command} sends no request, so --dry-run has nothing to show`, "Leave out --dry-run");
}
