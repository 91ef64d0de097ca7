import { centroidOf } from "../../geo/centroid.ts";
import type { Point, Polygon } from "../../geo/geojson.ts";
import { zoneAt } from "../../time/zone-at.ts";

/** `[longitude, latitude]` of the area's centre: what a request is aimed at, and whose clocks `localTime` means. */
export function centerOf(geometry: Point | Polygon): [longitude: number, latitude: number] {
  const [longitude = 0, latitude = 0] = centroidOf(geometry);
  return [longitude, latitude];
}

/** The zone of the area's centre. */
export function localZone(geometry: Point | Polygon): string {
  return zoneAt(...centerOf(geometry));
}
