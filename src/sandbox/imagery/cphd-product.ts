import { addScaled, dot, norm, subtract, unit, type Vector } from "../../orbit/ellipsoid.ts";
import { numberPlainTexture } from "./mosaic.ts";
import {
  makeLineSection,
  memoize,
  makeBlockSection,
  makeLazySection,
  type FileSection,
} from "./product-file.ts";
import {
  findCorners,
  makePlaneMosaic,
  planRadarPlane,
  measureGroundExtent,
  type RadarPlane,
  type ImageCorners,
} from "./radar-plane.ts";
import {
  computeBandwidthHertz,
  CENTRE_HERTZ,
  LIGHT_METRES_PER_SECOND,
  computeResolvedMetres,
  formatApertureTime,
  writeConstant,
  writeLatLon,
  readMode,
  formatXmlTime,
  writeXyz,
  toXml,
  type Xml,
} from "./radar-xml.ts";
import { makeComplexTextures } from "./textures.ts";
import {
  computeViewGeometry,
  evaluateTrajectory,
  differentiateTrajectory,
  computeView,
  type ImagerySize,
  type Scene,
  type ViewGeometry,
} from "./view-geometry.ts";

const SAMPLE_BYTES = 4;
const OVERHEAD_BYTES = 20_000;
/** The bytes that end the header and the XML. */
const SECTION_END = "\f\n";
/** Space for the header and for the XML, both padded with zeros: all offsets are known in advance. */
const HEADER_BYTES = 512;
const XML_ROOM_BYTES = 8192;
const VECTORS_AT = HEADER_BYTES + XML_ROOM_BYTES;

/**
 * Lays out CPHD 1.1: a text header, the XML, the parameters of each vector, and the signal. The signal has
 * one line of complex samples in the frequency domain for each vector. There is no support block.
 */
export function makeCphdProduct(scene: Scene, size: ImagerySize): FileSection[] {
  const plane = planRadarPlane(
    scene,
    size,
    { plane: "slant", corners: "edges" },
    (range, azimuth) => azimuth * (range * SAMPLE_BYTES + VECTOR_BYTES) + OVERHEAD_BYTES,
  );
  const view = memoize(() => computeViewGeometry(scene));
  const band = signalBand(scene, plane);
  const vectors = makeBlockSection(plane.azimuthCount, VECTOR_BYTES, (index) => [
    writeVectors(view(), band, index),
  ]);
  const signal = signalLines(scene, size, plane);
  const head = makeLazySection(VECTORS_AT, () => {
    const xml = writeCphdXml(scene, {
      plane,
      band,
      view: view(),
      corners: findCorners(plane),
    });
    return writeHead(Buffer.from(xml), vectors.length, signal.length);
  });
  return [head, vectors, signal];
}

function writeHead(xml: Buffer, vectorsBytes: number, signalBytes: number): Uint8Array {
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
  const width = computeBandwidthHertz(
    computeResolvedMetres(plane.rangeSpacing, scene.type.resolutionRangeMetres),
  );
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
  const mosaic = makePlaneMosaic(scene, "CPHD", size, rangeCount, azimuthCount);
  const textures = makeComplexTextures(mosaic.cell);
  const across = Math.ceil(rangeCount / mosaic.cell);
  return makeLineSection({
    width: rangeCount,
    height: azimuthCount,
    bytesPerPixel: SAMPLE_BYTES,
    cell: mosaic.cell,
    cellsOf: (cellY) =>
      Array.from({ length: across }, (_, cellX) =>
        textures.bigEndian(numberPlainTexture(mosaic, cellX, cellY)),
      ),
  });
}

/** Band and swath of a signal array, common to all vectors. */
interface SignalBand {
  /** Lowest frequency, in hertz. */
  fx1: number;
  fx2: number;
  /** Step between samples, in hertz. */
  step: number;
  /** Seconds of two-way delay relative to the reference point. */
  toa1: number;
  toa2: number;
  /** Seconds between vectors. */
  interval: number;
}

/** Parameters of a vector in storage order, and the number of values of each. */
const VECTOR_PARAMETERS = [
  ["TxTime", 1],
  ["TxPos", 3],
  ["TxVel", 3],
  ["RcvTime", 1],
  ["RcvPos", 3],
  ["RcvVel", 3],
  ["SRPPos", 3],
  ["aFDOP", 1],
  ["aFRR1", 1],
  ["aFRR2", 1],
  ["FX1", 1],
  ["FX2", 1],
  ["TOA1", 1],
  ["TOA2", 1],
  ["TDTropoSRP", 1],
  ["SC0", 1],
  ["SCSS", 1],
] as const;

const NUMBERS = VECTOR_PARAMETERS.reduce((sum, [, count]) => sum + count, 0);
const VECTOR_BYTES = NUMBERS * 8;

/** Zenith delay of a standard atmosphere, metres one way. */
const ZENITH_DELAY_METRES = 2.3;

/** The antenna at one moment: seconds since the start, metres and metres per second. */
interface AntennaState {
  seconds: number;
  position: Vector;
  velocity: Vector;
}

