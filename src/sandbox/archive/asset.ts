import type { Collect } from "./collect.ts";
import type { ItemProduct } from "./product-types.ts";

/** A STAC asset. Extension fields (`file:size`, `file:checksum`, `proj:*` ...) stand beside the known ones. */
export interface Asset {
  href: string;
  title?: string;
  description?: string;
  type?: string;
  roles?: string[];
  [field: string]: unknown;
}

/** Lays out the files of one granule; the archive knows nothing about their bytes. */
export type AssetsOf = (collect: Collect, productType: ItemProduct) => Record<string, Asset>;
