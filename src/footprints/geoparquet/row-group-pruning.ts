/** Skips rows by the covering boxes and the statistics of a GeoParquet file, before a geometry is read. */
import type { RowGroup } from "hyparquet";
import { toMoment, TIME_COLUMN, type Sides, type Wish } from "../footprint.ts";
import { WrongFile, type RandomAccessFile } from "../random-access-file.ts";
import type { GeoColumns } from "./geo-columns.ts";

/** Reports whether a group may contain a wanted row. False only if the statistics prove the opposite. */
export function canHold(group: RowGroup, geo: GeoColumns, { boxes, startMs, endMs }: Wish): boolean {
  const [earliest, latest] = readStatistics(group, TIME_COLUMN).map(toMoment);
  if (startMs !== undefined && latest !== undefined && latest < startMs) return false;
  if (endMs !== undefined && earliest !== undefined && earliest > endMs) return false;
  if (boxes === undefined) return true;
  const extent = readExtent(group, geo);
  return boxes.some(([west, south, east, north]) => {
    if (extent.ymax < south || extent.ymin > north) return false;
    // The west of a row across the antimeridian exceeds its east. Such rows are far from a box near Greenwich, for which
    // one side is enough to exclude a group. For other boxes, both sides must exclude the group.
    const isFarFromIt = west >= -90 && east <= 90 && extent.xmin <= extent.xmax;
    const [reachesWest, reachesEast] = [extent.xmax >= west, extent.xmin <= east];
    return isFarFromIt ? reachesWest && reachesEast : reachesWest || reachesEast;
  });
}

/** Returns the extent of a group from the statistics of its covering column or geometry; infinite without statistics. */
function readExtent(group: RowGroup, { covering, geometry }: GeoColumns): Sides {
  if (covering === undefined) {
    const { bbox } = findChunk(group, geometry)?.geospatial_statistics ?? {};
    return bbox ?? { xmin: -Infinity, ymin: -Infinity, xmax: Infinity, ymax: Infinity };
  }
  return {
    xmin: numberOf(readStatistics(group, covering.xmin)[0], -Infinity),
    ymin: numberOf(readStatistics(group, covering.ymin)[0], -Infinity),
    xmax: numberOf(readStatistics(group, covering.xmax)[1], Infinity),
    ymax: numberOf(readStatistics(group, covering.ymax)[1], Infinity),
  };
}

const findChunk = ({ columns }: RowGroup, path: string) =>
  columns.find(({ meta_data: data }) => data?.path_in_schema.join(".") === path)?.meta_data;

function readStatistics(group: RowGroup, path: string): readonly [low: unknown, high: unknown] {
  const { min_value: low, max_value: high, min, max } = findChunk(group, path)?.statistics ?? {};
  return [low ?? min, high ?? max];
}

const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === "number" && !Number.isNaN(value) ? value : otherwise;

// Checks the counts and sizes in the headers of the pages before the reader uses them. The reader allocates memory for
// every value that a page announces, and reads on for every row that a group announces.

/** Maximum number of values of one column in a row group. Writers make groups of about a million rows. */
const MAX_VALUES = 20_000_000;
/** Maximum size of a decompressed page. Writers make pages of about a megabyte; some put a whole group into one page. */
const MAX_PAGE_BYTES = 256 * 1024 * 1024;
/** Bytes read for a header, first and if they are too few. Extreme values of a page can make its header long. */
const HEADER_BYTES = [256, 1024 * 1024] as const;

type Chunk = NonNullable<RowGroup["columns"][number]["meta_data"]>;

/** Checks the pages of the columns in a row group. Throws WrongFile. */
export async function checkPages(
  file: RandomAccessFile,
  group: RowGroup,
  columns: readonly string[],
): Promise<void> {
  const rows = Number(group.num_rows);
  if (rows < 0 || rows > MAX_VALUES)
    throw new WrongFile(`it has a row group of ${rows} rows; at most ${MAX_VALUES} are read`);
  for (const column of columns) {
    const chunks = group.columns.flatMap(({ meta_data: chunk }) =>
      chunk?.path_in_schema[0] === column ? [chunk] : [],
    );
    if (chunks.length === 0) throw new WrongFile(`its column ${column} is missing in a row group`);
    for (const chunk of chunks) await checkChunk(file, chunk, rows);
  }
}

async function checkChunk(file: RandomAccessFile, chunk: Chunk, rows: number): Promise<void> {
  const name = `its column ${chunk.path_in_schema.join(".")}`;
  const offsets = [chunk.data_page_offset, chunk.dictionary_page_offset].flatMap((at) =>
    at === undefined || Number(at) <= 0 ? [] : [Number(at)],
  );
  let at = Math.min(...offsets);
  const end = at + Number(chunk.total_compressed_size);
  let values = 0;
  // For a column with lists or members, the reader also decodes the pages behind the last row.
  while (at < end) {
    const page = await readPageHeader(file, at, end);
    if (page === undefined && values >= rows) return;
    if (page === undefined) throw new WrongFile("the header of a page cannot be read");
    const { uncompressed, compressed, count } = page;
    if (compressed < 0 || page.start + compressed > end) throw new WrongFile(`${name} has a page outside it`);
    if (uncompressed < 0 || uncompressed > MAX_PAGE_BYTES)
      throw new WrongFile(`${name} has a page of ${uncompressed} bytes; at most ${MAX_PAGE_BYTES} are read`);
    if (count < 0 || count > MAX_VALUES)
      throw new WrongFile(`${name} has a page of ${count} values; at most ${MAX_VALUES} are read`);
    if (!page.isDictionary) values += count;
    at = page.start + compressed;
  }
  if (values < rows) throw new WrongFile(`${name} has ${values} values for ${rows} rows`);
}

interface PageHeader {
  /** Position of the first byte after the header. */
  start: number;
  uncompressed: number;
  compressed: number;
  count: number;
  isDictionary: boolean;
}

/** Returns undefined if the bytes are not a header. */
async function readPageHeader(
  file: RandomAccessFile,
  at: number,
  end: number,
): Promise<PageHeader | undefined> {
  const { parquetHeader } = await import("./parquet-library.ts");
  for (const most of HEADER_BYTES) {
    const bytes = await file.read(at, Math.min(end, at + most));
    const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
    try {
      const header = parquetHeader(reader);
      const about =
        header.dictionary_page_header ?? header.data_page_header ?? header.data_page_header_v2 ?? undefined;
      return {
        start: at + reader.offset,
        uncompressed: header.uncompressed_page_size,
        compressed: header.compressed_page_size,
        count: about?.num_values ?? 0,
        isDictionary: header.type === "DICTIONARY_PAGE",
      };
    } catch {
      // The header may be longer than these bytes.
      if (bytes.length < most) break;
    }
  }
  return undefined;
}
