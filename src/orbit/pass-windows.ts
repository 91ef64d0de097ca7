/**
 * Finds when a satellite can image a place: the time spans in which all limits on the geometry are kept. A
 * window has one side: a span also ends where the place changes the side of the track. A satellite that turns from north to south
 * within a window does not end it, unless a direction is among the limits. The result does not depend on the start of the search: states
 * are computed on a grid of absolute times, and every edge is found between two of its points.
 */
import type { Satellite } from "./elements.ts";
import { EQUATOR_KM, POLE_KM, RADIANS, dot, norm, unit, type GroundPoint, type Vector } from "./ellipsoid.ts";
import {
  measureAngleBetween,
  computeAzimuth,
  computeClimbRate,
  computeIncidenceAngle,
  lookAngle,
  computeLook,
  findRightOfTrack,
  computeSquintAngle,
  type Arc,
  type Look,
} from "./look.ts";
import { EARTH_RATE, NoOrbit, computeState, type State } from "./propagation.ts";

/** All in degrees, both ends inclusive. */
export interface PassLimits {
  offNadir: readonly [least: number, most: number];
  squint: readonly [least: number, most: number];
  /** Elevation of the satellite; always above the horizon. */
  grazing?: readonly [least: number, most: number];
  /** From the position to the satellite. */
  azimuth?: Arc;
  side?: "left" | "right";
  ascending?: boolean;
}

/** A part of the area: a position that represents `weight` of it. The weights add up to 1. */
export interface TargetPart {
  ground: GroundPoint;
  weight: number;
}

export interface Span {
  startMs: number;
  endMs: number;
}

export interface PassWindow extends Span {
  side: "left" | "right";
  /** The direction in which the satellite is nearest: it may turn within the window. */
  ascending: boolean;
  /** For the position that can be imaged first, and for the position that can be imaged last. */
  atStart: Look;
  atEnd: Look;
  /** At the satellite's highest elevation over its nearest position: the angles are smallest there. */
  nearest: Look;
  /** Share of the area that can be imaged within the window, 0 to 1. */
  share: number;
}

/** Returns the windows of one satellite in order of time. `spans`, in order of time, limit the windows. */
export function passWindows(
  satellite: Satellite,
  parts: readonly TargetPart[],
  spans: readonly Span[],
  limits: PassLimits,
): PassWindow[] {
  const [first, last] = [spans[0], spans.at(-1)];
  if (first === undefined || last === undefined) return [];
  const area = circleAround(parts);
  const reach = computeReach(satellite, limits.offNadir[1]) + area.radius;
  const criteria = listCriteria(limits);
  const found: PassWindow[] = [];
  const nearTimes = joinSpans([...findNearSpans(satellite, area.middle, reach, first.startMs, last.endMs)]);
  for (const near of nearTimes) {
    const track = trackOf(satellite, near);
    const pieces = parts.flatMap((part) =>
      splitIntoPieces(track, part, criteria).flatMap((piece) => isWithin(piece, spans)),
    );
    for (const group of groupTargets(pieces)) found.push(toPassWindow(satellite, track, group, limits));
  }
  return found.sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
}

/** A window of one part of the area. */
interface Piece extends Span {
  part: TargetPart;
  side: "left" | "right";
}

/** Rounds a window to whole milliseconds within its limits; drops an empty one. */
function isWithin(piece: Piece, spans: readonly Span[]): Piece[] {
  return spans.flatMap((span) => {
    const startMs = Math.ceil(Math.max(piece.startMs, span.startMs));
    const endMs = Math.floor(Math.min(piece.endMs, span.endMs));
    return startMs < endMs ? [{ ...piece, startMs, endMs }] : [];
  });
}

/** Groups pieces of one side that overlap or touch. */
function groupTargets(pieces: readonly Piece[]): Piece[][] {
  const groups: { pieces: Piece[]; endMs: number }[] = [];
  for (const piece of pieces.toSorted((a, b) => a.startMs - b.startMs)) {
    const group = groups.findLast(({ pieces: [{ side } = piece] }) => side === piece.side);
    if (group !== undefined && piece.startMs <= group.endMs) {
      group.pieces.push(piece);
      group.endMs = Math.max(group.endMs, piece.endMs);
    } else groups.push({ pieces: [piece], endMs: piece.endMs });
  }
  return groups.map((group) => group.pieces);
}

