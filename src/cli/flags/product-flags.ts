/** Product types on the command line. */
import { Option } from "@commander-js/extra-typings";
import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import { repeatable, suggesting } from "./flag.ts";
import { list } from "../../domain/readers.ts";

const types = <F extends string>(flags: F, description: string) =>
  suggesting(repeatable(flags, description, list), PRODUCT_TYPES);

export const productTypeFlag = () =>
  types("--product-type <types>", "product types with GEO; default: the organization's");
export const withRequiredFlag = () => new Option("--with-required", "add the required GEO to --product-type");
export const addTypeFlag = () => types("--add <types>", "add to the task's product types");
export const removeTypeFlag = () => types("--remove <types>", "remove from the task's product types");
