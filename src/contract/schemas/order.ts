/** Bodies of `POST /orders/review` and `POST /orders`. */
import * as z from "zod/mini";
import { isJsonObject } from "../json-object.ts";
import { isArchiveItem, isGeneratedItem, isPlainId, type OrderItem } from "../order-item.ts";
import type { Finding } from "../finding.ts";
import { text } from "./fields.ts";
import { withExpectation, makeMemberRule, makeRule } from "./rule.ts";

const SHAPES = "either collectionId and granuleId, or productType and collectIds";

const OrderElement = withExpectation(z.looseObject({}).check(makeMemberRule(shapeFindings)), {
  code: "ORDER_ITEM_SHAPE",
  expected: `an object with ${SHAPES}`,
}) as unknown as z.ZodMiniType<OrderItem>;

export const OrderBody = z.looseObject({
  contractId: z.optional(text),
  items: withExpectation(
    z.array(OrderElement).check(
      makeRule(function* (items) {
        if (!Array.isArray(items)) return;
        if (items.length === 0)
          yield { code: "ORDER_EMPTY", message: "the order has no item", rule: "at least one item" };
        yield* checkVesselSource(items);
      }),
    ),
    { code: "ORDER_EMPTY", expected: "an array of order items" },
  ),
});

function* shapeFindings(item: Readonly<Record<string, unknown>>): Generator<Finding> {
  const archive = ["collectionId", "granuleId"].filter((name) => item[name] !== undefined);
  const generated = ["productType", "collectIds"].filter((name) => item[name] !== undefined);
  const fits = archive.length > 0 ? isArchiveItem(item) && generated.length === 0 : isGeneratedItem(item);
  if (fits) {
    yield* checkIds(item);
    return;
  }
  const given = [...archive, ...generated];
  yield {
    code: "ORDER_ITEM_SHAPE",
    says:
      archive.length > 0 && generated.length > 0
        ? `mixes the two shapes (${given.join(", ")})`
        : `fits neither shape of an order item`,
    rule: `${SHAPES}, with strings that are not empty`,
  };
}

/**
 * Yields faults of ids. The service may ignore a space in an id, but a comparison with earlier orders does
 * not: the item would be bought twice.
 */
function* checkIds(item: Readonly<Record<string, unknown>>): Generator<Finding> {
  for (const name of ["collectionId", "granuleId", "productType", "collectIds"]) {
    const ids = [item[name]].flat();
    if (ids.every((id) => typeof id !== "string" || isPlainId(id))) continue;
    yield {
      code: "ORDER_ITEM_SHAPE",
      path: [name],
      says: "has a space before or after it, or a control character",
      rule: "an id as the service writes it, without spaces around it and without control characters",
    };
  }
}

/**
 * Requires the source GEO item of a VS item in the same order. Provable here: a generated GEO of the same collect.
 */
// Spec silent: which archive item is the GEO source of a VS item. We refuse an order in which no archive item could be
// the source, and warn about other doubts.
function* checkVesselSource(items: readonly unknown[]): Generator<Finding> {
  if (items.some((item) => isJsonObject(item) && item["granuleId"] !== undefined)) return;
  const covered = new Set(listCollectsOfType(items, "GEO").map(({ collectId }) => collectId));
  for (const { index, collectId } of listCollectsOfType(items, "VS")) {
    if (covered.has(collectId)) continue;
    yield {
      code: "VS_WITHOUT_GEO",
      path: [index],
      message: `VS of collect ${collectId} has no GEO item of that collect in the order`,
      rule: "a VS item must be accompanied by the GEO item it is derived from",
    };
  }
}

function listCollectsOfType(
  items: readonly unknown[],
  productType: string,
): { index: number; collectId: string }[] {
  return items.flatMap((item, index) => {
    if (!isJsonObject(item) || !Array.isArray(item["collectIds"])) return [];
    if (String(item["productType"]).toUpperCase() !== productType) return [];
    return item["collectIds"]
      .filter((id) => typeof id === "string")
      .map((collectId: string) => ({ index, collectId }));
  });
}
