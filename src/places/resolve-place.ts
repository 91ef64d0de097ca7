/** The position of a place by its name, for flags, questions, titles and tools. The gazetteer is loaded for the first name. */
import type { Point } from "../geo/geojson.ts";
import type { Place } from "./gazetteer.ts";

export interface ResolvedPlace {
  /** As `--place` takes it: `Setubal (PT)`, `Springfield (US-MO)`, `Dover Strait`. */
  title: string;
  point: Point;
}

export type PlaceAnswer =
  /** `others`: the titles of smaller places of the same name. */
  | { kind: "one"; place: ResolvedPlace; others: string[] }
  /** `isBeginning`: the text is the beginning of their names. */
  | { kind: "several"; places: ResolvedPlace[]; isBeginning: boolean }
  /** A country is not a place. `city`: the title of its largest city. */
  | { kind: "country"; name: string; city: string | undefined }
  | { kind: "none" };

/** Returns the place with this whole name, or the places among which the caller must choose. */
export async function resolvePlace(name: string): Promise<PlaceAnswer> {
  const [{ findPlace }, { placeName }] = await Promise.all([
    import("./find-place.ts"),
    import("./gazetteer.ts"),
  ]);
  const found = findPlace(name);
  const resolve = (place: Place): ResolvedPlace => ({
    title: placeName(place),
    point: { type: "Point", coordinates: [place.longitude, place.latitude] },
  });
  switch (found.kind) {
    case "one":
      return { kind: "one", place: resolve(found.place), others: found.others.map(placeName) };
    case "several":
      return { ...found, places: found.places.map(resolve) };
    case "country": {
      const { name: country, cities } = found;
      return { kind: "country", name: country, city: cities[0] && placeName(cities[0]) };
    }
    case "none":
      return found;
  }
}
