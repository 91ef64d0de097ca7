import { bigEndianCells } from "./big-endian-cells.ts";
import { type SignalBand, VECTOR_BYTES, vectorBytes } from "./cphd-vectors.ts";
import { cphdXml } from "./cphd-xml.ts";
import type { GeoRaster } from "./geo-raster.ts";
import { imageCorners } from "./image-corners.ts";
import { lineSegment } from "./line-segment.ts";
import { plainTexture } from "./mosaic.ts";
import { mosaicOf, planRadarPlane, type RadarPlane } from "./radar-plane.ts";
import { bandwidthHertz, CENTRE_HERTZ, LIGHT_METRES_PER_SECOND, resolvedMetres } from "./radar-xml.ts";
import type { ImagerySize, Scene } from "./scene.ts";
import { blocks, lazyBytes, type Segment } from "./segments.ts";
import { complexTextures } from "./textures.ts";
import { type ViewGeometry, viewGeometry } from "./view-geometry.ts";

const SAMPLE_BYTES = 4;
const OVERHEAD_BYTES = 20_000;
const CLASSIFICATION = "UNCLASSIFIED";
const RELEASE = "UNRESTRICTED";
/** Ends the header, and again the XML. */
const SECTION_END = "\f\n";
/** Room for the header's lines: the sizes in it hang on its length, which must not hang on them. */
const HEADER_BYTES = 512;
const WORD = 8;

/**
 * CPHD 1.1: a header of text lines, the XML, the parameters of each vector, and the signal: one line of complex samples in
 * the frequency domain for each vector. There is no support block.
 */
export function cphdProduct(scene: Scene, size: ImagerySize, ground: GeoRaster): Segment[] {
  const plane = planRadarPlane(
    scene,
    size,
    "slant",
    (range, azimuth) => azimuth * (range * SAMPLE_BYTES + VECTOR_BYTES) + OVERHEAD_BYTES,
  );
  const view = viewGeometry(scene);
  const band = signalBand(scene, plane, view);
  const corners = imageCorners(scene, ground, view.groundRowUnit, view.groundColumnUnit);
  const xml = Buffer.from(
    cphdXml(scene, { plane, band, view, corners, classification: CLASSIFICATION, release: RELEASE }),
  );
  const vectors = blocks(plane.azimuthCount, VECTOR_BYTES, (index) => [vectorBytes(view, band, index)]);
  const signal = signalLines(scene, size, plane);

  const vectorsAt = Math.ceil((HEADER_BYTES + xml.length + SECTION_END.length) / WORD) * WORD;
  const lines = [
    "CPHD/1.1.0",
    `XML_BLOCK_SIZE := ${xml.length}`,
    `XML_BLOCK_BYTE_OFFSET := ${HEADER_BYTES}`,
    `PVP_BLOCK_SIZE := ${vectors.length}`,
    `PVP_BLOCK_BYTE_OFFSET := ${vectorsAt}`,
    `SIGNAL_BLOCK_SIZE := ${signal.length}`,
    `SIGNAL_BLOCK_BYTE_OFFSET := ${vectorsAt + vectors.length}`,
    `CLASSIFICATION := ${CLASSIFICATION}`,
    `RELEASE_INFO := ${RELEASE}`,
  ];
  const head = Buffer.alloc(vectorsAt);
  head.write(`${lines.join("\n")}\n${SECTION_END}`, "latin1");
  xml.copy(head, HEADER_BYTES);
  head.write(SECTION_END, HEADER_BYTES + xml.length, "latin1");
  return [lazyBytes(vectorsAt, () => head), vectors, signal];
}

function signalBand(scene: Scene, plane: RadarPlane, view: ViewGeometry): SignalBand {
  const width = bandwidthHertz(resolvedMetres(plane.rangeSpacing, scene.type.resolutionRangeMetres));
  const swathMetres = plane.rangeSpacing * plane.rangeCount;
  return {
    fx1: CENTRE_HERTZ - width / 2,
    fx2: CENTRE_HERTZ + width / 2,
    step: width / (plane.rangeCount - 1),
    toa1: -swathMetres / LIGHT_METRES_PER_SECOND,
    toa2: swathMetres / LIGHT_METRES_PER_SECOND,
    interval: view.durationSeconds / (plane.azimuthCount - 1),
  };
}

/** Before it is compressed, a signal shows nothing of the ground: it is noise all over. */
function signalLines(scene: Scene, size: ImagerySize, { rangeCount, azimuthCount }: RadarPlane): Segment {
  const mosaic = mosaicOf(scene, "CPHD", size, rangeCount, azimuthCount);
  const bytesOf = bigEndianCells(complexTextures(mosaic.cell));
  const across = Math.ceil(rangeCount / mosaic.cell);
  return lineSegment({
    width: rangeCount,
    height: azimuthCount,
    bytesPerPixel: SAMPLE_BYTES,
    cell: mosaic.cell,
    cellsOf: (cellY) =>
      Array.from({ length: across }, (_, cellX) => bytesOf(plainTexture(mosaic, cellX, cellY))),
  });
}
