import type { GeoRaster } from "./geo-raster.ts";
import { numberTextures, type Mosaic } from "./mosaic.ts";
import { makeLineSection, memoize, makeLazySection, type FileSection } from "./product-file.ts";
import {
  findCorners,
  makePlaneMosaic,
  onGround,
  planRadarPlane,
  type RadarPlane,
  type ImageCorners,
} from "./radar-plane.ts";
import { SICD_NAMESPACE, writeSicdXml } from "./sicd-xml.ts";
import { SIDD_NAMESPACE, writeSiddXml } from "./sidd-xml.ts";
import { makeComplexTextures, makeDetectedTextures, type Textures } from "./textures.ts";
import { computeViewGeometry, type ImagerySize, type Scene } from "./view-geometry.ts";

/** The sections and the size of a NITF product. Lines are range, columns are azimuth. */
export interface NitfProduct extends Pick<RadarPlane, "rangeCount" | "azimuthCount"> {
  sections: FileSection[];
}

/** The differences between SICD and SIDD. Both have near range first and are seen from above. */
interface NitfFormat extends Pick<
  NitfFile,
  "imageId" | "sample" | "representation" | "mode" | "bands" | "standard"
> {
  product: "SICD" | "SIDD";
  /** Describes the product in the title of its asset. */
  label: string;
  lattice: Parameters<typeof planRadarPlane>[2];
  bytesPerPixel: number;
  texturesOf: (cell: number) => Textures;
  xmlOf: typeof writeSicdXml;
}

const DATE = "2021-11-30T00:00:00Z";

/** Complex 16-bit samples of the slant plane. */
export const SICD: NitfFormat = {
  product: "SICD",
  label: "SICD: complex samples",
  lattice: { plane: "slant", corners: "samples" },
  bytesPerPixel: 4,
  texturesOf: makeComplexTextures,
  xmlOf: writeSicdXml,
  imageId: "SICD000",
  sample: "SI",
  representation: "NODISPLY",
  mode: "P",
  bands: ["I", "Q"].map((subcategory) => ({ representation: "", subcategory })),
  standard: {
    namespace: SICD_NAMESPACE,
    specification: "SICD Volume 1 Design & Implementation Description Document",
    version: "1.3.0",
    date: DATE,
  },
};

/** Detected 16-bit amplitudes on the ground plane. */
export const SIDD: NitfFormat = {
  product: "SIDD",
  label: "SIDD: detected amplitudes",
  lattice: { plane: "ground", corners: "edges" },
  bytesPerPixel: 2,
  texturesOf: makeDetectedTextures,
  xmlOf: writeSiddXml,
  imageId: "SIDD001001",
  sample: "INT",
  representation: "MONO",
  mode: "B",
  bands: [{ representation: "M", subcategory: "" }],
  standard: {
    namespace: SIDD_NAMESPACE,
    specification: "SIDD Volume 1 Design & Implementation Description Document",
    version: "3.0",
    date: DATE,
  },
};

/** Plans the samples and lays out the file of a NITF product. */
export function makeNitfProduct(
  format: NitfFormat,
  scene: Scene,
  size: ImagerySize,
  ground: GeoRaster,
  title: string,
): NitfProduct {
  const { product, bytesPerPixel } = format;
  const plane = planRadarPlane(
    scene,
    typeof size === "number" ? Math.min(size, MAX_NITF_BYTES) : size,
    format.lattice,
    (range, azimuth) => range * azimuth * bytesPerPixel + NITF_OVERHEAD_BYTES,
  );
  const { rangeCount, azimuthCount } = plane;
  const mosaic = {
    ...makePlaneMosaic(scene, product, size, azimuthCount, rangeCount),
    place: onGround(ground, plane, (x, y) => [y, x]),
  };
  const sections = makeNitfFile({
    ...format,
    title: `${product}: ${title}`,
    source: scene.platform,
    datetimeMs: scene.startMs,
    width: azimuthCount,
    height: rangeCount,
    pixels: makePixelLines(mosaic, format.texturesOf(mosaic.cell), bytesPerPixel),
    describe: memoize(() => {
      const corners = findCorners(plane);
      const xml = format.xmlOf(scene, plane, computeViewGeometry(scene), corners);
      return { corners, xml, writtenMs: scene.endMs };
    }),
  });
  return { sections, rangeCount, azimuthCount };
}

