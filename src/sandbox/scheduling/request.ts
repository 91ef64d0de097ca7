import type { RepeatTier, Tier } from "../../contract/vocabulary.ts";
import type { DaySpan } from "../../domain/tasking/local-time.ts";
import type { Point, Polygon } from "../../geo/geojson.ts";
import type { Look } from "../../orbit/look.ts";
import type { ImagingType, OrbitalPlane } from "../fleet.ts";

/** The fields of `collectConstraints` that restrict passes. An absent field restricts nothing or has a default. */
export interface PassConstraints {
  lookDirection?: "left" | "right" | "either";
  ascDesc?: "ascending" | "descending" | "either";
  /** Empty: any plane. */
  orbitalPlanes?: readonly number[];
  /** Look angles in degrees; default 5 to 50. */
  offNadirMin?: number;
  offNadirMax?: number;
  /** 90 degrees minus the incidence angle. */
  grazingAngleMin?: number;
  grazingAngleMax?: number;
  /** Target to satellite, clockwise from north; a minimum above the maximum wraps through north. */
  azimuthAngleMin?: number;
  azimuthAngleMax?: number;
  /** A name, seconds of the local day, or several ranges; a start after the end wraps around midnight. */
  localTime?: "day" | "night" | "anytime" | DaySpan | readonly DaySpan[];
  squint?: "enabled" | "forward" | "backward";
  maxSquintAngle?: number;
}

/** Geometry of the first collect that a series keeps. */
export interface Framing extends Pick<
  PlannedCollect,
  "side" | "ascending" | "plane" | "lookAngleDegrees" | "azimuthDegrees"
> {
  /** Degrees on both sides; absent: no restriction. */
  lookAngleTolerance?: number;
  azimuthAngleTolerance?: number;
}

/** One request that waits for a pass: a single task, or a task of a series. */
export interface SchedulingRequest {
  id: string;
  tier: Tier | RepeatTier;
  /** Earlier requests of a tier are planned first, then by id. */
  submittedMs: number;
  geometry: Point | Polygon;
  windowOpenMs: number;
  windowCloseMs: number;
  /** Time of the first plan, for a request that is planned again. */
  plannedSinceMs?: number;
  type: ImagingType;
  constraints: PassConstraints;
  /** For a series that keeps its framing, once its first collect is known. */
  framing?: Framing;
}

/** One collect of a plan: enough to draw its footprint, build its items and show the satellite's position. */
export interface PlannedCollect extends Look {
  /** Position in the constellation. */
  satellite: number;
  plane: OrbitalPlane;
  /** The time to which the angles refer, whole milliseconds; halfway between start and end. */
  timeMs: number;
  startMs: number;
  endMs: number;
  /** The requested point, or the centre of a strip. */
  center: [longitude: number, latitude: number];
}

/** Returns the properties of the first collect that later collects of a series with `maintainSceneFraming` keep. */
export function readFraming(
  first: PlannedCollect,
  tolerances: Pick<Framing, "lookAngleTolerance" | "azimuthAngleTolerance">,
): Framing {
  const { side, ascending, plane, lookAngleDegrees, azimuthDegrees } = first;
  return { side, ascending, plane, lookAngleDegrees, azimuthDegrees, ...tolerances };
}
