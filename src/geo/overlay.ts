/**
 * Computes intersections, unions and differences of polygons with the Clipper2 library. All polygons are on one plane:
 * longitude and latitude in degrees, with straight edges (RFC 7946 section 3.1.1). Outlines across the antimeridian
 * continue past 180 degrees; those on another turn of the globe are moved next to the area. Surfaces are square kilometres
 * on the WGS84 ellipsoid (`area.ts`), independent of the plane.
 */
import {
  Clipper64,
  ClipType,
  FillRule,
  PathType,
  PolyTree64,
  type Path64,
  type PolyPath64,
} from "clipper2-ts";
import { copyBeside, flattenPolygons } from "./antimeridian.ts";
import { measureRingKm2, SHARE_ROUNDING } from "./area.ts";
import { boxToPolygon } from "./bbox.ts";
import { measureBounds, doBoundsMeet, type Bounds } from "./bounds.ts";
import type { Geometry, Polygon, Position, Region } from "./geojson.ts";
import { toPolygonRegion, computeSignedArea } from "./polygon.ts";
import { wrapLongitude } from "./position.ts";
import { findRingFault } from "./ring.ts";
import { countCorners, simplifyGeometry } from "./sound-geometry.ts";

/** A share of the area, 0 to 1. */
export interface Cover {
  share: number;
  /** True when an outline crosses itself or was simplified; shown as `~`. */
  isEstimate: boolean;
}

/** Closed rings that neither cross nor overlap: outer rings run counter-clockwise, holes clockwise. */
type Rings = readonly (readonly Position[])[];

/** A part of the plane of an area. */
export interface Ground {
  rings: Rings;
  bounds: Bounds;
  km2: number;
  isEstimate: boolean;
}

/** An area that is compared with many footprints, on the plane of this area. */
export class MeasuredArea {
  readonly whole: Ground;
  readonly km2: number;
  /** The area in small pieces. A footprint is compared only with nearby pieces. */
  readonly pieces: readonly Ground[];

  constructor(area: Region) {
    const { rings, isEstimate } = listOutlines(area);
    this.whole = toGround(rings, isEstimate);
    this.km2 = this.whole.km2;
    this.pieces = cut(this.whole, 0);
  }

  /** Returns the part of the area that footprints cover together. Points and lines cover nothing. */
  covered(footprints: readonly Geometry[]): Ground {
    const regions = footprints.flatMap((footprint) => toPolygonRegion(footprint) ?? []);
    const areIntricate = isTooIntricate(regions);
    const outlines = regions.map((region) => listOutlines(region, this.whole.bounds, areIntricate));
    const isEstimate = outlines.some((outline) => outline.isEstimate);
    const ground = toGround(unionOf(outlines.map(({ rings }) => rings)), isEstimate);
    const near = this.pieces.filter(({ bounds }) => doBoundsMeet(bounds, ground.bounds));
    return toGround(
      runClipper(
        ClipType.Intersection,
        ground.rings,
        near.flatMap(({ rings }) => rings),
      ),
      isEstimate,
    );
  }

  /** Returns the pieces of the area without a part of it. */
  without(pieces: readonly Ground[], part: Ground): Ground[] {
    return pieces.flatMap((piece) => {
      const left = subtractGround(piece, [part]);
      return left === piece ? [piece] : cut(left, 0);
    });
  }

  /** Returns a part's share of the area. */
  coverOf({ km2, isEstimate }: Ground): Cover {
    return { share: this.km2 > 0 ? Math.min(1, Math.max(0, km2 / this.km2)) : 0, isEstimate };
  }
}

/** Returns the intersection of two parts of one plane. */
export function intersectGround(one: Ground, other: Ground): Ground {
  const isEstimate = one.isEstimate || other.isEstimate;
  if (!doBoundsMeet(one.bounds, other.bounds)) return toGround([], isEstimate);
  return toGround(runClipper(ClipType.Intersection, one.rings, other.rings), isEstimate);
}

