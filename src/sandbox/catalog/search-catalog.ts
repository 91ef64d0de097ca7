import type { Archive } from "../archive/archive.ts";
import { type Collect, isVisible, itemId } from "../archive/collect.ts";
import { buildShownItem } from "../archive/recorded-item.ts";
import type { CatalogContext, CatalogGranule, CatalogPage, CatalogSearch } from "./catalog-search.ts";
import { readFilter } from "./filter.ts";
import { matchesGranule, sortedMatches, granuleOfCode, productOfCode, rowOfCode } from "./matches.ts";
import {
  compareSortPositions,
  type Ordering,
  readOrdering,
  type SortPosition,
  sortPositionOf,
  makeToken,
  readToken,
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
    sortPositionOf(granuleOfCode(archive.table(), codes[at] as number), ordering);
  const others = rank(found.others, ordering);

  let row = after === undefined ? 0 : firstAfter(codes.length, positionAt, after, ordering);
  let other =
    after === undefined ? 0 : firstAfter(others.length, (at) => others[at] as Ranked, after, ordering);
  const page: CatalogGranule[] = [];
  const plain = granulesOf(archive);
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
    const visible = visibleOf(extras, context);
    return {
      codes: sortedMatches(archive, search, filter, ordering, context),
      others: visible.filter((granule) => matchesGranule(granule, filter)),
    };
  }

  // Spec silent: `ids` together with other filters. The sandbox applies only `limit` and `sortby`.
  function byIds(ids: readonly string[]): Found {
    const wanted = new Set(ids);
    const archived = [...wanted].flatMap((id) => archive.granuleById(id) ?? []);
    const added = [...extras].filter(({ collect, productType }) => wanted.has(itemId(collect, productType)));
    return { codes: NONE, others: visibleOf([...archived, ...added], context) };
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
function granulesOf(archive: Archive): (code: number) => CatalogGranule {
  let last: { row: number; collect: Collect } | undefined;
  return (code) => {
    const row = rowOfCode(code);
    if (last?.row !== row) last = { row, collect: archive.collectAt(row) };
    return { collect: last.collect, productType: productOfCode(code) };
  };
}

const NONE = new Int32Array(0);

function visibleOf(
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
function firstAfter(
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
