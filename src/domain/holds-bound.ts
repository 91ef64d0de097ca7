/** Compares a value of a record with the operators of a query, on this machine. */
import { msOf } from "../contract/body-values.ts";
import { objectOf } from "../contract/json-object.ts";

/**
 * Returns whether a value meets a comparison (`{ lt: 30 }`, `{ eq: "GEO" }`); times and numbers are compared as such, all
 * other values as text, and equal texts in any case. A missing value does not match.
 */
export function holdsBound(wanted: unknown, value: unknown): boolean {
  return Object.entries(objectOf(wanted)).every(([operator, bound]) => {
    if (operator === "in") return Array.isArray(bound) && bound.some((eq) => holdsBound({ eq }, value));
    if (operator === "eq" && typeof value === "boolean") return String(value) === String(bound);
    if (typeof value !== "string" && typeof value !== "number") return false;
    const [moment, limit] = [msOf(value), msOf(bound)];
    const [one, other] =
      moment !== undefined && limit !== undefined
        ? [moment, limit]
        : typeof bound === "number" || (typeof value === "number" && isNumeric(bound))
          ? [Number(value), Number(bound)]
          : [String(value), JSON.stringify(bound).replaceAll('"', "")];
    if (operator === "eq") return one === other || String(one).toLowerCase() === String(other).toLowerCase();
    if (operator === "lt") return one < other;
    if (operator === "lte") return one <= other;
    return operator === "gt" ? one > other : one >= other;
  });
}

const isNumeric = (text: unknown): boolean =>
  typeof text === "string" && text.trim() !== "" && Number.isFinite(Number(text));
