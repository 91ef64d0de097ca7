import type { LineString, Point, Polygon, Position } from "./geojson.ts";

/**
 * A searched geometry as copies that together meet every footprint it means. An edge that jumps more than half way round
 * the earth goes the short way, across the antimeridian: the copies then run on past 180 and -180 degrees, one from each
 * side. An edge of a whole turn stays, so that an outline of the world is one.
 */
// Spec silent: how `intersects` says that it crosses the antimeridian; multi-geometries are not accepted. We take the short way.
export function beyondAntimeridian(geometry: Point | LineString | Polygon): (Point | LineString | Polygon)[] {
  if (geometry.type === "Point") return touchingBothSides(geometry);
  const lines = geometry.type === "Polygon" ? geometry.coordinates : [geometry.coordinates];
  const unwrapped = lines.map(unwrap);
  const longitudes = unwrapped.flat().map(([longitude]) => longitude as number);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const shifts = [0, ...(west <= -180 ? [360] : []), ...(east >= 180 ? [-360] : [])];
  return shifts.map((shift) => {
    const moved = unwrapped.map((line) => line.map(([lon = 0, lat = 0]): Position => [lon + shift, lat]));
    return geometry.type === "Polygon"
      ? { type: "Polygon", coordinates: moved }
      : { type: "LineString", coordinates: moved[0] ?? [] };
  });
}

/** 180 and -180 are one meridian. */
function touchingBothSides(point: Point): Point[] {
  const [longitude = 0, latitude = 0] = point.coordinates;
  if (Math.abs(longitude) !== 180) return [point];
  return [point, { type: "Point", coordinates: [-longitude, latitude] }];
}

function unwrap(line: Position[]): Position[] {
  let shift = 0;
  return line.map(([longitude = 0, latitude = 0], at) => {
    const jump = longitude - (line[at - 1]?.[0] ?? longitude);
    if (Math.abs(jump) > 180 && Math.abs(jump) < 360) shift -= Math.sign(jump) * 360;
    return [longitude + shift, latitude];
  });
}
