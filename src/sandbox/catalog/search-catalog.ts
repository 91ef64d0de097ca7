import { estimateBox, type Archive, type Table } from "../archive/archive.ts";
import {
  isVisible,
  formatItemId,
  PRODUCT_TYPES,
  type Collect,
  type ProductType,
} from "../archive/collect.ts";
import { findRowAtTime, type CollectView } from "../archive/columns.ts";
import { buildShownItem } from "../archive/stac-item.ts";
import { Recent } from "../recent.ts";
import {
  compareTexts,
  readFilter,
  type CatalogContext,
  type CatalogGranule,
  type CatalogPage,
  type CatalogSearch,
  type Filter,
} from "./filter.ts";
import {
  compareSortPositions,
  readOrdering,
  sortPositionOf,
  makeToken,
  readToken,
  searchKey,
  compareKeys,
  type Ordering,
  type SortPosition,
} from "./ordering.ts";

const DEFAULT_LIMIT = 10;
// Spec silent: the largest catalog page. The sandbox reduces `limit` to 1000 without an error.
const MAX_PER_PAGE = 1000;

/**
 * Returns one page of `POST /catalog/search` over the archive and over granules that orders and tasks have added.
 * Errors (AppError "local"): CRS_UNSUPPORTED, BBOX_INVALID, ENUM_INVALID for an unknown sort field, and
 * SERVICE_REJECTED for a token of another search.
 */
export function searchCatalog(
  archive: Archive,
  extras: Iterable<CatalogGranule>,
  search: CatalogSearch,
  context: CatalogContext,
): CatalogPage {
  const ordering = readOrdering(search.sortby, context.idStyle);
  const after = readToken(search, ordering);
  const limit = Math.min(search.limit ?? DEFAULT_LIMIT, MAX_PER_PAGE);
  const found = search.ids === undefined ? filtered() : byIds(search.ids);
  const codes = found.codes;
  const positionAt = (at: number): SortPosition =>
    sortPositionOf(toGranule(archive.table(), codes[at] as number), ordering);
  const others = rank(found.others, ordering);

  let row = after === undefined ? 0 : findFirstAfter(codes.length, positionAt, after, ordering);
  let other =
    after === undefined ? 0 : findFirstAfter(others.length, (at) => others[at] as Ranked, after, ordering);
  const page: CatalogGranule[] = [];
  const plain = listGranules(archive);
  let before = ((search.page ?? 1) - 1) * limit;
  while (page.length < limit && (row < codes.length || other < others.length)) {
    const rival = others[other];
    if (rival === undefined && before > 0) {
      // Nothing is left to merge.
      const skipped = Math.min(before, codes.length - row);
      row += skipped;
      before -= skipped;
      continue;
    }
    const isRivalNext =
      rival !== undefined &&
      (row === codes.length || compareSortPositions(rival, positionAt(row), ordering) < 0);
    if (before > 0) before--;
    else page.push(isRivalNext ? rival.granule : plain(codes[row] as number));
    if (isRivalNext) other++;
    else row++;
  }
  const last = page.at(-1);
  const hasMore = row < codes.length || other < others.length;
  return {
    items: page.map(({ collect, productType }) => buildShownItem(collect, productType, context)),
    numberMatched: codes.length + others.length,
    next: hasMore && last !== undefined ? makeToken(search, sortPositionOf(last, ordering)) : undefined,
  };

  function filtered(): Found {
    const filter = readFilter(search);
    if (filter === undefined) return { codes: NONE, others: [] };
    const visible = filterVisible(extras, context);
    return {
      codes: sortMatches(archive, search, filter, ordering, context),
      others: visible.filter((granule) => matchesGranule(granule, filter)),
    };
  }

  // Spec silent: `ids` together with other filters. The sandbox applies only `limit` and `sortby`.
  function byIds(ids: readonly string[]): Found {
    const wanted = new Set(ids);
    const archived = [...wanted].flatMap((id) => archive.granuleById(id) ?? []);
    const added = [...extras].filter(({ collect, productType }) =>
      wanted.has(formatItemId(collect, productType)),
    );
    return { codes: NONE, others: filterVisible([...archived, ...added], context) };
  }
}

interface Found {
  /** Granules of the archive, sorted. */
  codes: Int32Array;
  /** Other granules, in any order. */
  others: CatalogGranule[];
}

interface Ranked extends SortPosition {
  granule: CatalogGranule;
}

/**
 * Returns a function that reads a granule by its code. The products of one collect are adjacent on a page and share
 * one collect object.
 */
function listGranules(archive: Archive): (code: number) => CatalogGranule {
  let last: { row: number; collect: Collect } | undefined;
  return (code) => {
    const row = toRow(code);
    if (last?.row !== row) last = { row, collect: archive.collectAt(row) };
    return { collect: last.collect, productType: toProduct(code) };
  };
}

const NONE = new Int32Array(0);

function filterVisible(
  granules: Iterable<CatalogGranule>,
  { viewerOrganizationId, nowMs }: CatalogContext,
): CatalogGranule[] {
  return [...granules].filter(({ collect }) => isVisible(collect, viewerOrganizationId, nowMs));
}

/** Sorts granules and removes repeated ids. */
function rank(granules: readonly CatalogGranule[], ordering: Ordering): Ranked[] {
  return granules
    .map((granule): Ranked => ({ ...sortPositionOf(granule, ordering), granule }))
    .sort((a, b) => compareSortPositions(a, b, ordering))
    .filter(({ id }, at, all) => id !== all[at - 1]?.id);
}

/** Returns the index of the first entry of a sorted list after `mark`. */
function findFirstAfter(
  count: number,
  positionAt: (at: number) => SortPosition,
  mark: SortPosition,
  ordering: Ordering,
): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareSortPositions(positionAt(middle), mark, ordering) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

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
export function sortMatches(
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
  const first = findRowAtTime(columns, filter.fromMs);
  const end = findRowAtTime(columns, filter.toMs, true);
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
  const [west, south, east, north] = estimateBox(view);
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

export const toRow = (code: number): number => Math.floor(code / PRODUCTS_PER_ROW);
export const toProduct = (code: number): ProductType => PRODUCT_TYPES[code % PRODUCTS_PER_ROW] as ProductType;

export function toGranule(table: Table, code: number): CatalogGranule {
  return { collect: table.view(toRow(code)), productType: toProduct(code) };
}

/** Sorts codes, which are in row order, by the ordering of a search. */
function sortCodes(table: Table, codes: Int32Array, ordering: Ordering): Int32Array {
  const compareIds = createIdComparer(table);
  if (ordering.isByTime) return sortByTime(table, codes, ordering.fields[0]!.isDescending, compareIds);
  const view = table.view(0);
  const keys = ordering.fields.map(({ keyOf }) =>
    Array.from(codes, (code) => {
      view.row = toRow(code);
      return keyOf(view, toProduct(code));
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
  const timeOf = (at: number): number | undefined => timeMs[toRow(codes[at] as number)];
  let filled = isDescending ? codes.length : 0;
  for (let from = 0, to = 0; from < codes.length; from = to) {
    const time = timeOf(from);
    let rows = 1;
    for (to = from + 1; to < codes.length && timeOf(to) === time; to++) {
      if (toRow(codes[to] as number) !== toRow(codes[to - 1] as number)) rows++;
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
export function createIdComparer(table: Table): (a: number, b: number) => number {
  const [one, other] = [table.view(0), table.view(0)];
  const second = (view: CollectView): number => Math.floor(view.startMs / 1000);
  return (a, b) => {
    one.row = toRow(a);
    other.row = toRow(b);
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
