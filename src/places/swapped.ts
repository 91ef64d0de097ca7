/** Detects longitude and latitude that were probably typed in the wrong order. */
import type { Position } from "../geo/geojson.ts";
import { formatPosition } from "../geo/position.ts";
import { describePosition, nearestPlace, reachKm, type Whereabouts } from "./describe-position.ts";
import { CITY_PEOPLE } from "./gazetteer.ts";
import { isLand, nearestCoast } from "./land.ts";

export interface Swap {
  /** `38.71,-9.14 is 260 km S of Dar es Salaam (TZ); swapped, -9.14,38.71 would be near Lisbon (PT)` */
  text: string;
  /** The position that was probably meant. */
  position: Position;
  /** `place`: only the swapped position is near a city or landmark. `land`: the position is at sea, the swapped one on land. */
  evidence: "place" | "land";
}

/** Minimum distance of a position that is away from every place. */
const AWAY_KM = 25;
/** Vessels are imaged off coasts, and the land data is accurate to a few kilometres only. */
const OFF_COAST_KM = 25;

/** Returns undefined without evidence of a swap. */
export function findSwap([longitude = 0, latitude = 0]: Position): Swap | undefined {
  const position: Position = [latitude, longitude];
  const isSwappable = Math.abs(longitude) <= 90 && Math.abs(longitude - latitude) > 1;
  if (!isSwappable || nearestPlace([longitude, latitude]).km <= AWAY_KM) return undefined;
  const evidence = leadsToPlace(position, isLand(longitude, latitude))
    ? "place"
    : fromSeaToLand([longitude, latitude], position);
  return evidence && { text: swapText([longitude, latitude]), position, evidence };
}

/** `38.71,-9.14 is 260 km S of Dar es Salaam (TZ); swapped, -9.14,38.71 would be near Lisbon (PT)` */
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

/** A swap from the sea must lead to land: a strait is a landmark too. */
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

function fromSeaToLand(from: Position, to: Position): "land" | undefined {
  const [[fromX = 0, fromY = 0], [toX = 0, toY = 0]] = [from, to];
  // All longitudes near the pole are land in the Antarctic.
  if (toY < -60 || !isLand(toX, toY) || isLand(fromX, fromY)) return undefined;
  return nearestCoast(fromX, fromY).km > OFF_COAST_KM ? "land" : undefined;
}
