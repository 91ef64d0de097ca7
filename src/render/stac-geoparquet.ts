/**
 * Writes features as GeoParquet 1.1, and STAC items as STAC GeoParquet 1.1: properties become columns, nested values become
 * groups and lists. The columns depend on all rows, so the rows are read twice; memory holds one group of rows.
 */
import { ByteWriter, ParquetWriter, type ColumnSource } from "hyparquet-writer";
import { LineSpool } from "../disk/line-spool.ts";
import { measureBounds, extendBounds, type Bounds } from "../geo/bounds.ts";
import type { Feature, Geometry } from "../geo/geojson.ts";
import { BBOX_SIDES, GEO_METADATA_KEY, makeGeoMetadata } from "../geo/geoparquet.ts";
import { listPositions, listSingleParts } from "../geo/polygon.ts";
import { readGeometry } from "../geo/sound-geometry.ts";
import { toWkb } from "../geo/wkb.ts";
import {
  widenColumnType,
  toParquetCell,
  toSchema,
  type ColumnType,
  type SchemaElement,
} from "./geoparquet/parquet-column.ts";

/** Rows of a row group: a few megabytes of catalog items. */
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
  const columns = [...types].map(([name, type]) => ({ name, type, elements: toSchema(name, type) }));
  const schema: SchemaElement[] = [
    { name: "root", num_children: columns.length + 2 },
    ...columns.flatMap(({ elements }) => elements),
    { name: "geometry", type: "BYTE_ARRAY", repetition_type: "OPTIONAL" },
    { name: "bbox", repetition_type: "OPTIONAL", num_children: BBOX_SIDES.length },
    ...BBOX_SIDES.map((name): SchemaElement => ({ name, type: "DOUBLE", repetition_type: "REQUIRED" })),
  ];
  const geo = { key: GEO_METADATA_KEY, value: "" };
  const stac = isStac ? [{ key: "stac-geoparquet", value: JSON.stringify({ version: "1.1.0" }) }] : [];
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({ writer: bytes, schema, kvMetadata: [geo, ...stac], createdBy: "swath" });
  const flush = async (): Promise<void> => {
    await write(bytes.getBytes());
    bytes.index = 0;
  };
  const extent = measureBounds([]);
  const kinds = new Set<Geometry["type"]>();
  for await (const group of groups) {
    if (group.length === 0) continue;
    const rows = group.map((feature) => Object.fromEntries(listFeatureColumns(feature)));
    const places = group.map(readPlaceOfFeature);
    for (const { bounds, geometry } of places) {
      if (bounds !== undefined) extendBounds(extent, bounds);
      if (geometry !== undefined) kinds.add(geometry.type);
    }
    const columnData: ColumnSource[] = [
      ...columns.map(({ name, type }) => ({ name, data: rows.map((row) => toParquetCell(type, row[name])) })),
      // The minimum and maximum of a geometry's bytes are useless to a reader.
      {
        name: "geometry",
        data: places.map(({ geometry }) => geometry && toWkb(geometry)),
        statistics: false,
      },
      { name: "bbox", data: places.map(({ bounds }) => bounds && toSides(bounds)) },
    ];
    await writer.write({ columnData, rowGroupSize: group.length });
    await flush();
  }
  geo.value = makeGeoMetadata({ extent, types: [...kinds] });
  await writer.finish();
  await flush();
}

/** Returns the geometry and the box around it; a box that crosses the antimeridian would mislead a reader's filter. */
function readPlaceOfFeature({ geometry: given }: Feature): { geometry?: Geometry; bounds?: Bounds } {
  if (given === null || given === undefined) return {};
  const reading = readGeometry(given);
  if ("fault" in reading) return {};
  const geometry = reading.isSimplified ? given : reading.geometry;
  return { geometry, bounds: measureBounds(listSingleParts(geometry).flatMap(listPositions)) };
}

const toSides = ([xmin, ymin, xmax, ymax]: Bounds): object => ({ xmin, ymin, xmax, ymax });
