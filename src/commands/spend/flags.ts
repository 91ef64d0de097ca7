/** The flags of the sums: `--by`, `--from` (inclusive) and `--to` (exclusive). */
import { flag, suggesting } from "../../cli/flags/flag.ts";
import { instantFlag } from "../../cli/flags/window-flags.ts";
import { usageFault } from "../../cli/input/usage.ts";
import type { Context } from "../../cli/context.ts";
import type { Reader } from "../../domain/readers.ts";
import { GROUPINGS, type Grouping } from "../../domain/price/budget.ts";
import { inputError, type Fault } from "../../errors.ts";

export const byFlag = (description: string) =>
  suggesting(flag("--by <names>", description, groupings), GROUPINGS);

/** Reads `period,kind`: the grouping of a report. */
const groupings: Reader<Grouping[]> = (value) => {
  const words = value.split(",").map((word) => word.trim());
  const known = words.filter((word): word is Grouping => (GROUPINGS as readonly string[]).includes(word));
  return known.length === words.length
    ? { ok: true, value: known }
    : { ok: false, rule: `must be of ${GROUPINGS.join(", ")}, separated by commas` };
};

/** Returns Unix times in milliseconds. Throws for an invalid time, and for an end that is not after the start: the result would always be empty. */
export function readSpan({ notes, clock }: Context, { from, to }: { from?: string; to?: string }) {
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
