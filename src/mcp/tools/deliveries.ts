import * as z from "zod";
import { listAnswer } from "../answer.ts";
import { pageInput } from "../inputs.ts";
import { defineTool } from "../tool.ts";

export const deliveries = defineTool({
  name: "deliveries",
  title: "List what was downloaded",
  description:
    "Lists the products that this machine has downloaded, the latest first: where they are, whether their files are still there, their " +
    "order and its price. Sends nothing and costs nothing.",
  input: z.strictObject(pageInput),
  run: async (context, page) => {
    const { listDeliveries } = await import("../../app/deliveries/list-deliveries.ts");
    const found = await listDeliveries(context, []);
    return listAnswer(found, page, ({ delivery }) => delivery, { products: found.length });
  },
});
