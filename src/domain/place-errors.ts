/** Errors for names of places, with the places that were probably meant: the same for a flag and for a tool. */
import { countText, listText } from "../counted.ts";
import { inputError, type AppError, type ErrorCode } from "../errors.ts";
import { advice, blank, typed, type Hint } from "../hint.ts";
import { foldName, listPlaceNames, offerPlaces } from "../places/find-place.ts";
import type { Place } from "../places/gazetteer.ts";
import type { PlaceAnswer } from "../places/resolve-place.ts";
import { listClosest } from "./closest.ts";

const MAX_LISTED = 10;

/** The names of the flags or of the arguments of a tool. */
interface AskedNames {
  place: string;
  point: string;
}

/** Returns the error for a name that is not the name of one place. */
export function makePlaceError(
  name: string,
  found: Exclude<PlaceAnswer, { kind: "one" }>,
  asked: AskedNames,
): AppError {
  const fail = (code: ErrorCode, words: string, next: Hint): AppError =>
    inputError([
      {
        code,
        path: "",
        flag: asked.place,
        value: name,
        message: `${asked.place} ${JSON.stringify(name)}: ${words}`,
        next,
      },
    ]);
  const place = (title: string): Hint => typed(asked.place, title);
  switch (found.kind) {
    case "several": {
      const { places, isBeginning } = found;
      const titles = places.map(({ title }) => title);
      const isNameEnough = titles.indexOf(titles[0]!, 1) === -1;
      const point = (): Hint => typed(asked.point, places[0]!.point.coordinates.join(","));
      const have = `${countText(places.length, "place")} ${places.length === 1 ? "has" : "have"}`;
      const words = `${have} ${isBeginning ? "a name that begins so" : "this name"}: ${listText(titles, MAX_LISTED)}`;
      const first = isNameEnough ? place(titles[0]!) : point();
      return fail("PLACE_AMBIGUOUS", words, advice`Give one of them: ${first}`);
    }
    case "country":
      return fail(
        "PLACE_UNKNOWN",
        `${found.name} is a country, and a place is a city, port, volcano or airport`,
        found.city === undefined
          ? "Give a file with its area"
          : advice`Give a city, such as ${place(found.city)}, or a file with the area`,
      );
    case "none": {
      const meant = findPlacesMeant(name)[0]?.name;
      return fail(
        "PLACE_UNKNOWN",
        "no place has this name among the cities of 15,000 people and more, large airports, ports and volcanoes",
        meant === undefined
          ? advice`Give its coordinates: ${{ words: [{ text: asked.point }, blank("lon,lat")], isFlags: true }}`
          : advice`Did you mean ${place(meant)}?`,
      );
    }
  }
}

/**
 * Returns places of this name, or with a name that begins with it or contains it; else those with the nearest names,
 * the largest first: `Porto` for `Prto`.
 */
function findPlacesMeant(text: string): readonly Place[] {
  if (foldName(text) === "") return [];
  const matching = offerPlaces(text);
  return matching.length > 0 ? matching : findPlacesNear(text);
}

/** Returns the places with the nearest names, the largest first. */
export function findPlacesNear(text: string): readonly Place[] {
  if (foldName(text) === "") return [];
  const near = new Set(listClosest(text, listPlaceNames()));
  const places = [...near].flatMap((name) => offerPlaces(name).filter((place) => place.name === name));
  return places.toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0));
}
