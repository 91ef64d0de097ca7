import { EQUATOR_RADIUS_KM } from "../geo/great-circle.ts";

/** WGS84. */
export const EQUATOR_KM = EQUATOR_RADIUS_KM;
const FLATTENING = 1 / 298.257223563;
export const POLE_KM = EQUATOR_KM * (1 - FLATTENING);
const E2 = FLATTENING * (2 - FLATTENING);
const SECOND_E2 = E2 / (1 - E2);

export const RADIANS = Math.PI / 180;

/** A position on the ground with its local directions. */
export interface GroundPoint {
  position: Vector;
  east: Vector;
  north: Vector;
  up: Vector;
}

/** Converts degrees on the ellipsoid to an earth-fixed point with its local axes. */
export function toGroundPoint(longitude: number, latitude: number): GroundPoint {
  const sinLon = Math.sin(longitude * RADIANS);
  const cosLon = Math.cos(longitude * RADIANS);
  const sinLat = Math.sin(latitude * RADIANS);
  const cosLat = Math.cos(latitude * RADIANS);
  const radius = EQUATOR_KM / Math.sqrt(1 - E2 * sinLat * sinLat);
  return {
    position: { x: radius * cosLat * cosLon, y: radius * cosLat * sinLon, z: radius * (1 - E2) * sinLat },
    east: { x: -sinLon, y: cosLon, z: 0 },
    north: { x: -sinLat * cosLon, y: -sinLat * sinLon, z: cosLat },
    up: { x: cosLat * cosLon, y: cosLat * sinLon, z: sinLat },
  };
}

/** Converts earth-fixed to degrees (Bowring's formula: error below a millimetre near the ground); the height is dropped. */
export function toGeodetic({ x, y, z }: Vector): [longitude: number, latitude: number] {
  const p = Math.hypot(x, y);
  const parametric = Math.atan2(z * EQUATOR_KM, p * POLE_KM);
  const latitude = Math.atan2(
    z + SECOND_E2 * POLE_KM * Math.sin(parametric) ** 3,
    p - E2 * EQUATOR_KM * Math.cos(parametric) ** 3,
  );
  return [Math.atan2(y, x) / RADIANS, latitude / RADIANS];
}

/** Returns the nearer intersection of a ray and the ellipsoid, or undefined when there is none. */
export function findGroundMeeting(from: Vector, direction: Vector): Vector | undefined {
  const stretch = EQUATOR_KM / POLE_KM;
  const [fz, dz] = [from.z * stretch, direction.z * stretch];
  const a = direction.x ** 2 + direction.y ** 2 + dz * dz;
  const b = from.x * direction.x + from.y * direction.y + fz * dz;
  const c = from.x ** 2 + from.y ** 2 + fz * fz - EQUATOR_KM ** 2;
  const discriminant = b * b - a * c;
  if (discriminant < 0) return undefined;
  const along = (-b - Math.sqrt(discriminant)) / a;
  if (along < 0) return undefined;
  return {
    x: from.x + direction.x * along,
    y: from.y + direction.y * along,
    z: from.z + direction.z * along,
  };
}

/** A vector in kilometres (or kilometres per second), earth-fixed: x to 0 E on the equator, z to the north pole. */
export interface Vector {
  x: number;
  y: number;
  z: number;
}

export const dot = (a: Vector, b: Vector): number => a.x * b.x + a.y * b.y + a.z * b.z;

export const norm = (a: Vector): number => Math.sqrt(dot(a, a));

export const subtract = (a: Vector, b: Vector): Vector => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });

/** Returns `a` + `b` * `factor`. */
export const addScaled = (a: Vector, b: Vector, factor: number): Vector => ({
  x: a.x + b.x * factor,
  y: a.y + b.y * factor,
  z: a.z + b.z * factor,
});

export const cross = (a: Vector, b: Vector): Vector => ({
  x: a.y * b.z - a.z * b.y,
  y: a.z * b.x - a.x * b.z,
  z: a.x * b.y - a.y * b.x,
});

export const scale = (a: Vector, factor: number): Vector => ({
  x: a.x * factor,
  y: a.y * factor,
  z: a.z * factor,
});

export const unit = (a: Vector): Vector => scale(a, 1 / norm(a));
