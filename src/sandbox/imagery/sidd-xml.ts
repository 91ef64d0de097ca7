import type { ImageCorners, RadarPlane } from "./radar-plane.ts";
import {
  formatApertureTime,
  APPLICATION,
  writeLatLon,
  readMode,
  writeNamedCorners,
  computeResolvedMetres,
  sampleCorners,
  formatXmlTime,
  writeTrajectory,
  writeVertices,
  writeXyz,
  prefixElements,
  toXml,
  type Xml,
} from "./radar-xml.ts";
import type { Scene, ViewGeometry } from "./view-geometry.ts";

export const SIDD_NAMESPACE = "urn:SIDD:3.0.0";

/** Elements of types that SIDD shares with SICD have the prefix of that namespace. */
const prefixShared = (content: Xml): Xml => prefixElements("sicommon", content);
const prefixEachShared = (contents: readonly Xml[]): Xml[] => contents.map(prefixShared);

/** Returns the SIDD document (version 3.0.0): a detected image on the ground plane, ground range down the rows. */
export function writeSiddXml(
  scene: Scene,
  plane: RadarPlane,
  view: ViewGeometry,
  corners: ImageCorners,
): string {
  return toXml("SIDD", {
    "@xmlns": SIDD_NAMESPACE,
    "@xmlns:sicommon": "urn:SICommon:1.0",
    "@xmlns:sfa": "urn:SFA:1.2.0",
    "@xmlns:ism": "urn:us:gov:ic:ism:13",
    ProductCreation: {
      ProcessorInformation: {
        Application: APPLICATION,
        ProcessingDateTime: formatXmlTime(scene.endMs),
        Site: "simulated",
      },
      Classification: {
        "@ism:DESVersion": "13",
        "@ism:resourceElement": "true",
        "@ism:createDate": formatXmlTime(scene.endMs).slice(0, 10),
        "@ism:compliesWith": "USGov",
        "@ism:ISMCATCESVersion": "201903",
        "@ism:classification": "U",
        "@ism:ownerProducer": "USA",
      },
      ProductName: scene.id,
      ProductClass: "Detected Image",
    },
    Display: SIDD_DISPLAY,
    GeoData: {
      EarthModel: "WGS_84",
      ImageCorners: {
        ICP: prefixEachShared(writeNamedCorners(corners)),
      },
      ValidData: writeVertices(prefixEachShared(corners.map(writeLatLon))),
    },
    Measurement: writeMeasurement(plane, view),
    ExploitationFeatures: writeFeatures(scene, plane, view),
  });
}

function writeMeasurement(plane: RadarPlane, view: ViewGeometry): Xml {
  const { rangeCount, azimuthCount, rangeSpacing, azimuthSpacing } = plane;
  return {
    PlaneProjection: {
      ReferencePoint: prefixShared({
        ECEF: writeXyz(view.centre.position),
        Point: { Row: plane.centreRange, Col: plane.centreAzimuth },
      }),
      SampleSpacing: prefixShared({ Row: rangeSpacing, Col: azimuthSpacing }),
      // The standard leaves this polynomial's coordinates open: metres from the reference point, as in SICD.
      TimeCOAPoly: prefixShared(formatApertureTime(view.seconds, plane)),
      ProductPlane: {
        RowUnitVector: prefixShared(writeXyz(plane.rowUnit)),
        ColUnitVector: prefixShared(writeXyz(plane.image.columnUnit)),
      },
    },
    PixelFootprint: prefixShared({ Row: rangeCount, Col: azimuthCount }),
    ARPPoly: prefixShared(writeTrajectory(view.trajectory)),
    ValidData: writeVertices(prefixEachShared(sampleCorners(plane))),
  };
}

function writeFeatures(scene: Scene, { rangeSpacing, azimuthSpacing }: RadarPlane, view: ViewGeometry): Xml {
  const [transmitted, received] = [scene.polarization[0]!, scene.polarization[1]!];
  const { resolutionRangeMetres, resolutionAzimuthMetres } = scene.type;
  const row = computeResolvedMetres(rangeSpacing, resolutionRangeMetres);
  const column = computeResolvedMetres(azimuthSpacing, resolutionAzimuthMetres);
  return {
    Collection: {
      "@identifier": scene.id,
      Information: {
        SensorName: scene.platform,
        RadarMode: prefixShared(readMode(scene)),
        CollectionDateTime: formatXmlTime(scene.startMs),
        CollectionDuration: view.durationSeconds,
        Resolution: prefixShared({ Range: resolutionRangeMetres, Azimuth: resolutionAzimuthMetres }),
        Polarization: { TxPolarization: transmitted, RcvPolarization: received },
      },
      Geometry: {
        Azimuth: view.azimuthDegrees,
        Slope: view.slopeDegrees,
        Graze: view.grazeDegrees,
        Tilt: view.twistDegrees,
        DopplerConeAngle: view.dopplerConeDegrees,
      },
    },
    Product: {
      Resolution: prefixShared({ Row: row, Col: column }),
      Ellipticity: Math.max(row, column) / Math.min(row, column),
      Polarization: { TxPolarizationProc: transmitted, RcvPolarizationProc: received },
    },
  };
}

const BILINEAR = { FilterBank: { Predefined: { DatabaseName: "BILINEAR" } } };

/** Display of a 16-bit amplitude image in SIDD's processing chain: nothing applied yet, ordinary resampling. */
const SIDD_DISPLAY: Xml = {
  PixelType: "MONO16I",
  NumBands: 1,
  DefaultBandDisplay: 1,
  NonInteractiveProcessing: {
    "@band": 1,
    ProductGenerationOptions: {
      DataRemapping: { LUTName: "LINEAR", Predefined: { DatabaseName: "LINEAR" } },
    },
    RRDS: { DownsamplingMethod: "DECIMATE" },
  },
  InteractiveProcessing: {
    "@band": 1,
    GeometricTransform: {
      Scaling: {
        AntiAlias: { FilterName: "AntiAlias", ...BILINEAR, Operation: "CONVOLUTION" },
        Interpolation: { FilterName: "Interpolation", ...BILINEAR, Operation: "CORRELATION" },
      },
      Orientation: { ShadowDirection: "DOWN" },
    },
    SharpnessEnhancement: {
      ModularTransferFunctionEnhancement: {
        FilterName: "ModularTransferFunctionEnhancement",
        ...BILINEAR,
        Operation: "CONVOLUTION",
      },
    },
    DynamicRangeAdjustment: { AlgorithmType: "NONE", BandStatsSource: 1 },
  },
};
