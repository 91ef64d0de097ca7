import { centroidOf } from "../../geo/centroid.ts";
import type { Point, Polygon, Position } from "../../geo/geojson.ts";
import { zoneAt } from "../../time/zone-at.ts";

/** `[longitude, latitude]` of the area's centre: what a request is aimed at, and whose clocks `localTime` means. */
// Spec silent: which way an edge goes that leads from 179 to -179 degrees. We take the shorter way round.
export function centerOf(geometry: Point | Polygon): [longitude: number, latitude: number] {
  const [longitude = 0, latitude = 0] = centroidOf(
    geometry.type === "Point" ? geometry : { ...geometry, coordinates: geometry.coordinates.map(unrolled) },
  );
  return [longitude, latitude];
}

/** The zone of the area's centre. */
export function localZone(geometry: Point | Polygon): string {
  return zoneAt(...centerOf(geometry));
}

/** A ring without jumps: its longitudes may leave -180 to 180. */
function unrolled(ring: readonly Position[]): Position[] {
  let longitude = ring[0]?.[0] ?? 0;
  return ring.map(([lon = 0, lat = 0]) => {
    longitude = lon + Math.round((longitude - lon) / 360) * 360;
    return [longitude, lat];
  });
}
