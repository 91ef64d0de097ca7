import type { GeoRaster } from "./geo-raster.ts";
import { type Mosaic, textureNumbers } from "./mosaic.ts";
import { MOST_NITF_BYTES, NITF_OVERHEAD_BYTES, nitfFile } from "./nitf-file.ts";
import type { FileDescription } from "./product-file.ts";
import { cornersOf, mosaicOf, onGround, planRadarPlane, type RadarPlane } from "./radar-plane.ts";
import type { ImagerySize, Scene } from "./scene.ts";
import { lineSection, once, type FileSection } from "./file-sections.ts";
import { SICD_NAMESPACE, sicdXml } from "./sicd-xml.ts";
import { SIDD_NAMESPACE, siddXml } from "./sidd-xml.ts";
import { bigEndianCells, complexTextures, detectedTextures, type Textures } from "./textures.ts";
import { viewGeometry } from "./view-geometry.ts";

/** The sections and the size of a NITF product. Lines are range, columns are azimuth. */
export type NitfProduct = Pick<FileDescription, "sections"> & Pick<RadarPlane, "rangeCount" | "azimuthCount">;

const COMPLEX_BYTES = 4;
const DETECTED_BYTES = 2;

const nitfPlane = (
  scene: Scene,
  { size, ...rest }: ImagerySize,
  lattice: Parameters<typeof planRadarPlane>[2],
  pixelBytes: number,
): RadarPlane =>
  planRadarPlane(
    scene,
    { size: typeof size === "number" ? Math.min(size, MOST_NITF_BYTES) : size, ...rest },
    lattice,
    (range, azimuth) => range * azimuth * pixelBytes + NITF_OVERHEAD_BYTES,
  );

/** SICD: complex 16-bit samples of the slant plane, near range first, seen from above. */
export function sicdProduct(scene: Scene, size: ImagerySize, ground: GeoRaster, title: string): NitfProduct {
  const plane = nitfPlane(scene, size, { plane: "slant", corners: "samples" }, COMPLEX_BYTES);
  const { rangeCount, azimuthCount } = plane;
  const view = once(() => viewGeometry(scene));
  const mosaic = {
    ...mosaicOf(scene, "SICD", size, azimuthCount, rangeCount),
    place: onGround(ground, plane, (x, y) => [y, x]),
  };
  const sections = nitfFile({
    title: `SICD: ${title}`,
    imageId: "SICD000",
    source: scene.platform,
    datetimeMs: scene.startMs,
    width: azimuthCount,
    height: rangeCount,
    sample: "SI",
    bitsPerSample: 16,
    representation: "NODISPLY",
    mode: "P",
    bands: ["I", "Q"].map((subcategory) => ({ representation: "", subcategory })),
    pixels: pixelLines(mosaic, complexTextures(mosaic.cell), COMPLEX_BYTES),
    standard: {
      namespace: SICD_NAMESPACE,
      specification: "SICD Volume 1 Design & Implementation Description Document",
      version: "1.3.0",
      date: "2021-11-30T00:00:00Z",
    },
    describe: once(() => {
      const corners = cornersOf(plane);
      return { corners, xml: sicdXml(scene, plane, view(), corners), writtenMs: scene.endMs };
    }),
  });
  return { sections, rangeCount, azimuthCount };
}

/** SIDD: detected 16-bit amplitudes on the ground plane, near range first, seen from above. */
export function siddProduct(scene: Scene, size: ImagerySize, ground: GeoRaster, title: string): NitfProduct {
  const plane = nitfPlane(scene, size, { plane: "ground", corners: "edges" }, DETECTED_BYTES);
  const { rangeCount, azimuthCount } = plane;
  const view = once(() => viewGeometry(scene));
  const mosaic = {
    ...mosaicOf(scene, "SIDD", size, azimuthCount, rangeCount),
    place: onGround(ground, plane, (x, y) => [y, x]),
  };
  const sections = nitfFile({
    title: `SIDD: ${title}`,
    imageId: "SIDD001001",
    source: scene.platform,
    datetimeMs: scene.startMs,
    width: azimuthCount,
    height: rangeCount,
    sample: "INT",
    bitsPerSample: 16,
    representation: "MONO",
    mode: "B",
    bands: [{ representation: "M", subcategory: "" }],
    pixels: pixelLines(mosaic, detectedTextures(mosaic.cell), DETECTED_BYTES),
    standard: {
      namespace: SIDD_NAMESPACE,
      specification: "SIDD Volume 1 Design & Implementation Description Document",
      version: "3.0",
      date: "2021-11-30T00:00:00Z",
    },
    describe: once(() => {
      const corners = cornersOf(plane);
      return { corners, xml: siddXml(scene, plane, view(), corners), writtenMs: scene.endMs };
    }),
  });
  return { sections, rangeCount, azimuthCount };
}

function pixelLines(mosaic: Mosaic, textures: Textures, bytesPerPixel: number): FileSection {
  const across = Math.ceil(mosaic.width / mosaic.cell);
  const bytesOf = bigEndianCells(textures);
  return lineSection({
    width: mosaic.width,
    height: mosaic.height,
    bytesPerPixel,
    cell: mosaic.cell,
    cellsOf: (cellY) => Array.from(textureNumbers(mosaic, 0, cellY, across, 1), bytesOf),
  });
}
