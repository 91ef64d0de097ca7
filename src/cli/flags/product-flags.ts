/** Product types on the command line. */
import { Option } from "@commander-js/extra-typings";
import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import { repeatable, suggesting } from "./flag.ts";
import { list } from "../../domain/readers.ts";

const types = <F extends string>(flags: F, description: string) =>
  suggesting(repeatable(flags, description, list), PRODUCT_TYPES);

export const productTypeFlag = () =>
  types(
    "--product-type <types>",
    "product types, GEO among them; left out, your organization's defaults apply",
  );
export const withRequiredFlag = () =>
  new Option("--with-required", "add GEO to --product-type, which the system requires");
export const addTypeFlag = () => types("--add <types>", "add to the task's product types");
export const removeTypeFlag = () => types("--remove <types>", "take away from the task's product types");
