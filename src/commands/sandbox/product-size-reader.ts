import type { Reader } from "../../domain/readers.ts";
import { PRODUCT_SIZE_RULE, readProductSize } from "../../sandbox/settings.ts";

/** How large image files are, in the words of the setting. */
export const productSizeReader: Reader<string> = (text) =>
  readProductSize(text) === undefined ? { ok: false, rule: PRODUCT_SIZE_RULE } : { ok: true, value: text };
