/** A place by its name instead of coordinates, and the disc around a place or a point. */
import { resolve } from "node:path";
import { listText } from "../../counted.ts";
import { readDistance, readNonEmpty } from "../../domain/readers.ts";
import { inputError, type AppError } from "../../errors.ts";
import type { Point, Polygon } from "../../geo/geojson.ts";
import { resolvePlace, type PlaceAnswer } from "../../places/resolve-place.ts";
import { advice, typed } from "../../hint.ts";
import type { Context } from "../context.ts";
import { askChoice, canAsk } from "../input/prompt.ts";
import { usageError } from "../input/usage.ts";
import { completing, flag } from "./flag.ts";

export const placeFlag = () =>
  completing(
    flag("--place <name>", 'a city, port, volcano or airport: Setubal, "Valencia, ES"', readNonEmpty),
    async (text) => (await import("../../places/find-place.ts")).completePlace(text),
  );
export const radiusFlag = () =>
  flag("--radius <distance>", "radius around --point or --place, such as 5km", readDistance);

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
async function placeCalled(context: Context, name: string): Promise<Point> {
  const { notes, world, options } = context;
  const found = await resolvePlace(name);
  if (found.kind === "several") {
    if (!canAsk(world, options)) throw await explainPlace(context, name, found);
    const choices = found.places
      .slice(0, MAX_OFFERED)
      .map(({ title }, at) => ({ value: String(at), name: title }));
    return found.places[Number(await askChoice(world, `--place ${name}: which one?`, choices))]!.point;
  }
  if (found.kind !== "one") throw await explainPlace(context, name, found);
  const { place, others } = found;
  const also = others.length === 0 ? "" : `; not ${listText(others, MAX_LISTED)}`;
  notes.note(`--place ${name}: ${place.title}, ${place.point.coordinates.join(",")}${also}`);
  return place.point;
}

const MAX_LISTED = 10;
const MAX_OFFERED = 30;

async function explainPlace(
  { world }: Context,
  name: string,
  found: Exclude<PlaceAnswer, { kind: "one" }>,
): Promise<AppError> {
  const { makePlaceError } = await import("../../domain/place-errors.ts");
  const error = makePlaceError(name, found, { place: "--place", point: "--point" });
  if (found.kind !== "none" || !(await isFile(resolve(world.cwd, name)))) return error;
  const next = advice`A file has this name: ${typed("--file", name)}`;
  return inputError(error.issues.map((fault) => ({ ...fault, next })));
}

async function isFile(path: string): Promise<boolean> {
  const { stat } = await import("node:fs/promises");
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
