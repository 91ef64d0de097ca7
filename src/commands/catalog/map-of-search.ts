/** A map of found scenes: its title and its area, from the requested place, point, box or file. */
import { isDocumentText } from "../../domain/readers.ts";
import { basename } from "node:path";
import type { SearchRequest } from "../../app/catalog/search-items.ts";
import type { Context } from "../../cli/context.ts";
import { findSearchedArea } from "../../domain/catalog/searched-area.ts";
import { toPolygonRegion } from "../../geo/polygon.ts";
import { resolvePlace } from "../../places/resolve-place.ts";
import type { BBox, Geometry, Point } from "../../geo/geojson.ts";

/** Shows the area with all of its parts, or the point or line; nothing for a search by ids, which ignores areas. */
export function showSearched({ map }: Context, { body, query }: Pick<SearchRequest, "body" | "query">): void {
  const area = findSearchedArea(body, query);
  const { ids, intersects } = body;
  if (area !== undefined) map.area = area;
  else if (ids === undefined && intersects !== undefined) map.targets = [{ name: "", geometry: intersects }];
}

/** Shows an area, or places. */
export function showTarget({ map }: Context, geometry: Geometry): void {
  const area = toPolygonRegion(geometry);
  if (area === undefined) map.targets = [{ name: "target", geometry }];
  else map.area = area;
}

/** The area as typed, for texts about it. */
export interface AskedArea {
  place?: string | undefined;
  point?: Point | undefined;
  /** Kilometres. */
  radius?: number | undefined;
  /** Degrees. */
  bbox?: BBox | undefined;
  file?: string | undefined;
}

/** Titles the map of this run, such as `Scenes within 20 km of Lisbon (PT)`, if an area was requested. */
export async function giveTitle(
  { map }: Context,
  asked: AskedArea,
  what: "Scenes" | "Stacks" = "Scenes",
): Promise<void> {
  const where = await describeArea(asked);
  if (where !== undefined) map.title = `${what} ${where}`;
}

/** Returns undefined if no area was requested. */
export async function describeArea({
  place,
  point,
  radius,
  bbox,
  file,
}: AskedArea): Promise<string | undefined> {
  const centre =
    place === undefined ? point && formatPosition(point.coordinates) : await fullPlaceName(place);
  if (centre !== undefined) return radius === undefined ? `at ${centre}` : `within ${radius} km of ${centre}`;
  if (bbox !== undefined) {
    const [west, south] = bbox;
    const [east, north] = bbox.slice(bbox.length / 2);
    const digits = chooseDigits(Math.min(Math.abs(east! - west), north! - south));
    return `from ${formatPosition([west, south], digits)} to ${formatPosition([east!, north!], digits)}`;
  }
  return file === undefined || file === "-" || isDocumentText(file) ? undefined : `over ${basename(file)}`;
}

/** Returns the full name, as resolved by the search. */
async function fullPlaceName(name: string): Promise<string> {
  const found = await resolvePlace(name);
  return found.kind === "one" ? found.place.title : name;
}

/** Accurate to about a kilometre. */
const MIN_DIGITS = 2;

/** Returns enough decimals to distinguish the corners of a small box. */
const chooseDigits = (side: number): number =>
  side > 0 ? Math.min(6, Math.max(MIN_DIGITS, Math.ceil(-Math.log10(side)) + 1)) : MIN_DIGITS;

const formatPosition = ([longitude = 0, latitude = 0]: readonly number[], digits = MIN_DIGITS): string =>
  `${formatDegrees(latitude, ["N", "S"], digits)} ${formatDegrees(longitude, ["E", "W"], digits)}`;

function formatDegrees(
  value: number,
  [positive, negative]: readonly [string, string],
  digits: number,
): string {
  const rounded = Number(value.toFixed(digits));
  return rounded === 0 ? "0°" : `${Math.abs(rounded)}° ${rounded > 0 ? positive : negative}`;
}
