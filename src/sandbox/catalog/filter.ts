import { AppError } from "../../errors.ts";
import { parseInterval } from "../../time/interval.ts";
import type { CatalogSearch } from "./catalog-search.ts";
import { type Condition, readConditions } from "./condition.ts";
import type { Place } from "../../geo/place.ts";
import { placeFilter } from "./place-filter.ts";

/** What an item must be, read from a search once. */
export interface Filter {
  fromMs: number;
  toMs: number;
  collections: ReadonlySet<string> | undefined;
  place: Place | undefined;
  /** Conditions that all items of a collect answer alike, and the others. */
  perCollect: readonly Condition[];
  perProduct: readonly Condition[];
}

/**
 * The filter of a search; undefined when nothing can match. Errors: DATETIME_INTERVAL_INVALID, CRS_UNSUPPORTED,
 * BBOX_INVALID, QUERY_OPERATOR_INVALID.
 */
export function readFilter(search: CatalogSearch, vendorPrefix: string): Filter | undefined {
  // Spec silent: which time `datetime` is compared with. We take the item's `datetime`, the middle of the collect.
  const interval = search.datetime === undefined ? undefined : parseInterval(search.datetime);
  if (interval?.ok === false) {
    throw new AppError(
      "local",
      "DATETIME_INTERVAL_INVALID",
      `datetime ${search.datetime} ${interval.reason}`,
    );
  }
  const place = placeFilter(search);
  const conditions = readConditions(search.query ?? {}, vendorPrefix);
  if (conditions === undefined) return undefined;
  return {
    fromMs: interval?.startMs ?? -Infinity,
    toMs: interval?.endMs ?? Infinity,
    collections: search.collections === undefined ? undefined : new Set(search.collections),
    place,
    perCollect: conditions.filter(({ isPerProduct }) => !isPerProduct),
    perProduct: conditions.filter(({ isPerProduct }) => isPerProduct),
  };
}
