import type { ExportFormat } from "../../contract/vocabulary.ts";
import { type ViewContext, CollectView, plainCollect } from "../archive/collect-view.ts";
import { isVisible } from "../archive/collect.ts";
import { type Columns, rowAtTime } from "../archive/columns.ts";
import { type Footprint, imageFormats } from "./footprint-columns.ts";

/** One file to make, as plain data that can be posted to a worker. */
export interface ExportJob {
  exportFormat: ExportFormat;
  /** Path of the file; its folder exists. */
  path: string;
  /** Name of the layer and of a shapefile's members. */
  layer: string;
  /** Time of the refresh: collects that are not public then are skipped. */
  asOfMs: number;
  /** Rows of the archive, sorted by time. */
  columns: Columns;
  context: ViewContext;
  /** Footprints of completed tasks, sorted by time. */
  tasked: readonly Footprint[];
  /** Products of archive collects that orders have generated, by collect id. */
  generated: ReadonlyMap<string, readonly string[]>;
}

/** Returns the rows of the archive from one moment (inclusive) to another (exclusive). */
export function columnsBetween(columns: Columns, fromMs: number, toMs: number): Columns {
  const first = rowAtTime(columns, fromMs);
  const end = Math.max(first, rowAtTime(columns, toMs));
  const sliced = Object.entries(columns).map(([name, values]) => [
    name,
    typeof values === "number" ? end - first : values.slice(first, end),
  ]);
  return Object.fromEntries(sliced) as Columns;
}

/** Yields the public footprints of a job in batches, sorted by time. Each call starts at the beginning. */
export function* footprintsOf(job: ExportJob, batchSize: number): Generator<Footprint[]> {
  let batch: Footprint[] = [];
  for (const footprint of mergeByTime(archived(job), tasked(job))) {
    batch.push(footprint);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function* archived({ columns, context, generated, asOfMs }: ExportJob): Generator<Footprint> {
  const view = new CollectView(columns, context, 0);
  for (let row = 0; row < columns.size; row++) {
    view.row = row;
    if (!isVisible(view, undefined, asOfMs)) continue;
    // A view computes its id on each access, and a row has the id in eight cells.
    const collect = plainCollect(view);
    const more = generated.size === 0 ? undefined : generated.get(collect.id);
    const productTypes =
      more === undefined ? collect.productTypes : imageFormats([...collect.productTypes, ...more]);
    yield { collect, productTypes };
  }
}

const tasked = ({ tasked: all, asOfMs }: ExportJob): Iterator<Footprint> =>
  all.filter(({ collect }) => isVisible(collect, undefined, asOfMs)).values();

function* mergeByTime(first: Iterator<Footprint>, second: Iterator<Footprint>): Generator<Footprint> {
  let [a, b] = [first.next(), second.next()];
  while (a.done !== true || b.done !== true) {
    const isFirst =
      b.done === true || (a.done !== true && a.value.collect.datetimeMs <= b.value.collect.datetimeMs);
    yield (isFirst ? a.value : b.value) as Footprint;
    if (isFirst) a = first.next();
    else b = second.next();
  }
}
