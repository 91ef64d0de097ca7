import * as z from "zod";
import { listAnswer, startOf } from "../answer.ts";
import { pageInput } from "../inputs.ts";
import { defineTool } from "../tool.ts";

export const deliveries = defineTool({
  name: "deliveries",
  title: "List what was downloaded",
  description:
    "Lists the products that this machine has downloaded, the latest first: where they are, whether their files are still there, their " +
    "order and its price. Sends nothing and costs nothing.",
  input: z.strictObject(pageInput),
  run: async (context, { limit = 20, cursor }) => {
    const { listDeliveries } = await import("../../app/deliveries/list-deliveries.ts");
    const found = await listDeliveries(context, []);
    const start = startOf(cursor);
    const end = start + limit;
    const rows = found.slice(start, end).map(({ delivery }) => delivery);
    return listAnswer({ rows, hasMore: found.length > end, cursor, about: { products: found.length } });
  },
});
