import type { RepeatTier, Tier } from "../../contract/vocabulary.ts";
import type { Point, Polygon } from "../../geo/geojson.ts";
import type { ImagingType } from "../fleet/imaging-types.ts";
import type { OrbitalPlane } from "../satellites.ts";

/** `collectConstraints` of a record, as far as they choose a pass. What is absent has its default or restricts nothing. */
export interface PassConstraints {
  lookDirection?: "left" | "right" | "either";
  ascDesc?: "ascending" | "descending" | "either";
  /** Empty is any plane. */
  orbitalPlanes?: readonly number[];
  /** Look angles in degrees, 5 to 50 when absent. */
  offNadirMin?: number;
  offNadirMax?: number;
  /** 90 degrees less the incidence angle. */
  grazingAngleMin?: number;
  grazingAngleMax?: number;
  /** Target to satellite, clockwise from north; a minimum above the maximum wraps through north. */
  azimuthAngleMin?: number;
  azimuthAngleMax?: number;
  /** A name, or seconds of the local day; a start after the end wraps midnight. */
  localTime?: "day" | "night" | "anytime" | readonly [startSeconds: number, endSeconds: number];
  squint?: "enabled" | "forward" | "backward";
  maxSquintAngle?: number;
}

/** What the collects of a series keep from its first one. */
export interface Framing {
  side: "left" | "right";
  ascending: boolean;
  plane: OrbitalPlane;
  lookAngleDegrees: number;
  azimuthDegrees: number;
  /** Degrees on both sides; absent does not restrict. */
  lookAngleTolerance?: number;
  azimuthAngleTolerance?: number;
}

/** One request that waits for a pass: a single task, or one that a series spawned. */
export interface SchedulingRequest {
  id: string;
  tier: Tier | RepeatTier;
  /** Earlier requests of a tier go first; ties are decided by the id. */
  submittedMs: number;
  geometry: Point | Polygon;
  windowOpenMs: number;
  windowCloseMs: number;
  /** When the scheduler planned it first, for a request that it plans again. */
  plannedSinceMs?: number;
  type: ImagingType;
  constraints: PassConstraints;
  /** Of a series that keeps it, once its first collect is known. */
  framing?: Framing;
}

/** One collect of a plan: enough to draw its footprint, build its items and show where the satellite stood. */
export interface PlannedCollect {
  /** Position in the constellation. */
  satellite: number;
  plane: OrbitalPlane;
  /** The moment at which the angles hold, whole milliseconds; halfway between start and end. */
  timeMs: number;
  startMs: number;
  endMs: number;
  /** The point asked for, or the centre of a strip. */
  center: [longitude: number, latitude: number];
  side: "left" | "right";
  ascending: boolean;
  lookAngleDegrees: number;
  incidenceAngleDegrees: number;
  azimuthDegrees: number;
  /** Direction of flight over the ground: the long side of a strip. */
  headingDegrees: number;
  /** -30, -15, 0, 15 or 30; forward is positive. */
  squintAngleDegrees: number;
  rangeKm: number;
}

/** What later collects of a series with `maintainSceneFraming` keep of the first one. */
export function framingOf(
  first: PlannedCollect,
  tolerances: Pick<Framing, "lookAngleTolerance" | "azimuthAngleTolerance">,
): Framing {
  const { side, ascending, plane, lookAngleDegrees, azimuthDegrees } = first;
  const { lookAngleTolerance, azimuthAngleTolerance } = tolerances;
  return {
    side,
    ascending,
    plane,
    lookAngleDegrees,
    azimuthDegrees,
    ...(lookAngleTolerance !== undefined && { lookAngleTolerance }),
    ...(azimuthAngleTolerance !== undefined && { azimuthAngleTolerance }),
  };
}

/** Direction perpendicular to the track, towards the satellite, clockwise from north; broadside it is the azimuth. */
export function acrossTrack({
  headingDegrees,
  side,
}: Pick<PlannedCollect, "headingDegrees" | "side">): number {
  return (headingDegrees + (side === "right" ? 270 : 90)) % 360;
}
