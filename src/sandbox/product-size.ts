import { readBytes } from "../domain/byte-count.ts";
import type { ImagerySize } from "./imagery/scene.ts";

/** Below, the documents and headers would be more than the picture; above, no file of the interface is. */
const LEAST_BYTES = 1e6;
const MOST_BYTES = 10e9;

/** What a product size is, for those who gave another. */
export const PRODUCT_SIZE_RULE =
  "must be tiny, real, or a size of data files from 1MB to 10GB, such as 500MB";

/** The size of products that a text says: `tiny`, `real`, or bytes such as `2GB`; undefined when it says none. */
export function readProductSize(text: string): ImagerySize["size"] | undefined {
  if (text === "tiny" || text === "real") return text;
  const bytes = Math.floor(readBytes(text.trim()) ?? Number.NaN);
  return bytes >= LEAST_BYTES && bytes <= MOST_BYTES ? bytes : undefined;
}
