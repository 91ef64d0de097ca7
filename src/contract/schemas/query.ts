/** The three operator sets of the request searches. */
import { parseInterval } from "../../time/interval.ts";
import { STANDARD_OPERATORS, TEXT_OPERATORS, type OperatorSet } from "../vocabulary.ts";
import { isMembers } from "../members.ts";
import { type Finding } from "./rule.ts";

type Check = (field: string, value: unknown) => Omit<Finding, "path"> | undefined;

export function* queryFindings(
  query: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, OperatorSet>>,
): Generator<Finding> {
  for (const [field, value] of Object.entries(query)) {
    const set = Object.hasOwn(fields, field) ? (fields[field] as OperatorSet) : "standard";
    const finding = CHECKS[set](field, value);
    if (finding !== undefined) yield { path: [field], ...finding };
  }
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === "string" ||
  typeof value === "boolean" ||
  (typeof value === "number" && Number.isFinite(value));

const standardRule = `a string, an array of strings, or an object with exactly one of ${STANDARD_OPERATORS.join(", ")}`;

const standard: Check = (field, value) => {
  if (typeof value === "string") return undefined;
  // Spec silent: the form of includeRepeatingTasks. We send {"eq": true} and read a bare true as well.
  if (field === "includeRepeatingTasks" && typeof value === "boolean") return undefined;
  // Spec silent: arrays of numbers. We read them as arrays of strings.
  if (Array.isArray(value)) {
    return value.every((element) => isPlain(element))
      ? undefined
      : refuse("has an element that is not a string", standardRule);
  }
  if (!isMembers(value)) {
    return refuse(`is not a string; a typed value is written {"eq": ${JSON.stringify(value)}}`, standardRule);
  }
  return oneOperator(value, STANDARD_OPERATORS, standardRule, isPlain);
};

const textRule = `a text (meaning contains), or an object with exactly one of ${TEXT_OPERATORS.join(", ")}`;

const text: Check = (_field, value) => {
  if (typeof value === "string") return undefined;
  if (!isMembers(value)) return refuse("is not of the text operators", textRule);
  return oneOperator(value, TEXT_OPERATORS, textRule, (operand) => typeof operand === "string");
};

const datetimeRule = "one RFC 3339 date-time, or an interval <start>/<end>, <start>/.., ../<end>";

const datetime: Check = (_field, value) => {
  const interval =
    typeof value === "string" ? parseInterval(value) : { ok: false as const, reason: "is not a string" };
  return interval.ok
    ? undefined
    : { code: "DATETIME_INTERVAL_INVALID", says: interval.reason, rule: datetimeRule };
};

const CHECKS: Record<OperatorSet, Check> = { standard, text, datetime };

function oneOperator(
  value: Record<string, unknown>,
  operators: readonly string[],
  rule: string,
  isOperand: (operand: unknown) => boolean,
): ReturnType<Check> {
  const names = Object.keys(value);
  const unknown = names.find((name) => !operators.includes(name));
  if (unknown !== undefined)
    return refuse(`has the operator "${unknown}", which this field does not take`, rule);
  if (names.length !== 1)
    return refuse(`has ${names.length === 0 ? "no operator" : "more than one operator"}`, rule);
  return isOperand(value[names[0] as string])
    ? undefined
    : refuse("compares with a value of the wrong kind", rule);
}

function refuse(says: string, rule: string): ReturnType<Check> {
  return { code: "QUERY_OPERATOR_INVALID", says, rule };
}
