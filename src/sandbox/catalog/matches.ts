import type { Archive } from "../archive/archive.ts";
import type { CatalogContext, CatalogSearch } from "./catalog-search.ts";
import type { Filter } from "./filter.ts";
import { matchRows } from "./match-rows.ts";
import type { Ordering } from "./ordering.ts";
import { searchKey } from "./page-token.ts";
import { sortCodes } from "./sort-codes.ts";

interface Remembered {
  codes: Int32Array;
  fromMs: number;
  /** Not included. */
  toMs: number;
}

/** Searches whose matches are kept, so that the pages of one search cost what the page costs. */
const MOST_REMEMBERED = 4;

const remembered = new WeakMap<Archive, Map<string, Remembered>>();

/** The archive's matches in their order, from memory when the same was searched just before. */
export function sortedMatches(
  archive: Archive,
  search: CatalogSearch,
  filter: Filter,
  ordering: Ordering,
  { viewerOrganizationId, nowMs }: CatalogContext,
): Int32Array {
  const known = remembered.get(archive) ?? new Map<string, Remembered>();
  remembered.set(archive, known);
  const key = JSON.stringify([viewerOrganizationId, searchKey(search)]);
  const kept = known.get(key);
  known.delete(key);
  const isRight = kept !== undefined && nowMs >= kept.fromMs && nowMs < kept.toMs;
  const matches = isRight ? kept : find();
  known.set(key, matches);
  const [oldest] = known.keys();
  if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest);
  return matches.codes;

  function find(): Remembered {
    const table = archive.table();
    const { codes, changesMs } = matchRows(table, filter, viewerOrganizationId, nowMs);
    return { codes: sortCodes(table, codes, ordering), fromMs: nowMs, toMs: changesMs };
  }
}
