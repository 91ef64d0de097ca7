/** Comparisons of a property or a field: read from text, written with times in UTC, and met by a value or not. */
import { readTimestampMs } from "../contract/body-values.ts";
import { isJsonObject, toJsonObject } from "../contract/json-object.ts";
import { advice, typed, type Hint } from "../hint.ts";
import { toUtcText } from "../time/interval.ts";
import { UNITS } from "./item-names.ts";

/** One comparison `<name><operator><value>`, with a typed value. */
export interface WhereClause {
  name: string;
  operator: "=" | "==" | "<" | "<=" | ">" | ">=" | "^=" | "*=";
  value: string | number | boolean;
}

export type WhereReading = { ok: true; value: WhereClause } | { ok: false; rule: string; next?: Hint };

/** A name may be a column heading with its unit: `INC °`. */
const SHAPE = new RegExp(
  String.raw`^([^<>=^*\s]+?)(?:\s+(?:${UNITS.join("|")}))?\s*(<=|>=|==|\^=|\*=|=|<|>)\s*(.+)$`,
  "s",
);
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Operators of inequality in other languages. */
const NOT = /^[^<>=!^*\s]+\s*(!=|<>|!~|~)/;

/** Reads `view:incidence_angle<30`. Numbers and true/false are typed; quotes force text (`name="7"`). */
export function parseWhere(text: string): WhereReading {
  const not = NOT.exec(text.trim())?.[1];
  if (not !== undefined)
    return {
      ok: false,
      rule: `has no operator ${not}: it must be one of = < <= > >=`,
    };
  const [, name, operator, raw] = SHAPE.exec(text.trim()) ?? [];
  if (name === undefined || raw === undefined) {
    return {
      ok: false,
      rule: "must be <property><operator><value>, with an operator = < <= > >=",
    };
  }
  const parts = splitConditions(text);
  if (parts.length > 1)
    return {
      ok: false,
      rule: `must be one condition, and has ${parts.length}`,
      next: advice`Give each one its own flag: ${typed(...parts.flatMap((part) => ["--where", part]))}`,
    };
  const value = parseOperand(raw);
  if (typeof value === "number" && !Number.isFinite(value))
    return { ok: false, rule: "compares with a number that is too large" };
  return { ok: true, value: { name, operator: operator as WhereClause["operator"], value } };
}

/** Returns the conditions of a text with `and` between them; one for a text whose parts are not all conditions. */
function splitConditions(text: string): string[] {
  const parts = text.trim().split(/\s+and\s+|\s*&&\s*/i);
  const isEach = parts.every((part) => SHAPE.test(part));
  return isEach && !/["']/.test(text)
    ? parts.map((part) => part.replace(SHAPE, (_part, name, operator, raw) => `${name}${operator}${raw}`))
    : [text];
}

function parseOperand(raw: string): string | number | boolean {
  const quoted = /^(["'])(.*)\1$/s.exec(raw);
  if (quoted !== null) return quoted[2]!;
  if (raw === "true" || raw === "false") return raw === "true";
  return NUMBER.test(raw) ? Number(raw) : raw;
}

/**
 * Returns whether a value meets a comparison (`{ lt: 30 }`, `{ eq: "GEO" }`); times and numbers are compared as such, all
 * other values as text, and equal texts in any case. A missing value does not match.
 */
export function holdsBound(wanted: unknown, value: unknown): boolean {
  return Object.entries(toJsonObject(wanted)).every(([operator, bound]) => {
    if (operator === "in") return Array.isArray(bound) && bound.some((eq) => holdsBound({ eq }, value));
    if (operator === "eq" && typeof value === "boolean") return String(value) === String(bound);
    if (typeof value !== "string" && typeof value !== "number") return false;
    const [one, other] = toComparable(value, bound);
    if (operator === "eq") return one === other || String(one).toLowerCase() === String(other).toLowerCase();
    if (operator === "lt") return one < other;
    if (operator === "lte") return one <= other;
    return operator === "gt" ? one > other : one >= other;
  });
}

/** Returns both values as times, as numbers or as texts. */
function toComparable(
  value: string | number,
  bound: unknown,
): readonly [number, number] | readonly [string, string] {
  const [moment, limit] = [readTimestampMs(value), readTimestampMs(bound)];
  if (moment !== undefined && limit !== undefined) return [moment, limit];
  if (typeof bound === "number" || (typeof value === "number" && isNumeric(bound)))
    return [Number(value), Number(bound)];
  return [String(value), JSON.stringify(bound).replaceAll('"', "")];
}

const isNumeric = (text: unknown): boolean =>
  typeof text === "string" && text.trim() !== "" && Number.isFinite(Number(text));

/** Returns a condition on a field, of any form, with its times in UTC as they are sent. */
export function toUtcOperands(field: string, wanted: unknown, notes: string[]): unknown {
  if (Array.isArray(wanted)) return wanted.map((one: unknown) => toUtcOperands(field, one, notes));
  if (isJsonObject(wanted))
    return Object.fromEntries(
      Object.entries(wanted).map(([operator, one]) => [operator, toUtcOperands(field, one, notes)]),
    );
  if (typeof wanted !== "string") return wanted;
  const time = toUtcText(wanted);
  if (time !== wanted) notes.push(`${field}: ${wanted} was taken as ${time}`);
  return time;
}
