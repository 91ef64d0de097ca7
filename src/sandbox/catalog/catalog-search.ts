import type { Collect, ItemProduct } from "../archive/collect.ts";
import type { ItemContext, StacItem } from "../archive/stac-item.ts";

/** One product of one collect, as found by a search. */
export interface CatalogGranule {
  collect: Collect;
  productType: ItemProduct;
}

/** Validated body of `POST /catalog/search`, merged with the parameters of the query string. */
export interface CatalogSearch {
  bbox?: readonly number[] | undefined;
  "bbox-crs"?: string | undefined;
  /** A geometry, or a Feature with one. The interface allows three types, STAC all. */
  intersects?: unknown;
  datetime?: string | undefined;
  collections?: readonly string[] | undefined;
  ids?: readonly string[] | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  sortby?: string | readonly { field: string; direction: string }[] | undefined;
  limit?: number | undefined;
  /** Page number from 1. It cannot be combined with `token`. */
  page?: number | undefined;
  /** `next` of the previous page: the position at its end. */
  token?: unknown;
}

export interface CatalogContext extends ItemContext {
  /** Undefined: public items only. */
  viewerOrganizationId: string | undefined;
  nowMs: number;
}

export interface CatalogPage {
  items: StacItem[];
  /** Number of matching items on all pages. */
  numberMatched: number;
  /** `token` of the next page; undefined on the last. */
  next: string | undefined;
}
