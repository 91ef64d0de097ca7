import {
  EQUATOR_KM,
  toGroundPoint,
  POLE_KM,
  RADIANS,
  toGeodetic,
  addScaled,
  cross,
  dot,
  norm,
  scale,
  subtract,
  unit,
  type GroundPoint,
  type Vector,
} from "./ellipsoid.ts";
import { EARTH_RATE, type State } from "./propagation.ts";

/** The requested scene: a rectangle on the ground around its centre. */
export interface SceneRectangle {
  center: readonly [longitude: number, latitude: number];
  /** Across the track. */
  widthKm: number;
  /** Along the track. */
  lengthKm: number;
  /**
   * Seconds between the aperture times of both ends of the scene: 0 when the beam stays on the centre. The beam of a strip moves as fast as the
   * ground track.
   */
  sweep: number | "strip";
}

/** The image of a scene: samples on a plane through the scene's centre, each seen by the antenna at its own time. Kilometres, earth-fixed. */
export interface ImagePlane {
  center: GroundPoint;
  /** Away from the radar and along the track, at right angles, so that the image is seen from above. */
  rowUnit: Vector;
  columnUnit: Vector;
  /** The direction of the rows on the ground; the direction of the columns is level. */
  groundRowUnit: Vector;
  /** Distances from the centre to the first and to the last samples. */
  halfRowKm: number;
  halfColumnKm: number;
  /** Delay of a sample per kilometre along the columns. */
  secondsPerKm: number;
  /** The slope of the slant plane, as its tangent. */
  slope: number;
  /** The flight at the time of the centre, from which times are counted. */
  flight: State & { acceleration: Vector };
}

/** Gravity of the earth, km3/s2. */
const GRAVITY = 398_600.4418;

/**
 * Returns the image plane, which contains the line of sight. The columns of a strip follow the ground track. Those of
 * other scenes follow the intersection of the slant plane with the ground: only along this line, a rectangle of the
 * slant plane is also a rectangle on the ground at any squint. Seen from abeam, both directions are equal. The image
 * is the smallest one around the centre that shows the scene's whole rectangle.
 */
export function computeImagePlane(scene: SceneRectangle, state: State): ImagePlane {
  const { sweep, widthKm, lengthKm } = scene;
  const center = toGroundPoint(...scene.center);
  const { position, velocity } = state;
  const { up } = center;
  const sight = unit(subtract(center.position, position));
  const slant = unit(cross(velocity, sight));
  const normal = dot(slant, up) < 0 ? scale(slant, -1) : slant;
  const along =
    sweep === "strip" ? unit(addScaled(velocity, up, -dot(velocity, up))) : unit(cross(normal, up));
  // On the left of the track, columns run against the flight.
  const columnUnit = dot(along, cross(up, sight)) < 0 ? scale(along, -1) : along;
  const rowUnit = unit(addScaled(sight, columnUnit, -dot(sight, columnUnit)));
  const beam = computeGroundSpeed(state, center, columnUnit);
  const rectangle: ImagePlane = {
    center,
    rowUnit,
    columnUnit,
    groundRowUnit: cross(columnUnit, up),
    halfRowKm: 0,
    halfColumnKm: 0,
    secondsPerKm: sweep === "strip" ? 1 / beam : (sweep / lengthKm) * Math.sign(beam),
    slope: Math.sqrt(1 - Math.min(1, dot(normal, up) ** 2)) / Math.abs(dot(normal, up)),
    flight: { position, velocity, acceleration: computeAcceleration(state) },
  };
  for (const [across, length] of BOUNDARY) {
    const level = addScaled(
      addScaled(center.position, rectangle.groundRowUnit, (across * widthKm) / 2),
      columnUnit,
      (length * lengthKm) / 2,
    );
    const [row, column] = sampleOf(rectangle, lowerToGround(level, up));
    rectangle.halfRowKm = Math.max(rectangle.halfRowKm, Math.abs(row));
    rectangle.halfColumnKm = Math.max(rectangle.halfColumnKm, Math.abs(column));
  }
  return rectangle;
}

