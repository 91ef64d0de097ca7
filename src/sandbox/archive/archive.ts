import type { Collect } from "./collect.ts";
import type { ProductType } from "./product-types.ts";
import type { Table } from "./table.ts";

export interface ArchiveOptions {
  /** Any text; the same seed and the same clock day give the same archive. */
  seed: string;
  /** Collects over 400 days; a larger archive holds the smaller one. */
  size: number;
  /** Now: the archive ends with the last full UTC day before it. */
  endMs: number;
  /** First moment, floored to its UTC day; 400 days before the end when absent. */
  startMs?: number;
  /** Stands for the operator in platform names and in `vendor:` properties. */
  vendorPrefix?: string;
  /** The organizations whose collects are held back, in turn. */
  organizationIds?: readonly string[];
}

/** The archive of past collects: computed from the seed on the first read, never stored. */
export interface Archive {
  readonly vendorPrefix: string;
  /** Number of collects; rows are in order of time, oldest first. */
  readonly size: number;
  /** Rows, columns and index in space; built on the first call. */
  table(): Table;
  collectAt(row: number): Collect;
  /** The collect with that `vendor:collect_id`. */
  collectById(id: string): Collect | undefined;
  /** The collect and product type of an item id. */
  granuleById(itemId: string): { collect: Collect; productType: ProductType } | undefined;
  /** Collects of a time interval (inclusive), oldest first: for exports and seeded orders. */
  collects(fromMs?: number, toMs?: number): IterableIterator<Collect>;
}
