import type { GeoRaster } from "./geo-raster.ts";
import { type Mosaic, textureNumbers } from "./mosaic.ts";
import { MAX_NITF_BYTES, NITF_OVERHEAD_BYTES, nitfFile, type NitfFile } from "./nitf-file.ts";
import { cornersOf, mosaicOf, onGround, planRadarPlane, type RadarPlane } from "./radar-plane.ts";
import type { ImagerySize, Scene } from "./scene.ts";
import { lineSection, once, type FileSection } from "./file-sections.ts";
import { SICD_NAMESPACE, sicdXml } from "./sicd-xml.ts";
import { SIDD_NAMESPACE, siddXml } from "./sidd-xml.ts";
import { complexTextures, detectedTextures, type Textures } from "./textures.ts";
import { viewGeometry } from "./view-geometry.ts";

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
  xmlOf: typeof sicdXml;
}

const DATE = "2021-11-30T00:00:00Z";

/** Complex 16-bit samples of the slant plane. */
export const SICD: NitfFormat = {
  product: "SICD",
  label: "SICD: complex samples",
  lattice: { plane: "slant", corners: "samples" },
  bytesPerPixel: 4,
  texturesOf: complexTextures,
  xmlOf: sicdXml,
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
  texturesOf: detectedTextures,
  xmlOf: siddXml,
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
export function nitfProduct(
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
    ...mosaicOf(scene, product, size, azimuthCount, rangeCount),
    place: onGround(ground, plane, (x, y) => [y, x]),
  };
  const sections = nitfFile({
    ...format,
    title: `${product}: ${title}`,
    source: scene.platform,
    datetimeMs: scene.startMs,
    width: azimuthCount,
    height: rangeCount,
    pixels: pixelLines(mosaic, format.texturesOf(mosaic.cell), bytesPerPixel),
    describe: once(() => {
      const corners = cornersOf(plane);
      const xml = format.xmlOf(scene, plane, viewGeometry(scene), corners);
      return { corners, xml, writtenMs: scene.endMs };
    }),
  });
  return { sections, rangeCount, azimuthCount };
}

function pixelLines(mosaic: Mosaic, textures: Textures, bytesPerPixel: number): FileSection {
  const across = Math.ceil(mosaic.width / mosaic.cell);
  return lineSection({
    width: mosaic.width,
    height: mosaic.height,
    bytesPerPixel,
    cell: mosaic.cell,
    cellsOf: (cellY) => Array.from(textureNumbers(mosaic, 0, cellY, across, 1), textures.bigEndian),
  });
}