const stateAt = ({ trajectory }: ViewGeometry, seconds: number): AntennaState => ({
  seconds,
  position: evaluateTrajectory(trajectory, seconds),
  velocity: evaluateTrajectory(differentiateTrajectory(trajectory), seconds),
});

/** Returns the antenna when it sends a vector's pulse, and when the echo arrives; each iteration gains four digits. */
function toExchange(view: ViewGeometry, sentSeconds: number): { sent: AntennaState; received: AntennaState } {
  const { trajectory, centre } = view;
  const sent = stateAt(view, sentSeconds);
  const out = norm(subtract(sent.position, centre.position));
  let back = out;
  for (let round = 0; round < 4; round += 1) {
    const seconds = sentSeconds + (out + back) / LIGHT_METRES_PER_SECOND;
    back = norm(subtract(evaluateTrajectory(trajectory, seconds), centre.position));
  }
  return { sent, received: stateAt(view, sentSeconds + (out + back) / LIGHT_METRES_PER_SECOND) };
}

/** Returns the parameters of vector number `index`, as big-endian doubles. */
function writeVectors(view: ViewGeometry, band: SignalBand, index: number): Uint8Array {
  const { centre } = view;
  const { sent, received } = toExchange(view, index * band.interval);
  const closing = ({ position, velocity }: AntennaState): number =>
    dot(velocity, unit(subtract(position, centre.position)));
  const dopplerScale = -(closing(sent) + closing(received)) / LIGHT_METRES_PER_SECOND;
  const graze = dot(unit(subtract(sent.position, centre.position)), centre.up);
  const parameters = [
    sent.seconds,
    ...listComponents(sent.position),
    ...listComponents(sent.velocity),
    received.seconds,
    ...listComponents(received.position),
    ...listComponents(received.velocity),
    ...listComponents(centre.position),
    dopplerScale,
    // The fast time phase has no residual: the standard then allows zero for both rates.
    0,
    0,
    band.fx1,
    band.fx2,
    band.toa1,
    band.toa2,
    (2 * ZENITH_DELAY_METRES) / graze / LIGHT_METRES_PER_SECOND,
    band.fx1,
    band.step,
  ];
  const bytes = Buffer.alloc(VECTOR_BYTES);
  for (const [at, value] of parameters.entries()) bytes.writeDoubleBE(value, at * 8);
  return bytes;
}

const listComponents = ({ x, y, z }: Vector): number[] => [x, y, z];

/** Returns the reference time and position of a vector, halfway between sending and receiving. */
function findReference(view: ViewGeometry, band: SignalBand, index: number): AntennaState {
  const { sent, received } = toExchange(view, index * band.interval);
  const out = norm(subtract(sent.position, view.centre.position));
  const back = norm(subtract(received.position, view.centre.position));
  const middle = (a: Vector, b: Vector): Vector => addScaled(addScaled({ x: 0, y: 0, z: 0 }, a, 0.5), b, 0.5);
  return {
    seconds: sent.seconds + (out / (out + back)) * (received.seconds - sent.seconds),
    position: middle(sent.position, received.position),
    velocity: middle(sent.velocity, received.velocity),
  };
}

const CPHD_NAMESPACE = "http://api.nsgreg.nga.mil/schema/cphd/1.1.0";

const CLASSIFICATION = "UNCLASSIFIED";
const RELEASE = "UNRESTRICTED";

/** The one channel, and the one pair of dwell polynomials. */
const CHANNEL = "1";

/** Share of the collect during which a place is in the beam. */
const DWELL_SHARE = 0.98;

interface CphdContent {
  plane: RadarPlane;
  band: SignalBand;
  view: ViewGeometry;
  corners: ImageCorners;
}

/** Returns the CPHD document (version 1.1.0): one channel in the frequency domain, of 16-bit complex samples. */
function writeCphdXml(scene: Scene, content: CphdContent): string {
  const { plane, band } = content;
  const lastSeconds = (plane.azimuthCount - 1) * band.interval;
  return toXml("CPHD", {
    "@xmlns": CPHD_NAMESPACE,
    CollectionID: {
      CollectorName: scene.platform,
      CoreName: scene.id,
      CollectType: "MONOSTATIC",
      RadarMode: readMode(scene),
      Classification: CLASSIFICATION,
      ReleaseInfo: RELEASE,
      Parameter: { "@name": "SIMULATED", "#": "true" },
    },
    Global: {
      DomainType: "FX",
      SGN: -1,
      Timeline: { CollectionStart: formatXmlTime(scene.startMs), TxTime1: 0, TxTime2: lastSeconds },
      FxBand: { FxMin: band.fx1, FxMax: band.fx2 },
      TOASwath: { TOAMin: band.toa1, TOAMax: band.toa2 },
    },
    SceneCoordinates: writeSceneCoordinates(scene, content),
    Data: {
      SignalArrayFormat: "CI4",
      NumBytesPVP: VECTOR_BYTES,
      NumCPHDChannels: 1,
      Channel: {
        Identifier: CHANNEL,
        NumVectors: plane.azimuthCount,
        NumSamples: plane.rangeCount,
        SignalArrayByteOffset: 0,
        PVPArrayByteOffset: 0,
      },
      NumSupportArrays: 0,
    },
    Channel: {
      RefChId: CHANNEL,
      FXFixedCPHD: true,
      TOAFixedCPHD: true,
      SRPFixedCPHD: true,
      Parameters: writeChannel(scene, content),
    },
    PVP: writeVectorLayout(),
    Dwell: {
      NumCODTimes: 1,
      CODTime: { Identifier: CHANNEL, CODTimePoly: formatApertureTime(lastSeconds / 2, plane) },
      NumDwellTimes: 1,
      DwellTime: {
        Identifier: CHANNEL,
        DwellTimePoly: writeConstant(computeDwellSeconds(plane, lastSeconds)),
      },
    },
    ReferenceGeometry: writeReferenceGeometry(content, lastSeconds),
  });
}

