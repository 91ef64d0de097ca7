/** A circle on the ground as a polygon. */
import type { Point, Polygon, Position } from "./geojson.ts";
import { destination } from "./great-circle.ts";

const CORNERS = 48;

/** Counter-clockwise, closed, to about ten centimetres. */
export function discAround({ coordinates }: Point, radiusKm: number): Polygon {
  const kmToPole = (90 - Math.abs(coordinates[1] ?? 0)) * KM_PER_DEGREE;
  if (radiusKm >= kmToPole) return discOverPole(coordinates, radiusKm / KM_PER_DEGREE / DEGREES);
  const ring = Array.from({ length: CORNERS }, (_, at): Position => {
    const corner = destination(coordinates, 360 - (at * 360) / CORNERS, radiusKm);
    return rounded(corner);
  });
  return { type: "Polygon", coordinates: [[...ring, ring[0]!]] };
}

const KM_PER_DEGREE = 111.19;
const DEGREES = 180 / Math.PI;

/** Of longitude; an edge is straight in longitude and latitude, which a circle beside the pole is not. */
const STEP_DEGREES = 3;

/** The line keeps off the pole, along which the ring goes back. */
const BELOW_POLE = 89.999999;

/**
 * A disc that holds a pole is bounded by one latitude on each meridian. In longitude and latitude that is the strip from this line
 * to the pole, and it is written so: along the line from -180 to 180, and back along the pole, with edges of at most 120
 * degrees, so that no reader takes one the other way round.
 */
function discOverPole([longitude = 0, latitude = 0]: Position, radius: number): Polygon {
  const sign = latitude < 0 ? -1 : 1;
  const [sine, cosine] = [Math.sin((sign * latitude) / DEGREES), Math.cos(latitude / DEGREES)];
  const edge: Position[] = [];
  for (let meridian = -180; meridian <= 180; meridian += STEP_DEGREES) {
    const across = cosine * Math.cos((meridian - longitude) / DEGREES);
    // On this meridian the distance from the centre is the radius where sine * sin(x) + across * cos(x) = cos(radius).
    const nearest = Math.atan2(sine, across);
    const away = Math.acos(Math.min(1, Math.cos(radius) / Math.hypot(sine, across)));
    edge.push(rounded([meridian, sign * Math.min(BELOW_POLE, (nearest - away) * DEGREES)]));
  }
  const pole = [180, 60, -60, -180].map((meridian): Position => [meridian, sign * 90]);
  const ring = [...edge, ...pole, edge[0]!];
  return { type: "Polygon", coordinates: [sign > 0 ? ring : ring.toReversed()] };
}

const rounded = (position: Position): Position => position.map((degrees) => Math.round(degrees * 1e6) / 1e6);
