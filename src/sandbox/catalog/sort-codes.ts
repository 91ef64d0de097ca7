import type { Table } from "../archive/archive.ts";
import type { CollectView } from "../archive/collect-view.ts";
import { PRODUCT_TYPES, type ProductType } from "../archive/collect.ts";
import type { CatalogGranule } from "./catalog-search.ts";
import { PRODUCTS_PER_ROW } from "./match-rows.ts";
import { compareKeys, compareTexts, type Ordering } from "./ordering.ts";

export const rowOfCode = (code: number): number => Math.floor(code / PRODUCTS_PER_ROW);
export const productOfCode = (code: number): ProductType =>
  PRODUCT_TYPES[code % PRODUCTS_PER_ROW] as ProductType;

export function granuleOfCode(table: Table, code: number): CatalogGranule {
  return { collect: table.view(rowOfCode(code)), productType: productOfCode(code) };
}

/** The codes, which come in order of rows, in the order asked for. */
export function sortCodes(table: Table, codes: Int32Array, ordering: Ordering): Int32Array {
  const compareIds = idComparer(table);
  if (ordering.time !== undefined) return sortByTime(table, codes, ordering.time, compareIds);
  const view = table.view(0);
  const keys = ordering.fields.map(({ keyOf }) =>
    Array.from(codes, (code) => {
      view.row = rowOfCode(code);
      return keyOf(view, productOfCode(code));
    }),
  );
  const places = Uint32Array.from(codes.keys()).sort((a, b) => {
    for (const [at, { isDescending }] of ordering.fields.entries()) {
      const order = compareKeys(keys[at]?.[a] ?? null, keys[at]?.[b] ?? null, isDescending);
      if (order !== 0) return order;
    }
    return compareIds(codes[a] as number, codes[b] as number);
  });
  return Int32Array.from(places, (place) => codes[place] as number);
}

/** Rows are in order of time already: only the few that share a millisecond need comparing. */
function sortByTime(
  { columns: { timeMs } }: Table,
  codes: Int32Array,
  direction: "ascending" | "descending",
  compareIds: (a: number, b: number) => number,
): Int32Array {
  const sorted = new Int32Array(codes.length);
  const timeOf = (at: number): number | undefined => timeMs[rowOfCode(codes[at] as number)];
  let filled = direction === "ascending" ? 0 : codes.length;
  for (let from = 0, to = 0; from < codes.length; from = to) {
    const time = timeOf(from);
    let rows = 1;
    for (to = from + 1; to < codes.length && timeOf(to) === time; to++) {
      if (rowOfCode(codes[to] as number) !== rowOfCode(codes[to - 1] as number)) rows++;
    }
    const group = codes.subarray(from, to);
    if (rows > 1) group.sort(compareIds);
    if (direction === "descending") filled -= group.length;
    sorted.set(group, filled);
    if (direction === "ascending") filled += group.length;
  }
  return sorted;
}

/** The order of item ids without writing any: an id names satellite, second, mode, product, polarization, collect. */
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
