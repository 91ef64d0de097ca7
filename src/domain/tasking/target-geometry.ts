/** Converts a given target to the one to send: without altitudes and consecutive duplicate vertices. */
import { countText } from "../../counted.ts";
import type { Fault } from "../../errors.ts";
import type { Geometry, Polygon, Position } from "../../geo/geojson.ts";
import { isSamePlace } from "../../geo/orient.ts";
import { findJump, joinAtAntimeridian } from "../../geo/antimeridian.ts";
import { SINGLE_PART_NOTE, toSinglePart } from "../../geo/polygon.ts";

export interface Target {
  geometry: Geometry;
  /** Changes that keep the meaning. */
  notes: string[];
  /** Warnings about parts that are not sent. */
  warnings: (string | Fault)[];
}

/** An invalid geometry is returned unchanged: the body's rules report it. */
export function toTarget(geometry: Geometry): Target {
  const part = toSinglePart(geometry);
  if (part !== undefined) {
    const target = toTarget(part);
    return { ...target, notes: [SINGLE_PART_NOTE, ...target.notes] };
  }
  const joined = joinParts(geometry);
  if (joined !== undefined) {
    const target = toTarget(joined);
    return { ...target, notes: [JOINED_NOTE, ...target.notes] };
  }
  if (geometry.type === "Point") return toPointTarget(geometry.coordinates);
  if (geometry.type !== "Polygon" || !geometry.coordinates.every(isLine))
    return { geometry, notes: [], warnings: [] };
  const notes: string[] = [];
  let altitudes = 0;
  const coordinates = geometry.coordinates.map((ring) => {
    altitudes += ring.filter(hasAltitude).length;
    const flat = ring.map(flatten);
    const kept = flat.filter((position, at) => at === 0 || !isSamePlace(position, flat[at - 1]!));
    const dropped = flat.length - kept.length;
    // A ring of a single place is refused by its own rule, so nothing is dropped.
    if (dropped === 0 || kept.length < 4) return flat;
    notes.push(`dropped ${countText(dropped, "repeated position")} of the ring`);
    return kept;
  });
  const warnings: Target["warnings"] =
    altitudes === 0 ? [] : [`${altitudes === 1 ? "an altitude was" : `${altitudes} altitudes were`} dropped`];
  const jump = findJump(coordinates[0] ?? []);
  if (jump !== undefined) warnings.push(makeJumpWarning(jump));
  return { geometry: { ...geometry, coordinates }, notes, warnings };
}

const JOINED_NOTE = "joined the two parts of the MultiPolygon at the antimeridian";

/** Returns the polygon of an area that is cut at the antimeridian; undefined for anything else. */
const joinParts = (geometry: Geometry): Polygon | undefined =>
  geometry.type === "MultiPolygon" &&
  Array.isArray(geometry.coordinates) &&
  geometry.coordinates.every((rings) => Array.isArray(rings) && rings.every(isLine))
    ? joinAtAntimeridian(geometry)
    : undefined;

// The ring is sent unchanged and measured the shorter way (see geo/antimeridian.ts), with a warning.
const makeJumpWarning = ([from, to]: readonly [number, number]): Fault => ({
  code: "GEOMETRY_COORDINATES_INVALID",
  path: "geometry.coordinates[0]",
  value: [from, to],
  rule: "no edge of more than 180 degrees of longitude",
  message: `the ring goes from longitude ${from} to ${to}: as written that is the long way round, through 0; swath takes it to cross the antimeridian, and a service may not`,
});

function toPointTarget(coordinates: Position): Target {
  const point = (position: Position): Geometry => ({ type: "Point", coordinates: position });
  if (!isPosition(coordinates) || !hasAltitude(coordinates))
    return { geometry: point(coordinates), notes: [], warnings: [] };
  return {
    geometry: point(flatten(coordinates)),
    notes: [],
    warnings: [`the altitude ${coordinates[2]} was dropped`],
  };
}

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && value.every((part) => typeof part === "number");
const isLine = (ring: unknown): boolean => Array.isArray(ring) && ring.every(isPosition);
/** More than three numbers are no altitude: the rules of the body refuse them. */
const hasAltitude = (position: Position): boolean => position.length === 3;
const flatten = (position: Position): Position => (hasAltitude(position) ? position.slice(0, 2) : position);
