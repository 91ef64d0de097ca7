import { addScaled, dot, norm, subtract, unit, type Vector } from "../../orbit/vector.ts";
import { LIGHT_METRES_PER_SECOND } from "./radar-xml.ts";
import { placeAt, velocityAlong, type ViewGeometry } from "./view-geometry.ts";

/** Band and swath of a signal array, common to all vectors. */
export interface SignalBand {
  /** Hertz. */
  fx1: number;
  fx2: number;
  /** Hertz between samples. */
  step: number;
  /** Seconds of two-way delay relative to the reference point. */
  toa1: number;
  toa2: number;
  /** Seconds between vectors. */
  interval: number;
}

/** Parameters of a vector in storage order, and the number of values of each. */
export const VECTOR_PARAMETERS = [
  ["TxTime", 1],
  ["TxPos", 3],
  ["TxVel", 3],
  ["RcvTime", 1],
  ["RcvPos", 3],
  ["RcvVel", 3],
  ["SRPPos", 3],
  ["aFDOP", 1],
  ["aFRR1", 1],
  ["aFRR2", 1],
  ["FX1", 1],
  ["FX2", 1],
  ["TOA1", 1],
  ["TOA2", 1],
  ["TDTropoSRP", 1],
  ["SC0", 1],
  ["SCSS", 1],
] as const;

const NUMBERS = VECTOR_PARAMETERS.reduce((sum, [, count]) => sum + count, 0);
export const VECTOR_BYTES = NUMBERS * 8;

/** Zenith delay of a standard atmosphere, metres one way. */
const ZENITH_DELAY_METRES = 2.3;

/** The antenna at one moment: seconds since the start, metres and metres per second. */
interface AntennaState {
  seconds: number;
  position: Vector;
  velocity: Vector;
}

const stateAt = ({ trajectory }: ViewGeometry, seconds: number): AntennaState => ({
  seconds,
  position: placeAt(trajectory, seconds),
  velocity: placeAt(velocityAlong(trajectory), seconds),
});

/** Returns the antenna when it sends a vector's pulse, and when the echo arrives; each iteration gains four digits. */
function exchangeOf(view: ViewGeometry, sentSeconds: number): { sent: AntennaState; received: AntennaState } {
  const { trajectory, centre } = view;
  const sent = stateAt(view, sentSeconds);
  const out = norm(subtract(sent.position, centre.position));
  let back = out;
  for (let round = 0; round < 4; round += 1) {
    const seconds = sentSeconds + (out + back) / LIGHT_METRES_PER_SECOND;
    back = norm(subtract(placeAt(trajectory, seconds), centre.position));
  }
  return { sent, received: stateAt(view, sentSeconds + (out + back) / LIGHT_METRES_PER_SECOND) };
}

/** Returns the parameters of vector number `index`, as big-endian doubles. */
export function vectorBytes(view: ViewGeometry, band: SignalBand, index: number): Uint8Array {
  const { centre } = view;
  const { sent, received } = exchangeOf(view, index * band.interval);
  const closing = ({ position, velocity }: AntennaState): number =>
    dot(velocity, unit(subtract(position, centre.position)));
  const dopplerScale = -(closing(sent) + closing(received)) / LIGHT_METRES_PER_SECOND;
  const graze = dot(unit(subtract(sent.position, centre.position)), centre.up);
  const parameters = [
    sent.seconds,
    ...components(sent.position),
    ...components(sent.velocity),
    received.seconds,
    ...components(received.position),
    ...components(received.velocity),
    ...components(centre.position),
    dopplerScale,
    // The fast time phase has no residual: the standard then allows zero for both rates.
    0,
    0,
    band.fx1,
    band.fx2,
    band.toa1,
    band.toa2,
    (2 * ZENITH_DELAY_METRES) / graze / LIGHT_METRES_PER_SECOND,
    band.fx1,
    band.step,
  ];
  const bytes = Buffer.alloc(VECTOR_BYTES);
  for (const [at, value] of parameters.entries()) bytes.writeDoubleBE(value, at * 8);
  return bytes;
}

const components = ({ x, y, z }: Vector): number[] => [x, y, z];

/** Returns the reference time and position of a vector, halfway between sending and receiving. */
export function referenceOf(view: ViewGeometry, band: SignalBand, index: number): AntennaState {
  const { sent, received } = exchangeOf(view, index * band.interval);
  const out = norm(subtract(sent.position, view.centre.position));
  const back = norm(subtract(received.position, view.centre.position));
  const middle = (a: Vector, b: Vector): Vector => addScaled(addScaled({ x: 0, y: 0, z: 0 }, a, 0.5), b, 0.5);
  return {
    seconds: sent.seconds + (out / (out + back)) * (received.seconds - sent.seconds),
    position: middle(sent.position, received.position),
    velocity: middle(sent.velocity, received.velocity),
  };
}
