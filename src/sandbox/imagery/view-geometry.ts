import {
  toGroundPoint,
  RADIANS,
  addScaled,
  cross,
  dot,
  norm,
  scale,
  subtract,
  unit,
  type GroundPoint,
  type Vector,
} from "../../orbit/ellipsoid.ts";
import { toBearing } from "../../orbit/look.ts";
import { computeState } from "../../orbit/propagation.ts";
import type { Collect } from "../archive/collect.ts";
import { SATELLITES } from "../fleet.ts";

/** Properties of a collect that determine the bytes of its products. */
export type Scene = Omit<Collect, "bbox" | "productTypes" | "collectionId" | "holdback">;

/**
 * The size of products. `tiny`: some hundred kilobytes. `real`: the sampling of the collection type, up to several
 * gigabytes. A number: maximum bytes of data files, approached as closely as whole tiles and lines allow.
 */
export type ImagerySize = "tiny" | "real" | number;

/** Samples per resolution cell: slightly more than one, as in focused images. */
export const OVERSAMPLING = 1.25;

/** Returns the largest scale of the sides (bytes grow with its square) at which a file has at most that length. */
export function findLargestScale(mostBytes: number, bytesAt: (scale: number) => number): number {
  let [fits, exceeds] = [1e-4, 1e4];
  for (let step = 0; step < 60; step += 1) {
    const middle = Math.sqrt(fits * exceeds);
    if (bytesAt(middle) <= mostBytes) fits = middle;
    else exceeds = middle;
  }
  return fits;
}

/** The antenna's view of a place on the ground. Metres, degrees; earth-fixed. */
interface View {
  position: Vector;
  velocity: Vector;
  side: "L" | "R";
  slantRangeMetres: number;
  groundRangeMetres: number;
  dopplerConeDegrees: number;
  grazeDegrees: number;
  azimuthDegrees: number;
  twistDegrees: number;
  slopeDegrees: number;
  layoverDegrees: number;
  /** Unit vector away from the radar. */
  sight: Vector;
}

/** The view of a collect's centre at the time to which its angles refer. */
export interface ViewGeometry extends View {
  trajectory: Trajectory;
  /** That time, in seconds since the start. */
  seconds: number;
  durationSeconds: number;
  centre: GroundPoint;
  acceleration: Vector;
}

export function computeViewGeometry(scene: Scene): ViewGeometry {
  const trajectory = fitTrajectory(scene);
  const seconds = (scene.datetimeMs - scene.startMs) / 1000;
  const ground = toGroundPoint(...scene.center);
  const centre = { ...ground, position: scale(ground.position, 1000) };
  const velocities = differentiateTrajectory(trajectory);
  return {
    ...computeView(evaluateTrajectory(trajectory, seconds), evaluateTrajectory(velocities, seconds), centre),
    trajectory,
    seconds,
    durationSeconds: (scene.endMs - scene.startMs) / 1000,
    centre,
    acceleration: evaluateTrajectory(differentiateTrajectory(velocities), seconds),
  };
}

/** Computes angles as defined by SICD volume 1 (SCPCOA) and CPHD (reference geometry). */
export function computeView(position: Vector, velocity: Vector, centre: GroundPoint): View {
  const way = subtract(centre.position, position);
  const sight = unit(way);
  const isLeft = dot(cross(unit(position), velocity), sight) > 0;
  const slantNormal = unit(scale(cross(velocity, sight), isLeft ? 1 : -1));

  const { up, east, north } = centre;
  const onGround = unit(addScaled(sight, up, -dot(sight, up)));
  const bearingOf = (direction: Vector): number => toBearing(dot(direction, east), dot(direction, north));
  return {
    position,
    velocity,
    side: isLeft ? "L" : "R",
    slantRangeMetres: norm(way),
    groundRangeMetres: norm(centre.position) * Math.acos(dot(unit(position), unit(centre.position))),
    dopplerConeDegrees: Math.acos(dot(unit(velocity), sight)) / RADIANS,
    grazeDegrees: Math.asin(-dot(sight, up)) / RADIANS,
    azimuthDegrees: bearingOf(scale(onGround, -1)),
    twistDegrees: Math.asin(dot(cross(up, onGround), slantNormal)) / RADIANS,
    slopeDegrees: Math.acos(dot(up, slantNormal)) / RADIANS,
    layoverDegrees: bearingOf(scale(slantNormal, -1)),
    sight,
  };
}

/** Coefficients in ascending order, in seconds since the start of the collect. */
export type Polynomial = readonly number[];

/** Positions of the antenna during a collect: metres, earth-fixed. */
export interface Trajectory {
  x: Polynomial;
  y: Polynomial;
  z: Polynomial;
}

/** Over half a minute of orbit, a polynomial through six places is accurate to a tenth of a millimetre. */
const NODES = 6;

/** Returns the flight over a scene, for the products' metadata. */
function fitTrajectory({ satellite, startMs, endMs }: Scene): Trajectory {
  const flown = SATELLITES[satellite];
  if (flown === undefined) throw new RangeError(`no satellite ${satellite + 1}`);
  // Whole milliseconds, because a double for the time since 1970 has no digits left for fractions.
  const nodesMs = Array.from({ length: NODES }, (_, at) =>
    Math.round(((endMs - startMs) * at) / (NODES - 1)),
  );
  const places = nodesMs.map((ms) => computeState(flown, startMs + ms).position);
  const through = (axis: keyof Vector): Polynomial =>
    interpolate(
      nodesMs.map((ms) => ms / 1000),
      places.map((place) => place[axis] * 1000),
    );
  return { x: through("x"), y: through("y"), z: through("z") };
}

/** Returns the polynomial through the values: Newton's divided differences, multiplied out. */
function interpolate(times: readonly number[], values: readonly number[]): Polynomial {
  const differences = [...values];
  for (let order = 1; order < times.length; order += 1) {
    for (let at = times.length - 1; at >= order; at -= 1) {
      differences[at] = (differences[at]! - differences[at - 1]!) / (times[at]! - times[at - order]!);
    }
  }
  return differences.reduceRight<number[]>((product, difference, at) => {
    const raised = [difference, ...product];
    for (const [power, coefficient] of product.entries()) raised[power]! -= coefficient * times[at]!;
    return raised;
  }, []);
}

const evaluate = (polynomial: Polynomial, seconds: number): number =>
  polynomial.reduceRight((sum, coefficient) => sum * seconds + coefficient, 0);

const differentiate = (polynomial: Polynomial): Polynomial =>
  polynomial.slice(1).map((coefficient, at) => coefficient * (at + 1));

export const differentiateTrajectory = ({ x, y, z }: Trajectory): Trajectory => ({
  x: differentiate(x),
  y: differentiate(y),
  z: differentiate(z),
});

export const evaluateTrajectory = ({ x, y, z }: Trajectory, seconds: number): Vector => ({
  x: evaluate(x, seconds),
  y: evaluate(y, seconds),
  z: evaluate(z, seconds),
});
