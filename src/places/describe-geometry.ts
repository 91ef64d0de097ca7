/** The place name of a target or area, taken at its centre. Half a megabyte of data: import it lazily. */
import { groupedText } from "../counted.ts";
import { computeCentroid } from "../geo/centroid.ts";
import type { Position, SimpleGeometry } from "../geo/geojson.ts";
import { computeBearing, measureDistanceKm } from "../geo/great-circle.ts";
import { checkPosition, formatPosition } from "../geo/position.ts";
import {
  loadCities,
  loadLandmarksAndAirports,
  placeName,
  MIN_CITY_POPULATION,
  type City,
  type Place,
} from "./gazetteer.ts";
import { isBorderBetween } from "./borders.ts";
import { isLand, findNearestCoast } from "./land.ts";
import { findSea } from "./seas.ts";

/** Returns `near Setubal (PT)`; undefined for an invalid geometry. */
export function placeText(geometry: unknown): string | undefined {
  const centre = centreOf(geometry);
  return centre === undefined ? undefined : describePosition(centre).text;
}

/** Describes both places if longitude and latitude look swapped. */
export function swapOf(geometry: unknown): string | undefined {
  const centre = centreOf(geometry);
  return centre === undefined ? undefined : findSwap(centre);
}

/** Describes both places, with or without evidence of a swap. */
export function describeSwap(geometry: unknown): string | undefined {
  const centre = centreOf(geometry);
  return centre && swapText(centre);
}

/**
 * Returns the centre; undefined for an invalid geometry. It is from a file or a response, so it may be
 * anything.
 */
function centreOf(geometry: unknown): Position | undefined {
  try {
    const checked = checkPosition(computeCentroid(geometry as SimpleGeometry));
    return checked.ok ? checked.position : undefined;
  } catch {
    return undefined;
  }
}

// Describes a position: `near Setubal (PT)`, `38 km SE of Lisbon (PT)`, `Indian Ocean, 900 km off Tanzania`.

export interface Whereabouts {
  /** A phrase to follow "a point". */
  text: string;
  /** Undefined when a place is so near that the check was skipped. */
  isSea?: boolean;
}

/** Distance up to which a position is "near" a place. */
const NEAR_KM = 8;
/** Distance up to which land or sea is not checked. */
const AROUND_KM = 60;

export function describePosition(position: Position): Whereabouts {
  const nearest = findNearestPlace(position);
  if (nearest.km <= AROUND_KM) return { text: describeFromPlace(nearest, position) };
  const [longitude = 0, latitude = 0] = position;
  const onLand = isLand(longitude, latitude);
  if (onLand && latitude < -60) return { text: "Antarctica", isSea: false };
  const coast = findNearestCoast(longitude, latitude);
  if (onLand) {
    const text = describeFromPlace(nearest, position);
    // The nearest place may be across the sea.
    const isAbroad = coast.country !== undefined && coast.country !== nearest.place.country;
    const isAcross =
      isAbroad && coast.km < nearest.km && !isBorderBetween(position, [coast.longitude, coast.latitude]);
    return { text: isAcross ? `${formatCountry(coast.country!)}, ${text}` : text, isSea: false };
  }
  const whose = coast.country === undefined ? "the nearest coast" : formatCountry(coast.country);
  const text = `${findSea(longitude, latitude)}, ${formatKilometres(coast.km)} off ${whose}`;
  return { text, isSea: true };
}

/** Returns `near` inside or at the edge of a place, else distance and direction. */
function describeFromPlace({ place, km }: { place: Place; km: number }, position: Position): string {
  if (km <= computePlaceReachKm(place)) return `near ${placeName(place)}`;
  const direction = WINDS[Math.round(computeBearing([place.longitude, place.latitude], position) / 45) % 8]!;
  return `${formatKilometres(km)} ${direction} of ${placeName(place)}`;
}

/** Returns the radius of a city, from its population. */
export const computePlaceReachKm = ({ population = 0 }: Place): number =>
  Math.max(NEAR_KM, Math.sqrt(population) / 150);

const WINDS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/** Rounds to two digits from 100 on: `38 km`, `240 km`, `1,200 km`. */
function formatKilometres(km: number): string {
  let unit = 1;
  if (km >= 100) unit = 10;
  if (km >= 1000) unit = 100;
  return `${groupedText(Math.max(1, Math.round(km / unit) * unit))} km`;
}

/** Returns the name of a coast's country; the nearest city may be in another one, across the sea. */
const formatCountry = (code: string): string =>
  new Intl.DisplayNames(["en"], { type: "region" }).of(code) ?? code;

/** Cities by their latitude in whole degrees, rounded down. */
let citiesByBand: Partial<Record<number, City[]>> | undefined;

