import type { MultiPolygon, Polygon, Position } from "../geo/geojson.ts";
import { groundPoint, type GroundPoint, POLE_KM, RADIANS, toGeodetic } from "./ellipsoid.ts";
import { addScaled, dot, subtract } from "./vector.ts";

export interface Footprint {
  /** Counter-clockwise; two parts when the antimeridian runs through it. */
  geometry: Polygon | MultiPolygon;
  /** West, south, east, north in degrees; west is larger than east across the antimeridian. */
  bbox: [west: number, south: number, east: number, north: number];
}

export interface SceneExtent {
  center: readonly [longitude: number, latitude: number];
  /** From the centre to the satellite: the across-track axis of the scene. */
  azimuthDegrees: number;
  widthKm: number;
  lengthKm: number;
}

/** Near the poles straight edges on the ground are curves on the map, so there an edge is cut into this many pieces. */
const POLAR_PIECES = 8;
const POLAR_LATITUDE = 60;

/** The outline of a scene: corners in the tangent plane of its centre, brought to the ellipsoid. */
export function footprintOf(scene: SceneExtent): Footprint {
  const [longitude, latitude] = scene.center;
  const center = groundPoint(longitude, latitude);
  const pieces = Math.abs(latitude) > POLAR_LATITUDE ? POLAR_PIECES : 1;
  const ring = outline(scene, center, pieces).map(([lon, lat]): [number, number] => [
    // Unwrapped round the centre: no edge jumps from 180 to -180.
    longitude + ((((lon - longitude + 540) % 360) + 360) % 360) - 180,
    lat,
  ]);
  const parts = holdsPole(scene, center)
    ? [roundPole(ring, Math.sign(latitude) as 1 | -1)]
    : cutAtAntimeridian(ring);
  const polygons = parts.map((part) => [closed(part)]);
  const [first] = polygons;
  const geometry: Polygon | MultiPolygon =
    polygons.length === 1
      ? { type: "Polygon", coordinates: first as Position[][] }
      : { type: "MultiPolygon", coordinates: polygons };
  return { geometry, bbox: boundsOf(parts) };
}

/** Counter-clockwise from the near right corner, not closed. */
function outline(scene: SceneExtent, center: GroundPoint, pieces: number): [number, number][] {
  const corners: [number, number][] = [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
  ];
  const sin = Math.sin(scene.azimuthDegrees * RADIANS);
  const cos = Math.cos(scene.azimuthDegrees * RADIANS);
  const points: [number, number][] = [];
  for (const [at, [u0, w0]] of corners.entries()) {
    const [u1, w1] = corners[(at + 1) % 4] as [number, number];
    for (let piece = 0; piece < pieces; piece++) {
      const across = (u0 + ((u1 - u0) * piece) / pieces) * scene.widthKm;
      const along = (w0 + ((w1 - w0) * piece) / pieces) * scene.lengthKm;
      const east = across * sin - along * cos;
      const north = across * cos + along * sin;
      points.push(toGeodetic(addScaled(addScaled(center.position, center.east, east), center.north, north)));
    }
  }
  return points;
}

function holdsPole(scene: SceneExtent, center: GroundPoint): boolean {
  const side = Math.sign(scene.center[1]);
  const way = subtract({ x: 0, y: 0, z: side * POLE_KM }, center.position);
  if (dot(way, center.up) < -500) return false;
  const [east, north] = [dot(way, center.east), dot(way, center.north)];
  const sin = Math.sin(scene.azimuthDegrees * RADIANS);
  const cos = Math.cos(scene.azimuthDegrees * RADIANS);
  const across = east * sin + north * cos;
  const along = north * sin - east * cos;
  return Math.abs(across) < scene.widthKm / 2 && Math.abs(along) < scene.lengthKm / 2;
}

const microdegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6 + 0;

function closed(part: [number, number][]): Position[] {
  const ring = part.map(([lon, lat]): Position => [microdegrees(lon), microdegrees(lat)]);
  ring.push([...(ring[0] as Position)]);
  return ring;
}

function boundsOf(parts: [number, number][][]): Footprint["bbox"] {
  const latitudes = parts.flat().map(([, lat]) => lat);
  const west = Math.min(...(parts[0] as [number, number][]).map(([lon]) => lon));
  const east = Math.max(...(parts.at(-1) as [number, number][]).map(([lon]) => lon));
  return [
    microdegrees(west),
    microdegrees(Math.min(...latitudes)),
    microdegrees(east),
    microdegrees(Math.max(...latitudes)),
  ];
}

type Point = [longitude: number, latitude: number];

/**
 * A ring whose longitudes run past 180 or -180, as one part or as two that meet there: the part at
 * the western end of the bounding box comes first.
 */
function cutAtAntimeridian(ring: Point[]): Point[][] {
  const longitudes = ring.map(([lon]) => lon);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  if (east > 180) {
    return [keep(ring, (lon) => 180 - lon, 180, 0), keep(ring, (lon) => lon - 180, 180, -360)];
  }
  if (west < -180) {
    return [keep(ring, (lon) => -180 - lon, -180, 360), keep(ring, (lon) => lon + 180, -180, 0)];
  }
  return [ring];
}

/** The side of the meridian `cut` where `inside` is not negative, moved by `shift` degrees. */
function keep(ring: Point[], inside: (longitude: number) => number, cut: number, shift: number): Point[] {
  const kept: Point[] = [];
  for (const [at, point] of ring.entries()) {
    const next = ring[(at + 1) % ring.length] as Point;
    const [here, there] = [inside(point[0]), inside(next[0])];
    if (here >= 0) kept.push([point[0] + shift, point[1]]);
    if (here * there < 0) {
      const share = here / (here - there);
      kept.push([cut + shift, point[1] + (next[1] - point[1]) * share]);
    }
  }
  return kept;
}

/** A ring round a pole (`side` 1 north, -1 south), opened along the antimeridian so that a flat map can hold it. */
function roundPole(ring: Point[], side: 1 | -1): Point[] {
  const points = ring
    .map(([lon, lat]): Point => [((((lon + 180) % 360) + 360) % 360) - 180, lat])
    .sort((a, b) => a[0] - b[0]);
  const [first, last] = [points[0] as Point, points.at(-1) as Point];
  const gap = first[0] + 360 - last[0];
  const crossing = last[1] + ((first[1] - last[1]) * (180 - last[0])) / gap;
  const eastward: Point[] = [[-180, crossing], ...points.filter(([lon]) => lon > -180), [180, crossing]];
  // Counter-clockwise: eastward with the north pole on the left, westward with the south pole there.
  const open = side === 1 ? eastward : eastward.reverse();
  return [...open, [180 * side, 90 * side], [-180 * side, 90 * side]];
}
