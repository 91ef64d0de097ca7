/** Finds the places that a typed text may mean, for every question and flag with a place name. */
import { listClosest } from "../../domain/closest.ts";
import { foldName, listPlaceNames, offerPlaces } from "../../places/find-place.ts";
import { placeName, type Place } from "../../places/gazetteer.ts";
import type { Choice } from "../world.ts";

/**
 * Returns places of this name, or with a name that begins with it or contains it; else those with the nearest names,
 * the largest first: `Porto` for `Prto`.
 */
export function findPlacesMeant(typed: string): readonly Place[] {
  const matching = offerPlaces(typed);
  return matching.length > 0 ? matching : findPlacesNear(typed);
}

function findPlacesNear(typed: string): readonly Place[] {
  if (foldName(typed) === "") return [];
  const near = new Set(listClosest(typed, listPlaceNames()));
  const places = [...near].flatMap((name) => offerPlaces(name).filter((place) => place.name === name));
  return places.toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0));
}

/** Returns places as choices of a list, each with its position as its value; a similar name is marked. */
export function placeChoices(typed: string): Choice[] {
  const matching = offerPlaces(typed);
  const near = matching.length > 0 ? "" : `near ${typed.trim()}: `;
  return (near === "" ? matching : findPlacesNear(typed)).map((place) => ({
    value: `${place.longitude},${place.latitude}`,
    name: `${near}${placeName(place)} at ${place.longitude},${place.latitude}`,
    short: placeName(place),
  }));
}
