/** Finds the places that a typed text may mean, for every question with a place name. */
import { findPlacesNear } from "../../domain/place-errors.ts";
import { offerPlaces } from "../../places/find-place.ts";
import { placeName } from "../../places/gazetteer.ts";
import type { Choice } from "../world.ts";

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
