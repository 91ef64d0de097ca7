import { type GroundPoint, groundPoint, RADIANS } from "../../orbit/ellipsoid.ts";
import { addScaled, cross, dot, norm, scale, subtract, unit, type Vector } from "../../orbit/vector.ts";
import type { Scene } from "./scene.ts";
import { placeAt, type Trajectory, trajectoryOf, velocityAlong } from "./trajectory.ts";

/** How the antenna sees a place on the ground. Metres, degrees; earth-fixed. */
interface View {
  position: Vector;
  velocity: Vector;
  side: "L" | "R";
  slantRangeMetres: number;
  groundRangeMetres: number;
  dopplerConeDegrees: number;
  grazeDegrees: number;
  azimuthDegrees: number;
  twistDegrees: number;
  slopeDegrees: number;
  layoverDegrees: number;
  /** Unit vectors of the slant plane: away from the radar, and across so that the image is seen from above. */
  rowUnit: Vector;
  columnUnit: Vector;
  /** The same two directions on the ground plane of the place. */
  groundRowUnit: Vector;
  groundColumnUnit: Vector;
}

/** How a collect sees its scene centre at the moment of its angles. */
export interface ViewGeometry extends View {
  trajectory: Trajectory;
  /** The moment, in seconds since the start. */
  seconds: number;
  durationSeconds: number;
  centre: GroundPoint;
  acceleration: Vector;
}

export function viewGeometry(scene: Scene): ViewGeometry {
  const trajectory = trajectoryOf(scene);
  const seconds = (scene.datetimeMs - scene.startMs) / 1000;
  const centre = centreInMetres(scene.center);
  const velocities = velocityAlong(trajectory);
  return {
    ...viewFrom(placeAt(trajectory, seconds), placeAt(velocities, seconds), centre),
    trajectory,
    seconds,
    durationSeconds: (scene.endMs - scene.startMs) / 1000,
    centre,
    acceleration: placeAt(velocityAlong(velocities), seconds),
  };
}

/** Angles as SICD volume 1 (SCPCOA) and CPHD (reference geometry) define them. */
export function viewFrom(position: Vector, velocity: Vector, centre: GroundPoint): View {
  const sight = subtract(centre.position, position);
  const rowUnit = unit(sight);
  const isLeft = dot(cross(unit(position), velocity), rowUnit) > 0;
  const slantNormal = unit(scale(cross(velocity, rowUnit), isLeft ? 1 : -1));

  const { up, east, north } = centre;
  const groundRowUnit = unit(addScaled(rowUnit, up, -dot(rowUnit, up)));
  const groundColumnUnit = cross(up, groundRowUnit);
  const bearing = (way: Vector): number =>
    (Math.atan2(dot(way, east), dot(way, north)) / RADIANS + 360) % 360;
  return {
    position,
    velocity,
    side: isLeft ? "L" : "R",
    slantRangeMetres: norm(sight),
    groundRangeMetres: norm(centre.position) * Math.acos(dot(unit(position), unit(centre.position))),
    dopplerConeDegrees: Math.acos(dot(unit(velocity), rowUnit)) / RADIANS,
    grazeDegrees: Math.asin(-dot(rowUnit, up)) / RADIANS,
    azimuthDegrees: bearing(scale(groundRowUnit, -1)),
    twistDegrees: Math.asin(dot(groundColumnUnit, slantNormal)) / RADIANS,
    slopeDegrees: Math.acos(dot(up, slantNormal)) / RADIANS,
    layoverDegrees: bearing(scale(slantNormal, -1)),
    rowUnit,
    columnUnit: cross(slantNormal, rowUnit),
    groundRowUnit,
    groundColumnUnit,
  };
}

function centreInMetres([longitude, latitude]: Scene["center"]): GroundPoint {
  const point = groundPoint(longitude, latitude);
  return { ...point, position: scale(point.position, 1000) };
}
