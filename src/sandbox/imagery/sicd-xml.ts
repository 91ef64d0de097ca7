import { dot, norm, type Vector } from "../../orbit/ellipsoid.ts";
import type { ImageCorners, RadarPlane } from "./radar-plane.ts";
import {
  formatApertureTime,
  APPLICATION,
  computeBandwidthHertz,
  CENTRE_HERTZ,
  writeConstant,
  writeLatLon,
  LIGHT_METRES_PER_SECOND,
  LOBE,
  readMode,
  writeNamedCorners,
  writePolynomial,
  computeResolvedMetres,
  sampleCorners,
  formatXmlTime,
  writeTrajectory,
  writeVertices,
  writeXyz,
  toXml,
  type Xml,
} from "./radar-xml.ts";
import type { Scene, ViewGeometry } from "./view-geometry.ts";

export const SICD_NAMESPACE = "urn:SICD:1.3.0";

/** Cycles per metre of range, two-way. */
const WAVENUMBER = (2 * CENTRE_HERTZ) / LIGHT_METRES_PER_SECOND;

/** Pulses per metre of flight: enough for the beam of an antenna of a few metres. */
const PULSES_PER_METRE = 0.6;

/**
 * Returns the SICD document (version 1.3.0): range down the rows, azimuth along the columns of the slant plane. The
 * grid is of type PLANE: its samples are places in space, so its sensor model is valid for any squint.
 */
export function writeSicdXml(
  scene: Scene,
  plane: RadarPlane,
  view: ViewGeometry,
  corners: ImageCorners,
): string {
  const { trajectory: flight, seconds, durationSeconds } = view;
  const polarizations = `${scene.polarization[0]}:${scene.polarization[1]}`;
  const { resolutionRangeMetres, resolutionAzimuthMetres } = scene.type;
  const rangeResolution = computeResolvedMetres(plane.rangeSpacing, resolutionRangeMetres);
  const azimuthResolution = computeResolvedMetres(plane.azimuthSpacing, resolutionAzimuthMetres);
  return toXml("SICD", {
    "@xmlns": SICD_NAMESPACE,
    CollectionInfo: {
      CollectorName: scene.platform,
      CoreName: scene.id,
      CollectType: "MONOSTATIC",
      RadarMode: readMode(scene),
      Classification: "UNCLASSIFIED",
      Parameter: { "@name": "SIMULATED", "#": "true" },
    },
    ImageCreation: { Application: APPLICATION, DateTime: formatXmlTime(scene.endMs) },
    ImageData: writeImageData(plane),
    GeoData: {
      EarthModel: "WGS_84",
      SCP: { ECF: writeXyz(view.centre.position), LLH: { ...writeLatLon(scene.center), HAE: 0 } },
      ImageCorners: { ICP: writeNamedCorners(corners) },
      ValidData: writeVertices(corners.map(writeLatLon)),
    },
    Grid: {
      ImagePlane: "SLANT",
      Type: "PLANE",
      TimeCOAPoly: formatApertureTime(seconds, plane),
      Row: writeDirection(plane.rowUnit, view, plane.rangeSpacing, rangeResolution),
      Col: writeDirection(plane.image.columnUnit, view, plane.azimuthSpacing, azimuthResolution),
    },
    Timeline: {
      CollectStart: formatXmlTime(scene.startMs),
      CollectDuration: durationSeconds,
      IPP: { "@size": 1, Set: writePulses(view) },
    },
    Position: { ARPPoly: writeTrajectory(flight) },
    RadarCollection: {
      TxFrequency: makeBand("Min", "Max", resolutionRangeMetres),
      TxPolarization: scene.polarization[0]!,
      RcvChannels: { "@size": 1, ChanParameters: { "@index": 1, TxRcvPolarization: polarizations } },
    },
    ImageFormation: writeImageFormation(polarizations, durationSeconds, rangeResolution),
    SCPCOA: centreOfAperture(view),
  });
}

/** Returns how the image was formed: of the whole time, in the band that its range resolution needs. */
function writeImageFormation(polarizations: string, durationSeconds: number, rangeResolution: number): Xml {
  return {
    RcvChanProc: { NumChanProc: 1, ChanIndex: 1 },
    TxRcvPolarizationProc: polarizations,
    TStartProc: 0,
    TEndProc: durationSeconds,
    TxFrequencyProc: makeBand("MinProc", "MaxProc", rangeResolution),
    ImageFormAlgo: "OTHER",
    STBeamComp: "NO",
    ImageBeamComp: "NO",
    AzAutofocus: "NO",
    RgAutofocus: "NO",
    Processing: { Type: "BACKPROJECTION", Applied: true },
  };
}

function writeImageData(plane: RadarPlane): Xml {
  const size = { NumRows: plane.rangeCount, NumCols: plane.azimuthCount };
  return {
    PixelType: "RE16I_IM16I",
    ...size,
    FirstRow: 0,
    FirstCol: 0,
    FullImage: size,
    SCPPixel: { Row: plane.centreRange, Col: plane.centreAzimuth },
    ValidData: writeVertices(sampleCorners(plane)),
  };
}

/** Returns the band for a range resolution; a coarser image contains a part of the transmitted band. */
const makeBand = (lowest: string, highest: string, resolution: number): Xml => ({
  [lowest]: CENTRE_HERTZ - computeBandwidthHertz(resolution) / 2,
  [highest]: CENTRE_HERTZ + computeBandwidthHertz(resolution) / 2,
});

function writeDirection(
  unitVector: Vector,
  { sight }: ViewGeometry,
  spacing: number,
  resolution: number,
): Xml {
  const width = LOBE / resolution;
  return {
    UVectECF: writeXyz(unitVector),
    SS: spacing,
    ImpRespWid: resolution,
    Sgn: -1,
    ImpRespBW: width,
    KCtr: WAVENUMBER * dot(sight, unitVector),
    DeltaK1: -width / 2,
    DeltaK2: width / 2,
    DeltaKCOAPoly: writeConstant(0),
    WgtType: { WindowName: "UNIFORM" },
  };
}

const pulseCount = ({ velocity, durationSeconds }: ViewGeometry): number =>
  Math.round(norm(velocity) * PULSES_PER_METRE * durationSeconds);

const pulseRate = (view: ViewGeometry): number => pulseCount(view) / view.durationSeconds;

function writePulses(view: ViewGeometry): Xml {
  return {
    "@index": 1,
    TStart: 0,
    TEnd: view.durationSeconds,
    IPPStart: 0,
    IPPEnd: pulseCount(view) - 1,
    IPPPoly: writePolynomial([0, pulseRate(view)]),
  };
}

function centreOfAperture(view: ViewGeometry): Xml {
  return {
    SCPTime: view.seconds,
    ARPPos: writeXyz(view.position),
    ARPVel: writeXyz(view.velocity),
    ARPAcc: writeXyz(view.acceleration),
    SideOfTrack: view.side,
    SlantRange: view.slantRangeMetres,
    GroundRange: view.groundRangeMetres,
    DopplerConeAng: view.dopplerConeDegrees,
    GrazeAng: view.grazeDegrees,
    IncidenceAng: 90 - view.grazeDegrees,
    TwistAng: view.twistDegrees,
    SlopeAng: view.slopeDegrees,
    AzimAng: view.azimuthDegrees,
    LayoverAng: view.layoverDegrees,
  };
}
