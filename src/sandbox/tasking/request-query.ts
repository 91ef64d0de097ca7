import { isJsonObject, type JsonObject } from "../../contract/json-object.ts";
import {
  type OperatorSet,
  QUERY_ALIASES,
  REPEAT_QUERY_FIELDS,
  TASK_QUERY_FIELDS,
} from "../../contract/vocabulary.ts";
import { parseInterval } from "../../time/interval.ts";
import { parseTimestamp } from "../../time/timestamp.ts";
import { compareTexts, HOLDS_IN_ORDER, toNumber } from "../catalog/filter.ts";
import type { RequestKind } from "./tasking-request.ts";

/** One condition on a field, by its dot path under `properties`. */
interface Condition {
  path: string;
  matches: Matcher;
}

export interface RequestQuery {
  conditions: Condition[];
  /** False excludes the tasks of a series. */
  includesDerived: boolean;
}

const FIELDS: Record<RequestKind, Readonly<Record<string, OperatorSet>>> = {
  task: TASK_QUERY_FIELDS,
  repeat: REPEAT_QUERY_FIELDS,
};

export const toFieldPath = (field: string): string =>
  Object.hasOwn(QUERY_ALIASES, field) ? (QUERY_ALIASES[field] as string) : field;

/** Converts a validated query to conditions on records. */
export function readQuery(kind: RequestKind, query: JsonObject): RequestQuery {
  const fields = FIELDS[kind];
  // Series are not derived from series, so in their query the name is an ordinary path.
  const { includeRepeatingTasks, ...others } = query;
  const isTask = kind === "task";
  return {
    includesDerived: !isTask || isAffirmed(includeRepeatingTasks),
    conditions: Object.entries(isTask ? others : query).map(([field, wanted]) => {
      const set = Object.hasOwn(fields, field) ? fields[field]! : "standard";
      return { path: toFieldPath(field), matches: SETS[set](wanted) };
    }),
  };
}

// Reads `true`, `"true"`, `{eq: true}`, `{eq: "true"}` and `["true"]`; anything else is false, also in a query by
// `repeatrequestId`.
function isAffirmed(value: unknown): boolean {
  const [plain] = Array.isArray(value) ? value : [isJsonObject(value) ? value["eq"] : value];
  return String(plain).toLowerCase() === "true";
}

/** Returns whether the value of a record's field meets a query. */
type Matcher = (value: unknown) => boolean;

/** Returns the one operator of a validated query value; a value without operator uses `bare`. */
function readOperation(wanted: unknown, bare: string): readonly [operator: string, operand: unknown] {
  const [operation] = isJsonObject(wanted) ? Object.entries(wanted) : [];
  return operation ?? [bare, wanted];
}

function matchStandard(wanted: unknown): Matcher {
  if (Array.isArray(wanted)) {
    const matchers = wanted.map((element) => matchStandard({ eq: element }));
    return (value) => matchers.some((matches) => matches(value));
  }
  const [operator, operand] = readOperation(wanted, "eq");
  const holds = HOLDS_IN_ORDER[operator] as (order: number) => boolean;
  return matchAnyElement((value) => holds(compareValues(value, operand)));
}

/**
 * Returns a matcher that also takes lists: a list matches when one of its elements does; a missing value or
 * an object never matches.
 */
const matchAnyElement =
  (matches: Matcher): Matcher =>
  (value) =>
    Array.isArray(value)
      ? value.some((element) => matches(element))
      : value !== null && value !== undefined && !isJsonObject(value) && matches(value);

const TEXT: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  startsWith: (text, part) => text.startsWith(part),
  eq: (text, part) => text === part,
  contains: (text, part) => text.includes(part),
};

function matchText(wanted: unknown): Matcher {
  const [operator, operand] = readOperation(wanted, "contains");
  const holds = TEXT[operator] as (text: string, part: string) => boolean;
  const part = foldCase(operand);
  return (value) => typeof value === "string" && holds(foldCase(value), part);
}

function matchDatetime(wanted: unknown): Matcher {
  const interval = parseInterval(String(wanted));
  if (!interval.ok) throw new Error(`unchecked interval ${String(wanted)}`);
  const { startMs = -Infinity, endMs = Infinity } = interval;
  return (value) => {
    const ms = readInstant(value);
    return ms !== undefined && ms >= startMs && ms <= endMs;
  };
}

const SETS: Record<OperatorSet, (wanted: unknown) => Matcher> = {
  standard: matchStandard,
  text: matchText,
  datetime: matchDatetime,
};

const MAYBE_TIME = /^\d{4}-\d\d-\d\d[Tt]/;

function readInstant(value: unknown): number | undefined {
  if (typeof value !== "string" || !MAYBE_TIME.test(value)) return undefined;
  const time = parseTimestamp(value);
  return time.ok ? time.ms : undefined;
}

/** Returns text in lower case, identical in every locale. */
const foldCase = (value: unknown): string => String(value).toLowerCase();

// Spec silent: how a search compares values. The sandbox compares numbers, else times, else text without case.
/** Returns a number below, equal to or above 0, like a sort's comparison. */
function compareValues(a: unknown, b: unknown): number {
  for (const read of [toNumber, readInstant]) {
    const [left, right] = [read(a), read(b)];
    if (left !== undefined && right !== undefined) return left - right;
  }
  return compareTexts(foldCase(a), foldCase(b));
}

/** The rank of missing values, above those of all others. */
const MISSING = 3;

export type SortKey = readonly [rank: number, value: number | string];

/** Returns a key that sorts values of any kind: numbers, then times, then texts, then missing values. */
export function toSortKey(value: unknown): SortKey {
  if (value === null || value === undefined) return [MISSING, 0];
  const number = toNumber(value);
  if (number !== undefined) return [0, number];
  const instant = readInstant(value);
  if (instant !== undefined) return [1, instant];
  return [2, typeof value === "object" ? JSON.stringify(value) : foldCase(value)];
}

export const isMissingValue = ([rank]: SortKey): boolean => rank === MISSING;

export function compareKeys([rankA, a]: SortKey, [rankB, b]: SortKey): number {
  if (rankA !== rankB) return rankA - rankB;
  return a < b ? -1 : a > b ? 1 : 0;
}