/**
 * Returns the best-known place near a position, which is the nearest one by weighted distance. A city of 500,000 counts as if it were twice as
 * near as a town of 15,000. Airports do not count.
 */
export function findNearestPlace(position: Position): { place: Place; km: number } {
  let nearest: { place: Place; km: number } | undefined;
  let bestScore = Infinity;
  const bands = (citiesByBand ??= Object.groupBy(loadCities(), ({ latitude }) => Math.floor(latitude)));
  const band = Math.floor(position[1]!);
  // Outward from the band of the position, until a city would have to be larger than any is.
  for (let away = 0; away < 180 && (away - 1) * KM_PER_DEGREE * MIN_CITY_WEIGHT <= bestScore; away++) {
    for (const place of [...(bands[band - away] ?? []), ...(away === 0 ? [] : (bands[band + away] ?? []))]) {
      const weight = place.population ** -0.2;
      // The distance in latitude alone excludes most cities.
      if (Math.abs(place.latitude - position[1]!) * KM_PER_DEGREE * weight > bestScore) continue;
      const km = measureDistanceKm([place.longitude, place.latitude], position);
      if (km * weight >= bestScore) continue;
      bestScore = km * weight;
      nearest = { place, km };
    }
  }
  for (const place of loadLandmarksAndAirports()) {
    const minKm = Math.abs(place.latitude - position[1]!) * KM_PER_DEGREE;
    if (place.kind === "airport" || minKm * LANDMARK_WEIGHT > bestScore) continue;
    const km = measureDistanceKm([place.longitude, place.latitude], position);
    if (km * LANDMARK_WEIGHT >= bestScore) continue;
    // A city's port counts as the city: "Lisbon", not "Lisbon and the Tagus".
    if (isNamedAfter(place, nearest!.place)) continue;
    bestScore = km * LANDMARK_WEIGHT;
    nearest = { place, km };
  }
  return nearest!;
}

const isNamedAfter = ({ name }: Place, city: Place): boolean =>
  city.kind === "city" && (name.startsWith(city.name) || city.name.startsWith(name));

/** Lower bound. */
const KM_PER_DEGREE = 110;
/** Below the weight of every city: no city has this population. */
const MIN_CITY_WEIGHT = 100_000_000 ** -0.2;
/** A landmark counts as a city of this size. */
const LANDMARK_WEIGHT = 168_700 ** -0.2;

// Detects longitude and latitude that were probably typed in the wrong order.

/** Minimum distance of a position that is away from every place. */
const AWAY_KM = 25;

/**
 * Returns `38.71,-9.14 is 260 km S of Dar es Salaam (TZ); swapped, -9.14,38.71 would be near Lisbon (PT)`. Undefined
 * unless the swapped position is at a known place: the open sea alone is not evidence, since ships are targets.
 */
export function findSwap([longitude = 0, latitude = 0]: Position): string | undefined {
  const position: Position = [latitude, longitude];
  const isSwappable = Math.abs(longitude) <= 90 && Math.abs(longitude - latitude) > 1;
  if (!isSwappable || findNearestPlace([longitude, latitude]).km <= AWAY_KM) return undefined;
  return isAtKnownPlace(position, isLand(longitude, latitude)) ? swapText([longitude, latitude]) : undefined;
}

/**
 * Returns `38.71,-9.14 is 260 km S of Dar es Salaam (TZ); swapped, -9.14,38.71 would be near Lisbon (PT)`.
 */
export function swapText([longitude = 0, latitude = 0]: Position): string {
  const given: Position = [longitude, latitude];
  const swapped: Position = [latitude, longitude];
  return (
    `${formatPosition(given)} is ${putInWords(describePosition(given))}; ` +
    `swapped, ${formatPosition(swapped)} would be ${putInWords(describePosition(swapped))}`
  );
}

function putInWords({ isSea, text }: Whereabouts): string {
  if (isSea === true) return `at sea (${text})`;
  return text === "Antarctica" ? `in ${text}` : text;
}

/**
 * Reports whether a position is at a known place. A swap from the sea must lead to land: a strait is also a
 * landmark.
 */
function isAtKnownPlace(position: Position, isFromLand: boolean): boolean {
  const { place, km } = findNearestPlace(position);
  const isKnown = place.kind === "landmark" || (place.population ?? 0) >= MIN_CITY_POPULATION;
  return isKnown && km <= computePlaceReachKm(place) && (isFromLand || isAshore(position));
}

/** The land data is coarse at harbours. */
const SHORE_KM = 5;

function isAshore([longitude = 0, latitude = 0]: Position): boolean {
  return isLand(longitude, latitude) || findNearestCoast(longitude, latitude).km <= SHORE_KM;
}
