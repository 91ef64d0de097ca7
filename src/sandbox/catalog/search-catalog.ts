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
  const found =
    search.ids === undefined
      ? findMatches(archive, extras, search, ordering, context)
      : findByIds(archive, extras, search.ids, context);
  const matches = new MergedMatches(archive, found, ordering);
  if (after !== undefined) matches.skipTo(after);
  const before = ((search.page ?? 1) - 1) * limit;
  if (before > 0) matches.skip(before);
  const page: CatalogGranule[] = [];
  while (page.length < limit && matches.hasMore()) page.push(matches.next());
  const last = page.at(-1);
  return {
    items: page.map(({ collect, productType }) => buildShownItem(collect, productType, context)),
    numberMatched: matches.count,
    next:
      matches.hasMore() && last !== undefined ? makeToken(search, sortPositionOf(last, ordering)) : undefined,
  };
}

function findMatches(
  archive: Archive,
  extras: Iterable<CatalogGranule>,
  search: CatalogSearch,
  ordering: Ordering,
  context: CatalogContext,
): Found {
  const filter = readFilter(search);
  if (filter === undefined) return { codes: NONE, others: [] };
  return {
    codes: sortMatches(archive, search, filter, ordering, context),
    others: filterVisible(extras, context).filter((granule) => matchesGranule(granule, filter)),
  };
}

// Spec silent: `ids` together with other filters. The sandbox applies only `limit` and `sortby`.
function findByIds(
  archive: Archive,
  extras: Iterable<CatalogGranule>,
  ids: readonly string[],
  context: CatalogContext,
): Found {
  const wanted = new Set(ids);
  const archived = [...wanted].flatMap((id) => archive.granuleById(id) ?? []);
  const added = [...extras].filter(({ collect, productType }) =>
    wanted.has(formatItemId(collect, productType)),
  );
  return { codes: NONE, others: filterVisible([...archived, ...added], context) };
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
 * The matches of a search in their order, read one after the other: granules of the archive, which are codes until they
 * are read, merged with the others.
 */
class MergedMatches {
  readonly count: number;
  private readonly codes: Int32Array;
  private readonly others: readonly Ranked[];
  /** Indexes of the next of the codes, and of the others. */
  private row = 0;
  private other = 0;
  /** The products of one collect are adjacent on a page, and share one collect object. */
  private last: { row: number; collect: Collect } | undefined;

  constructor(
    private readonly archive: Archive,
    found: Found,
    private readonly ordering: Ordering,
  ) {
    this.codes = found.codes;
    this.others = rank(found.others, ordering);
    this.count = this.codes.length + this.others.length;
  }

  hasMore(): boolean {
    return this.row < this.codes.length || this.other < this.others.length;
  }

  /** Returns the next match. Call it only if there are more. */
  next(): CatalogGranule {
    const other = this.others[this.other];
    if (other === undefined || !this.isOtherNext(other))
      return this.readGranule(this.codes[this.row++] as number);
    this.other++;
    return other.granule;
  }

  /** Skips the matches up to a position, and the one at that position. */
  skipTo(mark: SortPosition): void {
    this.row = findFirstAfter(this.codes.length, (at) => this.positionAt(at), mark, this.ordering);
    this.other = findFirstAfter(this.others.length, (at) => this.others[at] as Ranked, mark, this.ordering);
  }

  /** Skips a number of matches. */
  skip(count: number): void {
    let left = count;
    for (; left > 0 && this.other < this.others.length; left--) {
      if (this.isOtherNext(this.others[this.other] as Ranked)) this.other++;
      else this.row++;
    }
    // One of the two lists is used up, so the rest needs no merging.
    this.row = Math.min(this.row + left, this.codes.length);
  }

  private isOtherNext(other: Ranked): boolean {
    return (
      this.row === this.codes.length ||
      compareSortPositions(other, this.positionAt(this.row), this.ordering) < 0
    );
  }

  private positionAt(at: number): SortPosition {
    return sortPositionOf(toGranule(this.archive.table(), this.codes[at] as number), this.ordering);
  }

  private readGranule(code: number): CatalogGranule {
    const row = toRow(code);
    if (this.last?.row !== row) this.last = { row, collect: this.archive.collectAt(row) };
    return { collect: this.last.collect, productType: toProduct(code) };
  }
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
  /** End of the span (exclusive), at which the next hidden collect becomes visible. */
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
