import type { Fault } from "../errors.ts";
import type { SimpleGeometry } from "./geojson.ts";
import { findPositionFault } from "./position.ts";
import { quote } from "./quote.ts";

/** Levels of arrays around the positions of each type. */
export const COORDINATE_LEVELS: Record<SimpleGeometry["type"], number> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

export const SIMPLE_GEOMETRY_TYPES = Object.keys(COORDINATE_LEVELS) as SimpleGeometry["type"][];

/**
 * Checks that a value has the shape of a GeoJSON geometry: known type, correct nesting, positions of two or three finite numbers. Range, rings
 * and allowed types are checked later. `path` is the position of the value. With `readsExtra`, the numbers after the first two are not checked:
 * RFC 7946 lets a reader ignore them, and a service writes no decimal commas.
 */
export function findGeometryFault(
  value: unknown,
  path: string,
  { readsExtra = false }: { readsExtra?: boolean } = {},
): Fault | undefined {
  if (typeof value !== "object" || value === null) {
    const message =
      value === undefined
        ? "the Feature has no geometry"
        : `the geometry is ${value === null ? "null" : `a ${typeof value}`}`;
    return { code: "GEOMETRY_TYPE_UNSUPPORTED", path, message, next: "Give a Point or Polygon" };
  }
  const { type, coordinates } = value as { type?: unknown; coordinates?: unknown };
  const known = SIMPLE_GEOMETRY_TYPES.find((name) => name === type);
  if (known === undefined) return typeFault(type, `${path}${path === "" ? "" : "."}type`);
  const place = `${path}${path === "" ? "" : "."}coordinates`;
  return findCoordinatesFault(coordinates, { type: known, readsExtra }, COORDINATE_LEVELS[known], place);
}

function typeFault(type: unknown, path: string): Fault {
  const code = "GEOMETRY_TYPE_UNSUPPORTED";
  if (type === "GeometryCollection") {
    const hint = "Give one of its geometries on its own";
    return { code, path, message: "a GeometryCollection cannot be used as an area", value: type, next: hint };
  }
  if (typeof type !== "string") return { code, path, message: "the geometry has no type", value: type };
  const meant = SIMPLE_GEOMETRY_TYPES.find((name) => name.toLowerCase() === type.trim().toLowerCase());
  const hint =
    meant === undefined ? `GeoJSON knows ${SIMPLE_GEOMETRY_TYPES.join(", ")}` : `write it "${meant}"`;
  return { code, path, message: `${quote(type)} is not a GeoJSON geometry type`, value: type, next: hint };
}

interface Shape {
  type: SimpleGeometry["type"];
  readsExtra: boolean;
}

function findCoordinatesFault(value: unknown, shape: Shape, levels: number, path: string): Fault | undefined {
  const { type, readsExtra } = shape;
  const code = "GEOMETRY_COORDINATES_INVALID";
  if (!Array.isArray(value)) {
    const message = value === undefined ? `the ${type} has no coordinates` : `${path} is not an array`;
    return { code, path, message };
  }
  const items: unknown[] = value;
  if (levels === 0) {
    const next = "A position is [longitude, latitude]";
    if (Array.isArray(items[0]))
      return { code, path, message: `${path} has more brackets than a ${type} has`, next };
    const reason = findPositionFault(readsExtra ? items.slice(0, 2) : items);
    return reason === undefined ? undefined : { code, path, message: `${path} ${reason}`, next };
  }
  if (typeof items[0] === "number") {
    return { code, path, message: `${path} has fewer brackets than a ${type} has`, next: shapeHint(type) };
  }
  for (const [at, item] of items.entries()) {
    const fault = findCoordinatesFault(item, shape, levels - 1, `${path}[${at}]`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function shapeHint(type: string): string | undefined {
  return type === "Polygon" ? "A Polygon is a list of rings: [[[lon, lat], [lon, lat], ...]]" : undefined;
}
