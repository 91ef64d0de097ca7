import type { Bounds } from "../../geo/bounds.ts";
import type { Geometry, Position, Region } from "../../geo/geojson.ts";
import { isInside, makePart } from "../../geo/intersects.ts";
import { computeSignedArea } from "../../geo/polygon.ts";
import { partition } from "../../partition.ts";
import {
  listWishColumns,
  isWanted,
  createNearFilter,
  timeOf,
  readAttributes,
  type Footprint,
  type FootprintFile,
  type Wish,
} from "../footprint.ts";
import { isWgs84, toProperties, type FeatureLayer } from "../layered-file.ts";
import { refuseProjected, WrongFile, type RandomAccessFile } from "../random-access-file.ts";
import { MAX_GEOMETRY_BYTES } from "../read-wkb.ts";
import { readZipDirectory, readZipMember, type ZipMember } from "../zip-directory.ts";
import { findLayerMembers, SHAPEFILE_MEMBERS } from "./shapefile-members.ts";

const HEADER_BYTES = 100;
/** Bytes of one record in the .shx member. */
const INDEX_BYTES = 8;

/** A file of a shapefile, in an archive or beside the others. */
export interface ShapefilePart {
  length: number;
  stream: () => AsyncIterable<Uint8Array>;
}

/** The files of one layer. Without `.cpg` the header of the table has the encoding of its texts. */
export type ShapefileParts = Record<(typeof SHAPEFILE_MEMBERS)[number], ShapefilePart> & {
  ".cpg"?: ShapefilePart | undefined;
};

export const toZipPart = (file: RandomAccessFile, member: ZipMember): ShapefilePart => ({
  length: member.length,
  stream: () => readZipMember(file, member),
});

/** Opens a zip archive with a shapefile. Throws WrongFile. */
export async function openShapefile(file: RandomAccessFile): Promise<FootprintFile> {
  const layer = findLayerMembers(await readZipDirectory(file));
  const parts = Object.fromEntries(
    SHAPEFILE_MEMBERS.map((extension) => [extension, toZipPart(file, layer[extension])] as const),
  ) as ShapefileParts;
  refuseProjected((await readStart(parts[".prj"], 4)) === "PROJ");
  const { fields } = await readTable(parts);
  const names = fields.map(({ name }) => name);
  return { names, read: (wish) => readFootprints(parts, names, wish), close: () => file.close() };
}

/** Maximum length of a definition of a reference system. */
const MAX_SYSTEM_BYTES = 64 * 1024;

/** Opens a shapefile of another program as a layer. Throws WrongFile. */
export async function openShapefileLayer(name: string, parts: ShapefileParts): Promise<FeatureLayer> {
  const definition = await readStart(parts[".prj"], MAX_SYSTEM_BYTES);
  const { fields } = await readTable(parts);
  const names = fields.map((field) => field.name);
  const title = /\[\s*"([^"]*)"/.exec(definition)?.[1];
  return {
    name,
    system: isWgs84(definition) ? undefined : (title ?? "an unknown reference system"),
    async *read() {
      const encoding = await findEncoding(parts);
      for await (const { cellAt, record } of readRecords(parts, names, encoding)) {
        const geometry = record && readAnyShape(record);
        yield { properties: toProperties(names, (_name, at) => cellAt(at)), geometry: geometry ?? null };
      }
    },
  };
}

/** Returns the text at the start of a part, up to `most` bytes. */
async function readStart({ length, stream }: ShapefilePart, most: number): Promise<string> {
  if (length === 0) return "";
  const bytes = new ByteStream(stream());
  const text = (await bytes.take(Math.min(length, most)))?.toString() ?? "";
  await bytes.close();
  return text;
}

/** Returns the header of the table. Throws WrongFile if there is another number of shapes. */
async function readTable(parts: ShapefileParts): Promise<DbaseHeader> {
  const table = new ByteStream(parts[".dbf"].stream());
  const header = await readDbaseHeader(table);
  await table.close();
  const shapes = (parts[".shx"].length - HEADER_BYTES) / INDEX_BYTES;
  if (shapes !== header.rows)
    throw new WrongFile(`it has ${shapes} shapes and ${header.rows} rows of attributes`);
  return header;
}