function toPassWindow(
  satellite: Satellite,
  track: Track,
  pieces: readonly Piece[],
  limits: PassLimits,
): PassWindow {
  const [first] = pieces as readonly [Piece];
  const last = pieces.reduce((latest, piece) => (piece.endMs > latest.endMs ? piece : latest), first);
  const seen = new Set(pieces.map(({ part }) => part));
  const { side, startMs } = first;
  const atStart = computeLook(computeState(satellite, startMs), first.part.ground);
  const atEnd = computeLook(computeState(satellite, last.endMs), last.part.ground);
  const nearest = [atStart, atEnd].reduce(chooseSteeper, findSteepest(track, pieces));
  return {
    startMs,
    endMs: last.endMs,
    side,
    // A window of one direction may begin or end where the satellite turns, and be nearest there.
    ascending: limits.ascending ?? nearest.ascending,
    atStart,
    atEnd,
    nearest,
    share: Math.min(
      1,
      [...seen].reduce((sum, { weight }) => sum + weight, 0),
    ),
  };
}

const chooseSteeper = (one: Look, other: Look): Look =>
  other.incidenceAngleDegrees < one.incidenceAngleDegrees ? other : one;

/**
 * Returns the look of the piece that is nearest at its middle, which decides among positions seen at nearly the same
 * time.
 */
function findSteepest(track: Track, pieces: readonly Piece[]): Look {
  const middleOf = ({ startMs, endMs }: Piece): number => (startMs + endMs) / 2;
  const [first, ...others] = pieces.map((piece) => ({
    piece,
    incidence: computeIncidenceAngle(stateIn(track, middleOf(piece)), piece.part.ground),
  }));
  const { piece } = others.reduce((one, other) => (other.incidence < one.incidence ? other : one), first!);
  const { startMs, endMs } = piece;
  const { ground } = piece.part;
  const climbAt = (ms: number): number => computeClimbRate(stateIn(track, ms), ground);
  const [climbAtStart, climbAtEnd] = [climbAt(startMs), climbAt(endMs)];
  // In high orbits the elevation may instead be highest at an end, or rise more than once.
  const ms =
    climbAtStart > 0 && climbAtEnd < 0
      ? findRoot(startMs, endMs, climbAtStart, climbAtEnd, climbAt)
      : findTurningPoint(startMs, endMs, (at) => -computeIncidenceAngle(stateIn(track, at), ground));
  return computeLook(stateIn(track, ms), ground);
}

/** Returns a circle around the area: its centre as a direction from the earth's centre, its radius in radians. */
function circleAround(parts: readonly TargetPart[]): { middle: Vector; radius: number } {
  const directions = parts.map(({ ground }) => unit(ground.position));
  const sum = directions.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z }));
  // Positions all around the earth have no centre: every position then counts as near.
  const middle = norm(sum) > 1e-6 ? unit(sum) : { x: 0, y: 0, z: 1 };
  const radius = directions.reduce((most, direction) => Math.max(most, measureAngle(direction, middle)), 0);
  return { middle, radius };
}

const measureAngle = (a: Vector, b: Vector): number =>
  Math.acos(Math.min(1, Math.max(-1, dot(a, b) / (norm(a) * norm(b)))));

/** Half a degree: the effect of the earth's flattening and of an orbit's short periods on the angles of a sphere. */
const SLACK = 0.5 * RADIANS;

/**
 * Returns the distance from the subsatellite point to the ground at that off-nadir angle, in radians at the earth's
 * centre.
 */
function computeReach({ satrec }: Satellite, offNadirDegrees: number): number {
  const farthestKm = satrec.a * (1 + satrec.ecco) * EQUATOR_KM + 30;
  const horizon = Math.acos(Math.min(1, POLE_KM / farthestKm));
  const sine = (farthestKm / POLE_KM) * Math.sin(Math.min(90, offNadirDegrees) * RADIANS);
  return (sine < 1 ? Math.min(horizon, Math.asin(sine) - offNadirDegrees * RADIANS) : horizon) + SLACK;
}

/** Time between two states of a track, for which a cubic curve is accurate to half a metre. */
const GRID_MS = 60_000;
/** Shorter than the time in which a satellite crosses the slack of its reach. */
const MIN_STEP_MS = 5000;

/**
 * Yields the spans in which the satellite is above the circle. The distance shrinks no faster than the speed at
 * perigee plus the earth's rotation, so most of a revolution is skipped.
 */
