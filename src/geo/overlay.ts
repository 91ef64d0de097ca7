/**
 * How much of an area footprints cover, in square kilometres on the WGS84 ellipsoid. Edges are straight in longitude
 * and latitude, and the shorter way round the globe is theirs, as in `area.ts`. JTS lays shapes over one another; for
 * the area of one footprint without holes, the usual one, clipping is enough. Load this file with import(): JTS is big.
 */
import type JtsGeometry from "jsts/org/locationtech/jts/geom/Geometry.js";
import GeometryFactory from "jsts/org/locationtech/jts/geom/GeometryFactory.js";
import GeoJSONReader from "jsts/org/locationtech/jts/io/GeoJSONReader.js";
import GeoJSONWriter from "jsts/org/locationtech/jts/io/GeoJSONWriter.js";
import SnapIfNeededOverlayOp from "jsts/org/locationtech/jts/operation/overlay/snap/SnapIfNeededOverlayOp.js";
import UnaryUnionOp from "jsts/org/locationtech/jts/operation/union/UnaryUnionOp.js";
import IsValidOp from "jsts/org/locationtech/jts/operation/valid/IsValidOp.js";
import { ringAreaKm2 } from "./area.ts";
import { convexOverlapKm2, convexRing, simpleOverlapKm2, toPieces } from "./convex-clip.ts";
import {
  copiesBeside,
  flatBounds,
  flatPolygons,
  regionOf,
  type FlatPolygon,
  type Region,
} from "./flat-polygons.ts";
import type { Geometry, Position } from "./geojson.ts";
import { boundsOfAll, sampleArea, type SampleGrid } from "./sample-grid.ts";
import { wrapLongitude } from "./position.ts";
import { checkRing } from "./ring.ts";

/** A share of the area, 0 to 1. */
export interface Cover {
  share: number;
  /** True when the overlay failed and a grid of sample points was counted instead; shown as `~`. */
  isEstimate: boolean;
}

export interface MeasuredArea {
  km2: number;
  /** The share that one footprint covers; none for a footprint without a surface. */
  coverOf: (footprint: Geometry) => Cover;
  /** The share that footprints cover together. */
  coverOfAll: (footprints: readonly Geometry[]) => Cover;
  /** What no footprint covers, largest part first; undefined when the overlay failed. */
  uncovered: (footprints: readonly Geometry[]) => Region[] | undefined;
}

/** Prepares an area that many footprints are compared with. */
export function measureArea(area: Region): MeasuredArea {
  const polygons = flatPolygons(area);
  const pieces = toPieces(polygons);
  const bounds = boundsOfAll(polygons);
  const km2 = areaOf(polygons);
  const cover = (part: number, isEstimate = false): Cover => ({
    share: km2 > 0 ? Math.min(1, Math.max(0, part / km2)) : 0,
    isEstimate,
  });
  let shape: JtsGeometry | undefined;
  let grid: SampleGrid | undefined;
  const estimate = (regions: readonly Region[]): Cover => {
    grid ??= sampleArea(area);
    const points = new Set(regions.flatMap(grid.pointsIn));
    let part = 0;
    for (const point of points) part += grid.weights[point]!;
    return { share: grid.totalKm2 > 0 ? Math.min(1, part / grid.totalKm2) : 0, isEstimate: true };
  };
  const beside = (regions: readonly Region[]): FlatPolygon[] =>
    regions.flatMap(flatPolygons).flatMap((polygon) => copiesBeside(polygon, bounds));
  const coverOf = (regions: readonly Region[]): Cover => {
    const copies = beside(regions);
    if (copies.length === 0) return cover(0);
    try {
      shape ??= toShape(polygons);
      return cover(areaOf(fromShape(SnapIfNeededOverlayOp.intersection(shape, toShape(copies)))));
    } catch {
      return estimate(regions);
    }
  };
  return {
    km2,
    coverOf: (footprint) => {
      const region = regionOf(footprint);
      if (region === undefined) return cover(0);
      if (!isSimple(region)) return coverOf([region]);
      const parts = beside([region]).map(({ rings: [ring = []], bounds: box }) => {
        const convex = convexRing(ring);
        return convex === undefined ? simpleOverlapKm2(pieces, ring) : convexOverlapKm2(pieces, convex, box);
      });
      return cover(parts.reduce((sum, part) => sum + part, 0));
    },
    coverOfAll: (footprints) => coverOf(regionsOf(footprints)),
    uncovered: (footprints) => {
      try {
        shape ??= toShape(polygons);
        const copies = beside(regionsOf(footprints));
        const rest = copies.length === 0 ? shape : SnapIfNeededOverlayOp.difference(shape, toShape(copies));
        return fromShape(rest)
          .sort((a, b) => areaOf([b]) - areaOf([a]))
          .map(toRegion);
      } catch {
        return undefined;
      }
    },
  };
}