/** Code pages by their number in the header of a table (dBase, "language driver"). */
const CODE_PAGES: Readonly<Record<number, string>> = {
  0x03: "windows-1252",
  0x57: "windows-1252",
  0x13: "shift_jis",
  0x7b: "shift_jis",
  0x4d: "gbk",
  0x4f: "big5",
  0x78: "big5",
  0x79: "euc-kr",
  0x7a: "gbk",
  0x65: "ibm866",
  0x26: "ibm866",
  0xc8: "windows-1250",
  0xc9: "windows-1251",
  0xca: "windows-1254",
  0xcb: "windows-1253",
};

/** Returns the encoding of the texts in a table: that of `.cpg`, else that of the header, else UTF-8. Throws WrongFile. */
async function findEncoding(parts: ShapefileParts): Promise<string> {
  const given = parts[".cpg"] === undefined ? "" : (await readStart(parts[".cpg"], 100)).trim();
  const table = new ByteStream(parts[".dbf"].stream());
  const language = (await table.take(30))?.[29] ?? 0;
  await table.close();
  if (given === "") return CODE_PAGES[language] ?? "utf-8";
  // Programs of Esri write the number alone.
  const code = /^(?:ansi ?|cp)?(125\d|874|932|936|949|950|65001)$/i.exec(given)?.[1];
  const name =
    code === undefined
      ? given.replace(/^8859[-_]?/, "iso-8859-")
      : (WINDOWS_CODES[code] ?? `windows-${code}`);
  try {
    return new TextDecoder(name).encoding;
  } catch (cause) {
    throw new WrongFile(`its .cpg declares the encoding ${JSON.stringify(given)}, which is not known`, {
      cause,
    });
  }
}

const WINDOWS_CODES: Readonly<Record<string, string>> = {
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  65001: "utf-8",
};

/** Yields shapes with their attributes in the order of the records, because packed members are read from the start. */
async function* readFootprints(
  parts: ShapefileParts,
  names: readonly string[],
  wish: Wish,
): AsyncGenerator<Footprint> {
  const isNear = createNearFilter(wish.boxes ?? []);
  const columns = listWishColumns(names, wish);
  for await (const { cellAt, record } of readRecords(parts, columns, "utf-8")) {
    const attributes = readAttributes(columns, (_name, at) => cellAt(at));
    if (record === undefined || !isWanted(attributes, wish)) continue;
    const shape = readShape(record);
    if (shape === undefined) continue;
    const [xmin, ymin, xmax, ymax] = shape.box;
    if (wish.boxes !== undefined && !isNear({ xmin, ymin, xmax, ymax })) continue;
    yield { attributes, geometry: shape.polygon(), timeMs: timeOf(attributes) };
  }
}

interface ShapeRow {
  /** Returns the cell of the column at an index. */
  cellAt: (at: number) => string | number | undefined;
  /** The shape; undefined for an empty record. */
  record: Buffer | undefined;
}