/** Returns a part of a plane, less other parts. */
export function subtractGround(one: Ground, others: readonly Ground[]): Ground {
  const near = others.filter(({ bounds }) => doBoundsMeet(bounds, one.bounds));
  if (near.length === 0) return one;
  const isEstimate = one.isEstimate || near.some((ground) => ground.isEstimate);
  return toGround(
    runClipper(ClipType.Difference, one.rings, unionOf(near.map(({ rings }) => rings))),
    isEstimate,
  );
}

export function uniteGround(grounds: readonly Ground[]): Ground {
  const rings = unionOf(grounds.map((ground) => ground.rings));
  return toGround(
    rings,
    grounds.some(({ isEstimate }) => isEstimate),
  );
}

/** Returns the polygons of a part of a plane, largest first, without rounding errors. */
export function toPolygons({ rings }: Pick<Ground, "rings">): Polygon[] {
  const tree = new PolyTree64();
  makeClipper(rings).execute(ClipType.Union, FillRule.NonZero, tree);
  const least = measureGroundKm2(rings) * SHARE_ROUNDING;
  const polygons = readPolygonTree(tree)
    .map((parts) => ({ parts, km2: measureGroundKm2(parts) }))
    .filter(({ km2 }) => km2 > least);
  // With longitudes within -180..180, an edge across the antimeridian takes the shorter way.
  const wrapped = ([x = 0, y = 0]: Position): Position => [wrapLongitude(x), y];
  return polygons
    .toSorted((one, other) => other.km2 - one.km2)
    .map(({ parts }) => ({ type: "Polygon", coordinates: parts.map((ring) => ring.map(wrapped)) }));
}

/** Returns the union of footprints as polygons, without inner edges. */
export function union(footprints: readonly Geometry[]): Polygon[] {
  const regions = footprints.flatMap((footprint) => toPolygonRegion(footprint) ?? []);
  const areIntricate = isTooIntricate(regions);
  return toPolygons({
    rings: unionOf(regions.map((region) => listOutlines(region, undefined, areIntricate).rings)),
  });
}

/** Returns the intersection of two shapes as a share of the larger one: 1 for equal shapes, 0 for disjoint ones. */
export function overlapShare({ whole: one }: MeasuredArea, { whole: other }: MeasuredArea): number {
  const beside = copyBeside(other, one.bounds).flatMap(({ rings }) => rings);
  const larger = Math.max(one.km2, other.km2);
  if (beside.length === 0 || larger === 0) return 0;
  return Math.min(1, measureGroundKm2(runClipper(ClipType.Intersection, one.rings, beside)) / larger);
}

/** Maximum corners of a simple outline. Two outlines with very many corners may cross each other a million times. */
const FEW_CORNERS = 100;
const MAX_INTRICATE_CORNERS = 1000;

function isTooIntricate(regions: readonly Region[]): boolean {
  const counts = regions.map(countCorners).filter((count) => count > FEW_CORNERS);
  return counts.reduce((sum, count) => sum + count, 0) > MAX_INTRICATE_CORNERS;
}

/** Returns the rings of a region, near the bounds if they are given. A point inside an even number of its rings is outside. */
function listOutlines(
  region: Region,
  beside?: Bounds,
  isIntricate = false,
): Pick<Ground, "rings" | "isEstimate"> {
  const whole = flattenPolygons(region);
  const areSimple = whole.every(({ rings }) => rings.every((ring) => findRingFault(ring) === undefined));
  const isReduced = (isIntricate || !areSimple) && countCorners(region) > FEW_CORNERS;
  const polygons = isReduced ? flattenPolygons(simplifyGeometry(region, FEW_CORNERS) as Region) : whole;
  const copies = beside ? polygons.flatMap((polygon) => copyBeside(polygon, beside)) : polygons;
  const outlines = copies.map(({ rings }) => {
    if (rings.length === 1 && areSimple) return [isClockwise(rings[0]!) ? rings[0]!.toReversed() : rings[0]!];
    const tree = new PolyTree64();
    makeClipper(rings).execute(ClipType.Union, FillRule.EvenOdd, tree);
    return readPolygonTree(tree).flat();
  });
  return { rings: unionOf(outlines), isEstimate: isReduced || !areSimple };
}

