import type { Point, Polygon, Position } from "./geojson.ts";
import { wrapLongitude } from "./position.ts";

/** The mean radius of the Earth (IUGG), which is the radius of the sphere for distances. */
export const EARTH_RADIUS_KM = 6371.0088;

/** The equatorial radius of the WGS84 ellipsoid, for surfaces and orbits. */
export const EQUATOR_RADIUS_KM = 6378.137;

/** The length of a degree of latitude on the sphere. */
export const KM_PER_DEGREE = (EARTH_RADIUS_KM * Math.PI) / 180;

// Distances, directions and circles on a sphere of the Earth's mean radius: accurate to half a percent.

const RADIANS = Math.PI / 180;

export function measureDistanceKm([fromX, fromY]: Position, [toX, toY]: Position): number {
  const [south, north] = [fromY! * RADIANS, toY! * RADIANS];
  const [halfY, halfX] = [(north - south) / 2, ((toX! - fromX!) * RADIANS) / 2];
  const chord = Math.sin(halfY) ** 2 + Math.cos(south) * Math.cos(north) * Math.sin(halfX) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Returns the direction to `to`, in degrees clockwise from north. */
export function computeBearing([fromX, fromY]: Position, [toX, toY]: Position): number {
  const [south, north, turn] = [fromY! * RADIANS, toY! * RADIANS, (toX! - fromX!) * RADIANS];
  const east = Math.sin(turn) * Math.cos(north);
  const ahead = Math.cos(south) * Math.sin(north) - Math.sin(south) * Math.cos(north) * Math.cos(turn);
  return (Math.atan2(east, ahead) / RADIANS + 360) % 360;
}

/** Returns the position at a distance in kilometres in a direction. */
export function computeDestination([longitude, latitude]: Position, degrees: number, km: number): Position {
  const [angle, course, south] = [km / EARTH_RADIUS_KM, degrees * RADIANS, latitude! * RADIANS];
  const north = Math.asin(
    Math.sin(south) * Math.cos(angle) + Math.cos(south) * Math.sin(angle) * Math.cos(course),
  );
  const turn = Math.atan2(
    Math.sin(course) * Math.sin(angle) * Math.cos(south),
    Math.cos(angle) - Math.sin(south) * Math.sin(north),
  );
  return [wrapLongitude(longitude! + turn / RADIANS), north / RADIANS];
}

const CORNERS = 48;

/** Returns a circle on the ground as a polygon: counter-clockwise, closed, accurate to about ten centimetres. */
export function makeDisc({ coordinates }: Point, radiusKm: number): Polygon {
  const kmToPole = (90 - Math.abs(coordinates[1] ?? 0)) * KM_PER_DEGREE;
  if (radiusKm >= kmToPole) return makeDiscOverPole(coordinates, radiusKm / EARTH_RADIUS_KM);
  const ring = Array.from({ length: CORNERS }, (_, at): Position => {
    const corner = computeDestination(coordinates, 360 - (at * 360) / CORNERS, radiusKm);
    return roundDegrees(corner);
  });
  return { type: "Polygon", coordinates: [[...ring, ring[0]!]] };
}

/** Step along a circle around a pole, in degrees of longitude. Edges are straight, and the circle is not. */
const STEP_DEGREES = 3;

/** Maximum latitude of the circle. The ring returns along the pole, above it. */
const BELOW_POLE = 89.999999;

/**
 * Returns a disc that contains a pole. In longitude and latitude, such a disc is the strip between a line around the globe
 * and the pole. The ring follows the line from -180 to 180, and returns along the pole. Its edges have at most 120
 * degrees, so that their direction is unambiguous.
 */
function makeDiscOverPole([longitude = 0, latitude = 0]: Position, radius: number): Polygon {
  const sign = latitude < 0 ? -1 : 1;
  const [sine, cosine] = [Math.sin(sign * latitude * RADIANS), Math.cos(latitude * RADIANS)];
  const edge: Position[] = [];
  for (let meridian = -180; meridian <= 180; meridian += STEP_DEGREES) {
    const across = cosine * Math.cos((meridian - longitude) * RADIANS);
    // On a meridian the distance from the centre is the radius if sine * sin(x) + across * cos(x) = cos(radius).
    const nearest = Math.atan2(sine, across);
    const away = Math.acos(Math.min(1, Math.cos(radius) / Math.hypot(sine, across)));
    edge.push(roundDegrees([meridian, sign * Math.min(BELOW_POLE, (nearest - away) / RADIANS)]));
  }
  const pole = [180, 60, -60, -180].map((meridian): Position => [meridian, sign * 90]);
  const ring = [...edge, ...pole, edge[0]!];
  return { type: "Polygon", coordinates: [sign > 0 ? ring : ring.toReversed()] };
}

const roundDegrees = (position: Position): Position =>
  position.map((degrees) => Math.round(degrees * 1e6) / 1e6);
