import { EQUATOR_KM, toGroundPoint, RADIANS, type GroundPoint } from "../../orbit/ellipsoid.ts";
import { computeLook } from "../../orbit/look.ts";
import { passInDay, findSquintMoment, type PassGuess } from "../../orbit/passes.ts";
import { DAY_MS } from "../../time/civil.ts";
import { IMAGING_TYPES, SATELLITES, type FleetSatellite } from "../fleet.ts";
import { PRODUCT_SHARES, PRODUCT_TYPES } from "./collect.ts";
import type { CollectFacts, Acquisition } from "./columns.ts";
import { drawFrom, type Draw } from "../random.ts";
import { listPlaces, choosePlace, type ArchivePlace } from "./places.ts";
import { packSerial, MAX_PER_DAY } from "./serial.ts";

/** Range of look angles in the archive, degrees, computed from the orbit. */
const MIN_LOOK = 12;
const MAX_LOOK = 48;
/** The corresponding distance from the ground track, approximately: a cheap first check. */
const MIN_OFF_TRACK = 0.95 * RADIANS;
const MAX_OFF_TRACK = 5.9 * RADIANS;

/** Number of satellites tried for one target, and number of targets before the search fails. */
const TRIES_PER_TARGET = 24;
const MAX_TARGETS = 100;
const OPEN_DATA_SHARE = 0.06;
/** With this share of collects held back at first, about 5 % of an archive is still held back. */
const HOLDBACK_SHARE = 0.09;
const HOLDBACK_KIND_SHARES = [0.4, 0.5, 0.1];
const SQUINT_ANGLES = [-30, -15, 15, 30];

/**
 * Draws collect number `serial` of a UTC day: a place, a satellite that passes there on that day, and the resulting
 * properties. The result depends only on the seed, the day and the number. Its time is always within the day.
 */
export function drawCollect(seed: number, dayNumber: number, serial: number): CollectFacts {
  const draw = drawFrom(seed, packSerial(dayNumber, serial));
  const typeIndex = drawType(draw);
  const type = IMAGING_TYPES[typeIndex];
  const squint = type?.collectMode === "spotlight" && draw.share() < 0.12 ? SQUINT_ANGLES[draw.below(4)] : 0;
  const acquisition = drawAcquisition(draw, dayNumber, squint ?? 0);
  const isOpen = drawOpen(draw);
  return {
    dayNumber,
    serial,
    acquisition,
    typeIndex,
    isVertical: drawVertical(draw),
    isOpen,
    productMask: drawProducts(draw),
    holdback: isOpen ? 0 : drawHoldback(draw),
  };
}

const drawOpen = (draw: Draw): boolean => draw.share() < OPEN_DATA_SHARE;
const drawVertical = (draw: Draw): boolean => draw.share() < 0.2;

const toMicrodegrees = (degrees: number): number => Math.round(degrees * 1e6);
const toHundredths = (degrees: number): number => Math.round(degrees * 100);

function drawAcquisition(draw: Draw, dayNumber: number, squint: number): Acquisition {
  for (let targets = 0; targets < MAX_TARGETS; targets++) {
    const target = drawTarget(draw, choosePlace(listPlaces(), draw.share()));
    for (let tries = 0; tries < TRIES_PER_TARGET; tries++) {
      const satellite = SATELLITES[draw.below(SATELLITES.length)]!;
      const pass = passInDay(satellite, target.position, dayNumber, draw.share() < 0.5);
      const acquisition = pass && computeAcquisition(satellite, target, { pass, dayNumber, squint });
      if (acquisition !== undefined) return acquisition;
    }
  }
  throw new Error(`no pass found on day ${dayNumber}`);
}

/** A target of the archive: a point on the microdegree grid of the columns. */
interface Target extends GroundPoint {
  longitudeMicro: number;
  latitudeMicro: number;
}

/** Returns the acquisition of a target on a pass; undefined on another day or with another look angle. */
function computeAcquisition(
  satellite: FleetSatellite,
  target: Target,
  { pass, dayNumber, squint = 0 }: { pass: PassGuess; dayNumber: number; squint?: number },
): Acquisition | undefined {
  const offTrack = Math.abs(pass.offTrackRadians);
  if (offTrack < MIN_OFF_TRACK || offTrack > MAX_OFF_TRACK) return undefined;
  const exact = findSquintMoment(satellite, target.position, pass.ms, squint);
  if (exact === undefined) return undefined;
  const timeMs = Math.round(exact.ms);
  const look = computeLook(exact.state, target);
  if (Math.floor(timeMs / DAY_MS) !== dayNumber) return undefined;
  if (look.lookAngleDegrees < MIN_LOOK || look.lookAngleDegrees > MAX_LOOK) return undefined;
  return {
    timeMs,
    satellite: satellite.index,
    longitudeMicro: target.longitudeMicro,
    latitudeMicro: target.latitudeMicro,
    lookHundredths: toHundredths(look.lookAngleDegrees),
    incidenceHundredths: toHundredths(look.incidenceAngleDegrees),
    azimuthHundredths: toHundredths(look.azimuthDegrees) % 36_000,
    squintHundredths: toHundredths(look.squintAngleDegrees) + 0,
    isLeft: look.side === "left",
    isDescending: !look.ascending,
  };
}