const findReferenceIndex = ({ azimuthCount }: RadarPlane): number => Math.floor(azimuthCount / 2);

/** Returns the seconds for which each place is in the moving beam. */
const computeDwellSeconds = ({ image }: RadarPlane, lastSeconds: number): number =>
  DWELL_SHARE * (lastSeconds - 2 * image.halfColumnKm * Math.abs(image.secondsPerKm));

function writeSceneCoordinates(scene: Scene, { plane, view, corners }: CphdContent): Xml {
  return {
    EarthModel: "WGS_84",
    IARP: { ECF: writeXyz(view.centre.position), LLH: { ...writeLatLon(scene.center), HAE: 0 } },
    ReferenceSurface: {
      Planar: { uIAX: writeXyz(plane.image.groundRowUnit), uIAY: writeXyz(plane.image.columnUnit) },
    },
    ImageArea: writeImageArea(plane),
    ImageAreaCornerPoints: {
      IACP: corners.map((corner, at) => ({ "@index": at + 1, ...writeLatLon(corner) })),
    },
    ImageGrid: writeImageGrid(plane),
  };
}

function writeImageArea({ image }: RadarPlane): Xml {
  const { near, far, first, last } = measureGroundExtent(image);
  return { X1Y1: { X: near, Y: first }, X2Y2: { X: far, Y: last } };
}

/** Returns the ground-plane grid of an image of this signal. */
function writeImageGrid({ image, rangeCount, azimuthCount }: RadarPlane): Xml {
  const { near, far, first, last } = measureGroundExtent(image);
  const lineSpacing = (far - near) / rangeCount;
  const sampleSpacing = (last - first) / azimuthCount;
  return {
    IARPLocation: { Line: -near / lineSpacing - 0.5, Sample: -first / sampleSpacing - 0.5 },
    IAXExtent: { LineSpacing: lineSpacing, FirstLine: 0, NumLines: rangeCount },
    IAYExtent: { SampleSpacing: sampleSpacing, FirstSample: 0, NumSamples: azimuthCount },
  };
}

function writeChannel(scene: Scene, { plane, band }: CphdContent): Xml {
  return {
    Identifier: CHANNEL,
    RefVectorIndex: findReferenceIndex(plane),
    FXFixed: true,
    TOAFixed: true,
    SRPFixed: true,
    Polarization: { TxPol: scene.polarization[0]!, RcvPol: scene.polarization[1]! },
    FxC: CENTRE_HERTZ,
    FxBW: band.fx2 - band.fx1,
    TOASaved: band.toa2 - band.toa1,
    DwellTimes: { CODId: CHANNEL, DwellId: CHANNEL },
    ImageArea: writeImageArea(plane),
  };
}

/** Returns the offset of each parameter in a vector's record, in words of eight bytes. */
function writeVectorLayout(): Xml {
  let offset = 0;
  return Object.fromEntries(
    VECTOR_PARAMETERS.map(([name, size]) => {
      const field = { Offset: offset, Size: size, Format: size === 3 ? "X=F8;Y=F8;Z=F8;" : "F8" };
      offset += size;
      return [name, field];
    }),
  );
}

function writeReferenceGeometry({ plane, band, view }: CphdContent, lastSeconds: number): Xml {
  const reference = findReference(view, band, findReferenceIndex(plane));
  const seen = computeView(reference.position, reference.velocity, view.centre);
  return {
    SRP: { ECF: writeXyz(view.centre.position), IAC: { X: 0, Y: 0, Z: 0 } },
    ReferenceTime: reference.seconds,
    SRPCODTime: lastSeconds / 2,
    SRPDwellTime: computeDwellSeconds(plane, lastSeconds),
    Monostatic: {
      ARPPos: writeXyz(seen.position),
      ARPVel: writeXyz(seen.velocity),
      SideOfTrack: seen.side,
      SlantRange: seen.slantRangeMetres,
      GroundRange: seen.groundRangeMetres,
      DopplerConeAngle: seen.dopplerConeDegrees,
      GrazeAngle: seen.grazeDegrees,
      IncidenceAngle: 90 - seen.grazeDegrees,
      AzimuthAngle: seen.azimuthDegrees,
      TwistAngle: seen.twistDegrees,
      SlopeAngle: seen.slopeDegrees,
      LayoverAngle: seen.layoverDegrees,
    },
  };
}
