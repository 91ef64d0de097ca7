import { open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { measureBounds, extendBounds } from "../../geo/bounds.ts";
import type { Position, Region } from "../../geo/geojson.ts";
import { listPositions, listRings } from "../../geo/polygon.ts";
import {
  batchFootprints,
  FOOTPRINT_COLUMNS,
  formatCell,
  type ExportJob,
  type Footprint,
  type FootprintColumn,
} from "./export-job.ts";
import { ZipWriter } from "./zip-writer.ts";

const ROWS_PER_BATCH = 500;

/** Number of bytes compressed at once. */
const BLOCK_BYTES = 256 * 1024;

// Shapefile readers take the reference system from the .prj text and the encoding from the .cpg text.
const PRJ =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const CPG = "UTF-8";

/** Writes a zip of .shp, .shx, .dbf, .prj and .cpg. A split footprint is one record of several parts. */
export async function writeShapefile(job: ExportJob): Promise<void> {
  const shapes = new ShapefileShapes();
  for (const batch of batchFootprints(job, ROWS_PER_BATCH)) {
    for (const { collect } of batch) shapes.add(collect.geometry);
    await setImmediate();
  }
  await writeZip(job, [
    ["shp", shapes.main()],
    ["shx", shapes.index()],
    ["dbf", writeDbase(job, shapes.count)],
    ["prj", [Buffer.from(PRJ)]],
    ["cpg", [Buffer.from(CPG)]],
  ]);
}

/** Yields the attribute table (dBase III). A row has a byte for the deletion mark, then fields of fixed widths. */
function* writeDbase(job: ExportJob, count: number): Generator<Buffer> {
  yield writeDbaseHeader(count, job.asOfMs);
  for (const batch of batchFootprints(job, ROWS_PER_BATCH)) yield writeDbaseRows(batch);
  yield Buffer.of(FILE_END);
}

type Member = readonly [extension: string, pieces: Iterable<Buffer>];

async function writeZip({ path, layer, asOfMs }: ExportJob, members: readonly Member[]): Promise<void> {
  const file = await open(path, "w");
  try {
    const zip = new ZipWriter(file, asOfMs);
    for (const [extension, pieces] of members) {
      await zip.add(`${layer}.${extension}`, joinBlocks(pieces));
      await setImmediate();
    }
    await zip.end();
  } finally {
    await file.close();
  }
}

function* joinBlocks(pieces: Iterable<Buffer>): Generator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for (const piece of pieces) {
    waiting.push(piece);
    size += piece.byteLength;
    if (size < BLOCK_BYTES) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  yield Buffer.concat(waiting);
}

/** Main file and index of a shapefile (ESRI shapefile technical description, 1998). */

const POLYGON = 5;
const FILE_CODE = 9994;
const SHP_VERSION = 1000;
const SHP_HEADER_BYTES = 100;
const RECORD_HEADER_BYTES = 8;
const INDEX_RECORD_BYTES = 8;

/** Lengths and offsets are in words of 16 bits. */
const countWords = (bytes: number): number => bytes / 2;

/** Collects the records, then returns the bytes of `.shp` and `.shx`. */
class ShapefileShapes {
  readonly #records: Buffer[] = [];
  readonly #extent = measureBounds([]);
  #bytes = SHP_HEADER_BYTES;

  add(geometry: Region): void {
    const record = writePolygonRecord(geometry, this.#records.length + 1);
    this.#records.push(record);
    this.#bytes += record.byteLength;
    extendBounds(this.#extent, measureBounds(listPositions(geometry)));
  }

  get count(): number {
    return this.#records.length;
  }

  *main(): Generator<Buffer> {
    yield this.#header(this.#bytes);
    yield* this.#records;
  }

  *index(): Generator<Buffer> {
    yield this.#header(SHP_HEADER_BYTES + this.#records.length * INDEX_RECORD_BYTES);
    let offset = SHP_HEADER_BYTES;
    for (const { byteLength } of this.#records) {
      const entry = Buffer.alloc(INDEX_RECORD_BYTES);
      entry.writeInt32BE(
        countWords(byteLength - RECORD_HEADER_BYTES),
        entry.writeInt32BE(countWords(offset), 0),
      );
      offset += byteLength;
      yield entry;
    }
  }

  #header(fileBytes: number): Buffer {
    const header = Buffer.alloc(SHP_HEADER_BYTES);
    header.writeInt32BE(FILE_CODE, 0);
    header.writeInt32BE(countWords(fileBytes), 24);
    header.writeInt32LE(SHP_VERSION, 28);
    header.writeInt32LE(POLYGON, 32);
    // A file without shapes has zeros as its extent.
    if (this.#records.length > 0) {
      for (const [index, side] of this.#extent.entries()) header.writeDoubleLE(side, 36 + index * 8);
    }
    return header;
  }
}

function writePolygonRecord(geometry: Region, number: number): Buffer {
  // GeoJSON's outer rings run counter-clockwise and its holes clockwise; a shapefile reverses both.
  const rings: Position[][] = listRings(geometry)
    .flat()
    .map((ring) => ring.toReversed());
  const points = rings.flat();
  const content = 44 + rings.length * 4 + points.length * 16;
  const record = Buffer.alloc(RECORD_HEADER_BYTES + content);
  record.writeInt32BE(number, 0);
  record.writeInt32BE(countWords(content), 4);
  let at = record.writeInt32LE(POLYGON, RECORD_HEADER_BYTES);
  for (const side of measureBounds(listPositions(geometry))) at = record.writeDoubleLE(side, at);
  at = record.writeInt32LE(rings.length, at);
  at = record.writeInt32LE(points.length, at);
  let first = 0;
  for (const ring of rings) {
    at = record.writeInt32LE(first, at);
    first += ring.length;
  }
  for (const [x = 0, y = 0] of points) at = record.writeDoubleLE(y, record.writeDoubleLE(x, at));
  return record;
}

const DBASE_III = 0x03;
const DBASE_HEADER_BYTES = 32;
const FIELD_BYTES = 32;
const DBASE_HEADER_END = 0x0d;
const FILE_END = 0x1a;
const BLANK = 0x20;

const DECIMALS = 2;

const ROW_BYTES = 1 + FOOTPRINT_COLUMNS.reduce((sum, { width }) => sum + width, 0);

function writeDbaseHeader(count: number, changedMs: number): Buffer {
  const header = Buffer.alloc(DBASE_HEADER_BYTES + FOOTPRINT_COLUMNS.length * FIELD_BYTES + 1);
  const changed = new Date(changedMs);
  header.writeUInt8(DBASE_III, 0);
  // The year has one byte, and the virtual clock may show a later year.
  header.writeUInt8(Math.min(255, changed.getUTCFullYear() - 1900), 1);
  header.writeUInt8(changed.getUTCMonth() + 1, 2);
  header.writeUInt8(changed.getUTCDate(), 3);
  header.writeUInt32LE(count, 4);
  header.writeUInt16LE(header.byteLength, 8);
  header.writeUInt16LE(ROW_BYTES, 10);
  for (const [index, column] of FOOTPRINT_COLUMNS.entries()) {
    const at = DBASE_HEADER_BYTES + index * FIELD_BYTES;
    header.write(column.name, at, 10, "latin1");
    header.write(isNumber(column) ? "N" : "C", at + 11, "latin1");
    header.writeUInt8(column.width, at + 16);
    header.writeUInt8(column.kind === "decimal" ? DECIMALS : 0, at + 17);
  }
  header.writeUInt8(DBASE_HEADER_END, header.byteLength - 1);
  return header;
}

function writeDbaseRows(batch: readonly Footprint[]): Buffer {
  const rows = Buffer.alloc(ROW_BYTES * batch.length, BLANK);
  let at = 0;
  for (const footprint of batch) {
    at += 1;
    for (const column of FOOTPRINT_COLUMNS) {
      const { width } = column;
      const text = formatDbaseCell(column, footprint);
      if (text.length > width) throw new Error(`${column.name} has ${width} bytes, too few for ${text}`);
      rows.write(isNumber(column) ? text.padStart(width) : text, at, width, "utf8");
      at += width;
    }
  }
  return rows;
}

const isNumber = ({ kind }: FootprintColumn): boolean => kind === "decimal" || kind === "integer";

function formatDbaseCell(column: FootprintColumn, footprint: Footprint): string {
  const cell = column.value(footprint);
  return column.kind === "decimal" && cell !== null
    ? Number(cell).toFixed(DECIMALS)
    : formatCell(column, cell);
}