/** Square kilometres that two shapes have in common, and the area of each: for the likeness of two footprints. */
export function overlap(
  a: Geometry,
  b: Geometry,
): { km2: number; aKm2: number; bKm2: number; isEstimate: boolean } {
  const [regionA, regionB] = [regionOf(a), regionOf(b)];
  if (regionA === undefined || regionB === undefined) return { km2: 0, aKm2: 0, bKm2: 0, isEstimate: false };
  const measured = measureArea(regionA);
  const { share, isEstimate } = measured.coverOf(b);
  return { km2: share * measured.km2, aKm2: measured.km2, bKm2: areaOf(flatPolygons(regionB)), isEstimate };
}

/** What two shapes have in common, as a share of the larger one: 1 for equal shapes, 0 for shapes apart. */
export function overlapShare(a: Geometry, b: Geometry): Cover {
  const { km2, aKm2, bKm2, isEstimate } = overlap(a, b);
  const larger = Math.max(aKm2, bKm2);
  return { share: larger > 0 ? Math.min(1, km2 / larger) : 0, isEstimate };
}

/** One ring that does not cross itself. */
const isSimple = ({ type, coordinates }: Region): boolean =>
  type === "Polygon" && coordinates.length === 1 && checkRing(coordinates[0]!).ok;

const regionsOf = (footprints: readonly Geometry[]): Region[] =>
  footprints.map(regionOf).filter((region) => region !== undefined);

function areaOf(polygons: readonly FlatPolygon[]): number {
  let total = 0;
  for (const { rings } of polygons) {
    for (const [at, ring] of rings.entries()) total += Math.abs(ringAreaKm2(ring)) * (at === 0 ? 1 : -1);
  }
  return total;
}

const factory = new GeometryFactory();
const reader = new GeoJSONReader(factory);
const writer = new GeoJSONWriter();

/** One shape of JTS. Throws for rings that cross themselves, over which an overlay would return anything. */
function toShape(polygons: readonly FlatPolygon[]): JtsGeometry {
  const shapes = polygons.map(
    ({ rings }) => reader.read({ type: "Polygon", coordinates: rings }) as JtsGeometry,
  );
  for (const shape of shapes) if (IsValidOp.isValid(shape) !== true) throw new Error("a ring crosses itself");
  if (shapes.length === 1) return shapes[0]!;
  return UnaryUnionOp.union(factory.createMultiPolygon(shapes)) as JtsGeometry;
}

function fromShape(shape: JtsGeometry): FlatPolygon[] {
  const region = regionOf(writer.write(shape) as unknown as Geometry);
  return region === undefined ? [] : flatAsWritten(region);
}

/** Not by `flatPolygons`, which would turn an edge of a flat shape that is wider than half the globe. */
function flatAsWritten({ type, coordinates }: Region): FlatPolygon[] {
  const parts = type === "Polygon" ? [coordinates] : coordinates;
  // An empty shape is written as a polygon without positions.
  return parts.flatMap((rings) => (rings[0]?.length ? [{ rings, bounds: flatBounds(rings[0]) }] : []));
}

/** With longitudes within -180..180; an edge across the antimeridian then goes the shorter way, as everywhere. */
const toRegion = ({ rings }: FlatPolygon): Region => ({
  type: "Polygon",
  coordinates: rings.map((ring) => ring.map(([x = 0, y = 0]): Position => [wrapLongitude(x), y])),
});
