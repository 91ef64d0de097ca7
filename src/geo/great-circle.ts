/** Distance, direction and the point reached, on a sphere of the earth's mean radius: true to half a percent. */
import type { Position } from "./geojson.ts";
import { wrapLongitude } from "./position.ts";

const RADIUS_KM = 6371.0088;
const RADIANS = Math.PI / 180;

export function distanceKm([fromX, fromY]: Position, [toX, toY]: Position): number {
  const [south, north] = [fromY! * RADIANS, toY! * RADIANS];
  const [halfY, halfX] = [(north - south) / 2, ((toX! - fromX!) * RADIANS) / 2];
  const chord = Math.sin(halfY) ** 2 + Math.cos(south) * Math.cos(north) * Math.sin(halfX) ** 2;
  return 2 * RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Degrees clockwise from north, in which `to` lies from `from`. */
export function bearing([fromX, fromY]: Position, [toX, toY]: Position): number {
  const [south, north, turn] = [fromY! * RADIANS, toY! * RADIANS, (toX! - fromX!) * RADIANS];
  const east = Math.sin(turn) * Math.cos(north);
  const ahead = Math.cos(south) * Math.sin(north) - Math.sin(south) * Math.cos(north) * Math.cos(turn);
  return (Math.atan2(east, ahead) / RADIANS + 360) % 360;
}

/** Where one arrives after so many kilometres in a direction. */
export function destination([longitude, latitude]: Position, degrees: number, km: number): Position {
  const [angle, course, south] = [km / RADIUS_KM, degrees * RADIANS, latitude! * RADIANS];
  const north = Math.asin(
    Math.sin(south) * Math.cos(angle) + Math.cos(south) * Math.sin(angle) * Math.cos(course),
  );
  const turn = Math.atan2(
    Math.sin(course) * Math.sin(angle) * Math.cos(south),
    Math.cos(angle) - Math.sin(south) * Math.sin(north),
  );
  return [wrapLongitude(longitude! + turn / RADIANS), north / RADIANS];
}
