import type { Position, Region } from "../geo/geojson.ts";

export interface Footprint {
  /** Counter-clockwise; two parts when it crosses the antimeridian. */
  geometry: Region;
  /** West, south, east, north in degrees; west exceeds east across the antimeridian. */
  bbox: [west: number, south: number, east: number, north: number];
}

/** Returns the footprint of an outline around a scene's centre: corners in degrees, counter-clockwise, not closed; longitudes may exceed 180. */
export function computeFootprint(
  outline: readonly Point[],
  [longitude]: readonly [number, number],
): Footprint {
  const ring = outline.map(([lon, lat]): Point => [
    // Unwrapped around the centre: no edge jumps from 180 to -180.
    longitude + wrapDegrees(lon - longitude),
    lat,
  ]);
  const pole = findPoleWithin(ring);
  const parts = pole === 0 ? cutAtAntimeridian(ring) : [roundPole(ring, pole)];
  const polygons = parts.map((part) => [closeOutline(part)]);
  const [first] = polygons;
  const geometry: Region =
    polygons.length === 1
      ? { type: "Polygon", coordinates: first as Position[][] }
      : { type: "MultiPolygon", coordinates: polygons };
  return { geometry, bbox: measureOutlineBounds(parts) };
}

/** Returns degrees from -180 (inclusive) to 180 (exclusive). */
const wrapDegrees = (degrees: number): number => ((((degrees + 540) % 360) + 360) % 360) - 180;

/** Returns the pole that the ring goes around: it covers all longitudes. */
function findPoleWithin(ring: readonly Point[]): 1 | -1 | 0 {
  const turned = ring.reduce(
    (sum, [lon], at) => sum + wrapDegrees(ring[(at + 1) % ring.length]![0] - lon),
    0,
  );
  if (Math.abs(turned) < 180) return 0;
  return ring[0]![1] > 0 ? 1 : -1;
}

const roundToMicrodegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6 + 0;

function closeOutline(part: [number, number][]): Position[] {
  const ring = part.map(([lon, lat]): Position => [roundToMicrodegrees(lon), roundToMicrodegrees(lat)]);
  ring.push([...(ring[0] as Position)]);
  return ring;
}

function measureOutlineBounds(parts: [number, number][][]): Footprint["bbox"] {
  const latitudes = parts.flat().map(([, lat]) => lat);
  const west = Math.min(...(parts[0] as [number, number][]).map(([lon]) => lon));
  const east = Math.max(...(parts.at(-1) as [number, number][]).map(([lon]) => lon));
  return [
    roundToMicrodegrees(west),
    roundToMicrodegrees(Math.min(...latitudes)),
    roundToMicrodegrees(east),
    roundToMicrodegrees(Math.max(...latitudes)),
  ];
}

type Point = [longitude: number, latitude: number];

/**
 * Returns a ring whose longitudes exceed 180 or -180 as one part, or as two that meet there. The part at the western end of the bounding box
 * comes first.
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

/** Returns the side of the meridian `cut` on which `inside` is not negative, moved by `shift` degrees. */
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

/** Opens a ring around a pole (`side` 1 north, -1 south) along the antimeridian, for a flat map. */
function roundPole(ring: Point[], side: 1 | -1): Point[] {
  const points = ring.map(([lon, lat]): Point => [wrapDegrees(lon), lat]).sort((a, b) => a[0] - b[0]);
  const [first, last] = [points[0] as Point, points.at(-1) as Point];
  const gap = first[0] + 360 - last[0];
  const crossing = last[1] + ((first[1] - last[1]) * (180 - last[0])) / gap;
  const eastward: Point[] = [[-180, crossing], ...points.filter(([lon]) => lon > -180), [180, crossing]];
  // Counter-clockwise: eastward with the north pole on the left, westward with the south pole there.
  const open = side === 1 ? eastward : eastward.reverse();
  return [...open, [180 * side, 90 * side], [-180 * side, 90 * side]];
}
