import type { MultiPolygon, Polygon, Position } from "../../geo/geojson.ts";
import { boundsOf, polygonsOf } from "./wkb.ts";

/** Main file and index of a shapefile (ESRI shapefile technical description, 1998). */

const POLYGON = 5;
const FILE_CODE = 9994;
const VERSION = 1000;
const HEADER_BYTES = 100;
const RECORD_HEADER_BYTES = 8;
const INDEX_RECORD_BYTES = 8;

/** Lengths and offsets are counted in words of 16 bits. */
const words = (bytes: number): number => bytes / 2;

/** Collects records; `.shp` and `.shx` come out when all are in. */
export class ShapefileShapes {
  readonly #records: Buffer[] = [];
  readonly #extent: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  #bytes = HEADER_BYTES;

  add(geometry: Polygon | MultiPolygon): void {
    const record = polygonRecord(geometry, this.#records.length + 1);
    this.#records.push(record);
    this.#bytes += record.byteLength;
    const [west, south, east, north] = boundsOf(geometry);
    this.#extent[0] = Math.min(this.#extent[0], west);
    this.#extent[1] = Math.min(this.#extent[1], south);
    this.#extent[2] = Math.max(this.#extent[2], east);
    this.#extent[3] = Math.max(this.#extent[3], north);
  }

  get count(): number {
    return this.#records.length;
  }

  *main(): Generator<Buffer> {
    yield this.#header(this.#bytes);
    yield* this.#records;
  }

  *index(): Generator<Buffer> {
    yield this.#header(HEADER_BYTES + this.#records.length * INDEX_RECORD_BYTES);
    let offset = HEADER_BYTES;
    for (const { byteLength } of this.#records) {
      const entry = Buffer.alloc(INDEX_RECORD_BYTES);
      entry.writeInt32BE(words(byteLength - RECORD_HEADER_BYTES), entry.writeInt32BE(words(offset), 0));
      offset += byteLength;
      yield entry;
    }
  }

  #header(fileBytes: number): Buffer {
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeInt32BE(FILE_CODE, 0);
    header.writeInt32BE(words(fileBytes), 24);
    header.writeInt32LE(VERSION, 28);
    header.writeInt32LE(POLYGON, 32);
    // A file without shapes covers nothing: zeros.
    if (this.#records.length > 0) {
      for (const [index, side] of this.#extent.entries()) header.writeDoubleLE(side, 36 + index * 8);
    }
    return header;
  }
}

function polygonRecord(geometry: Polygon | MultiPolygon, number: number): Buffer {
  // GeoJSON's outer rings run counter-clockwise and holes clockwise; a shapefile wants both the other way round.
  const rings: Position[][] = polygonsOf(geometry)
    .flat()
    .map((ring) => ring.toReversed());
  const points = rings.flat();
  const content = 44 + rings.length * 4 + points.length * 16;
  const record = Buffer.alloc(RECORD_HEADER_BYTES + content);
  record.writeInt32BE(number, 0);
  record.writeInt32BE(words(content), 4);
  let at = record.writeInt32LE(POLYGON, RECORD_HEADER_BYTES);
  for (const side of boundsOf(geometry)) at = record.writeDoubleLE(side, at);
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