const isClockwise = (ring: readonly Position[]): boolean => computeSignedArea(ring) < 0;

/** Number of neighbours per union, so that inner edges disappear before they meet many other edges. */
const AT_ONCE = 8;

function unionOf(parts: readonly Rings[]): Rings {
  const west = (rings: Rings): number => rings[0]?.[0]?.[0] ?? 0;
  let grounds = parts.toSorted((one, other) => west(one) - west(other));
  while (grounds.length > 1)
    grounds = Array.from({ length: Math.ceil(grounds.length / AT_ONCE) }, (_, at) =>
      runClipper(ClipType.Union, grounds.slice(at * AT_ONCE, (at + 1) * AT_ONCE).flat()),
    );
  return grounds[0] ?? [];
}

/** Maximum corners per piece, so that a footprint in one bay is not compared with a whole coast. */
const MAX_PIECE_CORNERS = 64;
/** Maximum depth of cuts. Cutting does not shorten the pieces of a ring that crosses every cut many times. */
const DEEPEST_CUT = 16;

function cut(ground: Ground, depth: number): Ground[] {
  const corners = ground.rings.reduce((sum, { length }) => sum + length, 0);
  if (corners <= MAX_PIECE_CORNERS || depth === DEEPEST_CUT) return [ground];
  const [west, south, east, north] = ground.bounds;
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  const halves: Bounds[] =
    east - west > north - south
      ? [
          [west, south, x, north],
          [x, south, east, north],
        ]
      : [
          [west, south, east, y],
          [west, y, east, north],
        ];
  return halves.flatMap((half) => {
    const rings = runClipper(ClipType.Intersection, ground.rings, boxToPolygon(half).coordinates);
    return cut(toGround(rings, ground.isEstimate), depth + 1);
  });
}

const toGround = (rings: Rings, isEstimate: boolean): Ground => ({
  rings,
  bounds: measureBounds(rings.flat()),
  km2: measureGroundKm2(rings),
  isEstimate,
});

const measureGroundKm2 = (rings: Rings): number => rings.reduce((sum, ring) => sum + measureRingKm2(ring), 0);

function runClipper(type: ClipType, subject: Rings, clip: Rings = []): Rings {
  const found: Path64[] = [];
  makeClipper(subject, clip).execute(type, FillRule.NonZero, found);
  return found.map(toRing);
}

function makeClipper(subject: Rings, clip: Rings = []): Clipper64 {
  const clipper = new Clipper64();
  clipper.addPaths(subject.map(toPath), PathType.Subject);
  if (clip.length > 0) clipper.addPaths(clip.map(toPath), PathType.Clip);
  return clipper;
}

/** The integers of Clipper2 per degree. A unit is a tenth of a micrometre on the ground. */
const UNITS_PER_DEGREE = 1e12;

const toPath = (ring: readonly Position[]): Path64 =>
  ring.slice(1).map(([x = 0, y = 0]) => ({
    x: Math.round(x * UNITS_PER_DEGREE),
    y: Math.round(y * UNITS_PER_DEGREE),
  }));

function toRing(path: Path64): Position[] {
  const ring = path.map(({ x, y }): Position => [x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE]);
  return [...ring, ring[0]!];
}

/** Returns each polygon of a tree as its outer ring and its holes; a ring in a hole is a polygon again. */
function readPolygonTree(tree: PolyPath64): Position[][][] {
  return listChildren(tree).flatMap((outside) => {
    const holes = listChildren(outside);
    const rings = [outside, ...holes].map(({ poly }, at) => {
      const ring = toRing(poly!);
      return isClockwise(ring) === at > 0 ? ring : ring.toReversed();
    });
    return [rings, ...holes.flatMap(readPolygonTree)];
  });
}

const listChildren = (tree: PolyPath64): PolyPath64[] =>
  Array.from({ length: tree.count }, (_, at) => tree.child(at));