function* findNearSpans(
  satellite: Satellite,
  middle: Vector,
  reach: number,
  fromMs: number,
  toMs: number,
): Generator<Span> {
  const { no, ecco, a } = satellite.satrec;
  const fastest = ((no / 60) * Math.sqrt(1 - ecco * ecco) * 1.01) / (1 - ecco) ** 2 + EARTH_RATE;
  const highestKm = a * (1 + ecco) * EQUATOR_KM * 1.1;
  /** Returns the milliseconds until the satellite can be near; not positive when it is near. */
  const wait = (ms: number): number => {
    const { position } = computeState(satellite, ms);
    // After a satellite has come down, the drag formulas continue to positions beyond the moon.
    if (!(norm(position) <= highestKm)) throw new NoOrbit(`an orbit that SGP4 lost before ${ms}`);
    return ((measureAngle(position, middle) - reach) / fastest) * 1000;
  };
  for (let ms = fromMs; ms <= toMs;) {
    const pause = wait(ms);
    if (pause > 0) ms += Math.max(MIN_STEP_MS, pause);
    else {
      const startMs = ms;
      do ms += GRID_MS;
      while (ms <= toMs && wait(ms) <= 0);
      yield { startMs, endMs: Math.min(ms, toMs) };
    }
  }
}

/** Joins spans whose tracks would overlap: a window in both would be found twice. */
function joinSpans(spans: readonly Span[]): Span[] {
  const apart: Span[] = [];
  for (const span of spans) {
    const before = apart.at(-1);
    if (before !== undefined && span.startMs - before.endMs < 3 * GRID_MS) before.endMs = span.endMs;
    else apart.push({ ...span });
  }
  return apart;
}

/** States at whole multiples of the grid's step; the first and the last are outside the searched time. */
interface Track {
  /** Time of the first state. */
  originMs: number;
  states: readonly State[];
  /** The searched time: whole multiples of the samples' step. */
  startMs: number;
  endMs: number;
}

function trackOf(satellite: Satellite, span: Span): Track {
  const startMs = (Math.floor(span.startMs / SAMPLE_MS) - 1) * SAMPLE_MS;
  const endMs = (Math.ceil(span.endMs / SAMPLE_MS) + 1) * SAMPLE_MS;
  const first = Math.floor(startMs / GRID_MS) - 1;
  const last = Math.ceil(endMs / GRID_MS) + 1;
  const states: State[] = [];
  for (let at = first; at <= last; at += 1) states.push(computeState(satellite, at * GRID_MS));
  return { originMs: first * GRID_MS, states, startMs, endMs };
}

/**
 * Returns the state between two states of the track. The position is on the cubic curve through both positions and
 * velocities. The velocity is interpolated from four velocities of SGP4, which differ slightly from the changes of its positions. In
 * eccentric orbits the difference is half a metre per second, which turns a squint by 0.01 degrees. Like `lookAt`, this function creates
 * no arrays and no functions: it runs ten thousand times before it is compiled.
 */
function stateIn({ originMs, states }: Track, ms: number): State {
  const at = Math.min(states.length - 3, Math.max(1, Math.floor((ms - originMs) / GRID_MS)));
  const from = states[at]!;
  const to = states[at + 1]!;
  const u = states[at - 1]!.velocity;
  const x = states[at + 2]!.velocity;
  const p = from.position;
  const v = from.velocity;
  const q = to.position;
  const w = to.velocity;
  const h = GRID_MS / 1000;
  const t = (ms - originMs) / GRID_MS - at;
  const t2 = t * t;
  const t3 = t2 * t;
  const a = 2 * t3 - 3 * t2 + 1;
  const b = (t3 - 2 * t2 + t) * h;
  const c = (t3 - t2) * h;
  const d = (-t * (t - 1) * (t - 2)) / 6;
  const e = ((t + 1) * (t - 1) * (t - 2)) / 2;
  const f = (-(t + 1) * t * (t - 2)) / 2;
  const g = ((t + 1) * t * (t - 1)) / 6;
  return {
    position: {
      x: a * p.x + b * v.x + (1 - a) * q.x + c * w.x,
      y: a * p.y + b * v.y + (1 - a) * q.y + c * w.y,
      z: a * p.z + b * v.z + (1 - a) * q.z + c * w.z,
    },
    velocity: {
      x: d * u.x + e * v.x + f * w.x + g * x.x,
      y: d * u.y + e * v.y + f * w.y + g * x.y,
      z: d * u.z + e * v.z + f * w.z + g * x.z,
    },
  };
}

type Measure = (state: State, ground: GroundPoint) => number;

