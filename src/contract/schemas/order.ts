/** Bodies of `POST /orders/review` and `POST /orders`. */
import * as z from "zod/mini";
import { isArchiveItem, isGeneratedItem, type OrderItem } from "../order-item.ts";
import { coded, memberRule, rule, type Finding } from "./rule.ts";
import { vesselFindings } from "./order-vessels.ts";

export { isArchiveItem, isGeneratedItem } from "../order-item.ts";
export type { ArchiveItem, GeneratedItem, OrderItem } from "../order-item.ts";

const SHAPES = "either collectionId and granuleId, or productType and collectIds";

const OrderElement = coded(z.looseObject({}).check(memberRule(shapeFindings)), {
  code: "ORDER_ITEM_SHAPE",
  expected: `an object with ${SHAPES}`,
}) as unknown as z.ZodMiniType<OrderItem>;

export const OrderBody = z.looseObject({
  items: coded(
    z.array(OrderElement).check(
      rule(function* (items) {
        if (!Array.isArray(items)) return;
        if (items.length === 0)
          yield { code: "ORDER_EMPTY", message: "the order has no item", rule: "at least one item" };
        yield* vesselFindings(items);
      }),
    ),
    { code: "ORDER_EMPTY", expected: "an array of order items" },
  ),
});

function* shapeFindings(item: Readonly<Record<string, unknown>>): Generator<Finding> {
  const archive = ["collectionId", "granuleId"].filter((name) => item[name] !== undefined);
  const generated = ["productType", "collectIds"].filter((name) => item[name] !== undefined);
  const fits = archive.length > 0 ? isArchiveItem(item) && generated.length === 0 : isGeneratedItem(item);
  if (fits) return;
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
