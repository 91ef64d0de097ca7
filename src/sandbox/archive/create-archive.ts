import { DAY_MS } from "../../time/civil.ts";
import type { Archive, ArchiveOptions } from "./archive.ts";
import { plainCollect } from "./collect-view.ts";
import { rowAtTime } from "./columns.ts";
import { hashText } from "./draw.ts";
import { itemId, readItemId } from "./item-id.ts";
import { keyOfId, keyOfShortId } from "./serial.ts";
import { buildTable, countCollects, type Table } from "./table.ts";

/** Days that `size` counts for. */
const SPAN_DAYS = 400;

/**
 * The archive of a seed up to a day. Nothing is computed before the first read; after it everything is in memory
 * (about 70 bytes a collect). When the clock has moved on to another day, make a new one: the collects of the days that
 * both hold are the same.
 */
export function createArchive(options: ArchiveOptions): Archive {
  const seed = hashText(options.seed);
  const lastDay = Math.floor(options.endMs / DAY_MS);
  const firstDay = options.startMs === undefined ? lastDay - SPAN_DAYS : Math.floor(options.startMs / DAY_MS);
  const span = { firstDay, lastDay, collectsPerDay: options.size / SPAN_DAYS };
  const context = {
    seed,
    vendorPrefix: options.vendorPrefix ?? "vendor",
    organizationIds: options.organizationIds ?? [],
  };
  let built: Table | undefined;
  const table = (): Table => (built ??= buildTable(span, context));
  const collectAt: Archive["collectAt"] = (row) => plainCollect(table().view(row));
  const rowOfKey = (key: { dayNumber: number; serial: number } | undefined): number =>
    key === undefined || key.dayNumber < firstDay || key.dayNumber >= lastDay
      ? -1
      : table().rowOf(key.dayNumber, key.serial);

  return {
    vendorPrefix: context.vendorPrefix,
    size: countCollects(span),
    table,
    collectAt,
    collectById(id) {
      const row = rowOfKey(keyOfId(seed, id));
      return row >= 0 && table().view(row).id === id ? collectAt(row) : undefined;
    },
    granuleById(id) {
      const parts = readItemId(id);
      if (parts === undefined) return undefined;
      const row = rowOfKey(keyOfShortId(seed, parts.shortId));
      if (row < 0) return undefined;
      const collect = collectAt(row);
      const { productType } = parts;
      if (!collect.productTypes.includes(productType) || itemId(collect, productType) !== id)
        return undefined;
      return { collect, productType };
    },
    *collects(fromMs = -Infinity, toMs = Infinity) {
      const { columns } = table();
      const end = rowAtTime(columns, toMs, true);
      for (let row = rowAtTime(columns, fromMs); row < end; row++) yield collectAt(row);
    },
  };
}
