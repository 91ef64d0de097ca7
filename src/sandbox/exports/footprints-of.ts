import { CollectView, plainCollect } from "../archive/collect-view.ts";
import { isVisible } from "../archive/collect.ts";
import type { ExportJob } from "./export-job.ts";
import { imageFormats, type Footprint } from "./footprint-columns.ts";

/** The public footprints of a job in order of time, in batches. May be walked over several times. */
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
    // A view works out its id each time, and a row names it in eight cells.
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
