import { isMembers } from "../../contract/members.ts";
import type { OperatorSet } from "../../contract/vocabulary.ts";
import { parseInterval } from "../../time/interval.ts";
import { HOLDS_IN_ORDER } from "../http/query-operators.ts";
import { compareValues, foldCase, instantOf } from "./compare-values.ts";

/** Whether the value of a record's field is what a query wants. */
export type Matcher = (value: unknown) => boolean;

/** The one operator of a checked query value; a bare value means `bare`. */
function operationOf(wanted: unknown, bare: string): readonly [operator: string, operand: unknown] {
  const [operation] = isMembers(wanted) ? Object.entries(wanted) : [];
  return operation ?? [bare, wanted];
}

function standard(wanted: unknown): Matcher {
  if (Array.isArray(wanted)) {
    const matchers = wanted.map((element) => standard({ eq: element }));
    return (value) => matchers.some((matches) => matches(value));
  }
  const [operator, operand] = operationOf(wanted, "eq");
  const holds = HOLDS_IN_ORDER[operator] as (order: number) => boolean;
  return anyElement((value) => holds(compareValues(value, operand)));
}

/** A list matches by any of its elements; what is missing, or an object, never does. */
const anyElement =
  (matches: Matcher): Matcher =>
  (value) =>
    Array.isArray(value)
      ? value.some((element) => matches(element))
      : value !== null && value !== undefined && !isMembers(value) && matches(value);

const TEXT: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  startsWith: (text, part) => text.startsWith(part),
  eq: (text, part) => text === part,
  contains: (text, part) => text.includes(part),
};

function text(wanted: unknown): Matcher {
  const [operator, operand] = operationOf(wanted, "contains");
  const holds = TEXT[operator] as (text: string, part: string) => boolean;
  const part = foldCase(operand);
  return (value) => typeof value === "string" && holds(foldCase(value), part);
}

function datetime(wanted: unknown): Matcher {
  const interval = parseInterval(String(wanted));
  if (!interval.ok) throw new Error(`unchecked interval ${String(wanted)}`);
  const { startMs = -Infinity, endMs = Infinity } = interval;
  return (value) => {
    const ms = instantOf(value);
    return ms !== undefined && ms >= startMs && ms <= endMs;
  };
}

const SETS: Record<OperatorSet, (wanted: unknown) => Matcher> = { standard, text, datetime };

/** The matcher of one checked query value. */
export const matcherOf = (set: OperatorSet, wanted: unknown): Matcher => SETS[set](wanted);
