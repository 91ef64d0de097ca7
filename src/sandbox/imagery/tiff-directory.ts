/** Values of a field: text, or numbers that are asked for one by one (a large file has 80,000 tile offsets). */
type TiffValues = string | { readonly length: number; at(index: number): number | undefined };

export interface TiffField {
  tag: number;
  type: keyof typeof TYPES;
  values: TiffValues;
}

const TYPES = {
  ascii: { code: 2, bytes: 1 },
  short: { code: 3, bytes: 2 },
  long: { code: 4, bytes: 4 },
  double: { code: 12, bytes: 8 },
  long8: { code: 16, bytes: 8 },
} as const;

/** Numbers that lie one step apart. */
export const steps = (first: number, step: number, length: number): TiffValues => ({
  length,
  at: (index) => first + step * index,
});

// A text ends with a zero byte, which counts.
const countOf = ({ values }: TiffField): number => values.length + (typeof values === "string" ? 1 : 0);
const bytesOf = (field: TiffField): number => countOf(field) * TYPES[field.type].bytes;
const even = (offset: number): number => offset + (offset % 2);

/** Sizes of the parts of a header and a directory: classic TIFF and BigTIFF. */
const CLASSIC = { header: 8, count: 2, entry: 12, offset: 4 } as const;
const BIG = { header: 16, count: 8, entry: 20, offset: 8 } as const;

function directoryBytes(fields: readonly TiffField[], isBig: boolean): number {
  const form = isBig ? BIG : CLASSIC;
  const apart = fields.map(bytesOf).filter((bytes) => bytes > form.offset);
  return apart.reduce(
    (sum, bytes) => sum + even(bytes),
    form.count + fields.length * form.entry + form.offset,
  );
}

/** Length of `encodeTiffHead` for fields with these numbers of values. */
export function tiffHeadBytes(
  directories: readonly (readonly TiffField[])[],
  preamble: string,
  isBig: boolean,
): number {
  const start = even((isBig ? BIG : CLASSIC).header + preamble.length);
  return directories.reduce((sum, fields) => sum + even(directoryBytes(fields, isBig)), start);
}

/**
 * All of a little-endian TIFF that stands before the pixels: header, an ASCII preamble (the place of GDAL's structural
 * metadata) and the directories, each followed by its values.
 */
export function encodeTiffHead(
  directories: readonly (readonly TiffField[])[],
  preamble: string,
  isBig: boolean,
): Uint8Array {
  const form = isBig ? BIG : CLASSIC;
  const bytes = Buffer.alloc(tiffHeadBytes(directories, preamble, isBig));
  const writeOffset = (value: number, at: number): void => {
    if (isBig) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUInt32LE(value, at);
  };
  bytes.write("II", 0, "latin1");
  bytes.writeUInt16LE(isBig ? 43 : 42, 2);
  if (isBig) bytes.writeUInt16LE(8, 4);
  bytes.write(preamble, form.header, "latin1");

  let link = form.header - form.offset;
  let start = even(form.header + preamble.length);
  for (const fields of directories) {
    writeOffset(start, link);
    link = start + form.count + fields.length * form.entry;
    if (isBig) bytes.writeBigUInt64LE(BigInt(fields.length), start);
    else bytes.writeUInt16LE(fields.length, start);
    let apart = link + form.offset;
    for (const [index, field] of fields.toSorted((a, b) => a.tag - b.tag).entries()) {
      const entry = start + form.count + index * form.entry;
      const value = entry + form.entry - form.offset;
      bytes.writeUInt16LE(field.tag, entry);
      bytes.writeUInt16LE(TYPES[field.type].code, entry + 2);
      if (isBig) bytes.writeBigUInt64LE(BigInt(countOf(field)), entry + 4);
      else bytes.writeUInt32LE(countOf(field), entry + 4);
      if (bytesOf(field) <= form.offset) {
        writeValues(bytes, value, field);
      } else {
        writeOffset(apart, value);
        writeValues(bytes, apart, field);
        apart += even(bytesOf(field));
      }
    }
    start = even(apart);
  }
  return bytes;
}

function writeValues(bytes: Buffer, from: number, { type, values }: TiffField): void {
  if (typeof values === "string") {
    bytes.write(values, from, "latin1");
    return;
  }
  for (let index = 0; index < values.length; index += 1) {
    const value = values.at(index) ?? 0;
    const at = from + index * TYPES[type].bytes;
    if (type === "double") bytes.writeDoubleLE(value, at);
    else if (type === "long8") bytes.writeBigUInt64LE(BigInt(value), at);
    else if (type === "long") bytes.writeUInt32LE(value, at);
    else bytes.writeUInt16LE(value, at);
  }
}
