/** One bound of a standard field: `>=2026-01-01T00:00:00Z`, `<3600`. */
import type { Reader } from "../../domain/readers.ts";
import type { ConditionWords } from "../../domain/request-search/request-condition.ts";

export type Bound = Pick<ConditionWords, "operator" | "value">;

const SHAPE = /^\s*(<=|>=|==|=|<|>)?\s*([^<>=].*)$/s;

function boundOf(given: string): Bound | undefined {
  const [, operator = "=", value] = SHAPE.exec(given) ?? [];
  return value === undefined ? undefined : { operator: operator as Bound["operator"], value: value.trim() };
}

export const timeBound: Reader<Bound> = (given) => {
  const bound = boundOf(given);
  return bound === undefined
    ? {
        ok: false,
        rule: "must be a time, with = < <= > >= before it",
        hint: "For example: '>=2026-01-01T00:00:00Z'",
      }
    : { ok: true, value: bound };
};

/** The number is sent as typed: the interface does not say what it counts. */
export const durationBound: Reader<Bound> = (given) => {
  const bound = boundOf(given);
  return bound !== undefined && /^\d+(\.\d+)?$/.test(bound.value)
    ? { ok: true, value: bound }
    : { ok: false, rule: "must be a number, with = < <= > >= before it", hint: "For example: '>=86400'" };
};