/** Corners of a rectangle and the middles of its long edges, the outermost points of an image: across, along. */
const BOUNDARY = [
  [-1, -1],
  [-1, 0],
  [-1, 1],
  [1, -1],
  [1, 0],
  [1, 1],
] as const;

/**
 * Returns the speed, in kilometres per second, at which a beam of constant angles moves along the columns as the
 * earth turns below the orbit.
 */
function computeGroundSpeed(
  { position, velocity }: State,
  { position: ground }: GroundPoint,
  along: Vector,
): number {
  const turn = scale(cross(position, velocity), 1 / dot(position, position));
  return dot(cross(turn, ground), along);
}

/** Returns gravity plus the terms of the rotating coordinates. */
function computeAcceleration({ position: p, velocity: v }: State): Vector {
  const pull = -GRAVITY / norm(p) ** 3;
  return {
    x: pull * p.x + 2 * EARTH_RATE * v.y + EARTH_RATE ** 2 * p.x,
    y: pull * p.y - 2 * EARTH_RATE * v.x + EARTH_RATE ** 2 * p.y,
    z: pull * p.z,
  };
}

/** Returns the ground position of a sample: it has the range and range rate of the sample's point on the plane. */
export function findSampleGround(
  image: ImagePlane,
  rowKm: number,
  columnKm: number,
  rowUnit: Vector = image.rowUnit,
): Vector {
  const { center, columnUnit } = image;
  const place = addScaled(addScaled(center.position, rowUnit, rowKm), columnUnit, columnKm);
  return followContour(image, place, columnKm, ELLIPSOID);
}

/** Returns the sample of a ground position: kilometres along rows and columns from the centre. */
export function sampleOf(
  image: ImagePlane,
  ground: Vector,
  rowUnit: Vector = image.rowUnit,
): [rowKm: number, columnKm: number] {
  const { columnUnit } = image;
  const { position } = image.center;
  const normal = cross(rowUnit, columnUnit);
  const plane = { square: NOTHING, level: normal, constant: -dot(normal, position) };
  // Uses the time of the ground position's column: that of the sample differs by metres of flight.
  const columnKm = dot(subtract(ground, position), columnUnit);
  const way = subtract(followContour(image, ground, columnKm, plane), position);
  return [dot(way, rowUnit), dot(way, columnUnit)];
}

/**
 * The points at which the sum of `square x² / 2 + level x + constant` over the axes is 0; near them the sum is the
 * height above.
 */
interface Surface {
  square: Vector;
  level: Vector;
  constant: number;
}

const NOTHING: Vector = { x: 0, y: 0, z: 0 };

/** Near the surface, the height is accurate to a third of a per cent. */
const ELLIPSOID: Surface = {
  square: { x: 1 / EQUATOR_KM, y: 1 / EQUATOR_KM, z: EQUATOR_KM / POLE_KM ** 2 },
  level: NOTHING,
  constant: -EQUATOR_KM / 2,
};

function lowerToGround(place: Vector, up: Vector): Vector {
  const { square, constant } = ELLIPSOID;
  let on = place;
  for (let step = 0; step < 2; step += 1) {
    const height = (square.x * on.x ** 2 + square.y * on.y ** 2 + square.z * on.z ** 2) / 2 + constant;
    on = addScaled(on, up, -height);
  }
  return on;
}

const MAX_STEPS = 8;
/** After a Newton step this short, the error is below a millimetre. */
const SHORT_STEP_KM = 0.02;

/**
 * Returns the intersection of a surface with the circle of equal range and equal Doppler through a place, at the time
 * of a column. Without an intersection, which requires a scene beyond the horizon, it returns the place itself.
 */
