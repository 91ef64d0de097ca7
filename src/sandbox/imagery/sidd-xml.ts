import type { ImageCorners, RadarPlane } from "./radar-plane.ts";
import {
  apertureTime,
  APPLICATION,
  latLon,
  modeOf,
  namedCorners,
  resolvedMetres,
  sampleCorners,
  timestamp,
  trajectory,
  vertices,
  xyz,
  prefixed,
  toXml,
  type Xml,
} from "./radar-xml.ts";
import type { Scene, ViewGeometry } from "./view-geometry.ts";

export const SIDD_NAMESPACE = "urn:SIDD:3.0.0";

/** Elements of types that SIDD shares with SICD have the prefix of that namespace. */
const shared = (content: Xml): Xml => prefixed("sicommon", content);
const sharedEach = (contents: readonly Xml[]): Xml[] => contents.map(shared);

/** Returns the SIDD document (version 3.0.0): a detected image on the ground plane, ground range down the rows. */
export function siddXml(scene: Scene, plane: RadarPlane, view: ViewGeometry, corners: ImageCorners): string {
  return toXml("SIDD", {
    "@xmlns": SIDD_NAMESPACE,
    "@xmlns:sicommon": "urn:SICommon:1.0",
    "@xmlns:sfa": "urn:SFA:1.2.0",
    "@xmlns:ism": "urn:us:gov:ic:ism:13",
    ProductCreation: {
      ProcessorInformation: {
        Application: APPLICATION,
        ProcessingDateTime: timestamp(scene.endMs),
        Site: "simulated",
      },
      Classification: {
        "@ism:DESVersion": "13",
        "@ism:resourceElement": "true",
        "@ism:createDate": timestamp(scene.endMs).slice(0, 10),
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
        ICP: sharedEach(namedCorners(corners)),
      },
      ValidData: vertices(sharedEach(corners.map(latLon))),
    },
    Measurement: measurement(plane, view),
    ExploitationFeatures: features(scene, plane, view),
  });
}

function measurement(plane: RadarPlane, view: ViewGeometry): Xml {
  const { rangeCount, azimuthCount, rangeSpacing, azimuthSpacing } = plane;
  return {
    PlaneProjection: {
      ReferencePoint: shared({
        ECEF: xyz(view.centre.position),
        Point: { Row: plane.centreRange, Col: plane.centreAzimuth },
      }),
      SampleSpacing: shared({ Row: rangeSpacing, Col: azimuthSpacing }),
      // The standard leaves this polynomial's coordinates open: metres from the reference point, as in SICD.
      TimeCOAPoly: shared(apertureTime(view.seconds, plane)),
      ProductPlane: {
        RowUnitVector: shared(xyz(plane.rowUnit)),
        ColUnitVector: shared(xyz(plane.image.columnUnit)),
      },
    },
    PixelFootprint: shared({ Row: rangeCount, Col: azimuthCount }),
    ARPPoly: shared(trajectory(view.trajectory)),
    ValidData: vertices(sharedEach(sampleCorners(plane))),
  };
}

function features(scene: Scene, { rangeSpacing, azimuthSpacing }: RadarPlane, view: ViewGeometry): Xml {
  const [transmitted, received] = [scene.polarization[0]!, scene.polarization[1]!];
  const { resolutionRangeMetres, resolutionAzimuthMetres } = scene.type;
  const row = resolvedMetres(rangeSpacing, resolutionRangeMetres);
  const column = resolvedMetres(azimuthSpacing, resolutionAzimuthMetres);
  return {
    Collection: {
      "@identifier": scene.id,
      Information: {
        SensorName: scene.platform,
        RadarMode: shared(modeOf(scene)),
        CollectionDateTime: timestamp(scene.startMs),
        CollectionDuration: view.durationSeconds,
        Resolution: shared({ Range: resolutionRangeMetres, Azimuth: resolutionAzimuthMetres }),
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
      Resolution: shared({ Row: row, Col: column }),
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