/** Draws a point scattered around a place. */
function drawTarget(
  draw: Draw,
  { longitude, latitude, spreadKm }: Pick<ArchivePlace, "longitude" | "latitude" | "spreadKm">,
): Target {
  const kmPerDegree = EQUATOR_KM * RADIANS;
  const lat = Math.max(-85, Math.min(85, latitude + (draw.normal() * spreadKm) / kmPerDegree));
  const lon = longitude + (draw.normal() * spreadKm) / (kmPerDegree * Math.cos(lat * RADIANS));
  const wrapped = ((((lon + 180) % 360) + 360) % 360) - 180;
  const [longitudeMicro, latitudeMicro] = [toMicrodegrees(wrapped), toMicrodegrees(lat)];
  return { ...toGroundPoint(longitudeMicro / 1e6, latitudeMicro / 1e6), longitudeMicro, latitudeMicro };
}

function drawType(draw: Draw): number {
  let share = draw.share();
  for (const [at, type] of IMAGING_TYPES.entries()) {
    share -= type.share;
    if (share < 0) return at;
  }
  return 0;
}

function drawProducts(draw: Draw): number {
  let mask = 0;
  for (const [bit, product] of PRODUCT_TYPES.entries()) {
    if (draw.share() < PRODUCT_SHARES[product]) mask |= 1 << bit;
  }
  return mask;
}

/**
 * Returns the code of a holdback: 0 = never held back; otherwise 1 + kind + 3 x the organization's number (0
 * to 63).
 */
function drawHoldback(draw: Draw): number {
  if (draw.share() >= HOLDBACK_SHARE) return 0;
  const share = draw.share();
  const [short = 0, long = 0] = HOLDBACK_KIND_SHARES;
  let kind = 2;
  if (share < short) kind = 0;
  else if (share < short + long) kind = 1;
  return 1 + kind + 3 * draw.below(64);
}

// A stack of the archive is a spot at a port or volcano that one satellite images on each pass with nearly the same
// geometry. Orbits are not adjusted: the passes of 400 days are searched for those with the wanted look angle.

/**
 * A stack has at most one collect per day. Its serial number is the stack's own, above those of all other
 * collects.
 */
const MAX_STACKS = 4096;
export const FIRST_STACK_SERIAL = MAX_PER_DAY - MAX_STACKS;

/**
 * Largest difference from the model's look angle: nearly every collect is within 1 degree of all others. Half of it
 * would leave two or three collects in 400 days.
 */
const MAX_LOOK_HUNDREDTHS = 70;
/** Largest difference from the model's azimuth. Near the turning point of an orbit, tracks cross each other. */
const MAX_AZIMUTH_HUNDREDTHS = 300;
/** The corresponding distance from the ground track, approximately: a cheap first check. */
const MAX_STACK_OFF_TRACK = 0.25 * RADIANS;

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
      const facts = drawStackCollect(seed, stack, day);
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
  const draw = drawFrom(seed, packSerial(0, serial));
  const { repeated } = listPlaces();
  const place = repeated[number % repeated.length] as ArchivePlace;
  const target = drawTarget(draw, { ...place, spreadKm: STACK_SPREAD_KM });
  const spot = { ...place, ...toDegrees(target), spreadKm: COLLECT_SPREAD_KM };
  const kind = { typeIndex: drawType(draw), isVertical: drawVertical(draw) };
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const satellite = SATELLITES[draw.below(SATELLITES.length)]!;
    const dayNumber = MODEL_FROM_DAY + draw.below(MODEL_DAYS);
    const isAscending = draw.share() < 0.5;
    const pass = passInDay(satellite, target.position, dayNumber, isAscending);
    const model = pass && computeAcquisition(satellite, target, { pass, dayNumber });
    if (pass === undefined || model === undefined) continue;
    return { serial, spot, target, satellite, isAscending, pass, model, ...kind };
  }
  return undefined;
}

const toDegrees = ({ longitudeMicro, latitudeMicro }: Target) => ({
  longitude: longitudeMicro / 1e6,
  latitude: latitudeMicro / 1e6,
});

/** Returns the collect of a stack on a day; undefined on the many days without a pass like the model. */
function drawStackCollect(seed: number, stack: ArchiveStack, dayNumber: number): CollectFacts | undefined {
  const { serial, spot, target, satellite, isAscending, model, typeIndex, isVertical } = stack;
  const pass = passInDay(satellite, target.position, dayNumber, isAscending);
  if (pass === undefined) return undefined;
  if (Math.abs(pass.offTrackRadians - stack.pass.offTrackRadians) > MAX_STACK_OFF_TRACK) return undefined;
  const draw = drawFrom(seed, packSerial(dayNumber, serial));
  const isBeyondTurn = Math.abs(spot.latitude) > satellite.plane;
  if (isBeyondTurn && draw.share() > SHARE_BEYOND_TURN) return undefined;
  const acquisition = computeAcquisition(satellite, drawTarget(draw, spot), { pass, dayNumber });
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