function makePixelLines(mosaic: Mosaic, textures: Textures, bytesPerPixel: number): FileSection {
  const across = Math.ceil(mosaic.width / mosaic.cell);
  return makeLineSection({
    width: mosaic.width,
    height: mosaic.height,
    bytesPerPixel,
    cell: mosaic.cell,
    cellsOf: (cellY) => Array.from(numberTextures(mosaic, 0, cellY, across, 1), textures.bigEndian),
  });
}

/** One uncompressed, undivided image and the XML document that describes it. */
interface NitfFile {
  title: string;
  /** The image's number in its format: ten characters. */
  imageId: string;
  source: string;
  datetimeMs: number;
  width: number;
  height: number;
  /** Sample type: unsigned or signed integer. */
  sample: "INT" | "SI";
  representation: "MONO" | "NODISPLY";
  /** `B`: one band. `P`: the bands of a pixel are adjacent. */
  mode: "B" | "P";
  bands: readonly { representation: string; subcategory: string }[];
  /** Lines from the top, big-endian. */
  pixels: FileSection;
  /** The standard of the document. */
  standard: { namespace: string; specification: string; version: string; date: string };
  /** Computed when the file is read, because it takes time and does not change the file's length. */
  describe: () => Description;
}

interface Description {
  corners: ImageCorners;
  xml: string;
  /** Time of writing in the document. */
  writtenMs: number;
}

/** The length field of an image has ten digits, which limits a product of one image to this length. */
const MAX_NITF_BYTES = 9.9e9;

const BITS_PER_SAMPLE = 16;

/** Above this number of columns or rows, zeros declare the whole image as one block. */
const MAX_BLOCK_SIDE = 8192;
/** Complexity level by length of the file. */
const LEVELS = [
  [50e6, 3],
  [1e9, 5],
  [2e9, 6],
] as const;

/** The document is padded with spaces, which XML allows at its end, so that its length is known in advance. */
const DOCUMENT_BYTES = 12_288;
const FILE_HEADER_BYTES = 417;
const IMAGE_SUBHEADER_BYTES = 486;
const BYTES_PER_BAND = 13;
const EXTENSION_SUBHEADER_BYTES = 973;

