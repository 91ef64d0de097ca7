import { referenceOf, type SignalBand, VECTOR_BYTES, VECTOR_PARAMETERS } from "./cphd-vectors.ts";
import { groundExtent, type ImageCorners, type RadarPlane } from "./radar-plane.ts";
import {
  apertureTime,
  CENTRE_HERTZ,
  constant,
  latLon,
  modeOf,
  timestamp,
  xyz,
  toXml,
  type Xml,
} from "./radar-xml.ts";
import type { Scene } from "./scene.ts";
import { viewFrom, type ViewGeometry } from "./view-geometry.ts";

const CPHD_NAMESPACE = "http://api.nsgreg.nga.mil/schema/cphd/1.1.0";

export const CLASSIFICATION = "UNCLASSIFIED";
export const RELEASE = "UNRESTRICTED";

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
export function cphdXml(scene: Scene, content: CphdContent): string {
  const { plane, band, view, corners } = content;
  const lastSeconds = (plane.azimuthCount - 1) * band.interval;
  return toXml("CPHD", {
    "@xmlns": CPHD_NAMESPACE,
    CollectionID: {
      CollectorName: scene.platform,
      CoreName: scene.id,
      CollectType: "MONOSTATIC",
      RadarMode: modeOf(scene),
      Classification: CLASSIFICATION,
      ReleaseInfo: RELEASE,
      Parameter: { "@name": "SIMULATED", "#": "true" },
    },
    Global: {
      DomainType: "FX",
      SGN: -1,
      Timeline: { CollectionStart: timestamp(scene.startMs), TxTime1: 0, TxTime2: lastSeconds },
      FxBand: { FxMin: band.fx1, FxMax: band.fx2 },
      TOASwath: { TOAMin: band.toa1, TOAMax: band.toa2 },
    },
    SceneCoordinates: {
      EarthModel: "WGS_84",
      IARP: { ECF: xyz(view.centre.position), LLH: { ...latLon(scene.center), HAE: 0 } },
      ReferenceSurface: {
        Planar: { uIAX: xyz(plane.image.groundRowUnit), uIAY: xyz(plane.image.columnUnit) },
      },
      ImageArea: imageArea(plane),
      ImageAreaCornerPoints: {
        IACP: corners.map((corner, at) => ({ "@index": at + 1, ...latLon(corner) })),
      },
      ImageGrid: imageGrid(plane),
    },
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
      Parameters: channel(scene, content),
    },
    PVP: vectorLayout(),
    Dwell: {
      NumCODTimes: 1,
      CODTime: { Identifier: CHANNEL, CODTimePoly: apertureTime(lastSeconds / 2, plane) },
      NumDwellTimes: 1,
      DwellTime: { Identifier: CHANNEL, DwellTimePoly: constant(dwellSeconds(plane, lastSeconds)) },
    },
    ReferenceGeometry: referenceGeometry(content, lastSeconds),
  });
}

const referenceIndex = ({ azimuthCount }: RadarPlane): number => Math.floor(azimuthCount / 2);

/** Returns the seconds for which each place is in the moving beam. */
const dwellSeconds = ({ image }: RadarPlane, lastSeconds: number): number =>
  DWELL_SHARE * (lastSeconds - 2 * image.halfColumnKm * Math.abs(image.secondsPerKm));

function imageArea({ image }: RadarPlane): Xml {
  const { near, far, first, last } = groundExtent(image);
  return { X1Y1: { X: near, Y: first }, X2Y2: { X: far, Y: last } };
}

/** Returns the ground-plane grid of an image of this signal. */
function imageGrid({ image, rangeCount, azimuthCount }: RadarPlane): Xml {
  const { near, far, first, last } = groundExtent(image);
  const lineSpacing = (far - near) / rangeCount;
  const sampleSpacing = (last - first) / azimuthCount;
  return {
    IARPLocation: { Line: -near / lineSpacing - 0.5, Sample: -first / sampleSpacing - 0.5 },
    IAXExtent: { LineSpacing: lineSpacing, FirstLine: 0, NumLines: rangeCount },
    IAYExtent: { SampleSpacing: sampleSpacing, FirstSample: 0, NumSamples: azimuthCount },
  };
}

function channel(scene: Scene, { plane, band }: CphdContent): Xml {
  return {
    Identifier: CHANNEL,
    RefVectorIndex: referenceIndex(plane),
    FXFixed: true,
    TOAFixed: true,
    SRPFixed: true,
    Polarization: { TxPol: scene.polarization[0]!, RcvPol: scene.polarization[1]! },
    FxC: CENTRE_HERTZ,
    FxBW: band.fx2 - band.fx1,
    TOASaved: band.toa2 - band.toa1,
    DwellTimes: { CODId: CHANNEL, DwellId: CHANNEL },
    ImageArea: imageArea(plane),
  };
}

/** Returns the offset of each parameter in a vector's record, in words of eight bytes. */
function vectorLayout(): Xml {
  let offset = 0;
  return Object.fromEntries(
    VECTOR_PARAMETERS.map(([name, size]) => {
      const field = { Offset: offset, Size: size, Format: size === 3 ? "X=F8;Y=F8;Z=F8;" : "F8" };
      offset += size;
      return [name, field];
    }),
  );
}

function referenceGeometry({ plane, band, view }: CphdContent, lastSeconds: number): Xml {
  const reference = referenceOf(view, band, referenceIndex(plane));
  const seen = viewFrom(reference.position, reference.velocity, view.centre);
  return {
    SRP: { ECF: xyz(view.centre.position), IAC: { X: 0, Y: 0, Z: 0 } },
    ReferenceTime: reference.seconds,
    SRPCODTime: lastSeconds / 2,
    SRPDwellTime: dwellSeconds(plane, lastSeconds),
    Monostatic: {
      ARPPos: xyz(seen.position),
      ARPVel: xyz(seen.velocity),
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
