import type { Reader } from "../../domain/readers.ts";
import { GROUPINGS, type Grouping } from "../../domain/spending/spend-report.ts";

/** Reads `period,kind`: the grouping of a report. */
export const groupings: Reader<Grouping[]> = (value) => {
  const words = value.split(",").map((word) => word.trim());
  const known = words.filter((word): word is Grouping => (GROUPINGS as readonly string[]).includes(word));
  return known.length === words.length
    ? { ok: true, value: known }
    : { ok: false, rule: `must be of ${GROUPINGS.join(", ")}, separated by commas` };
};
