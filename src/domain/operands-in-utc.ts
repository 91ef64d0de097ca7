import { isJsonObject } from "../contract/json-object.ts";
import { inUtc } from "../time/interval.ts";

/** Returns a condition on a field, of any form, with its times in UTC as they are sent. */
export function toUtcOperands(field: string, wanted: unknown, notes: string[]): unknown {
  if (Array.isArray(wanted)) return wanted.map((one: unknown) => toUtcOperands(field, one, notes));
  if (isJsonObject(wanted))
    return Object.fromEntries(
      Object.entries(wanted).map(([operator, one]) => [operator, toUtcOperands(field, one, notes)]),
    );
  if (typeof wanted !== "string") return wanted;
  const time = inUtc(wanted);
  if (time !== wanted) notes.push(`${field}: ${wanted} was taken as ${time}`);
  return time;
}
