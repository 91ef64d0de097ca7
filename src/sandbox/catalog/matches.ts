import type { Archive, Table } from "../archive/archive.ts";
import type { CollectView } from "../archive/collect-view.ts";
import { isVisible, PRODUCT_TYPES, type ProductType } from "../archive/collect.ts";
import { rowAtTime } from "../archive/columns.ts";
import { Recent } from "../recent.ts";
import { roughBox } from "../archive/spatial-index.ts";
import type { CatalogContext, CatalogSearch, CatalogGranule } from "./catalog-search.ts";
import { compareTexts } from "./compare.ts";
import type { Filter } from "./filter.ts";
import { type Ordering, searchKey, compareKeys } from "./ordering.ts";

interface Matches {
  codes: Int32Array;
  /** The time span in which they are valid. */
  fromMs: number;
  /** Exclusive: the first moment at which a hidden collect becomes visible. */
  toMs: number;
}

/** Number of searches whose matches are kept, so that their further pages need no new search. */
const MAX_REMEMBERED = 4;

const remembered = new WeakMap<Archive, Recent<Matches>>();

/** Returns the archive's matches in their order, from memory when the same search ran before. */
export function sortedMatches(
  archive: Archive,
  search: CatalogSearch,
  filter: Filter,
  ordering: Ordering,
  { viewerOrganizationId, nowMs, idStyle }: CatalogContext,
): Int32Array {
  const known = remembered.get(archive) ?? new Recent<Matches>(MAX_REMEMBERED);
  remembered.set(archive, known);
  const find = (): Matches => {
    const table = archive.table();
    const matches = matchRows(table, filter, viewerOrganizationId, nowMs);
    return { ...matches, codes: sortCodes(table, matches.codes, ordering) };
  };
  const key = JSON.stringify([viewerOrganizationId, idStyle, searchKey(search)]);
  return known.get(key, find, ({ fromMs, toMs }) => nowMs >= fromMs && nowMs < toMs).codes;
}

/** A granule's code is row x 8 + index in `PRODUCT_TYPES`. */
const PRODUCTS_PER_ROW = 8;

/** Returns the codes of the matching granules, sorted by row, then by product type. */
function matchRows(
  table: Table,
  filter: Filter,
  viewerOrganizationId: string | undefined,
  nowMs: number,
): Matches {
  const { columns } = table;
  const first = rowAtTime(columns, filter.fromMs);
  const end = rowAtTime(columns, filter.toMs, true);
  const { area } = filter;
  const rows = area === undefined ? undefined : table.spatialIndex.rowsIn(area.boxes, first, end);
  const count = rows === undefined ? Math.max(0, end - first) : rows.length;
  const view = table.view(0);
  const codes = new Int32Array(count * PRODUCT_TYPES.length);
  let length = 0;
  let toMs = Infinity;
  for (let at = 0; at < count; at++) {
    const row = rows === undefined ? first + at : (rows[at] as number);
    view.row = row;
    if (columns.holdback[row] !== 0 && !isVisible(view, viewerOrganizationId, nowMs)) {
      toMs = Math.min(toMs, view.holdback?.untilMs ?? Infinity);
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
  return { codes: codes.slice(0, length), fromMs: nowMs, toMs };
}

function matchesCollect(view: CollectView, { collections, perCollect, area }: Filter): boolean {
  if (collections !== undefined && !collections.has(view.collectionId)) return false;
  if (!perCollect.every(({ holds }) => holds(view, "GEO"))) return false;
  if (area === undefined) return true;
  const [west, south, east, north] = roughBox(view);
  const isInside =
    area.areBoxesExact &&
    west <= east &&
    area.boxes.some((box) => west >= box[0] && south >= box[1] && east <= box[2] && north <= box[3]);
  return isInside || area.meets(view.geometry);
}

/** Returns whether a granule outside the archive's rows matches. */
export function matchesGranule({ collect, productType }: CatalogGranule, filter: Filter): boolean {
  const { datetimeMs, collectionId, geometry } = collect;
  return (
    datetimeMs >= filter.fromMs &&
    datetimeMs <= filter.toMs &&
    filter.collections?.has(collectionId) !== false &&
    [...filter.perCollect, ...filter.perProduct].every(({ holds }) => holds(collect, productType)) &&
    filter.area?.meets(geometry) !== false
  );
}

export const rowOfCode = (code: number): number => Math.floor(code / PRODUCTS_PER_ROW);
export const productOfCode = (code: number): ProductType =>
  PRODUCT_TYPES[code % PRODUCTS_PER_ROW] as ProductType;

export function granuleOfCode(table: Table, code: number): CatalogGranule {
  return { collect: table.view(rowOfCode(code)), productType: productOfCode(code) };
}

/** Sorts codes, which are in row order, by the ordering of a search. */
function sortCodes(table: Table, codes: Int32Array, ordering: Ordering): Int32Array {
  const compareIds = idComparer(table);
  if (ordering.isByTime) return sortByTime(table, codes, ordering.fields[0]!.isDescending, compareIds);
  const view = table.view(0);
  const keys = ordering.fields.map(({ keyOf }) =>
    Array.from(codes, (code) => {
      view.row = rowOfCode(code);
      return keyOf(view, productOfCode(code));
    }),
  );
  const positions = Uint32Array.from(codes.keys()).sort((a, b) => {
    for (const [at, { isDescending }] of ordering.fields.entries()) {
      const order = compareKeys(keys[at]?.[a] ?? null, keys[at]?.[b] ?? null, isDescending);
      if (order !== 0) return order;
    }
    return compareIds(codes[a] as number, codes[b] as number);
  });
  return Int32Array.from(positions, (position) => codes[position] as number);
}

/** Rows are sorted by time already: only the few that share a millisecond need comparing. */
function sortByTime(
  { columns: { timeMs } }: Table,
  codes: Int32Array,
  isDescending: boolean,
  compareIds: (a: number, b: number) => number,
): Int32Array {
  const sorted = new Int32Array(codes.length);
  const timeOf = (at: number): number | undefined => timeMs[rowOfCode(codes[at] as number)];
  let filled = isDescending ? codes.length : 0;
  for (let from = 0, to = 0; from < codes.length; from = to) {
    const time = timeOf(from);
    let rows = 1;
    for (to = from + 1; to < codes.length && timeOf(to) === time; to++) {
      if (rowOfCode(codes[to] as number) !== rowOfCode(codes[to - 1] as number)) rows++;
    }
    const group = codes.subarray(from, to);
    if (rows > 1) group.sort(compareIds);
    if (isDescending) filled -= group.length;
    sorted.set(group, filled);
    if (!isDescending) filled += group.length;
  }
  return sorted;
}

/** Compares item ids without building them, by their parts. */
export function idComparer(table: Table): (a: number, b: number) => number {
  const [one, other] = [table.view(0), table.view(0)];
  const second = (view: CollectView): number => Math.floor(view.startMs / 1000);
  return (a, b) => {
    one.row = rowOfCode(a);
    other.row = rowOfCode(b);
    return (
      one.satellite - other.satellite ||
      second(one) - second(other) ||
      compareTexts(one.type.code, other.type.code) ||
      (a % PRODUCTS_PER_ROW) - (b % PRODUCTS_PER_ROW) ||
      compareTexts(one.polarization, other.polarization) ||
      compareTexts(one.id, other.id)
    );
  };
}
