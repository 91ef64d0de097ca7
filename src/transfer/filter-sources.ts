import { listText } from "../counted.ts";
import { findClosest } from "../domain/closest.ts";
import { AppError, inputError, type Fault } from "../errors.ts";
import type { TransferSource } from "./transfer-source.ts";
import { findWebPages } from "./web-pages.ts";
import { advice, typed, type Hint } from "../hint.ts";

/** Exact names to keep. A missing or empty list is not a filter. `excludeAsset` overrides the others. */
export interface TransferFilters {
  asset?: readonly string[] | undefined;
  excludeAsset?: readonly string[] | undefined;
  role?: readonly string[] | undefined;
  item?: readonly string[] | undefined;
  productType?: readonly string[] | undefined;
  /** True to skip web pages that neither `asset` nor `role` contains. */
  leavesOutPages?: boolean | undefined;
}

/** The filters that select by name. */
type NameFilter = Exclude<keyof TransferFilters, "leavesOutPages">;

/** The word of each filter for messages, and the names of a source that it selects by. */
const FILTERS: Record<NameFilter, { word: string; namesOf: (source: TransferSource) => readonly string[] }> =
  {
    // A numbered asset is also selected by the key it had in the response.
    asset: { word: "asset", namesOf: ({ assetKey, twinOf = assetKey }) => [assetKey, twinOf] },
    excludeAsset: { word: "asset", namesOf: ({ assetKey, twinOf = assetKey }) => [assetKey, twinOf] },
    role: { word: "role", namesOf: ({ roles }) => roles ?? [] },
    item: { word: "item", namesOf: ({ item }) => [item] },
    productType: {
      word: "product type",
      namesOf: ({ productType }) => (productType === undefined ? [] : [productType]),
    },
  };

const LISTED = 20;

/**
 * Returns the sources that pass every filter. Throws FILTER_UNKNOWN for a name that no source has, because a misspelt
 * filter must not fetch everything or nothing. Throws DOWNLOAD_NOTHING when no asset is left.
 */
export function filterSources(
  sources: readonly TransferSource[],
  filters: TransferFilters,
): readonly TransferSource[] {
  const kinds = Object.keys(FILTERS) as NameFilter[];
  const faults = kinds.flatMap((kind) => findUnknownNames(sources, kind, filters[kind] ?? []));
  if (sources.length > 0 && faults.length > 0) throw inputError(faults);

  const passing = sources.filter((source) =>
    kinds.every((kind) => {
      const wanted = filters[kind] ?? [];
      if (wanted.length === 0) return true;
      const isNamed = FILTERS[kind].namesOf(source).some((name) => wanted.includes(name));
      return kind === "excludeAsset" ? !isNamed : isNamed;
    }),
  );
  const pages = findUnnamedPages(sources, filters);
  const kept = passing.filter((source) => !pages.has(source));
  if (kept.length === 0 && passing.length > 0) {
    const keys = listAssetKeys(passing);
    throw new AppError("local", "DOWNLOAD_NOTHING", `there are only web pages: ${listText(keys, LISTED)}`, {
      next: suggestPages(keys),
    });
  }
  if (kept.length === 0) {
    const reason = sources.length === 0 ? "there are no assets to download" : "the filters left no asset";
    throw new AppError("local", "DOWNLOAD_NOTHING", reason, {
      next: sources.length === 0 ? undefined : `Loosen the filters: ${sources.length} assets are available`,
    });
  }
  return kept;
}

/** Returns the web pages that only `leavesOutPages` excludes. */
export function listSkippedPages(
  sources: readonly TransferSource[],
  filters: TransferFilters,
): readonly TransferSource[] {
  const pages = findUnnamedPages(sources, filters);
  if (pages.size === 0) return [];
  return filterSources(sources, { ...filters, leavesOutPages: false }).filter((source) => pages.has(source));
}

function findUnnamedPages(sources: readonly TransferSource[], filters: TransferFilters): Set<TransferSource> {
  if (filters.leavesOutPages !== true) return new Set();
  return new Set([...findWebPages(sources)].filter((source) => !isNamed(source, filters)));
}

/** Reports whether a filter asks for the asset by its key or by one of its roles. */
const isNamed = (source: TransferSource, { asset = [], role = [] }: TransferFilters): boolean =>
  FILTERS.asset.namesOf(source).some((key) => asset.includes(key)) ||
  FILTERS.role.namesOf(source).some((one) => role.includes(one));

/** Returns the next step after web pages were skipped, which are downloaded only by name. */
export const suggestPages = (assets: readonly string[]): Hint =>
  advice`${typed(...assets.flatMap((asset) => ["--asset", asset]))} downloads ${assets.length === 1 ? "that" : "those"}`;

/** Returns the asset keys in the response, each once. */
export const listAssetKeys = (sources: readonly TransferSource[]): string[] => [
  ...new Set(sources.map(({ assetKey, twinOf = assetKey }) => twinOf)),
];

function findUnknownNames(
  sources: readonly TransferSource[],
  kind: NameFilter,
  wanted: readonly string[],
): Fault[] {
  if (wanted.length === 0) return [];
  const { word, namesOf } = FILTERS[kind];
  const known = [...new Set(sources.flatMap(namesOf))].sort();
  return wanted
    .filter((name) => !known.includes(name))
    .map((name) => {
      const guess = findClosest(name, known);
      const list = known.length === 0 ? "none" : listText(known, LISTED);
      return {
        code: "FILTER_UNKNOWN",
        path: "",
        option: kind,
        value: name,
        message: `no ${word} is named "${name}"; known: ${list}`,
        rule: `a filter must name a known ${word}`,
        next: guess === undefined ? undefined : `Did you mean "${guess}"?`,
      };
    });
}