/** Returns a NITF 2.1 file: header, image subheader, pixels, and the document in a data extension segment. */
function makeNitfFile(file: NitfFile): FileSection[] {
  const imageBytes = IMAGE_SUBHEADER_BYTES + file.bands.length * BYTES_PER_BAND;
  const head = makeLazySection(FILE_HEADER_BYTES + imageBytes, () =>
    Buffer.from(writeFileHeader(file, imageBytes) + writeImageSubheader(file), "latin1"),
  );
  const tail = makeLazySection(EXTENSION_SUBHEADER_BYTES + DOCUMENT_BYTES, () => {
    const document = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${file.describe().xml}\n`);
    const filled = Buffer.alloc(Math.max(0, DOCUMENT_BYTES - document.length), " ");
    return Buffer.concat([Buffer.from(writeExtensionSubheader(file), "latin1"), document, filled]);
  });
  return [head, file.pixels, tail];
}

function writeFileHeader({ title, source, datetimeMs, pixels }: NitfFile, imageBytes: number): string {
  const parts = imageBytes + pixels.length + EXTENSION_SUBHEADER_BYTES + DOCUMENT_BYTES;
  const total = FILE_HEADER_BYTES + parts;
  const level = LEVELS.find(([most]) => total <= most)?.[1] ?? 7;
  return [
    "NITF02.10",
    formatDigits(2, level),
    "BF01",
    formatText(10, source),
    formatMoment(datetimeMs),
    formatText(80, title),
    UNCLASSIFIED,
    formatDigits(5, 0) + formatDigits(5, 0), // copies
    "0", // not encrypted
    "\0\0\0", // background
    formatText(24) + formatText(18), // originator
    formatDigits(12, total),
    formatDigits(6, FILE_HEADER_BYTES),
    formatDigits(3, 1) + formatDigits(6, imageBytes) + formatDigits(10, pixels.length), // images
    formatDigits(3, 0) + formatDigits(3, 0) + formatDigits(3, 0), // graphics, reserved, texts
    formatDigits(3, 1) + formatDigits(4, EXTENSION_SUBHEADER_BYTES) + formatDigits(9, DOCUMENT_BYTES), // data extensions
    formatDigits(3, 0) + formatDigits(5, 0) + formatDigits(5, 0), // reserved extensions, user data, extended headers
  ].join("");
}

function writeImageSubheader(file: NitfFile): string {
  const { width, height, bands } = file;
  const block = (side: number): string => formatDigits(4, side > MAX_BLOCK_SIDE ? 0 : side);
  return [
    "IM",
    formatText(10, file.imageId),
    formatMoment(file.datetimeMs),
    formatText(17),
    formatText(80, file.title),
    UNCLASSIFIED,
    "0",
    formatText(42, file.source),
    formatDigits(8, height),
    formatDigits(8, width),
    formatText(3, file.sample),
    formatText(8, file.representation),
    formatText(8, "SAR"),
    formatDigits(2, BITS_PER_SAMPLE),
    "R",
    "G",
    formatCorners(file.describe().corners),
    "0", // comments
    "NC", // not compressed
    formatDigits(1, bands.length),
    ...bands.map(
      ({ representation, subcategory }) =>
        `${formatText(2, representation)}${formatText(6, subcategory)}N${formatText(3)}0`,
    ),
    "0",
    file.mode,
    formatDigits(4, 1) + formatDigits(4, 1),
    block(width) + block(height),
    formatDigits(2, BITS_PER_SAMPLE),
    formatDigits(3, 1) + formatDigits(3, 0), // display level, attached to nothing
    formatDigits(10, 0), // placed at the corner
    "1.0 ",
    formatDigits(5, 0) + formatDigits(5, 0),
  ].join("");
}

function writeExtensionSubheader({ standard, describe }: NitfFile): string {
  const { corners, writtenMs } = describe();
  const closed = [...corners, corners[0]];
  const degrees = (value: number, width: number): string =>
    `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(8).padStart(width, "0")}`;
  const described = [
    formatDigits(5, 99_999), // no checksum
    formatText(8, "XML"),
    formatText(20, new Date(writtenMs).toISOString().replace(/\.\d+/u, "")),
    formatText(40),
    formatText(60, standard.specification),
    formatText(10, standard.version),
    formatText(20, standard.date),
    formatText(120, standard.namespace),
    formatText(
      125,
      closed.map(([longitude, latitude]) => degrees(latitude, 11) + degrees(longitude, 12)).join(""),
    ),
    formatText(25),
    formatText(20),
    formatText(120),
    formatText(200),
  ].join("");
  return [
    "DE",
    formatText(25, "XML_DATA_CONTENT"),
    "01",
    UNCLASSIFIED,
    formatDigits(4, described.length),
    described,
  ].join("");
}

/** Upper bound of a file's bytes without its pixels: for planning a file of a given size. */
const NITF_OVERHEAD_BYTES = 2 * DOCUMENT_BYTES;

/** Fields of NITF 2.1 (MIL-STD-2500C) have a fixed number of characters. */

/** Cuts or pads a text to its width; a header may contain only printable ASCII. */
const formatText = (width: number, value = ""): string =>
  value
    .replaceAll(/[^ -~]/gu, "-")
    .slice(0, width)
    .padEnd(width);

/** Formats a number. A number that does not fit is a bug, since it would shift all fields after it. */
function formatDigits(width: number, value: number): string {
  const written = String(value).padStart(width, "0");
  if (written.length !== width || !/^\d+$/u.test(written))
    throw new RangeError(`${value} does not have ${width} digits`);
  return written;
}

/** Returns a time as `CCYYMMDDhhmmss`. */
const formatMoment = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/gu, "");

/** Classification and the fifteen further security fields, all empty. */
const UNCLASSIFIED = formatText(167, "U");

/** Returns `ddmmssX` and `dddmmssY` of the four corners: upper left, upper right, lower right, lower left. */
function formatCorners(corners: readonly (readonly [longitude: number, latitude: number])[]): string {
  return corners
    .map(([longitude, latitude]) => formatInSeconds(2, latitude, "NS") + formatInSeconds(3, longitude, "EW"))
    .join("");
}

function formatInSeconds(width: number, degrees: number, [positive, negative]: string): string {
  const seconds = Math.round(Math.abs(degrees) * 3600);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60] as const;
  return `${formatDigits(width, parts[0])}${formatDigits(2, parts[1])}${formatDigits(2, parts[2])}${degrees < 0 ? negative : positive}`;
}
