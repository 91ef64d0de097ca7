/** Reads `<field><operator><value>` of a request search into the value of the field in `query`. */
import { formatPath } from "../../contract/json-path.ts";
import type { OperatorSet } from "../../contract/vocabulary.ts";
import type { Fault } from "../../errors.ts";
import type { Hint } from "../../hint.ts";
import { parseFlagTime, timeSentence } from "../../time/flag-time.ts";
import { flagBound, parseFlagInterval } from "../../time/interval.ts";
import { moveToNeighbour } from "../../time/timestamp.ts";
import { parseWhere, type WhereClause } from "../where.ts";

/** A comparison as typed; the meaning of its value depends on the field. */
export interface ConditionWords {
  field: string;
  operator: WhereClause["operator"];
  /** With its quotes, if it has any. */
  value: string;
}

/** One field of a query. */
export interface Condition {
  field: string;
  /** The option that gave it. */
  option: string;
  wanted: unknown;
}

export interface ConditionReading {
  /** With a fault: the typed text, for a run without validation. */
  wanted: unknown;
  fault?: Fault;
  /** Notes about a value that is not used as typed. */
  notes: readonly string[];
}

export interface ConditionPlace {
  option: string;
  /** The option takes a whole condition, not only the value of one field. */
  isWhole?: boolean;
  nowMs: number;
  /** Compares as text, even if the value looks like a number. */
  asText?: boolean;
}

type WordsReading = { ok: true; value: ConditionWords } | { ok: false; rule: string; next?: Hint };

/** Splits `windowDuration>=3600` without looking at the field. */
export function readConditionWords(text: string): WordsReading {
  const parsed = parseWhere(text);
  if (!parsed.ok) return parsed.next === undefined ? { ok: false, rule: RULE } : parsed;
  const { name, operator } = parsed.value;
  const rest = text.trim().slice(name.length).trimStart();
  return { ok: true, value: { field: name, operator, value: rest.slice(operator.length).trim() } };
}

const RULE = "must be <field><operator><value>, with = < <= > >= (for texts also == ^= *=)";

/** Interprets the words by the field's operator set. */
export function readCondition(
  words: ConditionWords,
  set: OperatorSet,
  place: ConditionPlace,
): ConditionReading {
  return SETS[set](words, place);
}

type ReadSet = (words: ConditionWords, place: ConditionPlace) => ConditionReading;

const COMPARISONS: Readonly<Record<string, string>> = { "<": "lt", "<=": "lte", ">": "gt", ">=": "gte" };
const NAMES: Readonly<Record<string, string>> = {
  ...COMPARISONS,
  "==": "eq",
  "^=": "startsWith",
  "*=": "contains",
};

const readStandardCondition: ReadSet = (words, place) => {
  const { field, operator, value } = words;
  if (operator === "^=" || operator === "*=") {
    return refuse(words, place, "= == < <= > >=");
  }
  // Spec silent: relative times in standard search fields. We accept them and send the timestamp.
  if (field === "lastStatusTime" && place.asText !== true) return readStatusTime(words, place);
  const name = COMPARISONS[operator];
  const typed = place.asText === true ? unquote(value) : parseConditionValue(value);
  if (name !== undefined) return { wanted: { [name]: typed }, notes: [] };
  if (operator === "==" || typeof typed !== "string") return { wanted: { eq: typed }, notes: [] };
  if (place.asText === true || isQuoted(value) || !value.includes(",")) return { wanted: typed, notes: [] };
  const choices = value.split(",").map((part) => part.trim());
  if (choices.includes("")) {
    return refuse(words, place, "a value between commas");
  }
  return {
    wanted: choices,
    notes: [`${field} may be any of ${choices.join(", ")} (a text with commas needs quotes)`],
  };
};

function readStatusTime(words: ConditionWords, place: ConditionPlace): ConditionReading {
  const { operator, value } = words;
  if (value.includes("/")) {
    return refuse(words, place, "one time, compared with = < <= > >=");
  }
  const time = parseFlagTime(unquote(value), place.nowMs);
  if (!time.ok) {
    const message = timeSentence("", value, time.reason);
    return {
      wanted: toUncheckedValue(words),
      fault: makeFault("TIMESTAMP_INVALID", words, place, "a time", message),
      notes: [],
    };
  }
  // `=` has no name: the service compares a bare value for equality.
  const name = operator === "=" ? undefined : NAMES[operator];
  return {
    wanted: name === undefined ? time.iso : { [name]: time.iso },
    notes: unquote(value) === time.iso ? [] : [`${unquote(value)} was taken as ${time.iso}`],
  };
}

