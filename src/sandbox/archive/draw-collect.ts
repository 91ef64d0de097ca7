import { EQUATOR_KM, groundPoint, type GroundPoint, RADIANS } from "../../orbit/ellipsoid.ts";
import { lookAt } from "../../orbit/look.ts";
import { type PassGuess, passInDay, squintMoment } from "../../orbit/passes.ts";
import { DAY_MS } from "../../time/civil.ts";
import { IMAGING_TYPES, type FleetSatellite, SATELLITES } from "../fleet.ts";
import { PRODUCT_SHARES, PRODUCT_TYPES } from "./collect.ts";
import type { CollectFacts, Acquisition } from "./columns.ts";
import { type Draw, drawFrom } from "./draw.ts";
import { allPlaces, type ArchivePlace, placeAt } from "./places.ts";
import { serialOf } from "./serial.ts";

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
  const draw = drawFrom(seed, serialOf(dayNumber, serial));
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

export const drawOpen = (draw: Draw): boolean => draw.share() < OPEN_DATA_SHARE;
export const drawVertical = (draw: Draw): boolean => draw.share() < 0.2;

const toMicrodegrees = (degrees: number): number => Math.round(degrees * 1e6);
const hundredths = (degrees: number): number => Math.round(degrees * 100);

function drawAcquisition(draw: Draw, dayNumber: number, squint: number): Acquisition {
  for (let targets = 0; targets < MAX_TARGETS; targets++) {
    const target = drawTarget(draw, placeAt(allPlaces(), draw.share()));
    for (let tries = 0; tries < TRIES_PER_TARGET; tries++) {
      const satellite = SATELLITES[draw.below(SATELLITES.length)]!;
      const pass = passInDay(satellite, target.position, dayNumber, draw.share() < 0.5);
      const acquisition = pass && acquisitionOf(satellite, target, { pass, dayNumber, squint });
      if (acquisition !== undefined) return acquisition;
    }
  }
  throw new Error(`no pass found on day ${dayNumber}`);
}

/** A target of the archive: a point on the microdegree grid of the columns. */
export interface Target extends GroundPoint {
  longitudeMicro: number;
  latitudeMicro: number;
}

/** Returns the acquisition of a target on a pass; undefined on another day or with another look angle. */
export function acquisitionOf(
  satellite: FleetSatellite,
  target: Target,
  { pass, dayNumber, squint = 0 }: { pass: PassGuess; dayNumber: number; squint?: number },
): Acquisition | undefined {
  const offTrack = Math.abs(pass.offTrackRadians);
  if (offTrack < MIN_OFF_TRACK || offTrack > MAX_OFF_TRACK) return undefined;
  const exact = squintMoment(satellite, target.position, pass.ms, squint);
  if (exact === undefined) return undefined;
  const timeMs = Math.round(exact.ms);
  const look = lookAt(exact.state, target);
  if (Math.floor(timeMs / DAY_MS) !== dayNumber) return undefined;
  if (look.lookAngleDegrees < MIN_LOOK || look.lookAngleDegrees > MAX_LOOK) return undefined;
  return {
    timeMs,
    satellite: satellite.index,
    longitudeMicro: target.longitudeMicro,
    latitudeMicro: target.latitudeMicro,
    lookHundredths: hundredths(look.lookAngleDegrees),
    incidenceHundredths: hundredths(look.incidenceAngleDegrees),
    azimuthHundredths: hundredths(look.azimuthDegrees) % 36_000,
    squintHundredths: hundredths(look.squintAngleDegrees) + 0,
    isLeft: look.side === "left",
    isDescending: !look.ascending,
  };
}

/** Draws a point scattered around a place. */
export function drawTarget(
  draw: Draw,
  { longitude, latitude, spreadKm }: Pick<ArchivePlace, "longitude" | "latitude" | "spreadKm">,
): Target {
  const kmPerDegree = EQUATOR_KM * RADIANS;
  const lat = Math.max(-85, Math.min(85, latitude + (draw.normal() * spreadKm) / kmPerDegree));
  const lon = longitude + (draw.normal() * spreadKm) / (kmPerDegree * Math.cos(lat * RADIANS));
  const wrapped = ((((lon + 180) % 360) + 360) % 360) - 180;
  const [longitudeMicro, latitudeMicro] = [toMicrodegrees(wrapped), toMicrodegrees(lat)];
  return { ...groundPoint(longitudeMicro / 1e6, latitudeMicro / 1e6), longitudeMicro, latitudeMicro };
}

export function drawType(draw: Draw): number {
  let share = draw.share();
  for (const [at, type] of IMAGING_TYPES.entries()) {
    share -= type.share;
    if (share < 0) return at;
  }
  return 0;
}

export function drawProducts(draw: Draw): number {
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
export function drawHoldback(draw: Draw): number {
  if (draw.share() >= HOLDBACK_SHARE) return 0;
  const share = draw.share();
  const [short = 0, long = 0] = HOLDBACK_KIND_SHARES;
  const kind = share < short ? 0 : share < short + long ? 1 : 2;
  return 1 + kind + 3 * draw.below(64);
}
