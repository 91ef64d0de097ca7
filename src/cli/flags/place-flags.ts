/** A place by its name instead of coordinates, and the disc around a place or a point. */
import { countText, listText } from "../../counted.ts";
import { distance } from "../../domain/distance.ts";
import { text } from "../../domain/readers.ts";
import { inputError, type AppError } from "../../errors.ts";
import type { Point, Polygon } from "../../geo/geojson.ts";
import type { Place } from "../../places/gazetteer.ts";
import { advice, typed } from "../../hint.ts";
import type { Context } from "../context.ts";
import { askChoice, canAsk } from "../input/prompt.ts";
import { usageError } from "../input/usage.ts";
import { flag } from "./flag.ts";

export const placeFlag = () =>
  flag("--place <name>", "a city, port, volcano or airport: Setubal, 'Valencia, ES'", text);
export const radiusFlag = () =>
  flag("--radius <distance>", "radius around --point or --place, such as 5km", distance);

export interface CentreOptions {
  point?: Point;
  place?: string;
  /** Kilometres. */
  radius?: number;
}

/** Returns the given point or place, or the disc around it. */
export async function readCentre(
  context: Context,
  { point, place, radius }: CentreOptions,
): Promise<Point | Polygon | undefined> {
  const centre = place === undefined ? point : await placeCalled(context, place);
  if (radius === undefined) return centre;
  if (centre === undefined) {
    const hint = advice`For example: ${typed("--place", "Setubal", "--radius", "5km")}`;
    throw usageError("--radius is given without --point or --place", hint);
  }
  const { makeDisc } = await import("../../geo/great-circle.ts");
  return makeDisc(centre, radius);
}

/** A name of several places, or the beginning of a name, is asked about on a terminal. */
async function placeCalled({ notes, world, options }: Context, name: string): Promise<Point> {
  const [{ findPlace }, { placeName }] = await Promise.all([
    import("../../places/find-place.ts"),
    import("../../places/gazetteer.ts"),
  ]);
  const found = findPlace(name);
  if (found.kind === "several") {
    if (!canAsk(world, options)) throw ambiguous(name, found, placeName);
    const choices = found.places
      .slice(0, MAX_OFFERED)
      .map((place, at) => ({ value: String(at), name: placeName(place) }));
    const choice = found.places[Number(await askChoice(world, `--place ${name}: which one?`, choices))]!;
    return { type: "Point", coordinates: [choice.longitude, choice.latitude] };
  }
  if (found.kind === "none") throw await unknown(name);
  const { place, others } = found;
  const coordinates = [place.longitude, place.latitude];
  const also = others.length === 0 ? "" : `; not ${listText(others.map(placeName), MAX_LISTED)}`;
  notes.note(`--place ${name}: ${placeName(place)}, ${coordinates.join(",")}${also}`);
  return { type: "Point", coordinates };
}

const MAX_LISTED = 10;
const MAX_OFFERED = 30;

function ambiguous(
  name: string,
  { places, isBeginning }: { places: readonly Place[]; isBeginning: boolean },
  nameOf: (place: Place) => string,
): AppError {
  const names = places.map(nameOf);
  const [first, ...rest] = places as [Place, ...Place[]];
  const isNameEnough = !rest.some((place) => nameOf(place) === nameOf(first));
  const flags = isNameEnough
    ? ["--place", nameOf(first)]
    : ["--point", `${first.longitude},${first.latitude}`];
  const count = countText(places.length, "place");
  const have = places.length === 1 ? "has" : "have";
  const message = `--place ${JSON.stringify(name)}: ${count} ${have} ${isBeginning ? "a name that begins so" : "this name"}: ${listText(names, MAX_LISTED)}`;
  const hint = advice`Give one of them: ${typed(...flags)}`;
  return inputError([
    { code: "PLACE_AMBIGUOUS", path: "", flag: "--place", value: name, message, next: hint },
  ]);
}

async function unknown(name: string): Promise<AppError> {
  const [{ placesMeant }, { foldName }] = await Promise.all([
    import("../input/place-choices.ts"),
    import("../../places/find-place.ts"),
  ]);
  const meant = foldName(name) === "" ? undefined : placesMeant(name)[0]?.name;
  const message =
    `--place ${JSON.stringify(name)}: no place has this name among the cities of 15,000 people and more, large airports, ` +
    "ports and volcanoes";
  const hint =
    meant === undefined
      ? "Give its coordinates: --point <lon,lat>"
      : advice`Did you mean ${typed("--place", meant)}?`;
  return inputError([{ code: "PLACE_UNKNOWN", path: "", flag: "--place", value: name, message, next: hint }]);
}
