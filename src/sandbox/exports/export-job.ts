import type { ExportFormat } from "../../contract/vocabulary.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import {
  isVisible,
  formatItemId,
  PRODUCT_TYPES,
  type Collect,
  type ProductType,
} from "../archive/collect.ts";
import {
  CollectView,
  toPlainCollect,
  findRowAtTime,
  type ViewContext,
  type Columns,
} from "../archive/columns.ts";

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
export function sliceColumns(columns: Columns, fromMs: number, toMs: number): Columns {
  const first = findRowAtTime(columns, fromMs);
  const end = Math.max(first, findRowAtTime(columns, toMs));
  const sliced = Object.entries(columns).map(([name, values]) => [
    name,
    typeof values === "number" ? end - first : values.slice(first, end),
  ]);
  return Object.fromEntries(sliced) as Columns;
}

/** Yields the public footprints of a job in batches, sorted by time. Each call starts at the beginning. */
export function* batchFootprints(job: ExportJob, batchSize: number): Generator<Footprint[]> {
  let batch: Footprint[] = [];
  for (const footprint of mergeByTime(readArchived(job), readTasked(job))) {
    batch.push(footprint);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function* readArchived({ columns, context, generated, asOfMs }: ExportJob): Generator<Footprint> {
  const view = new CollectView(columns, context, 0);
  for (let row = 0; row < columns.size; row++) {
    view.row = row;
    if (!isVisible(view, undefined, asOfMs)) continue;
    // A view computes its id on each access, and a row has the id in eight cells.
    const collect = toPlainCollect(view);
    const more = generated.size === 0 ? undefined : generated.get(collect.id);
    const productTypes =
      more === undefined ? collect.productTypes : listImageFormats([...collect.productTypes, ...more]);
    yield { collect, productTypes };
  }
}

const readTasked = ({ tasked: all, asOfMs }: ExportJob): Iterator<Footprint> =>
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

/** One footprint of an export: a collect and its existing products. */
export interface Footprint {
  collect: Collect;
  productTypes: readonly ProductType[];
}

export type Cell = string | number | null;

/** One attribute. Its name (at most 10 characters, the limit of dBase) is the same in all formats. */
export interface FootprintColumn {
  name: string;
  /** `time` cells are milliseconds since 1970. */
  kind: "text" | "time" | "decimal" | "integer";
  /** Bytes of the longest text, for tables with fixed widths. */
  width: number;
  /** Whether a row may have no value. */
  isOptional: boolean;
  value(footprint: Footprint): Cell;
}

// Spec silent: the address of the web console. The sandbox links to a host that cannot exist, so that the bytes of a
// seed are the same on every machine.
const CONSOLE_URL = "https://console.sandbox.invalid/collects/";

const defineColumn = (
  kind: FootprintColumn["kind"],
  name: string,
  width: number,
  value: (collect: Collect) => Cell,
): FootprintColumn => ({ name, kind, width, isOptional: false, value: ({ collect }) => value(collect) });

/** `VENDOR-04_20260301T101112_SP_SICD_HH_1a2b3c4d` */
const ITEM_ID_WIDTH = 46;

const defineItemColumn = (productType: ProductType): FootprintColumn => ({
  name: productType,
  kind: "text",
  width: ITEM_ID_WIDTH,
  isOptional: true,
  value: ({ collect, productTypes }) =>
    productTypes.includes(productType) ? formatItemId(collect, productType) : null,
});

// Spec silent: types and units of footprint attributes. The sandbox writes text, degrees, whole numbers and UTC times
// (text in dBase), and separates `products` by commas.
/** The 19 attributes in the order of the interface. */
export const FOOTPRINT_COLUMNS: readonly FootprintColumn[] = [
  defineColumn("text", "id", 36, ({ id }) => id),
  defineColumn("time", "datetime", 24, ({ datetimeMs }) => datetimeMs),
  defineColumn("text", "mode", 20, ({ type }) => type.collectMode),
  {
    ...defineColumn("text", "products", 40, () => null),
    value: ({ productTypes }) => productTypes.join(","),
  },
  defineColumn("text", "url", CONSOLE_URL.length + 36, ({ id }) => CONSOLE_URL + id),
  defineColumn("decimal", "look_angle", 8, ({ lookAngleDegrees }) => lookAngleDegrees),
  defineColumn("decimal", "incd_angle", 8, ({ incidenceAngleDegrees }) => incidenceAngleDegrees),
  defineColumn("decimal", "sqnt_angle", 8, ({ squintAngleDegrees }) => squintAngleDegrees),
  defineColumn("integer", "num_looks", 4, ({ type }) => type.numLooks),
  defineColumn("text", "observ_dir", 5, ({ observationDirection }) => observationDirection),
  defineColumn("text", "orbt_state", 10, ({ orbitState }) => orbitState),
  defineColumn("integer", "orbt_plane", 4, ({ orbitalPlane }) => orbitalPlane),
  defineColumn("text", "polariztn", 2, ({ polarization }) => polarization),
  ...(["SLC", "GEO", "GEC", "SICD", "SIDD", "CPHD"] as const).map(defineItemColumn),
];

/** Returns the image formats among product types, without repetition, sorted by name. */
export const listImageFormats = (productTypes: readonly string[]): ProductType[] =>
  PRODUCT_TYPES.filter((type) => productTypes.includes(type));

/** Returns a cell as text, for formats without a time type. */
export function formatCell({ kind }: FootprintColumn, cell: Cell): string {
  if (cell === null) return "";
  return kind === "time" ? formatTimestamp(cell as number) : String(cell);
}
