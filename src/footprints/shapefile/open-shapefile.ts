import type { Bounds } from "../../geo/bounds.ts";
import type { Position, Region } from "../../geo/geojson.ts";
import { computeSignedArea } from "../../geo/polygon.ts";
import {
  listWishColumns,
  isWanted,
  createNearFilter,
  timeOf,
  readAttributes,
  type Footprint,
  type FootprintFile,
  type Wish,
  type Attributes,
} from "../footprint.ts";
import { refuseProjected, WrongFile, type RandomAccessFile } from "../random-access-file.ts";
import { MAX_GEOMETRY_BYTES } from "../read-wkb.ts";
import { findLayerName, readZipDirectory, readZipMember } from "./zip-directory.ts";

const HEADER_BYTES = 100;
/** Bytes of one record in the .shx member. */
const INDEX_BYTES = 8;

type Layer = ReturnType<typeof findLayerName>;

/** Opens a zip archive with a shapefile. Throws WrongFile. */
export async function openShapefile(file: RandomAccessFile): Promise<FootprintFile> {
  const layer = findLayerName(await readZipDirectory(file));
  const system = new ByteStream(readZipMember(file, layer[".prj"]));
  refuseProjected((await system.take(4))?.toString() === "PROJ");
  await system.close();
  const table = new ByteStream(readZipMember(file, layer[".dbf"]));
  const { fields, rows } = await readDbaseHeader(table);
  await table.close();
  const shapes = (layer[".shx"].length - HEADER_BYTES) / INDEX_BYTES;
  if (shapes !== rows) throw new WrongFile(`it has ${shapes} shapes and ${rows} rows of attributes`);
  const names = fields.map(({ name }) => name);
  return { names, read: (wish) => readRecords(file, layer, names, wish), close: () => file.close() };
}

/** Yields shapes with their attributes in the order of the records, because packed members are read from the start. */
async function* readRecords(
  file: RandomAccessFile,
  layer: Layer,
  names: readonly string[],
  wish: Wish,
): AsyncGenerator<Footprint> {
  const shapes = new ByteStream(readZipMember(file, layer[".shp"]));
  const table = new ByteStream(readZipMember(file, layer[".dbf"]));
  const isNear = createNearFilter(wish.boxes ?? []);
  try {
    await shapes.take(HEADER_BYTES);
    for await (const attributes of readDbaseRows(
      table,
      await readDbaseHeader(table),
      listWishColumns(names, wish),
    )) {
      const head = await shapes.take(8);
      if (head === undefined) throw new WrongFile("it has fewer shapes than rows");
      const recordBytes = head.readInt32BE(4) * 2;
      if (recordBytes < 0 || recordBytes > MAX_GEOMETRY_BYTES)
        throw new WrongFile(`it has a shape of ${recordBytes} bytes; at most ${MAX_GEOMETRY_BYTES} are read`);
      const record = await shapes.take(recordBytes);
      if (attributes === undefined || record === undefined) continue;
      if (!isWanted(attributes, wish)) continue;
      const shape = readShape(record);
      if (shape === undefined) continue;
      const [xmin, ymin, xmax, ymax] = shape.box;
      if (wish.boxes !== undefined && !isNear({ xmin, ymin, xmax, ymax })) continue;
      yield { attributes, geometry: shape.polygon(), timeMs: timeOf(attributes) };
    }
  } finally {
    await Promise.all([shapes.close(), table.close()]);
  }
}

const DELETED = 0x2a;

export interface DbaseField {
  name: string;
  isNumber: boolean;
  /** Position in a row, in bytes. */
  start: number;
  end: number;
}

export interface DbaseHeader {
  fields: readonly DbaseField[];
  rows: number;
  rowBytes: number;
}

/** Reads the stream up to the first row of a dBase III table. Throws WrongFile. */
export async function readDbaseHeader(stream: ByteStream): Promise<DbaseHeader> {
  const head = await stream.take(32);
  const headerBytes = head?.readUInt16LE(8) ?? 0;
  const descriptions = headerBytes > 32 ? await stream.take(headerBytes - 32) : undefined;
  if (head === undefined || descriptions === undefined) throw new WrongFile("its .dbf has no header");
  const [rows, rowBytes] = [head.readUInt32LE(4), head.readUInt16LE(10)];
  const fields = readDbaseFields(descriptions);
  if (rowBytes < 1 || fields.some(({ end }) => end > rowBytes))
    throw new WrongFile("its .dbf has fields beyond its rows");
  return { fields, rows, rowBytes };
}

