import { createHash } from "node:crypto";
import { basename } from "node:path";
import { DAY_MS } from "../../time/civil.ts";
import { VERSION } from "../../version.ts";
import type { Holdings } from "../holdings.ts";
import type { OrdersTable } from "../orders/orders-table.ts";
import type { Store } from "../store/open-store.ts";
import type { ExportFile } from "./export-file.ts";
import { columnsBetween, type ExportJob } from "./export-job.ts";
import { type Footprint, imageFormats } from "./footprint-columns.ts";

/** The content of an export file, known but not written yet. */
export interface ExportPlan {
  /** Hash of everything that determines the bytes. */
  revision: string;
  /** Returns the job that writes the file to a path. */
  jobAt(path: string): ExportJob;
}

/** Plans a file from the holdings at its refresh: archive, completed tasks and generated products. */
export function planExport(
  file: ExportFile,
  { holdings, orders, store }: { holdings: Holdings; orders: OrdersTable; store: Store },
): ExportPlan {
  const { fromMs, asOfMs, exportFormat, name } = file;
  // The archive grows by whole days, at midnight.
  const toMs = Math.min(file.toMs, Math.floor(asOfMs / DAY_MS) * DAY_MS);
  const tasked = taskedFootprints(file, holdings, orders);
  const generated = generatedProducts(file, holdings, orders);
  const facts = {
    version: VERSION,
    seed: store.meta.need("seed"),
    archiveSize: store.meta.need("archiveSize"),
    // Omitted from the JSON for a store of an earlier version, so that its files keep their revisions.
    archiveStacks: store.meta.get("archiveStacks"),
    span: [fromMs, toMs, asOfMs],
    name,
    tasked: tasked.map(({ collect, productTypes }) => [collect, productTypes]),
    generated: [...generated],
  };
  return {
    revision: createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 32),
    jobAt(path) {
      const { columns, context } = holdings.archive.table();
      return {
        exportFormat,
        path,
        layer: basename(name, `.${exportFormat}`),
        asOfMs,
        columns: columnsBetween(columns, fromMs, toMs),
        context,
        tasked,
        generated,
      };
    },
  };
}

const isWithin = ({ fromMs, toMs }: ExportFile, ms: number): boolean => ms >= fromMs && ms < toMs;

function taskedFootprints(file: ExportFile, holdings: Holdings, orders: OrdersTable): Footprint[] {
  const more = productsByCollect(orders, file.asOfMs);
  return holdings
    .listTasked(file.asOfMs)
    .filter(({ collect }) => isWithin(file, collect.datetimeMs))
    .sort((a, b) => a.collect.datetimeMs - b.collect.datetimeMs)
    .map(({ collect, productTypes }) => ({
      collect,
      productTypes: imageFormats([...productTypes, ...(more.get(collect.id) ?? [])]),
    }));
}

/** Returns generated products of archive collects in the file's time span. */
function generatedProducts(
  file: ExportFile,
  holdings: Holdings,
  orders: OrdersTable,
): ReadonlyMap<string, readonly string[]> {
  const products = [...productsByCollect(orders, file.asOfMs)].filter(([collectId]) => {
    const collect = holdings.archive.collectById(collectId);
    return collect !== undefined && isWithin(file, collect.datetimeMs);
  });
  return new Map(products);
}

function productsByCollect(orders: OrdersTable, asOfMs: number): Map<string, string[]> {
  const products = new Map<string, string[]>();
  for (const { collectId, productType } of orders.listGenerated(asOfMs)) {
    products.set(collectId, [...(products.get(collectId) ?? []), productType]);
  }
  return products;
}