/** Yields the rows that are not deleted, in order. Throws WrongFile. */
async function* readRecords(
  parts: ShapefileParts,
  names: readonly string[],
  encoding: string,
): AsyncGenerator<ShapeRow> {
  const shapes = new ByteStream(parts[".shp"].stream());
  const table = new ByteStream(parts[".dbf"].stream());
  try {
    await shapes.take(HEADER_BYTES);
    for await (const cellAt of readDbaseRows(table, await readDbaseHeader(table), names, encoding)) {
      const head = await shapes.take(8);
      if (head === undefined) throw new WrongFile("it has fewer shapes than rows");
      const recordBytes = head.readInt32BE(4) * 2;
      if (recordBytes < 0 || recordBytes > MAX_GEOMETRY_BYTES)
        throw new WrongFile(`it has a shape of ${recordBytes} bytes; at most ${MAX_GEOMETRY_BYTES} are read`);
      const record = await shapes.take(recordBytes);
      if (cellAt !== undefined) yield { cellAt, record };
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

/** Yields for each row a function that returns the cell of the name at an index; undefined for a deleted row. Throws WrongFile. */
export async function* readDbaseRows(
  stream: ByteStream,
  { fields, rows, rowBytes }: DbaseHeader,
  names: readonly string[],
  encoding = "utf-8",
): AsyncGenerator<ShapeRow["cellAt"] | undefined> {
  const wanted = names.map((name) => fields.find((field) => field.name === name)!);
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < rows; at++) {
    const row = await stream.take(rowBytes);
    if (row === undefined) throw new WrongFile(`its .dbf ends after ${at} of ${rows} rows`);
    yield row[0] === DELETED ? undefined : (place) => readDbaseCell(row, wanted[place]!, decoder);
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

function readDbaseCell(
  row: Buffer,
  { isNumber, start, end }: DbaseField,
  decoder: InstanceType<typeof TextDecoder>,
): string | number | undefined {
  const text = decoder.decode(row.subarray(start, end)).replaceAll("\0", " ").trim();
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

const POINTS = new Set([1, 11, 21]);
const LINES = new Set([3, 13, 23]);
const MULTI_POINTS = new Set([8, 18, 28]);

/** Reads a record of any shape; undefined for one without a place. Throws WrongFile. */
function readAnyShape(record: Buffer): Geometry | undefined {
  return requireWhole(() => {
    const kind = record.readInt32LE(0);
    if (kind === NULL_SHAPE) return undefined;
    if (POINTS.has(kind)) return { type: "Point", coordinates: readPoint(record, 4) };
    if (MULTI_POINTS.has(kind)) {
      const coordinates = readPoints(record, 40, record.readInt32LE(36));
      return coordinates.length === 0 ? undefined : { type: "MultiPoint", coordinates };
    }
    if (!LINES.has(kind) && !POLYGONS.has(kind))
      throw new WrongFile(`a shape is not a point, line or polygon but shape type ${kind}`);
    // A record without parts is another way to write an empty shape.
    if (record.readInt32LE(36) === 0) return undefined;
    const lines = readShapeRings(record);
    if (POLYGONS.has(kind)) return toPolygon(lines);
    return lines.length === 1
      ? { type: "LineString", coordinates: lines[0]! }
      : { type: "MultiLineString", coordinates: lines };
  });
}

const readPoint = (record: Buffer, place: number): Position => [
  record.readDoubleLE(place),
  record.readDoubleLE(place + 8),
];

function readPoints(record: Buffer, place: number, count: number): Position[] {
  if (count < 0 || place + count * 16 > record.length) throw new RangeError("too short");
  return Array.from({ length: count }, (_, index) => readPoint(record, place + index * 16));
}

/** Returns the rings of a polygon, or the lines of a line. */
function readShapeRings(record: Buffer): Position[][] {
  const [parts, points] = [record.readInt32LE(36), record.readInt32LE(40)];
  const first = 44 + parts * 4;
  if (parts < 1 || points < 0 || first + points * 16 > record.length) throw new RangeError("too short");
  const starts = Array.from({ length: parts }, (_, at) => record.readInt32LE(44 + at * 4));
  return starts.map((start, at) => {
    const length = (starts[at + 1] ?? points) - start;
    if (length < 0 || start < 0 || start + length > points) throw new RangeError("parts out of order");
    return readPoints(record, first + start * 16, length);
  });
}

/**
 * Groups rings into polygons. Outer rings run clockwise in a shapefile; holes run the other way and belong to the outer
 * ring around them. A ring that is in no outer ring is an outer ring, because some programs do not turn rings.
 */
function toPolygon(rings: readonly Position[][]): Region {
  const [outer, holes] = partition(rings, (ring) => computeSignedArea(ring) <= 0);
  const polygons = outer.map((ring) => [ring.toReversed()]);
  // Most footprints have one ring, and then nothing is compared.
  const areas =
    holes.length === 0 || polygons.length === 0 ? [] : outer.map((ring) => makePart([ring], true));
  for (const ring of holes) {
    const around = areas.findLastIndex((area) => ring[0] !== undefined && isInside(ring[0], area));
    if (around === -1) polygons.push([ring]);
    else polygons[around]!.push(ring.toReversed());
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
    if (this.#rest.length < length) throw new WrongFile("the shapefile ends within a record");
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
