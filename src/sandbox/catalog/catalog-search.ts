import type { Collect, ItemProduct } from "../archive/collect.ts";
import type { ItemContext, StacItem } from "../archive/stac-item.ts";

/** One product of one collect: what a search finds. */
export interface CatalogGranule {
  collect: Collect;
  productType: ItemProduct;
}

/** Body of `POST /catalog/search`, already checked; `bbox-crs`, `limit`, `page` and `token` may come from the query string. */
export interface CatalogSearch {
  bbox?: readonly number[] | undefined;
  "bbox-crs"?: string | undefined;
  /** Any geometry, or a Feature with one. The interface has Point, LineString and Polygon, STAC has the others too. */
  intersects?: unknown;
  datetime?: string | undefined;
  collections?: readonly string[] | undefined;
  ids?: readonly string[] | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  sortby?: string | readonly { field: string; direction: string }[] | undefined;
  limit?: number | undefined;
  /** Which page, from 1; a token says it too, and the two are not given together. */
  page?: number | undefined;
  /** `next` of the page before: where that page ended. */
  token?: unknown;
}

export interface CatalogContext extends Pick<ItemContext, "baseUrl" | "assetsOf" | "idStyle"> {
  /** Undefined sees what is public. */
  viewerOrganizationId: string | undefined;
  nowMs: number;
  /** Whether a query may have the operator `in`. */
  takesIn?: boolean;
}

export interface CatalogPage {
  items: StacItem[];
  /** How many items match in all, on all pages. */
  numberMatched: number;
  /** `token` of the next page; undefined on the last. */
  next: string | undefined;
}
