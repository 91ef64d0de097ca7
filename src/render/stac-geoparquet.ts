/**
 * Writes features as GeoParquet, and STAC items as STAC GeoParquet 1.1. Properties become columns, nested values become
 * groups and lists. The columns depend on all rows, so the rows are read twice; memory holds one group of rows.
 */
import { LineSpool } from "../disk/line-spool.ts";
import type { Feature, Geometry } from "../geo/geojson.ts";
import { GeoParquetFile } from "../geo/geoparquet-file.ts";
import { readGeometry } from "../geo/sound-geometry.ts";
import { widenColumnType, toParquetCell, toSchema, type ColumnType } from "./geoparquet/parquet-column.ts";

/** Rows of a row group, which are a few megabytes of catalog items. */
const GROUP_ROWS = 2000;

/** Members of a feature that are not columns under their own name. */
const APART = new Set(["type", "geometry", "bbox", "properties"]);

type WriteBytes = (bytes: Uint8Array) => Promise<void>;
type Pages = AsyncIterable<readonly Feature[]>;

/** Writes the features of all pages; returns their number. */
export async function writeGeoParquet(pages: Pages, write: WriteBytes): Promise<number> {
  const held: Feature[] = [];
  const types = new Map<string, ColumnType>([["id", "text"]]);
  let spool: LineSpool | undefined;
  let count = 0;
  let isStac = false;
  try {
    for await (const page of pages) {
      for (const feature of page) {
        for (const [name, value] of listFeatureColumns(feature))
          types.set(name, widenColumnType(types.get(name) ?? null, value, name));
        isStac ||= feature["stac_version"] !== undefined;
      }
      count += page.length;
      const rest = page.slice(GROUP_ROWS - held.length);
      held.push(...page.slice(0, page.length - rest.length));
      if (rest.length === 0) continue;
      spool ??= await LineSpool.create();
      await spool.add(rest.map((feature) => JSON.stringify(feature)));
    }
    await writeGroups(readGroups(held, spool), types, isStac, write);
    return count;
  } finally {
    await spool?.remove();
  }
}

async function* readGroups(
  held: Feature[],
  spool: LineSpool | undefined,
): AsyncGenerator<readonly Feature[]> {
  yield held.splice(0);
  let group: Feature[] = [];
  for await (const line of spool?.lines() ?? []) {
    group.push(JSON.parse(line) as Feature);
    if (group.length < GROUP_ROWS) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Yields the columns of a feature. A property with the name of a member keeps its path. */
function* listFeatureColumns(feature: Feature): Generator<[name: string, value: unknown]> {
  const { id, properties, ...members } = feature;
  yield ["id", id === undefined ? undefined : String(id)];
  for (const [name, value] of Object.entries(members)) if (!APART.has(name)) yield [name, value];
  for (const [name, value] of Object.entries(properties ?? {})) {
    const isTaken = name in feature || APART.has(name);
    yield [isTaken ? `properties.${name}` : name, value];
  }
}

async function writeGroups(
  groups: AsyncIterable<readonly Feature[]>,
  types: ReadonlyMap<string, ColumnType>,
  isStac: boolean,
  write: WriteBytes,
): Promise<void> {
  const columns = [...types];
  const file = new GeoParquetFile(write, {
    columns: columns.map(([name, type]) => toSchema(name, type)),
    geometry: "OPTIONAL",
    metadata: isStac ? [{ key: "stac-geoparquet", value: JSON.stringify({ version: "1.1.0" }) }] : [],
    createdBy: "swath",
  });
  for await (const group of groups) {
    if (group.length === 0) continue;
    const rows = group.map((feature) => Object.fromEntries(listFeatureColumns(feature)));
    const cells = columns.map(([name, type]) => ({
      name,
      data: rows.map((row) => toParquetCell(type, row[name])),
    }));
    await file.addRows(cells, group.map(readGeometryOfFeature));
  }
  await file.finish();
}

/** Returns the geometry of a feature; undefined for none and for one that cannot be read. */
function readGeometryOfFeature({ geometry: given }: Feature): Geometry | undefined {
  if (given === null || given === undefined) return undefined;
  const reading = readGeometry(given);
  if ("fault" in reading) return undefined;
  return reading.isSimplified ? given : reading.geometry;
}
