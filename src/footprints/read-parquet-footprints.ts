import type { FileMetaData, RowGroup } from "hyparquet";
import type { SimpleGeometry } from "../geo/geojson.ts";
import { attributeOf, momentOf, type Footprint, type Hints } from "./footprint.ts";
import { readParquet } from "./parquet-file.ts";
import type { RandomBytes } from "./random-bytes.ts";
import { WrongFile } from "./wrong-file.ts";

const GEOMETRY = "geometry";
const COVERING = "bbox";

/**
 * Row group by row group: one that by its statistics holds nothing of the time and the boxes is not read. Of the others the
 * times are read first, and the rest only where one fits. Holds one row group in memory.
 */
export async function* readParquetFootprints(file: RandomBytes, hints: Hints): AsyncGenerator<Footprint> {
  const { buffer, metadata } = await readParquet(file);
  const [{ parquetReadObjects }, { compressors }] = await Promise.all([
    import("hyparquet"),
    import("hyparquet-compressors"),
  ]);
  const names = topColumns(metadata);
  if (!names.includes(GEOMETRY)) throw new WrongFile("it has no geometry column");
  const columns = names.filter((name) => name !== COVERING);
  const read = { file: buffer, metadata, compressors };
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const first = rowStart;
    rowStart += Number(group.num_rows);
    if (!mayHold(group, hints)) continue;
    const span = { rowStart: first, rowEnd: rowStart };
    if (isTimed(hints) && names.includes("datetime")) {
      const times = await parquetReadObjects({ ...read, ...span, columns: ["datetime"] });
      if (!times.some((row) => isWithin(momentOf(row["datetime"]), hints))) continue;
    }
    for (const row of await parquetReadObjects({ ...read, ...span, columns })) {
      const { [GEOMETRY]: geometry, ...cells } = row;
      if (geometry === null || geometry === undefined) continue;
      yield {
        attributes: Object.fromEntries(
          Object.entries(cells).map(([name, cell]) => [name, attributeOf(cell)]),
        ),
        geometry: geometry as SimpleGeometry,
        timeMs: momentOf(row["datetime"]),
      };
    }
  }
}

/** Names of the columns at the top of the schema. */
function topColumns({ schema }: FileMetaData): string[] {
  const names: string[] = [];
  let at = 1;
  const skip = (): void => {
    const children = schema[at]?.num_children ?? 0;
    at += 1;
    for (let child = 0; child < children; child++) skip();
  };
  while (at < schema.length) {
    names.push(schema[at]!.name);
    skip();
  }
  return names;
}

const isTimed = ({ startMs, endMs }: Hints): boolean => startMs !== undefined || endMs !== undefined;

const isWithin = (ms: number | undefined, { startMs = -Infinity, endMs = Infinity }: Hints): boolean =>
  ms !== undefined && ms >= startMs && ms <= endMs;

/** False only when the statistics prove that no row of the group can fit. */
export function mayHold(group: RowGroup, { boxes, startMs, endMs }: Hints): boolean {
  const range = (name: string): readonly [number | undefined, number | undefined] => {
    const chunk = group.columns.find(
      ({ meta_data: data }) => data?.path_in_schema.join(".") === name,
    )?.meta_data;
    const { min_value: low, max_value: high, min, max } = chunk?.statistics ?? {};
    return [numberOf(low ?? min), numberOf(high ?? max)];
  };
  const [earliest, latest] = range("datetime");
  if (startMs !== undefined && latest !== undefined && latest < startMs) return false;
  if (endMs !== undefined && earliest !== undefined && earliest > endMs) return false;
  if (boxes === undefined) return true;
  const [south = -Infinity] = range(`${COVERING}.ymin`);
  const [, north = Infinity] = range(`${COVERING}.ymax`);
  const [west = -Infinity] = range(`${COVERING}.xmin`);
  const [, east = Infinity] = range(`${COVERING}.xmax`);
  return boxes.some(([boxWest, boxSouth, boxEast, boxNorth]) => {
    if (north < boxSouth || south > boxNorth) return false;
    // A covering box may run across the antimeridian, its west east of its east: over there longitudes prove nothing.
    const isFarFromIt = boxWest >= -90 && boxEast <= 90;
    return !isFarFromIt || (east >= boxWest && west <= boxEast);
  });
}

function numberOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime();
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}
