/** Detects swapped longitude and latitude. It loads the places: import it lazily. */
import type { Geometry, Point, Position } from "../geo/geojson.ts";
import { listPositions, listSingleParts, mapPositions } from "../geo/polygon.ts";
import { wrapLongitude } from "../geo/position.ts";
import { describeSwap, swapOf } from "../places/describe-geometry.ts";
import type { SearchBody } from "./catalog/searched-area.ts";

/** A warning that is never an error: a ship may be anywhere. */
export function findSwapWarning(geometry: unknown): string | undefined {
  const swap = swapOf(geometry);
  return swap && `${LOOKS_SWAPPED}: ${swap}`;
}

const LOOKS_SWAPPED = "longitude and latitude look swapped";

/**
 * Returns the search with longitude and latitude exchanged. If only the exchanged search finds something, a swap is
 * likely; otherwise only a known place indicates one.
 */
export function swapSearchAxes(
  body: SearchBody,
): { body: SearchBody; ifFound: string; ifNot: string | undefined } | undefined {
  const { bbox, intersects, ids } = body;
  // A search with ids ignores its area.
  if (ids !== undefined) return undefined;
  const area = intersects ?? findBoxCentre(bbox);
  const swapped =
    intersects === undefined
      ? { bbox: swapBox(Array.isArray(bbox) ? bbox : []) }
      : { intersects: swapGeometry(intersects) };
  if (area === undefined || Object.values(swapped).includes(undefined)) return undefined;
  return {
    body: { ...body, ...swapped },
    ifFound: `${LOOKS_SWAPPED}: ${describeSwap(area)}, where the same search finds items`,
    ifNot: findSwapWarning(area),
  };
}

/** Returns undefined unless the value is a two-dimensional box. */
function findBoxCentre(bbox: unknown): Point | undefined {
  if (!Array.isArray(bbox) || bbox.length !== 4) return undefined;
  const [west, south, east, north] = bbox as [number, number, number, number];
  const middle = wrapLongitude((west + east + (east < west ? 360 : 0)) / 2);
  return { type: "Point", coordinates: [middle, (south + north) / 2] };
}

/** Exchanges the axes of a box; undefined for a box across the antimeridian, and for one with heights. */
function swapBox(box: readonly unknown[]): [number, number, number, number] | undefined {
  if (box.length !== 4) return undefined;
  const [west, south, east, north] = box as [number, number, number, number];
  if (west > east || Math.abs(west) > 90 || Math.abs(east) > 90) return undefined;
  return [south, west, north, east];
}

function swapGeometry(shape: Geometry): Geometry | undefined {
  const positions = listSingleParts(shape).flatMap(listPositions);
  if (positions.some((position) => swapPosition(position) === undefined)) return undefined;
  return reverseRings(mapPositions(shape, (position) => swapPosition(position)!));
}

/** Returns the geometry with reversed rings. An exchange of the axes mirrors a ring, which reverses its direction. */
function reverseRings(geometry: Geometry): Geometry {
  const reverse = (rings: Position[][]): Position[][] => rings.map((ring) => ring.toReversed());
  switch (geometry.type) {
    case "Polygon":
      return { ...geometry, coordinates: reverse(geometry.coordinates) };
    case "MultiPolygon":
      return { ...geometry, coordinates: geometry.coordinates.map(reverse) };
    case "GeometryCollection":
      return { ...geometry, geometries: geometry.geometries.map(reverseRings) };
    default:
      return geometry;
  }
}

/** Exchanges longitude and latitude; undefined when the longitude cannot be a latitude. */
function swapPosition([longitude = 0, latitude = 0, ...rest]: Position): Position | undefined {
  return Math.abs(longitude) > 90 ? undefined : [latitude, longitude, ...rest];
}
