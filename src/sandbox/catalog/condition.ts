import { AppError } from "../../errors.ts";
import { parseTimestamp } from "../../time/timestamp.ts";
import type { Collect, ItemProduct } from "../archive/collect.ts";
import { type ItemProperty, itemPropertyTable } from "../archive/stac-item.ts";
import { HOLDS_IN_ORDER } from "../holds-in-order.ts";

/** One property compared with one value. */
export interface Condition {
  /** False when all items of a collect answer alike. */
  isPerProduct: boolean;
  holds: (collect: Collect, productType: ItemProduct) => boolean;
}

/** The property that a name in `query` or `sortby` means; `properties.` before it may be left out. */
export function propertyNamed(name: string, vendorPrefix: string): ItemProperty | undefined {
  const plain = name.startsWith("properties.") ? name.slice("properties.".length) : name;
  // Not a field of STAC's view extension, but the word that people in the field use.
  const known = plain === "view:look_angle" ? "view:off_nadir" : plain;
  return itemPropertyTable(vendorPrefix).get(known);
}

/**
 * All comparisons of a `query`; every one must hold. Undefined when one names a property that no item has, for then
 * nothing matches. Errors: QUERY_OPERATOR_INVALID.
 */
// Spec silent: several operators on one property, `in`, unknown properties, arrays. We AND the operators, refuse `in`, match
// nothing for an unknown property, and let an array match when one of its elements does.
export function readConditions(
  query: Readonly<Record<string, unknown>>,
  vendorPrefix: string,
): Condition[] | undefined {
  const conditions: Condition[] = [];
  let isImpossible = false;
  for (const [name, comparison] of Object.entries(query)) {
    const property = propertyNamed(name, vendorPrefix);
    if (property === undefined) isImpossible = true;
    for (const [operator, operand] of Object.entries(comparison ?? {})) {
      const accepts = Object.hasOwn(HOLDS_IN_ORDER, operator) ? HOLDS_IN_ORDER[operator] : undefined;
      if (accepts === undefined) {
        const message = `query.${name} has the operator "${operator}", which the catalog does not take`;
        throw new AppError("local", "QUERY_OPERATOR_INVALID", message, {
          hint: "Use eq, lt, lte, gt or gte",
        });
      }
      if (property !== undefined) conditions.push(makeCondition(property, operand, accepts));
    }
  }
  return isImpossible ? undefined : conditions;
}

function makeCondition(
  property: ItemProperty,
  operand: unknown,
  accepts: (order: number) => boolean,
): Condition {
  const { instantMs, isPerProduct = false } = property;
  if (instantMs !== undefined) {
    const time = typeof operand === "string" ? parseTimestamp(operand) : undefined;
    const ms = time?.ok === true ? time.ms : NaN;
    return { isPerProduct, holds: (collect) => !Number.isNaN(ms) && accepts(instantMs(collect) - ms) };
  }
  return {
    isPerProduct,
    holds(collect, productType) {
      const value = property.value(collect, productType);
      return Array.isArray(value)
        ? value.some((element) => accepts(compareLike(element, operand)))
        : accepts(compareLike(value, operand));
    },
  };
}

/** Order of two values of one type, numbers by size and texts by code unit; NaN, which no operator accepts, for all others. */
function compareLike(value: unknown, operand: unknown): number {
  if (typeof value === "number" && typeof operand === "number") return value - operand;
  if (typeof value === "string" && typeof operand === "string") {
    return value === operand ? 0 : value < operand ? -1 : 1;
  }
  return NaN;
}
