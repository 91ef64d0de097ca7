import { Buffer } from "node:buffer";
import { AppError } from "../../errors.ts";
import { formatItemId, formatShownItemId, type Collect, type ItemProduct } from "../archive/collect.ts";
import { hashText } from "../random.ts";
import { compareTexts, findProperty, type CatalogGranule, type CatalogSearch } from "./filter.ts";

/** The sort value of an item in one field; null when the item has no such field. */
type SortKey = number | string | null;

interface SortField {
  isDescending: boolean;
  keyOf: (collect: Collect, productType: ItemProduct) => SortKey;
}

export interface Ordering {
  fields: readonly SortField[];
  /** Whether the only sort field is the items' time: the archive's rows are in this order already, or in its reverse. */
  isByTime: boolean;
}

/** The position of an item in an ordering: its keys, then its unique id. */
export interface SortPosition {
  keys: readonly SortKey[];
  id: string;
}

// Spec silent: the order of items without `sortby`. The sandbox returns the newest first, then by id.
const NEWEST_FIRST = "-datetime";

/**
 * Reads `sortby` in both forms. `properties.` is optional; names of the short form may start with `+` or `-`. The field
 * `id` sorts by the ids that are shown.
 */
export function readOrdering(sortby: CatalogSearch["sortby"], idStyle?: "short" | "long"): Ordering {
  const names = sortFieldsOf(sortby === undefined || sortby.length === 0 ? NEWEST_FIRST : sortby);
  return {
    fields: names.map(({ field, direction }) => ({
      isDescending: direction === "desc",
      keyOf: createKeyReader(field, idStyle),
    })),
    isByTime: names.length === 1 && /^(properties\.)?datetime$/.test(names[0]!.field),
  };
}

export function sortPositionOf({ collect, productType }: CatalogGranule, ordering: Ordering): SortPosition {
  return {
    keys: ordering.fields.map(({ keyOf }) => keyOf(collect, productType)),
    id: formatItemId(collect, productType),
  };
}

export function compareSortPositions(a: SortPosition, b: SortPosition, ordering: Ordering): number {
  for (const [at, { isDescending }] of ordering.fields.entries()) {
    const order = compareKeys(a.keys[at] ?? null, b.keys[at] ?? null, isDescending);
    if (order !== 0) return order;
  }
  return compareTexts(a.id, b.id);
}

/** Items without the field come last in both directions. */
export function compareKeys(a: SortKey, b: SortKey, isDescending: boolean): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  const order = typeof a === "number" && typeof b === "number" ? a - b : compareTexts(String(a), String(b));
  return isDescending ? -order : order;
}

/** Returns the fields of `sortby` in either form. */
export function sortFieldsOf(
  sortby: NonNullable<CatalogSearch["sortby"]>,
): { field: string; direction: string }[] {
  if (typeof sortby !== "string") return [...sortby];
  return sortby
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "")
    .map((word) => ({
      field: word.replace(/^[+-]/, ""),
      direction: word.startsWith("-") ? "desc" : "asc",
    }));
}

// Spec silent: a sort field that no item has. The sandbox refuses it.
/** Returns the reader of a sort value. Errors: ENUM_INVALID for a field that no item has. */
function createKeyReader(field: string, idStyle?: "short" | "long"): SortField["keyOf"] {
  if (field === "id") return (collect, productType) => formatShownItemId(collect, productType, idStyle);
  if (field === "collection") return ({ collectionId }) => collectionId;
  const property = findProperty(field);
  if (property === undefined) {
    throw new AppError(
      "local",
      "ENUM_INVALID",
      `sortby has the field ${field.slice(0, 80)}, which no item has`,
    );
  }
  const { instantMs } = property;
  if (instantMs !== undefined) return instantMs;
  return (collect, productType) => {
    const value = property.value(collect, productType);
    return typeof value === "number" || typeof value === "string" ? value : null;
  };
}

/** Returns the text to which a token is bound: the whole search without the position and the page size. */
export function searchKey({ token: _token, limit: _limit, page: _page, ...search }: CatalogSearch): string {
  const members = Object.entries(search).filter(([, value]) => value !== undefined);
  return JSON.stringify(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns a text that identifies the last item of a page. It stays valid when items are added or removed. */
export function makeToken(search: CatalogSearch, { keys, id }: SortPosition): string {
  return Buffer.from(JSON.stringify([hashText(searchKey(search)), keys, id])).toString("base64url");
}

/** Reads a page token. Errors: SERVICE_REJECTED when the text is not a token, or is a token of another search. */
export function readToken(search: CatalogSearch, { fields }: Ordering): SortPosition | undefined {
  const { token } = search;
  if (token === undefined || token === null) return undefined;
  const parts = typeof token === "string" ? decode(token) : undefined;
  if (!Array.isArray(parts) || parts.length !== 3) throw refuse("is not a page token of this catalog");
  const [hash, keys, id] = parts as [unknown, unknown, unknown];
  if (hash !== hashText(searchKey(search))) throw refuse("belongs to a search with other filters");
  if (!Array.isArray(keys) || keys.length !== fields.length || !keys.every(isKey) || typeof id !== "string") {
    throw refuse("is not a page token of this catalog");
  }
  return { keys, id };
}

function decode(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, "base64url").toString());
  } catch {
    return undefined;
  }
}

const isKey = (key: unknown): key is SortKey =>
  key === null || typeof key === "string" || typeof key === "number";

const refuse = (says: string): AppError =>
  new AppError("local", "SERVICE_REJECTED", `token ${says}`, { next: "Search again from the first page" });
