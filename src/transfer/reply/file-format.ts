/** Compares the first bytes of a file with the format of its media type or its name. */
import { essenceOf, isVagueType, pageIn } from "./web-page.ts";

interface Format {
  /** Name for messages. */
  name: string;
  /** Media types without parameters, in lower case. */
  types: RegExp;
  /** File extensions of the format. */
  endings: RegExp;
  matches: (head: Buffer) => boolean;
}

const startsWith =
  (...starts: string[]) =>
  (head: Buffer): boolean =>
    starts.some((start) => head.toString("latin1", 0, start.length) === start);

const HDF5_SIGNATURE = "\x89HDF\r\n\x1a\n";
/** An HDF5 signature may follow a block of other data: of 512 bytes, or of a larger power of two. */
const HDF5_OFFSETS = [0, 512, 1024, 2048];

const JSON_START = /^\s*(?:[{["\d-]|true|false|null)/u;

const FORMATS: readonly Format[] = [
  {
    name: "TIFF",
    types: /^image\/tiff$/u,
    endings: /\.tiff?$/iu,
    // Classic and BigTIFF, in either byte order.
    matches: startsWith("II*\0", "MM\0*", "II+\0", "MM\0+"),
  },
  {
    name: "NITF",
    types: /^(?:application|image)\/(?:vnd\.|x-)?nitf$/u,
    endings: /\.(?:ntf|nitf|nsf|nsif)$/iu,
    matches: startsWith("NITF", "NSIF"),
  },
  { name: "PNG", types: /^image\/png$/u, endings: /\.png$/iu, matches: startsWith("\x89PNG\r\n\x1a\n") },
  { name: "JPEG", types: /^image\/jpe?g$/u, endings: /\.jpe?g$/iu, matches: startsWith("\xff\xd8\xff") },
  {
    name: "HDF5",
    types: /^application\/(?:x-)?hdf5$/u,
    endings: /\.(?:h5|hdf5?|he5)$/iu,
    matches: (head) =>
      HDF5_OFFSETS.some((at) => head.toString("latin1", at, at + HDF5_SIGNATURE.length) === HDF5_SIGNATURE),
  },
  {
    name: "Parquet",
    types: /^application\/(?:vnd\.apache\.|x-)parquet$/u,
    endings: /\.(?:geo)?parquet$/iu,
    matches: startsWith("PAR1", "PARE"),
  },
  {
    name: "ZIP",
    types: /^application\/(?:x-)?zip(?:-compressed)?$/u,
    endings: /\.(?:zip|kmz)$/iu,
    // Archives with files, without files, and in several parts.
    matches: startsWith("PK\x03\x04", "PK\x05\x06", "PK\x07\x08"),
  },
  {
    name: "gzip",
    types: /^application\/(?:x-)?gzip$/u,
    endings: /\.t?gz$/iu,
    matches: startsWith("\x1f\x8b"),
  },
  {
    name: "JSON",
    types: /^(?:application|text)\/(?:[\w.-]+\+)?json$/u,
    endings: /\.(?:geo)?json$/iu,
    matches: (head) => JSON_START.test(textOf(head)),
  },
];

/** Describes first bytes that do not match the type; undefined if the type or the name allows them. */
export function faultOfFormat(
  head: Uint8Array,
  { mediaType, path = "" }: { mediaType?: string; path?: string },
): string | undefined {
  const type = essenceOf(mediaType);
  const stated = FORMATS.find(({ types }) => types.test(type));
  const wanted = stated ?? formatOfName(type, path);
  if (wanted === undefined) return undefined;
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (wanted.matches(bytes)) return undefined;
  // A type may be too general, or copied from another asset: a matching file name is accepted.
  if (FORMATS.some(({ endings, matches }) => endings.test(path) && matches(bytes))) return undefined;
  const sent = describe(bytes);
  // A name is weaker evidence than a type: only bytes of another known format are refused.
  if (stated === undefined && UNTELLING.has(sent)) return undefined;
  return `the server sent ${sent} in place of a ${wanted.name} file`;
}

/** Returns the format of the name if the type is vague. A file named .gz may have been compressed for the transfer only, and arrives decoded. */
const formatOfName = (type: string, path: string): Format | undefined =>
  isVagueType(type) ? FORMATS.find(({ name, endings }) => name !== "gzip" && endings.test(path)) : undefined;

const [NO_BYTES, OTHER_BYTES] = ["no bytes", "other bytes"];
const UNTELLING: ReadonlySet<string> = new Set([NO_BYTES, OTHER_BYTES]);

function describe(head: Buffer): string {
  if (head.length === 0) return NO_BYTES;
  const page = pageIn(head);
  if (page !== undefined) return page;
  const text = textOf(head);
  // Image bytes may begin with a brace too.
  if (/^\s*[{[][^\0-\x08\x0e-\x1f]*$/u.test(text)) return "JSON";
  const known = FORMATS.find(({ name, matches }) => name !== "JSON" && matches(head));
  if (known !== undefined) return known.name;
  return /^[\t\n\r\x20-\x7e]*$/u.test(text) ? "text" : OTHER_BYTES;
}

/** Text of the first bytes, without a byte-order mark. */
const textOf = (head: Buffer): string => head.toString("latin1", 0, 512).replace(/^\xef\xbb\xbf/u, "");
