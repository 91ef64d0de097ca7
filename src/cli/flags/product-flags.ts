/** Product types on the command line. */
import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import { repeatable, suggesting } from "./flag.ts";
import { readCommaList } from "../../domain/readers.ts";

/** Declares a repeatable flag for product types. */
export const productTypesFlag = <F extends string>(flags: F, description: string) =>
  suggesting(repeatable(flags, description, readCommaList), PRODUCT_TYPES);

export const productTypeFlag = () =>
  productTypesFlag("--product-type <types>", "product types; GEO is added; default: the organization's");
