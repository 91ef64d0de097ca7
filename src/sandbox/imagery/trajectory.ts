import { stateAt } from "../../orbit/propagation.ts";
import type { Vector } from "../../orbit/vector.ts";
import { SATELLITES } from "../fleet/satellites.ts";
import type { Scene } from "./scene.ts";

/** Coefficients from the constant up, in seconds since the start of the collect. */
export type Polynomial = readonly number[];

/** Where the antenna is during a collect: metres, earth-fixed. */
export interface Trajectory {
  x: Polynomial;
  y: Polynomial;
  z: Polynomial;
}

/** Over half a minute of orbit a polynomial through six places is true to a tenth of a millimetre. */
const NODES = 6;

/** The flight over a scene, as the products' metadata give it. */
export function trajectoryOf({
  satellite,
  startMs,
  endMs,
}: Pick<Scene, "satellite" | "startMs" | "endMs">): Trajectory {
  const flown = SATELLITES[satellite];
  if (flown === undefined) throw new RangeError(`no satellite ${satellite + 1}`);
  // Whole milliseconds: a time since 1970 has no digits left for parts of them.
  const nodesMs = Array.from({ length: NODES }, (_, at) =>
    Math.round(((endMs - startMs) * at) / (NODES - 1)),
  );
  const places = nodesMs.map((ms) => stateAt(flown, startMs + ms).position);
  const through = (axis: keyof Vector): Polynomial =>
    interpolate(
      nodesMs.map((ms) => ms / 1000),
      places.map((place) => place[axis] * 1000),
    );
  return { x: through("x"), y: through("y"), z: through("z") };
}

/** Newton's divided differences, multiplied out. */
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

const valueAt = (polynomial: Polynomial, seconds: number): number =>
  polynomial.reduceRight((sum, coefficient) => sum * seconds + coefficient, 0);

const derivative = (polynomial: Polynomial): Polynomial =>
  polynomial.slice(1).map((coefficient, at) => coefficient * (at + 1));

export const velocityAlong = ({ x, y, z }: Trajectory): Trajectory => ({
  x: derivative(x),
  y: derivative(y),
  z: derivative(z),
});

export const placeAt = ({ x, y, z }: Trajectory, seconds: number): Vector => ({
  x: valueAt(x, seconds),
  y: valueAt(y, seconds),
  z: valueAt(z, seconds),
});
