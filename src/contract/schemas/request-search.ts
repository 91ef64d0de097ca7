/** Bodies of `POST /tasks/search` and `POST /repeat-requests/search`. */
import * as z from "zod/mini";
import { isJsonObject } from "../json-object.ts";
import {
  LIMITS,
  type OperatorSet,
  REPEAT_QUERY_FIELDS,
  SORT_ORDERS,
  STANDARD_OPERATORS,
  TASK_QUERY_FIELDS,
  TEXT_OPERATORS,
} from "../vocabulary.ts";
import { INTERVAL_RULE, integerFromOne, findIntervalFault, makeEnum, text } from "./fields.ts";
import type { Finding } from "../finding.ts";
import { withExpectation, makeMemberRule } from "./rule.ts";

const pageSize = withExpectation(z.int().check(z.minimum(1), z.maximum(LIMITS.searchPageSizeMax)), {
  code: "PAGE_LIMIT_EXCEEDED",
  expected: `an integer from 1 to ${LIMITS.searchPageSizeMax}`,
});

export type QueryValue =
  | string
  | number
  | boolean
  | string[]
  | Readonly<Record<string, string | number | boolean>>;

function queryOf(fields: Readonly<Record<string, OperatorSet>>): z.ZodMiniType<Record<string, QueryValue>> {
  return z.looseObject({}).check(makeMemberRule((query) => queryFindings(query, fields))) as never;
}

function searchBody(fields: Readonly<Record<string, OperatorSet>>) {
  return z.looseObject({
    sort: z.optional(text),
    order: z.optional(makeEnum(SORT_ORDERS)),
    page: z.optional(integerFromOne),
    limit: z.optional(pageSize),
    query: z.optional(queryOf(fields)),
    filter: z.optional(queryOf(fields)),
  });
}

export const TaskSearchBody = searchBody(TASK_QUERY_FIELDS);
export const RepeatSearchBody = searchBody(REPEAT_QUERY_FIELDS);

/** Checks a value by one of the three operator sets. */
type Check = (value: unknown) => Omit<Finding, "path"> | undefined;

function* queryFindings(
  query: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, OperatorSet>>,
): Generator<Finding> {
  for (const [field, value] of Object.entries(query)) {
    const set = Object.hasOwn(fields, field) ? (fields[field] as OperatorSet) : undefined;
    const isSwitch = set !== undefined && field === "includeRepeatingTasks";
    const finding = isSwitch ? flagCheck(value) : CHECKS[set ?? "standard"](value);
    if (finding !== undefined) yield { path: [field], ...finding };
  }
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === "string" ||
  typeof value === "boolean" ||
  (typeof value === "number" && Number.isFinite(value));

const standardRule = `a string, an array of strings, or an object with exactly one of ${STANDARD_OPERATORS.join(", ")}`;

const checkStandard: Check = (value) => {
  if (typeof value === "string") return undefined;
  if (Array.isArray(value)) {
    return value.every((element) => typeof element === "string")
      ? undefined
      : refuse("has an element that is not a string", standardRule);
  }
  if (!isJsonObject(value)) {
    return refuse(`is not a string; a typed value is written {"eq": ${JSON.stringify(value)}}`, standardRule);
  }
  return checkOperator(value, STANDARD_OPERATORS, standardRule, isPlain);
};

const flagRule = 'true or false, or {"eq": true}';

const isFlag = (value: unknown): boolean =>
  typeof value === "boolean" || (typeof value === "string" && /^(?:true|false)$/iu.test(value));

// Spec silent: the form of `includeRepeatingTasks`. We send `{"eq": true}`, and also read `true`, `"true"` and a list
// of one.
const flagCheck: Check = (value) => {
  if (isFlag(value) || (Array.isArray(value) && value.length === 1 && isFlag(value[0]))) return undefined;
  const isEq = isJsonObject(value) && Object.keys(value).length === 1 && isFlag(value["eq"]);
  return isEq ? undefined : refuse("is neither true nor false", flagRule);
};

const textRule = `a text (meaning contains), or an object with exactly one of ${TEXT_OPERATORS.join(", ")}`;

const checkText: Check = (value) => {
  if (typeof value === "string") return undefined;
  if (!isJsonObject(value)) return refuse("is not an object of text operators", textRule);
  return checkOperator(value, TEXT_OPERATORS, textRule, (operand) => typeof operand === "string");
};

const checkDatetime: Check = (value) =>
  typeof value === "string"
    ? findIntervalFault(value)
    : { code: "DATETIME_INTERVAL_INVALID", says: "is not a string", rule: INTERVAL_RULE };

const CHECKS: Record<OperatorSet, Check> = {
  standard: checkStandard,
  text: checkText,
  datetime: checkDatetime,
};

function checkOperator(
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
