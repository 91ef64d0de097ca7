/** Detects longitude and latitude that were probably typed in the wrong order. */
import type { Position } from "../geo/geojson.ts";
import { formatPosition } from "../geo/position.ts";
import { describePosition, nearestPlace, reachKm, type Whereabouts } from "./describe-position.ts";
import { CITY_PEOPLE } from "./gazetteer.ts";
import { isLand, nearestCoast } from "./land.ts";

/** Minimum distance of a position that is away from every place. */
const AWAY_KM = 25;

/**
 * Returns `38.71,-9.14 is 260 km S of Dar es Salaam (TZ); swapped, -9.14,38.71 would be near Lisbon (PT)`. Undefined
 * unless the swapped position is at a known place: the open sea alone is not evidence, since ships are targets.
 */
export function findSwap([longitude = 0, latitude = 0]: Position): string | undefined {
  const position: Position = [latitude, longitude];
  const isSwappable = Math.abs(longitude) <= 90 && Math.abs(longitude - latitude) > 1;
  if (!isSwappable || nearestPlace([longitude, latitude]).km <= AWAY_KM) return undefined;
  return leadsToPlace(position, isLand(longitude, latitude)) ? swapText([longitude, latitude]) : undefined;
}

/**
 * Returns `38.71,-9.14 is 260 km S of Dar es Salaam (TZ); swapped, -9.14,38.71 would be near Lisbon (PT)`.
 */
export function swapText([longitude = 0, latitude = 0]: Position): string {
  const given: Position = [longitude, latitude];
  const swapped: Position = [latitude, longitude];
  return (
    `${formatPosition(given)} is ${inWords(describePosition(given))}; ` +
    `swapped, ${formatPosition(swapped)} would be ${inWords(describePosition(swapped))}`
  );
}

const inWords = ({ isSea, text }: Whereabouts): string =>
  isSea === true ? `at sea (${text})` : text === "Antarctica" ? `in ${text}` : text;

/**
 * Reports whether a position is at a known place. A swap from the sea must lead to land: a strait is also a
 * landmark.
 */
function leadsToPlace(position: Position, isFromLand: boolean): boolean {
  const { place, km } = nearestPlace(position);
  const isKnown = place.kind === "landmark" || (place.population ?? 0) >= CITY_PEOPLE;
  return isKnown && km <= reachKm(place) && (isFromLand || isAshore(position));
}

/** The land data is coarse at harbours. */
const SHORE_KM = 5;

function isAshore([longitude = 0, latitude = 0]: Position): boolean {
  return isLand(longitude, latitude) || nearestCoast(longitude, latitude).km <= SHORE_KM;
}
