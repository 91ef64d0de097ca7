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
  const products = productsByCollect(orders, asOfMs);
  const tasked = taskedFootprints(file, holdings, products);
  const generated = generatedProducts(file, holdings, products);
  const facts = {
    version: VERSION,
    seed: store.meta.need("seed"),
    archiveSize: store.meta.need("archiveSize"),
    archiveStacks: store.meta.need("archiveStacks"),
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

/** Generated products by collect id. */
type Products = ReadonlyMap<string, readonly string[]>;

function taskedFootprints(file: ExportFile, holdings: Holdings, products: Products): Footprint[] {
  return holdings.tasked
    .list(file.asOfMs)
    .filter(({ collect }) => isWithin(file, collect.datetimeMs))
    .sort((a, b) => a.collect.datetimeMs - b.collect.datetimeMs)
    .map(({ collect, productTypes }) => ({
      collect,
      productTypes: imageFormats([...productTypes, ...(products.get(collect.id) ?? [])]),
    }));
}

/** Returns generated products of archive collects in the file's time span. */
function generatedProducts(file: ExportFile, { archive }: Holdings, products: Products): Products {
  const archived = [...products].filter(([collectId]) => {
    const collect = archive.collectById(collectId);
    return collect !== undefined && isWithin(file, collect.datetimeMs);
  });
  return new Map(archived);
}

function productsByCollect(orders: OrdersTable, asOfMs: number): Products {
  const products = new Map<string, string[]>();
  for (const { collectId, productType } of orders.listGenerated(asOfMs)) {
    products.set(collectId, [...(products.get(collectId) ?? []), productType]);
  }
  return products;
}