const readTextCondition: ReadSet = (words, place) => {
  const wanted = unquote(words.value);
  switch (words.operator) {
    case "=":
      return {
        wanted,
        notes: [`${words.field}=${wanted} finds it anywhere in the text (== is the whole text)`],
      };
    case "*=":
      return { wanted: { contains: wanted }, notes: [] };
    case "==":
      return { wanted: { eq: wanted }, notes: [] };
    case "^=":
      return { wanted: { startsWith: wanted }, notes: [] };
    default:
      return refuse(words, place, "= == ^= *=");
  }
};

const readDatetimeCondition: ReadSet = (words, place) => {
  const { field, operator, value } = words;
  if (operator === "=") return readIntervalCondition(field, unquote(value), place);
  if (COMPARISONS[operator] === undefined || value.includes("/")) {
    const rule = "= < <= > >= with one time, or = with an interval";
    return refuse(words, place, rule, "DATETIME_INTERVAL_INVALID");
  }
  return readBoundCondition(words, place);
};

/**
 * Converts `>X` to an interval with one end. The ends of an interval are inclusive, so an exclusive bound is moved by
 * a millisecond, or by a unit of its last digit.
 */
function readBoundCondition(words: ConditionWords, place: ConditionPlace): ConditionReading {
  const { field, operator, value } = words;
  const isUpper = operator.startsWith("<");
  const typed = unquote(value);
  const bound = flagBound(typed, operator, place.nowMs);
  if (!bound.ok) return readIntervalCondition(field, isUpper ? `../${typed}` : `${typed}/..`, place);
  const step = operator === "<" ? -1 : operator === ">" ? 1 : undefined;
  const moment = step === undefined ? bound : moveToNeighbour(bound, step);
  if (!moment.ok) return refuse(words, place, "a time within the years 0000 to 9999", "TIMESTAMP_INVALID");
  const wanted = isUpper ? `../${moment.iso}` : `${moment.iso}/..`;
  return { wanted, notes: [`${field}${operator}${value} was taken as ${wanted}`] };
}

/** Returns the intersection of `X/..` and `../Y`, in either order; undefined for others. */
export function joinIntervals(one: unknown, other: unknown): string | undefined {
  if (typeof one !== "string" || typeof other !== "string") return undefined;
  const start = [one, other].find((text) => /^[^/]+\/\.\.$/.test(text) && !text.startsWith(".."));
  const end = [one, other].find((text) => /^\.\.\/[^/]+$/.test(text));
  return start === undefined || end === undefined ? undefined : `${start.slice(0, -2)}${end.slice(3)}`;
}

/** Reads a date-time or an interval, with dates and relative times. */
export function readIntervalCondition(field: string, value: string, place: ConditionPlace): ConditionReading {
  const interval = parseFlagInterval(value, place.nowMs);
  if (interval.ok) {
    return { wanted: interval.text, notes: interval.notes.map((note) => `${field}: ${note}`) };
  }
  const message = timeSentence("", value, interval.reason);
  const rule = "a date-time or an interval <start>/<end>, <start>/.. or ../<end>";
  const words: ConditionWords = { field, operator: "=", value };
  return {
    wanted: value,
    fault: makeFault("DATETIME_INTERVAL_INVALID", words, place, rule, message),
    notes: [],
  };
}

const SETS: Record<OperatorSet, ReadSet> = {
  standard: readStandardCondition,
  text: readTextCondition,
  datetime: readDatetimeCondition,
};

function refuse(
  words: ConditionWords,
  place: ConditionPlace,
  rule: string,
  code: Fault["code"] = "QUERY_OPERATOR_INVALID",
): ConditionReading {
  const { field, operator, value } = words;
  // A dedicated flag implies the field, and its operator is optional.
  const typed = place.isWhole === true ? `${field}${operator}${value}` : JSON.stringify(value);
  const message = `${field} takes ${rule}, not ${typed}`;
  return {
    wanted: toUncheckedValue(words),
    fault: makeFault(code, words, place, rule, message),
    notes: [],
  };
}

/** Returns the operator's name in `query`, even for a field that lacks it. */
function toUncheckedValue({ operator, value }: ConditionWords): unknown {
  const name = NAMES[operator];
  return name === undefined ? unquote(value) : { [name]: unquote(value) };
}

const makeFault = (
  code: Fault["code"],
  { field, value }: ConditionWords,
  { option }: ConditionPlace,
  rule: string,
  message: string,
): Fault => ({ code, path: formatPath(["query", field]), option, value, rule, message });

const QUOTED = /^(["'])(.*)\1$/s;
export const isQuoted = (value: string): boolean => QUOTED.test(value);
export const unquote = (value: string): string => QUOTED.exec(value)?.[2] ?? value;

/** A number in its canonical form: `007` and twenty digits are names, which a number would not preserve. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function parseConditionValue(value: string): string | number | boolean {
  if (isQuoted(value)) return unquote(value);
  if (value === "true" || value === "false") return value === "true";
  const number = NUMBER.test(value) ? Number(value) : Number.NaN;
  const isExact = Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
  return isExact ? number : value;
}
