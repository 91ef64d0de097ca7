import type { Table } from "../archive/archive.ts";
import type { CollectView } from "../archive/collect-view.ts";
import { isVisible, PRODUCT_TYPES } from "../archive/collect.ts";
import { rowAtTime } from "../archive/columns.ts";
import { roughBox } from "../archive/space.ts";
import type { CatalogGranule } from "./catalog-search.ts";
import type { Filter } from "./filter.ts";

/** Products of one row in a code: row x 8 + place in `PRODUCT_TYPES`. */
export const PRODUCTS_PER_ROW = 8;

interface RowMatches {
  /** Codes of the matching granules, by row and then by product type. */
  codes: Int32Array;
  /** The first moment at which a collect that was hidden becomes visible: until then the matches stay right. */
  changesMs: number;
}

export function matchRows(
  table: Table,
  filter: Filter,
  viewerOrganizationId: string | undefined,
  nowMs: number,
): RowMatches {
  const { columns } = table;
  const first = rowAtTime(columns, filter.fromMs);
  const end = rowAtTime(columns, filter.toMs, true);
  const { place } = filter;
  const rows = place === undefined ? undefined : table.space.rowsIn(place.boxes, first, end);
  const count = rows === undefined ? Math.max(0, end - first) : rows.length;
  const view = table.view(0);
  const codes = new Int32Array(count * PRODUCT_TYPES.length);
  let length = 0;
  let changesMs = Infinity;
  for (let at = 0; at < count; at++) {
    const row = rows === undefined ? first + at : (rows[at] as number);
    view.row = row;
    if (columns.holdback[row] !== 0 && !isVisible(view, viewerOrganizationId, nowMs)) {
      changesMs = Math.min(changesMs, view.holdback?.untilMs ?? Infinity);
      continue;
    }
    if (!matchesCollect(view, filter)) continue;
    const mask = columns.productMask[row] as number;
    for (const [product, productType] of PRODUCT_TYPES.entries()) {
      if ((mask & (1 << product)) === 0) continue;
      if (!filter.perProduct.every(({ holds }) => holds(view, productType))) continue;
      codes[length++] = row * PRODUCTS_PER_ROW + product;
    }
  }
  return { codes: codes.slice(0, length), changesMs };
}

function matchesCollect(view: CollectView, { collections, perCollect, place }: Filter): boolean {
  if (collections !== undefined && !collections.has(view.collectionId)) return false;
  if (!perCollect.every(({ holds }) => holds(view, "GEO"))) return false;
  if (place === undefined) return true;
  const [west, south, east, north] = roughBox(view);
  const isInside =
    place.areBoxesExact &&
    west <= east &&
    place.boxes.some((box) => west >= box[0] && south >= box[1] && east <= box[2] && north <= box[3]);
  return isInside || place.meets(view.geometry);
}

/** Whether a granule outside the archive's rows matches. */
export function matchesGranule({ collect, productType }: CatalogGranule, filter: Filter): boolean {
  const { datetimeMs, collectionId, geometry } = collect;
  return (
    datetimeMs >= filter.fromMs &&
    datetimeMs <= filter.toMs &&
    filter.collections?.has(collectionId) !== false &&
    [...filter.perCollect, ...filter.perProduct].every(({ holds }) => holds(collect, productType)) &&
    filter.place?.meets(geometry) !== false
  );
}
