/** Reads one comparison `<name><operator><value>`, with a typed value. */

export interface WhereClause {
  name: string;
  operator: "=" | "==" | "<" | "<=" | ">" | ">=" | "^=" | "*=";
  value: string | number | boolean;
}

export type WhereReading = { ok: true; value: WhereClause } | { ok: false; rule: string };

const SHAPE = /^([^<>=^*\s]+?)\s*(<=|>=|==|\^=|\*=|=|<|>)\s*(.+)$/s;
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
  const value = parseOperand(raw);
  if (typeof value === "number" && !Number.isFinite(value))
    return { ok: false, rule: "compares with a number that is too large" };
  return { ok: true, value: { name, operator: operator as WhereClause["operator"], value } };
}

function parseOperand(raw: string): string | number | boolean {
  const quoted = /^(["'])(.*)\1$/s.exec(raw);
  if (quoted !== null) return quoted[2]!;
  if (raw === "true" || raw === "false") return raw === "true";
  return NUMBER.test(raw) ? Number(raw) : raw;
}
