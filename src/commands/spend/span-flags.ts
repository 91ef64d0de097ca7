/** `--from` (inclusive) and `--to` (exclusive) of the sums. */
import { usageFault } from "../../cli/input/usage.ts";
import { instantFlag } from "../../cli/flags/window-flags.ts";
import type { Context } from "../../cli/context.ts";
import { inputError, type Fault } from "../../errors.ts";

export interface Span {
  /** Unix times in milliseconds. */
  fromMs: number | undefined;
  toMs: number | undefined;
}

/** Throws for an invalid time, and for an end that is not after the start: the result would always be empty. */
export function spanFlags(
  { notes, clock }: Pick<Context, "notes" | "clock">,
  from: string | undefined,
  to: string | undefined,
): Span {
  const faults: Fault[] = [];
  const voice = { notes, nowMs: clock.now() };
  const fromMs = instantFlag(voice, from, "--from", faults);
  const toMs = instantFlag(voice, to, "--to", faults);
  if (fromMs !== undefined && toMs !== undefined && fromMs >= toMs) {
    const message = `--from ${from} is not before --to ${to}, so nothing lies between them`;
    faults.push(usageFault("--from", message, { value: from, rule: "--from before --to" }));
  }
  if (faults.length > 0) throw inputError(faults);
  return { fromMs, toMs };
}