/** Yields the requested fields of the rows in order; undefined for a deleted row. Throws WrongFile. */
export async function* readDbaseRows(
  stream: ByteStream,
  { fields, rows, rowBytes }: DbaseHeader,
  names: readonly string[],
): AsyncGenerator<Attributes | undefined> {
  const wanted = fields.filter(({ name }) => names.includes(name));
  const chosen = wanted.map(({ name }) => name);
  for (let at = 0; at < rows; at++) {
    const row = await stream.take(rowBytes);
    if (row === undefined) throw new WrongFile(`its .dbf ends after ${at} of ${rows} rows`);
    yield row[0] === DELETED
      ? undefined
      : readAttributes(chosen, (_name, at) => readDbaseCell(row, wanted[at]!));
  }
}

function readDbaseFields(descriptions: Buffer): DbaseField[] {
  const fields: DbaseField[] = [];
  let start = 1;
  for (let at = 0; at + 32 <= descriptions.length && descriptions[at] !== 0x0d; at += 32) {
    const name = descriptions.toString("latin1", at, at + 11).replace(/\0.*$/s, "");
    const kind = String.fromCharCode(descriptions[at + 11]!);
    const end = start + descriptions[at + 16]!;
    fields.push({ name, isNumber: kind === "N" || kind === "F", start, end });
    start = end;
  }
  return fields;
}

function readDbaseCell(row: Buffer, { isNumber, start, end }: DbaseField): string | number | undefined {
  const text = row.toString("utf8", start, end).replaceAll("\0", " ").trim();
  return isNumber ? (text === "" ? undefined : Number(text)) : text;
}

const NULL_SHAPE = 0;
/** Codes of polygons, with heights, and with measures. Heights and measures follow the positions and are not read. */
const POLYGONS = new Set([5, 15, 25]);

export interface Shape {
  box: Bounds;
  /** Returns the decoded polygons. */
  polygon(): Region;
}

/** Reads a record of a .shp (ESRI Shapefile Technical Description, July 1998); undefined for one without a shape. Throws WrongFile. */
export function readShape(record: Buffer): Shape | undefined {
  return requireWhole(() => {
    const kind = record.readInt32LE(0);
    if (kind === NULL_SHAPE) return undefined;
    if (!POLYGONS.has(kind)) throw new WrongFile(`a footprint is not a polygon but shape type ${kind}`);
    const [west, south, east, north] = [4, 12, 20, 28].map((at) => record.readDoubleLE(at)) as Bounds;
    return {
      box: [west, south, east, north],
      polygon: () => requireWhole(() => toPolygon(readShapeRings(record))),
    };
  });
}

function readShapeRings(record: Buffer): Position[][] {
  const [parts, points] = [record.readInt32LE(36), record.readInt32LE(40)];
  const first = 44 + parts * 4;
  if (parts < 1 || points < 0 || first + points * 16 > record.length) throw new RangeError("too short");
  const starts = Array.from({ length: parts }, (_, at) => record.readInt32LE(44 + at * 4));
  return starts.map((start, at) => {
    const length = (starts[at + 1] ?? points) - start;
    if (length < 0 || start < 0 || start + length > points) throw new RangeError("parts out of order");
    return Array.from({ length }, (_, index): Position => {
      const place = first + (start + index) * 16;
      return [record.readDoubleLE(place), record.readDoubleLE(place + 8)];
    });
  });
}

/**
 * Groups rings into polygons. Outer rings run clockwise in a shapefile; holes run the other way and belong to
 * the previous outer ring.
 */
function toPolygon(rings: readonly Position[][]): Region {
  const polygons: Position[][][] = [];
  for (const ring of rings) {
    const isOuter = computeSignedArea(ring) <= 0 || polygons.length === 0;
    const turned = ring.toReversed();
    if (isOuter) polygons.push([turned]);
    else polygons.at(-1)!.push(turned);
  }
  return polygons.length === 1
    ? { type: "Polygon", coordinates: polygons[0]! }
    : { type: "MultiPolygon", coordinates: polygons };
}

function requireWhole<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? new WrongFile("a shape breaks off", { cause: error }) : error;
  }
}

/** Reads exact numbers of bytes from a stream of chunks. */
export class ByteStream {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns the next `length` bytes; undefined at the end of the stream. Throws WrongFile if there are fewer bytes. */
  async take(length: number): Promise<Buffer | undefined> {
    if (this.#rest.length < length) await this.#fill(length);
    if (this.#rest.length === 0 && length > 0) return undefined;
    if (this.#rest.length < length) throw new WrongFile("it breaks off within a record");
    const piece = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return piece;
  }

  /** Closes the stream and its source. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #fill(length: number): Promise<void> {
    const parts: Uint8Array[] = [this.#rest];
    let have = this.#rest.length;
    while (have < length) {
      const next = await this.#chunks.next();
      if (next.done === true) break;
      parts.push(next.value);
      have += next.value.length;
    }
    this.#rest = Buffer.concat(parts, have);
  }
}
