import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { addTypeFlag, productTypeFlag, removeTypeFlag } from "../../cli/flags/product-flags.ts";
import { taskView, type Records } from "../request-view.ts";

export const setProducts = defineCommand({
  name: "set-products",
  summary: "Change the product types of a task",
  description:
    "Possible until 3 hours before the expected collection. --product-type replaces the list; --add and --remove read " +
    "the task first and change what it has. GEO always stays.",
  examples: [
    "swath task set-products 3f0c2a7e-... --product-type GEO,SICD",
    "swath task set-products 3f0c2a7e-... --add GEC --remove SLC",
  ],
  syntax: (command) =>
    command
      .argument("<taskId...>", "task ids (- reads them from stdin)")
      .addOption(productTypeFlag())
      .addOption(new Option("--with-required", "add GEO to --product-type, which the system requires"))
      .addOption(addTypeFlag())
      .addOption(removeTypeFlag()),
  parse: async (context, options, given) => {
    const { productsRequest } = await import("./products-request.ts");
    return productsRequest(context, options, given);
  },
  run: async (context, request): Promise<Records> => {
    const { setProductTypes } = await import("../../app/tasking/set-product-types.ts");
    return setProductTypes(context, request);
  },
  view: taskView,
});
