import { parseTimestamp } from "../../time/timestamp.ts";

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const MAYBE_TIME = /^\d{4}-\d\d-\d\d[Tt]/;

function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && NUMBER.test(value.trim()) ? Number(value) : undefined;
}

export function instantOf(value: unknown): number | undefined {
  if (typeof value !== "string" || !MAYBE_TIME.test(value)) return undefined;
  const time = parseTimestamp(value);
  return time.ok ? time.ms : undefined;
}

/** Text without its case, the same in every locale. */
export const foldCase = (value: unknown): string => String(value).toLowerCase();

// Spec silent: how the values of a query and of a record are compared. As numbers when both are, else as instants when both
// are, else as text without case.
/** Below 0, 0 or above 0, like a sort's comparison. */
export function compareValues(a: unknown, b: unknown): number {
  for (const read of [numberOf, instantOf]) {
    const [left, right] = [read(a), read(b)];
    if (left !== undefined && right !== undefined) return left - right;
  }
  const [left, right] = [foldCase(a), foldCase(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

export type SortKey = readonly [rank: number, value: number | string];

/** A key by which values of any kind have one total order: numbers, then instants, then texts, then what is missing. */
export function sortKeyOf(value: unknown): SortKey {
  if (value === null || value === undefined) return [3, 0];
  const number = numberOf(value);
  if (number !== undefined) return [0, number];
  const instant = instantOf(value);
  if (instant !== undefined) return [1, instant];
  return [2, typeof value === "object" ? JSON.stringify(value) : foldCase(value)];
}

export function compareKeys([rankA, a]: SortKey, [rankB, b]: SortKey): number {
  if (rankA !== rankB) return rankA - rankB;
  return a < b ? -1 : a > b ? 1 : 0;
}
