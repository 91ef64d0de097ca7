/**
 * Stacks of the archive: spots at ports or volcanoes that one satellite images on each pass with nearly the same
 * geometry. Orbits are not adjusted: the passes of 400 days are searched for those with the wanted look angle.
 */
import { passInDay, type PassGuess } from "../../orbit/passes.ts";
import { RADIANS } from "../../orbit/ellipsoid.ts";
import { type FleetSatellite, SATELLITES } from "../fleet.ts";
import type { Acquisition, CollectFacts } from "./columns.ts";
import {
  acquisitionOf,
  drawHoldback,
  drawOpen,
  drawProducts,
  drawTarget,
  drawType,
  drawVertical,
  type Target,
} from "./draw-collect.ts";
import { drawFrom } from "./draw.ts";
import { allPlaces, type ArchivePlace } from "./places.ts";
import { MAX_PER_DAY, serialOf } from "./serial.ts";

/**
 * A stack has at most one collect per day. Its serial number is the stack's own, above those of all other
 * collects.
 */
export const MAX_STACKS = 4096;
export const FIRST_STACK_SERIAL = MAX_PER_DAY - MAX_STACKS;

/**
 * Largest difference from the model's look angle: nearly every collect is within 1 degree of all others. Half of it
 * would leave two or three collects in 400 days.
 */
const MAX_LOOK_HUNDREDTHS = 70;
/** Largest difference from the model's azimuth. Near the turning point of an orbit, tracks cross each other. */
const MAX_AZIMUTH_HUNDREDTHS = 300;
/** The corresponding distance from the ground track, approximately: a cheap first check. */
const MAX_OFF_TRACK = 0.25 * RADIANS;

/** Share of the passes used beyond the turning point of an orbit, where one geometry recurs every few days. */
const SHARE_BEYOND_TURN = 0.25;

/** Standard deviations: the centre of a stack from its place, and the centre of a collect from its stack. */
const STACK_SPREAD_KM = 2;
const COLLECT_SPREAD_KM = 0.15;

/** The model of a stack is a pass of the year that begins on this UTC day, 2025-01-01, for every archive. */
const MODEL_FROM_DAY = 20_089;
const MODEL_DAYS = 400;
const MAX_TRIES = 400;

/** Properties shared by the collects of a stack. */
interface ArchiveStack {
  serial: number;
  spot: ArchivePlace;
  target: Target;
  satellite: FleetSatellite;
  isAscending: boolean;
  pass: PassGuess;
  model: Acquisition;
  typeIndex: number;
  isVertical: boolean;
}

/** Returns the collects of the first `count` stacks by UTC day. A larger count adds collects and changes none. */
export function drawStacks(
  seed: number,
  count: number,
  { firstDay, lastDay }: { firstDay: number; lastDay: number },
): Map<number, CollectFacts[]> {
  const days = new Map<number, CollectFacts[]>();
  for (let number = 0; number < Math.min(count, MAX_STACKS); number++) {
    const stack = drawStack(seed, number);
    if (stack === undefined) continue;
    for (let day = firstDay; day < lastDay; day++) {
      const facts = collectOf(seed, stack, day);
      if (facts === undefined) continue;
      const others = days.get(day);
      if (others === undefined) days.set(day, [facts]);
      else others.push(facts);
    }
  }
  return days;
}

function drawStack(seed: number, number: number): ArchiveStack | undefined {
  const serial = FIRST_STACK_SERIAL + number;
  const draw = drawFrom(seed, serialOf(0, serial));
  const { repeated } = allPlaces();
  const place = repeated[number % repeated.length] as ArchivePlace;
  const target = drawTarget(draw, { ...place, spreadKm: STACK_SPREAD_KM });
  const spot = { ...place, ...degreesOf(target), spreadKm: COLLECT_SPREAD_KM };
  const kind = { typeIndex: drawType(draw), isVertical: drawVertical(draw) };
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const satellite = SATELLITES[draw.below(SATELLITES.length)]!;
    const dayNumber = MODEL_FROM_DAY + draw.below(MODEL_DAYS);
    const isAscending = draw.share() < 0.5;
    const pass = passInDay(satellite, target.position, dayNumber, isAscending);
    const model = pass && acquisitionOf(satellite, target, { pass, dayNumber });
    if (pass === undefined || model === undefined) continue;
    return { serial, spot, target, satellite, isAscending, pass, model, ...kind };
  }
  return undefined;
}

const degreesOf = ({ longitudeMicro, latitudeMicro }: Target) => ({
  longitude: longitudeMicro / 1e6,
  latitude: latitudeMicro / 1e6,
});

/** Returns the collect of a stack on a day; undefined on the many days without a pass like the model. */
function collectOf(seed: number, stack: ArchiveStack, dayNumber: number): CollectFacts | undefined {
  const { serial, spot, target, satellite, isAscending, model, typeIndex, isVertical } = stack;
  const pass = passInDay(satellite, target.position, dayNumber, isAscending);
  if (pass === undefined) return undefined;
  if (Math.abs(pass.offTrackRadians - stack.pass.offTrackRadians) > MAX_OFF_TRACK) return undefined;
  const draw = drawFrom(seed, serialOf(dayNumber, serial));
  const isBeyondTurn = Math.abs(spot.latitude) > satellite.plane;
  if (isBeyondTurn && draw.share() > SHARE_BEYOND_TURN) return undefined;
  const acquisition = acquisitionOf(satellite, drawTarget(draw, spot), { pass, dayNumber });
  if (acquisition === undefined || !isLike(acquisition, model)) return undefined;
  const isOpen = drawOpen(draw);
  const productMask = drawProducts(draw);
  const holdback = isOpen ? 0 : drawHoldback(draw);
  return { dayNumber, serial, acquisition, typeIndex, isVertical, isOpen, productMask, holdback };
}

function isLike(one: Acquisition, model: Acquisition): boolean {
  const turned = Math.abs(one.azimuthHundredths - model.azimuthHundredths);
  return (
    one.isLeft === model.isLeft &&
    one.isDescending === model.isDescending &&
    Math.abs(one.lookHundredths - model.lookHundredths) <= MAX_LOOK_HUNDREDTHS &&
    Math.min(turned, 36_000 - turned) <= MAX_AZIMUTH_HUNDREDTHS
  );
}
