import * as z from "zod";
import { itemsInput, orderOf } from "../inputs.ts";
import { defineTool } from "../tool.ts";

export const price = defineTool({
  name: "price",
  title: "Price an order",
  description:
    "Returns what an order of these items would cost, by a review that places no order. `commitment` is the maximum cost. Costs nothing.",
  input: z.strictObject({ items: itemsInput }),
  run: async (context, { items }) => {
    const { reviewOrder } = await import("../../app/ordering/order-price.ts");
    const { total, commitment, lines } = await reviewOrder(context, await orderOf(context, items));
    const rows = lines.map(({ label, cost, previouslyOrdered }) => ({
      item: label,
      cost,
      previouslyOrdered,
    }));
    return { data: { total, commitment, lines: rows } };
  },
});
