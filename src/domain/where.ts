/** `--where '<name><operator><value>'`: one comparison, with a typed value. */
import { advice, typed, type Hint } from "../hint.ts";

export interface WhereClause {
  name: string;
  operator: "=" | "==" | "<" | "<=" | ">" | ">=" | "^=" | "*=";
  value: string | number | boolean;
}

export type WhereReading = { ok: true; value: WhereClause } | { ok: false; rule: string; hint?: Hint };

const SHAPE = /^([^<>=^*\s]+?)\s*(<=|>=|==|\^=|\*=|=|<|>)\s*(.+)$/s;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** What people type where a thing must not be. */
const NOT = /^[^<>=!^*\s]+\s*(!=|<>|!~|~)/;

/** Reads `view:incidence_angle<30`. Numbers and true/false are typed; quotes force text (`name="7"`). */
export function parseWhere(text: string): WhereReading {
  const not = NOT.exec(text.trim())?.[1];
  if (not !== undefined)
    return {
      ok: false,
      rule: `has no operator ${not}: it must be one of = < <= > >=`,
      hint: advice`Say what is wanted in place of what is not: ${typed("--where", "orbit=ascending")}`,
    };
  const [, name, operator, raw] = SHAPE.exec(text.trim()) ?? [];
  if (name === undefined || raw === undefined) {
    return {
      ok: false,
      rule: "must be <property><operator><value>, with an operator = < <= > >=",
      hint: advice`For example: ${typed("--where", "view:incidence_angle<30")} (quote it: < and > mean files to a shell)`,
    };
  }
  const value = typedValue(raw);
  if (typeof value === "number" && !Number.isFinite(value))
    return { ok: false, rule: "compares with a number that is too large" };
  return { ok: true, value: { name, operator: operator as WhereClause["operator"], value } };
}

function typedValue(raw: string): string | number | boolean {
  const quoted = /^(["'])(.*)\1$/s.exec(raw);
  if (quoted !== null) return quoted[2]!;
  if (raw === "true" || raw === "false") return raw === "true";
  return NUMBER.test(raw) ? Number(raw) : raw;
}

/** The clause as it is typed. */
export function clauseText({ name, operator, value }: WhereClause): string {
  const text = String(value);
  const isForced = typeof value === "string" && typeof typedValue(text) !== "string";
  return `${name}${operator}${isForced ? JSON.stringify(text) : text}`;
}