function followContour(image: ImagePlane, place: Vector, columnKm: number, surface: Surface): Vector {
  const { position, velocity, acceleration } = image.flight;
  const seconds = columnKm * image.secondsPerKm;
  const antenna = addScaled(addScaled(position, velocity, seconds), acceleration, (seconds * seconds) / 2);
  const ahead = unit(addScaled(velocity, acceleration, seconds));
  const middle = addScaled(antenna, ahead, dot(subtract(place, antenna), ahead));
  const out = subtract(place, middle);
  const over = cross(ahead, out);
  const radius = norm(out);
  // On the circle (middle + out cos + over sin) the surface's sum is a polynomial of cosine and sine.
  const { square, level } = surface;
  const form = (a: Vector, b: Vector): number =>
    square.x * a.x * b.x + square.y * a.y * b.y + square.z * a.z * b.z;
  const fixed = form(middle, middle) / 2 + dot(level, middle) + surface.constant;
  const byCos = form(middle, out) + dot(level, out);
  const bySin = form(middle, over) + dot(level, over);
  const byCos2 = form(out, out) / 2;
  const bySin2 = form(over, over) / 2;
  const byBoth = form(out, over);
  let angle = 0;
  let [cos, sin] = [1, 0];
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const height =
      fixed + byCos * cos + bySin * sin + byCos2 * cos * cos + bySin2 * sin * sin + byBoth * cos * sin;
    const slope =
      bySin * cos - byCos * sin + 2 * (bySin2 - byCos2) * cos * sin + byBoth * (cos * cos - sin * sin);
    const turn = -height / slope;
    if (!(Math.abs(turn) < 0.25)) return place;
    angle += turn;
    cos = Math.cos(angle);
    sin = Math.sin(angle);
    if (Math.abs(turn * radius) < SHORT_STEP_KM) break;
  }
  return {
    x: middle.x + out.x * cos + over.x * sin,
    y: middle.y + out.y * cos + over.y * sin,
    z: middle.z + out.z * cos + over.z * sin,
  };
}

type Place = [longitude: number, latitude: number];

/** Maximum distance between an edge on a flat map and the edge of the image. */
const EDGE_KM = 0.005;
const MAX_PIECES = 32;
/** Minimum number of pieces of an edge near the poles. */
const POLAR_PIECES = 8;
const POLAR_LATITUDE = 60;

/** Returns the image's edge on the ground, counter-clockwise from the first sample of the first row, not closed. */
export function outlineImage(image: ImagePlane): Place[] {
  const { halfRowKm, halfColumnKm, slope } = image;
  const [, latitude] = toGeodetic(image.center.position);
  const bend = Math.abs(Math.tan(latitude * RADIANS));
  const least = Math.abs(latitude) > POLAR_LATITUDE ? POLAR_PIECES : 1;
  const pieces = (halfKm: number, bent: number): number => {
    const away = (halfKm * halfKm * bent) / 2 / EQUATOR_KM;
    return Math.max(least, Math.min(MAX_PIECES, Math.ceil(Math.sqrt(away / EDGE_KM))));
  };
  const down = pieces(halfRowKm * Math.hypot(1, slope), bend);
  const along = pieces(halfColumnKm, bend + slope);
  const places: Place[] = [];
  for (const [row, column, rowStep, columnStep, count] of [
    [-1, -1, 2, 0, down],
    [1, -1, 0, 2, along],
    [1, 1, -2, 0, down],
    [-1, 1, 0, -2, along],
  ] as const) {
    for (let piece = 0; piece < count; piece += 1) {
      const share = piece / count;
      places.push(
        placeOf(image, (row + rowStep * share) * halfRowKm, (column + columnStep * share) * halfColumnKm),
      );
    }
  }
  return places;
}

/** Returns the degrees of a sample's ground position. */
export const placeOf = (image: ImagePlane, rowKm: number, columnKm: number): Place =>
  toGeodetic(findSampleGround(image, rowKm, columnKm));
