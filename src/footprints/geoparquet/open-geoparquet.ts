import type { AsyncBuffer, FileMetaData } from "hyparquet";
import {
  readAttributes,
  listWishColumns,
  isWanted,
  createNearFilter,
  timeOf,
  type Footprint,
  type FootprintFile,
  type Sides,
  type Wish,
} from "../footprint.ts";
import type { RandomAccessFile } from "../random-access-file.ts";
import { readWkbRegion } from "../read-wkb.ts";
import { readGeoColumns, type GeoColumns } from "./geo-columns.ts";
import { toAsyncBuffer, toWrongFile, blameFile, readParquet } from "./parquet-file.ts";
import type { Row } from "./parquet-library.ts";
import { checkPages, canHold } from "./row-group-pruning.ts";

/** Maximum number of rows in memory. Some writers make row groups of a million rows. */
const MAX_ROWS = 10_000;

type ReadRows = (rowStart: number, rowEnd: number, columns: readonly string[]) => Promise<Row[]>;

/** Opens a GeoParquet file. Throws WrongFile. */
export async function openGeoParquet(file: RandomAccessFile): Promise<FootprintFile> {
  const metadata = await readParquet(file);
  const geo = blameFile("its footer", () => readGeoColumns(metadata));
  return {
    names: geo.attributes,
    read: (wish) => readFootprints(file, metadata, geo, wish),
    close: () => file.close(),
  };
}

/**
 * Yields the footprints of one row group at a time, and skips groups that the statistics exclude. The columns that decide
 * (boxes, times, attributes of conditions) are read first. The others are read from the first to the last wanted row.
 */
async function* readFootprints(
  file: RandomAccessFile,
  metadata: FileMetaData,
  geo: GeoColumns,
  wish: Wish,
): AsyncGenerator<Footprint> {
  const { geometry, covering, attributes } = geo;
  const readRows = await createRowReader({ file: toAsyncBuffer(file), metadata });
  const columns = listWishColumns(attributes, wish);
  const deciding = listWishColumns(attributes, { columns: [], where: wish.where });
  const box = wish.boxes === undefined ? undefined : covering?.column;
  const isNear = createNearFilter(wish.boxes ?? []);
  const isWantedRow = (row: Row): boolean =>
    isWanted(
      readAttributes(deciding, (name) => row[name]),
      wish,
    ) &&
    (box === undefined || isNear(row[box] as Partial<Sides> | null | undefined));

  const decidingColumns = box === undefined ? deciding : [...deciding, box];
  const isTimed = wish.startMs !== undefined || wish.endMs !== undefined;
  const read = [...new Set([...decidingColumns, ...columns, geometry])];
  let groupStart = 0;
  for (const group of metadata.row_groups) {
    const groupEnd = groupStart + Number(group.num_rows);
    const firstRow = blameFile("its statistics", () => canHold(group, geo, wish)) ? groupStart : groupEnd;
    if (firstRow < groupEnd) await checkPages(file, group, read);
    for (let start = firstRow; start < groupEnd; start += MAX_ROWS) {
      const end = Math.min(groupEnd, start + MAX_ROWS);
      const isDecided = isTimed || wish.where !== undefined || box !== undefined;
      const wanted = isDecided ? (await readRows(start, end, decidingColumns)).map(isWantedRow) : undefined;
      const first = wanted?.indexOf(true) ?? 0;
      if (first === -1) continue;
      const after = wanted === undefined ? end : start + wanted.lastIndexOf(true) + 1;
      const rows = await readRows(start + first, after, [...columns, geometry]);
      for (const [at, row] of rows.entries()) {
        const { [geometry]: shape, ...cells } = row;
        if (wanted?.[first + at] === false || !(shape instanceof Uint8Array)) continue;
        const values = readAttributes(columns, (name) => cells[name]);
        yield { attributes: values, geometry: readWkbRegion(shape), timeMs: timeOf(values) };
      }
    }
    groupStart = groupEnd;
  }
}

async function createRowReader(file: { file: AsyncBuffer; metadata: FileMetaData }): Promise<ReadRows> {
  const { readParquetRows } = await import("./parquet-library.ts");
  return async (rowStart, rowEnd, columns) => {
    try {
      return await readParquetRows({ ...file, columns: [...columns], rowStart, rowEnd });
    } catch (error) {
      throw toWrongFile(`rows ${rowStart} to ${rowEnd}`, error);
    }
  };
}
