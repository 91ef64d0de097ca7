import { centroidOf } from "../../geo/centroid.ts";
import type { SimpleGeometry } from "../../geo/geojson.ts";
import { zoneAt } from "../../time/zone-at.ts";

/** `[longitude, latitude]` of the area's centre: what a request is aimed at, and whose clocks `localTime` means. */
export function centerOf(geometry: SimpleGeometry): [longitude: number, latitude: number] {
  const [longitude = 0, latitude = 0] = centroidOf(geometry);
  return [longitude, latitude];
}

export function localZone(geometry: SimpleGeometry): string {
  return zoneAt(...centerOf(geometry));
}
