/** Reads where a GeoTIFF lies from its header: TIFF 6.0, BigTIFF and OGC GeoTIFF 1.1. No pixel is read. */
import { open, type FileHandle } from "node:fs/promises";

export interface GeoTiffHeader {
  /** Absent for a system without a code. */
  epsg?: number;
  shape: [rows: number, columns: number];
  /** Affine transform from column and row to coordinates, as `proj:transform`. */
  transform?: number[];
}

const WIDTH = 256;
const HEIGHT = 257;
const PIXEL_SCALE = 33550;
const TIE_POINTS = 33922;
const TRANSFORMATION = 34264;
const GEO_KEYS = 34735;
const WANTED = new Set([WIDTH, HEIGHT, PIXEL_SCALE, TIE_POINTS, TRANSFORMATION, GEO_KEYS]);

/** Keys of the key directory. */
const RASTER_TYPE = 1025;
const GEOGRAPHIC = 2048;
const PROJECTED = 3072;
const PIXEL_IS_POINT = 2;
/** Values without a code: undefined, and user-defined. */
const NO_CODES = new Set([0, 32767]);

const MAX_FIELDS = 4096;
const MAX_BYTES = 65_536;

/** TIFF types. */
const SHORT = 3;
const LONG = 4;
const DOUBLE = 12;
const LONG8 = 16;

/** Bytes of a value by its type; values of other types are skipped. */
const SIZES: ReadonlyMap<number, number> = new Map([
  [SHORT, 2],
  [LONG, 4],
  [DOUBLE, 8],
  [LONG8, 8],
]);

/** Returns undefined for a file that is not a TIFF, or is damaged. */
export async function readGeoTiffHeader(path: string): Promise<GeoTiffHeader | undefined> {
  const file = await open(path, "r");
  try {
    return toHeader(await readFields(file));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  } finally {
    await file.close();
  }
}

type Fields = ReadonlyMap<number, readonly number[]>;

async function readFields(file: FileHandle): Promise<Fields> {
  const head = await readBytes(file, 0, 16);
  const order = head.toString("latin1", 0, 2);
  const isLittle = order === "II";
  const read = (bytes: Buffer, at: number, size: number): number => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    if (size === 2) return view.getUint16(at, isLittle);
    return size === 4 ? view.getUint32(at, isLittle) : Number(view.getBigUint64(at, isLittle));
  };
  const version = read(head, 2, 2);
  if ((order !== "II" && order !== "MM") || (version !== 42 && version !== 43))
    throw new RangeError("not a TIFF");
  // BigTIFF has wider offsets and counts.
  const [wide, countSize, fieldSize] = version === 43 ? [8, 8, 20] : [4, 2, 12];
  const start = read(head, version === 43 ? 8 : 4, wide);
  const count = read(await readBytes(file, start, countSize), 0, countSize);
  if (count > MAX_FIELDS) throw new RangeError("too many fields");
  const directory = await readBytes(file, start + countSize, count * fieldSize);
  const fields = new Map<number, readonly number[]>();
  for (let at = 0; at < directory.length; at += fieldSize) {
    const [tag, type] = [read(directory, at, 2), read(directory, at + 2, 2)];
    const size = SIZES.get(type);
    if (!WANTED.has(tag) || size === undefined) continue;
    const length = read(directory, at + 4, wide) * size;
    const valueAt = at + 4 + wide;
    const values =
      length <= wide
        ? directory.subarray(valueAt, valueAt + length)
        : await readBytes(file, read(directory, valueAt, wide), length);
    const numbers = Array.from({ length: length / size }, (_, index) => {
      if (type !== DOUBLE) return read(values, index * size, size);
      return isLittle ? values.readDoubleLE(index * size) : values.readDoubleBE(index * size);
    });
    fields.set(tag, numbers);
  }
  return fields;
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (length > MAX_BYTES) throw new RangeError("a field is too long");
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new RangeError("the file is truncated");
  return buffer;
}

function toHeader(fields: Fields): GeoTiffHeader | undefined {
  const [width, height] = [fields.get(WIDTH)?.[0], fields.get(HEIGHT)?.[0]];
  if (width === undefined || height === undefined) return undefined;
  const keys = readKeys(fields.get(GEO_KEYS) ?? []);
  const epsg = [keys.get(PROJECTED), keys.get(GEOGRAPHIC)].find(
    (code) => code !== undefined && !NO_CODES.has(code),
  );
  const transform = toTransform(fields, keys.get(RASTER_TYPE) === PIXEL_IS_POINT);
  return {
    ...(epsg !== undefined && { epsg }),
    shape: [height, width],
    ...(transform !== undefined && { transform }),
  };
}

/** Returns the keys with a value of their own; the others refer to texts and numbers of other fields. */
function readKeys(directory: readonly number[]): ReadonlyMap<number, number> {
  const keys = new Map<number, number>();
  for (let at = 4; at + 3 < directory.length; at += 4)
    if (directory[at + 1] === 0) keys.set(directory[at]!, directory[at + 3]!);
  return keys;
}

function toTransform(fields: Fields, isPoint: boolean): number[] | undefined {
  const affine = readMatrix(fields) ?? readScale(fields);
  if (affine === undefined || !isPoint) return affine;
  // The coordinates are those of the centres of pixels.
  const [a, b, left, d, e, top] = affine;
  return [a, b, left - (a + b) / 2, d, e, top - (d + e) / 2];
}

type Affine = [a: number, b: number, left: number, d: number, e: number, top: number];

function readMatrix(fields: Fields): Affine | undefined {
  const matrix = fields.get(TRANSFORMATION);
  if (matrix?.length !== 16) return undefined;
  return [matrix[0]!, matrix[1]!, matrix[3]!, matrix[4]!, matrix[5]!, matrix[7]!];
}

function readScale(fields: Fields): Affine | undefined {
  const [scaleX, scaleY] = fields.get(PIXEL_SCALE) ?? [];
  const [column, row, , x, y] = fields.get(TIE_POINTS) ?? [];
  if (scaleX === undefined || scaleY === undefined || x === undefined || y === undefined) return undefined;
  return [scaleX, 0, x - column! * scaleX, 0, -scaleY, y + row! * scaleY];
}
