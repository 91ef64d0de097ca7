import { type SignalBand, VECTOR_BYTES, vectorBytes } from "./cphd-vectors.ts";
import { CLASSIFICATION, cphdXml, RELEASE } from "./cphd-xml.ts";
import { plainTexture } from "./mosaic.ts";
import { cornersOf, mosaicOf, planRadarPlane, type RadarPlane } from "./radar-plane.ts";
import { bandwidthHertz, CENTRE_HERTZ, LIGHT_METRES_PER_SECOND, resolvedMetres } from "./radar-xml.ts";
import type { ImagerySize, Scene } from "./scene.ts";
import { lineSection, once, blocks, lazyBytes, type FileSection } from "./file-sections.ts";
import { complexTextures } from "./textures.ts";
import { viewGeometry } from "./view-geometry.ts";

const SAMPLE_BYTES = 4;
const OVERHEAD_BYTES = 20_000;
/** Ends the header and the XML. */
const SECTION_END = "\f\n";
/** Space for the header and for the XML, both padded with zeros: all offsets are known in advance. */
const HEADER_BYTES = 512;
const XML_ROOM_BYTES = 8192;
const VECTORS_AT = HEADER_BYTES + XML_ROOM_BYTES;

/**
 * Lays out CPHD 1.1: a text header, the XML, the parameters of each vector, and the signal. The signal has
 * one line of complex samples in the frequency domain for each vector. There is no support block.
 */
export function cphdProduct(scene: Scene, size: ImagerySize): FileSection[] {
  const plane = planRadarPlane(
    scene,
    size,
    { plane: "slant", corners: "edges" },
    (range, azimuth) => azimuth * (range * SAMPLE_BYTES + VECTOR_BYTES) + OVERHEAD_BYTES,
  );
  const view = once(() => viewGeometry(scene));
  const band = signalBand(scene, plane);
  const vectors = blocks(plane.azimuthCount, VECTOR_BYTES, (index) => [vectorBytes(view(), band, index)]);
  const signal = signalLines(scene, size, plane);
  const head = lazyBytes(VECTORS_AT, () => {
    const xml = cphdXml(scene, {
      plane,
      band,
      view: view(),
      corners: cornersOf(plane),
    });
    return headOf(Buffer.from(xml), vectors.length, signal.length);
  });
  return [head, vectors, signal];
}

function headOf(xml: Buffer, vectorsBytes: number, signalBytes: number): Uint8Array {
  const lines = [
    "CPHD/1.1.0",
    `XML_BLOCK_SIZE := ${xml.length}`,
    `XML_BLOCK_BYTE_OFFSET := ${HEADER_BYTES}`,
    `PVP_BLOCK_SIZE := ${vectorsBytes}`,
    `PVP_BLOCK_BYTE_OFFSET := ${VECTORS_AT}`,
    `SIGNAL_BLOCK_SIZE := ${signalBytes}`,
    `SIGNAL_BLOCK_BYTE_OFFSET := ${VECTORS_AT + vectorsBytes}`,
    `CLASSIFICATION := ${CLASSIFICATION}`,
    `RELEASE_INFO := ${RELEASE}`,
  ];
  const parts = [Buffer.alloc(HEADER_BYTES), xml, Buffer.from(SECTION_END)];
  parts[0]!.write(`${lines.join("\n")}\n${SECTION_END}`, "latin1");
  const filled = parts.reduce((sum, part) => sum + part.length, 0);
  // `lazyBytes` refuses this head if the document makes it too long.
  return Buffer.concat([...parts, Buffer.alloc(Math.max(0, VECTORS_AT - filled))]);
}

function signalBand(scene: Scene, plane: RadarPlane): SignalBand {
  const width = bandwidthHertz(resolvedMetres(plane.rangeSpacing, scene.type.resolutionRangeMetres));
  const swathMetres = plane.rangeSpacing * plane.rangeCount;
  return {
    fx1: CENTRE_HERTZ - width / 2,
    fx2: CENTRE_HERTZ + width / 2,
    step: width / (plane.rangeCount - 1),
    toa1: -swathMetres / LIGHT_METRES_PER_SECOND,
    toa2: swathMetres / LIGHT_METRES_PER_SECOND,
    interval: (scene.endMs - scene.startMs) / 1000 / (plane.azimuthCount - 1),
  };
}

/**
 * Returns the lines of the signal, which is noise throughout: an uncompressed signal shows nothing of the
 * ground.
 */
function signalLines(scene: Scene, size: ImagerySize, { rangeCount, azimuthCount }: RadarPlane): FileSection {
  const mosaic = mosaicOf(scene, "CPHD", size, rangeCount, azimuthCount);
  const textures = complexTextures(mosaic.cell);
  const across = Math.ceil(rangeCount / mosaic.cell);
  return lineSection({
    width: rangeCount,
    height: azimuthCount,
    bytesPerPixel: SAMPLE_BYTES,
    cell: mosaic.cell,
    cellsOf: (cellY) =>
      Array.from({ length: across }, (_, cellX) => textures.bigEndian(plainTexture(mosaic, cellX, cellY))),
  });
}