/** The value `sign * (measure - bound)` is not negative while the limit is kept. */
interface Bound {
  measure: Measure;
  bound: number;
  sign: 1 | -1;
}

interface Criteria {
  limits: Bound[];
  /** Their values may not change sign within a window. */
  splits: Bound[];
  turnsFast: boolean;
}

const atLeast = (bound: number, measure: Measure): Bound => ({ measure, bound, sign: 1 });
const atMost = (bound: number, measure: Measure): Bound => ({ measure, bound, sign: -1 });

const computeNorthward: Measure = ({ velocity }) => velocity.z;

function listCriteria({ offNadir, squint, grazing, azimuth, side, ascending }: PassLimits): Criteria {
  const limits = [
    atMost(90, computeIncidenceAngle),
    atMost(offNadir[1], lookAngle),
    atLeast(squint[0], computeSquintAngle),
    atMost(squint[1], computeSquintAngle),
  ];
  if (offNadir[0] > 0) limits.push(atLeast(offNadir[0], lookAngle));
  if (grazing !== undefined)
    limits.push(
      atMost(90 - grazing[0], computeIncidenceAngle),
      atLeast(90 - grazing[1], computeIncidenceAngle),
    );
  if (azimuth !== undefined) {
    const fromMiddle: Measure = (state, ground) =>
      measureAngleBetween(computeAzimuth(state, ground), azimuth.middle);
    limits.push(atMost(azimuth.half, fromMiddle));
  }
  if (side !== undefined) limits.push((side === "right" ? atLeast : atMost)(0, findRightOfTrack));
  if (ascending !== undefined) limits.push((ascending ? atLeast : atMost)(0, computeNorthward));
  const splits = [atLeast(0, findRightOfTrack)];
  return { limits, splits, turnsFast: azimuth !== undefined };
}

/** Interval of the samples: within it, no angle of a satellite in a low orbit makes a full turn. */
const SAMPLE_MS = 10_000;

/** Returns the spans in which one part of the area meets all limits. */
function splitIntoPieces(track: Track, part: TargetPart, { limits, splits, turnsFast }: Criteria): Piece[] {
  const { ground } = part;
  const bounds = [...limits, ...splits];
  const times = sampleTimes(track, ground, turnsFast);
  const states = times.map((ms) => stateIn(track, ms));
  const measured = new Map<Measure, Float64Array>();
  for (const { measure } of bounds)
    if (!measured.has(measure))
      measured.set(
        measure,
        Float64Array.from(states, (state) => measure(state, ground)),
      );
  const values = bounds.map(({ measure, bound, sign }) =>
    measured.get(measure)!.map((result) => sign * (result - bound)),
  );
  const isBroken = findBrokenIntervals(values.slice(0, limits.length), times.length);
  if (isBroken.every(Boolean)) return [];
  const edges: number[] = [times[0]!, times.at(-1)!];
  for (const [at, { measure, bound, sign }] of bounds.entries())
    addSignChanges(
      edges,
      times,
      values[at]!,
      isBroken,
      (ms) => sign * (measure(stateIn(track, ms), ground) - bound),
    );
  edges.sort((a, b) => a - b);
  const pieces: Piece[] = [];
  for (let at = 1; at < edges.length; at += 1) {
    const [startMs, endMs] = [edges[at - 1]!, edges[at]!];
    if (endMs - startMs < 2 * EDGE_MS) continue;
    const middle = stateIn(track, (startMs + endMs) / 2);
    if (limits.some(({ measure, bound, sign }) => sign * (measure(middle, ground) - bound) < 0)) continue;
    const side = findRightOfTrack(middle, ground) > 0 ? "right" : "left";
    const before = pieces.at(-1);
    const isContinued = before !== undefined && startMs - before.endMs < 2 * EDGE_MS && before.side === side;
    if (isContinued) before.endMs = endMs;
    else pieces.push({ startMs, endMs, part, side });
  }
  return pieces;
}

/** Near the zenith an azimuth turns by 180 degrees within seconds: samples are closer there. */
const LARGEST_TURN_DEGREES = 15;
const CLOSEST_MS = 100;

