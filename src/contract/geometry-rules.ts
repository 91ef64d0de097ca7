import type { Finding, Path } from "./finding.ts";
import type { Position } from "../geo/geojson.ts";
import { checkPosition } from "../geo/position.ts";
import { findRingFault } from "../geo/ring.ts";
import type { ErrorCode } from "../errors.ts";
import { isJsonObject } from "./json-object.ts";

export interface GeometryDemands {
  types: readonly ("Point" | "LineString" | "Polygon")[];
  /** Code for a type that is not allowed. */
  typeCode?: ErrorCode;
  /** An area to be imaged: exactly one ring that does not intersect itself. */
  isTarget?: boolean;
}

/** Yields all faults of a geometry; none for other values, which its schema reports. */
export function* checkGeometry(value: unknown, demands: GeometryDemands): Generator<Finding> {
  if (!isJsonObject(value)) return;
  const { types, typeCode = "GEOMETRY_TYPE_UNSUPPORTED" } = demands;
  const type = types.find((allowed) => allowed === value["type"]);
  if (type === undefined) {
    const given = typeof value["type"] === "string" ? value["type"] : "without type";
    yield {
      code: typeCode,
      path: ["type"],
      message: `a geometry ${given === "without type" ? given : `of type ${given}`} is not accepted`,
      rule: `the geometry must be ${types.map((name) => `a ${name}`).join(" or ")}`,
    };
    return;
  }
  const coordinates = value["coordinates"];
  const path = ["coordinates"];
  if (type === "Point") yield* checkVertex(coordinates, path, "the point");
  else if (type === "LineString") yield* checkLine(coordinates, path);
  else yield* checkPolygon(coordinates, path, demands.isTarget === true);
}

function* checkPolygon(coordinates: unknown, path: Path, isTarget: boolean): Generator<Finding> {
  if (!Array.isArray(coordinates) || !coordinates.every((ring) => Array.isArray(ring))) {
    yield refuseCoordinates(path, "a polygon's coordinates are not an array of rings");
    return;
  }
  if (isTarget ? coordinates.length !== 1 : coordinates.length === 0) {
    yield {
      code: "GEOMETRY_RING_COUNT",
      path,
      message: `the polygon has ${coordinates.length} rings`,
      rule: isTarget ? "a polygon has exactly one ring, without holes" : "a polygon has at least one ring",
    };
    if (isTarget && coordinates.length > 1) return;
  }
  for (const [index, ring] of coordinates.entries())
    yield* checkRing(ring as unknown[], [...path, index], isTarget);
}

function* checkRing(ring: unknown[], path: Path, isTarget: boolean): Generator<Finding> {
  // A swapped or projected file has the same fault at every vertex, so only the first is reported.
  for (const [index, position] of ring.entries()) {
    const [finding] = checkVertex(position, [...path, index], `position ${index} of the ring`);
    if (finding === undefined) continue;
    yield finding;
    return;
  }
  const fault = findRingFault(ring as Position[]);
  if (fault === undefined) return;
  const { kind, message } = fault;
  const isOpen = kind === "not-closed" || kind === "too-few";
  if (!isOpen && !isTarget) return;
  yield {
    code: isOpen ? "GEOMETRY_RING_NOT_CLOSED" : "GEOMETRY_SELF_INTERSECTING",
    path,
    message: `the ring ${message}`,
    rule: isOpen
      ? "a ring has at least 4 positions, the last equal to the first"
      : "a ring may not meet itself",
  };
}

function* checkLine(coordinates: unknown, path: Path): Generator<Finding> {
  if (!Array.isArray(coordinates) || coordinates.length < 2) {
    yield refuseCoordinates(path, "a line has fewer than two positions");
    return;
  }
  for (const [index, position] of coordinates.entries()) {
    yield* checkVertex(position, [...path, index], `position ${index} of the line`);
  }
}

function* checkVertex(value: unknown, path: Path, place: string): Generator<Finding> {
  const result = checkPosition(value);
  if (!result.ok) yield refuseCoordinates(path, `${place} ${result.reason}`);
}

function refuseCoordinates(path: Path, message: string): Finding {
  return {
    code: "GEOMETRY_COORDINATES_INVALID",
    path,
    message,
    rule: "positions are [longitude, latitude] in degrees, -180..180 and -90..90",
  };
}
