/** The title of a map of found scenes: the place, point, box or file that was asked for. */
import { basename } from "node:path";
import type { Context } from "../cli/context.ts";
import type { BBox, Point } from "../geo/geojson.ts";

interface Asked {
  place?: string | undefined;
  point?: Point | undefined;
  /** Kilometres. */
  radius?: number | undefined;
  /** Degrees. */
  bbox?: BBox | undefined;
  file?: string | undefined;
}

/** Titles the map of this run, such as `Scenes within 20 km of Lisbon (PT)`, where an area was asked for. */
export async function giveTitle(
  { map }: Pick<Context, "map">,
  asked: Asked,
  what: "Scenes" | "Stacks" = "Scenes",
): Promise<void> {
  const where = await whereText(asked);
  if (where !== undefined) map.title = `${what} ${where}`;
}

async function whereText({ place, point, radius, bbox, file }: Asked): Promise<string | undefined> {
  const centre = place === undefined ? point && pointText(point.coordinates) : await placeText(place);
  if (centre !== undefined) return radius === undefined ? `at ${centre}` : `within ${radius} km of ${centre}`;
  if (bbox !== undefined) {
    const [west, south] = bbox;
    const [east, north] = bbox.slice(bbox.length / 2);
    return `from ${pointText([west, south])} to ${pointText([east!, north!])}`;
  }
  return file === undefined || file === "-" ? undefined : `over ${basename(file)}`;
}

/** The name in full, as the search took it. */
async function placeText(name: string): Promise<string> {
  const [{ findPlace }, { placeName }] = await Promise.all([
    import("../places/find-place.ts"),
    import("../places/gazetteer.ts"),
  ]);
  const found = findPlace(name);
  return found.kind === "one" ? placeName(found.place) : name;
}

const pointText = ([longitude = 0, latitude = 0]: readonly number[]): string =>
  `${degrees(latitude, "N", "S")} ${degrees(longitude, "E", "W")}`;

/** To a kilometre or so. */
function degrees(value: number, positive: string, negative: string): string {
  const rounded = Math.round(value * 100) / 100;
  return rounded === 0 ? "0°" : `${Math.abs(rounded)}° ${rounded > 0 ? positive : negative}`;
}