function sampleTimes(track: Track, ground: GroundPoint, turnsFast: boolean): number[] {
  const times = [track.startMs];
  const azimuthAt = (ms: number): number => computeAzimuth(stateIn(track, ms), ground);
  const addUpTo = (toMs: number): void => {
    const fromMs = times.at(-1)!;
    const isFast =
      turnsFast &&
      toMs - fromMs > CLOSEST_MS &&
      measureAngleBetween(azimuthAt(fromMs), azimuthAt(toMs)) > LARGEST_TURN_DEGREES;
    if (isFast) addUpTo((fromMs + toMs) / 2);
    if (isFast) addUpTo(toMs);
    else times.push(toMs);
  };
  for (let ms = track.startMs + SAMPLE_MS; ms <= track.endMs; ms += SAMPLE_MS) addUpTo(ms);
  return times;
}

/**
 * Returns, for each interval between samples, whether a limit is broken throughout: no window can begin or end there.
 * Interval `at` follows sample `at`. A curve exceeds its samples by no more than it changes between two of them.
 */
function findBrokenIntervals(values: readonly Float64Array[], count: number): boolean[] {
  const isBroken = Array.from({ length: count - 1 }, () => false);
  for (const curve of values) {
    for (let at = 0; at < count - 1; at += 1) {
      const from = curve[at]!;
      const to = curve[at + 1]!;
      const before = Math.abs(from - (curve[at - 1] ?? from));
      const after = Math.abs(to - (curve[at + 2] ?? to));
      if (Math.max(from, to) + Math.max(before, Math.abs(from - to), after) < 0) isBroken[at] = true;
    }
  }
  return isBroken;
}

/** A millisecond is seven metres of flight; edges are found more precisely. */
const EDGE_MS = 0.05;

/** Adds the sign changes of a value, including a pair between two samples. */
function addSignChanges(
  edges: number[],
  times: readonly number[],
  values: Float64Array,
  isBroken: readonly boolean[],
  valueAt: (ms: number) => number,
): void {
  for (let at = 1; at < values.length; at += 1) {
    if (isBroken[at - 1] === true && isBroken[at] !== false) continue;
    const from = times[at - 1]!;
    const before = values[at - 1]!;
    const value = values[at]!;
    const after = values[at + 1];
    if (before >= 0 !== value >= 0) edges.push(findRoot(from, times[at]!, before, value, valueAt));
    if (after === undefined || value >= 0 !== before >= 0 || value >= 0 !== after >= 0) continue;
    // All three have one sign: between them the value may change its sign twice, where it turns.
    const outward = value >= 0 ? -1 : 1;
    const isTurning = (value - before) * outward >= 0 && (value - after) * outward >= 0;
    if (!isTurning || Math.abs(value) > Math.max(Math.abs(value - before), Math.abs(value - after))) continue;
    const end = times[at + 1]!;
    const turn = findTurningPoint(from, end, (ms) => outward * valueAt(ms));
    const turned = valueAt(turn);
    if (turned >= 0 === value >= 0) continue;
    edges.push(findRoot(from, turn, before, turned, valueAt), findRoot(turn, end, turned, after, valueAt));
  }
}

/**
 * Returns a root by regula falsi. The value of the end that stays is halved so that it moves as well (the Illinois
 * algorithm); values at both ends are known.
 */
function findRoot(
  from: number,
  to: number,
  valueAtFrom: number,
  valueAtTo: number,
  valueAt: (ms: number) => number,
): number {
  let a = from;
  let b = to;
  let fa = valueAtFrom;
  let fb = valueAtTo;
  let ms = a;
  let stayed = 0;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = (a * fb - b * fa) / (fb - fa);
    const isThere = Math.abs(next - ms) < EDGE_MS;
    ms = next;
    if (isThere) break;
    const value = valueAt(ms);
    if (value >= 0 === fa >= 0) {
      a = ms;
      fa = value;
      if (stayed === 1) fb /= 2;
      stayed = 1;
    } else {
      b = ms;
      fb = value;
      if (stayed === -1) fa /= 2;
      stayed = -1;
    }
  }
  return ms;
}

const MAX_STEPS = 60;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Returns the maximum of a value between two moments, by golden section. */
function findTurningPoint(from: number, to: number, valueAt: (ms: number) => number): number {
  let a = from;
  let b = to;
  let c = b - GOLDEN * (b - a);
  let d = a + GOLDEN * (b - a);
  let fc = valueAt(c);
  let fd = valueAt(d);
  while (b - a > 1) {
    if (fc > fd) {
      b = d;
      d = c;
      fd = fc;
      c = b - GOLDEN * (b - a);
      fc = valueAt(c);
    } else {
      a = c;
      c = d;
      fc = fd;
      d = a + GOLDEN * (b - a);
      fd = valueAt(d);
    }
  }
  return (a + b) / 2;
}
