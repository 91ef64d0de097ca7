/**
 * What footprints cover of an area together, and what they leave: unions and differences by JTS. Load this file with
 * import(): JTS takes longer to load than a whole command.
 */
import type JtsGeometry from "jsts/org/locationtech/jts/geom/Geometry.js";
import GeometryFactory from "jsts/org/locationtech/jts/geom/GeometryFactory.js";
import GeoJSONReader from "jsts/org/locationtech/jts/io/GeoJSONReader.js";
import GeoJSONWriter from "jsts/org/locationtech/jts/io/GeoJSONWriter.js";
import BufferOp from "jsts/org/locationtech/jts/operation/buffer/BufferOp.js";
import SnapIfNeededOverlayOp from "jsts/org/locationtech/jts/operation/overlay/snap/SnapIfNeededOverlayOp.js";
import IsValidOp from "jsts/org/locationtech/jts/operation/valid/IsValidOp.js";
import {
  copiesBeside,
  flatBounds,
  flatPolygons,
  regionOf,
  type FlatPolygon,
  type Region,
} from "./flat-polygons.ts";
import type { Geometry, Position } from "./geojson.ts";
import { estimateCover, flatAreaKm2, type Cover } from "./overlay.ts";
import { wrapLongitude } from "./position.ts";
import { checkRing } from "./ring.ts";
import { cornersOf } from "./sound-geometry.ts";
import { boundsOfAll, sampleArea } from "./sample-grid.ts";

export interface CoveredArea {
  /** The share that the footprints cover together. */
  cover: Cover;
  /** What none of them covers, largest part first; no parts when the overlay failed and the share is an estimate. */
  uncovered: Region[];
}

/** Prepares an area, of which footprints cover parts. */
export function coverTogether(
  area: Region,
): (footprints: readonly Geometry[], options?: { isEstimate?: boolean }) => CoveredArea {
  const polygons = flatPolygons(area);
  const bounds = boundsOfAll(polygons);
  const km2 = flatAreaKm2(polygons);
  let shape: JtsGeometry | undefined;
  return (footprints, { isEstimate = false } = {}) => {
    const regions = footprints.map(regionOf).filter((region) => region !== undefined);
    if (isEstimate || areIntricate(regions)) return estimated(area, regions);
    const copies = regions.flatMap(flatPolygons).flatMap((polygon) => copiesBeside(polygon, bounds));
    try {
      shape ??= toShape(polygons);
      const left = copies.length === 0 ? shape : SnapIfNeededOverlayOp.difference(shape, toShape(copies));
      const parts = fromShape(left);
      const share = km2 > 0 ? Math.min(1, Math.max(0, 1 - flatAreaKm2(parts) / km2)) : 0;
      const uncovered = parts.toSorted((a, b) => flatAreaKm2([b]) - flatAreaKm2([a])).map(toRegion);
      return { cover: { share, isEstimate: false }, uncovered };
    } catch {
      return estimated(area, regions);
    }
  };
}

const estimated = (area: Region, regions: readonly Region[]): CoveredArea => ({
  cover: estimateCover(sampleArea(area), regions),
  uncovered: [],
});

/** Footprints have a few corners; edges of more may cross each other more often than memory holds. */
const FEW_CORNERS = 100;
const MOST_INTRICATE_CORNERS = 10_000;

function areIntricate(regions: readonly Region[]): boolean {
  const counts = regions.map(cornersOf).filter((count) => count > FEW_CORNERS);
  return counts.reduce((sum, count) => sum + count, 0) > MOST_INTRICATE_CORNERS;
}

/** The polygons that footprints cover together, without the edges between them; as they are when the union fails or would take long. */
export function unionOf(footprints: readonly Geometry[]): Geometry[] {
  const regions = footprints.map(regionOf).filter((region) => region !== undefined);
  if (areIntricate(regions)) return regions;
  try {
    return fromShape(toShape(regions.flatMap(flatPolygons))).map(toRegion);
  } catch {
    return regions;
  }
}

const factory = new GeometryFactory();
const reader = new GeoJSONReader(factory);
const writer = new GeoJSONWriter();

/** One shape of JTS. Throws for rings that cross themselves, over which an overlay would return anything. */
function toShape(polygons: readonly FlatPolygon[]): JtsGeometry {
  const shapes = polygons.map(({ rings }) => {
    const shape = reader.read({ type: "Polygon", coordinates: rings }) as JtsGeometry;
    // JTS is slow at this too; only for holes is it needed.
    const isValid = rings.length === 1 ? checkRing(rings[0]!).ok : IsValidOp.isValid(shape) === true;
    if (!isValid) throw new Error("a ring crosses itself");
    return shape;
  });
  if (shapes.length === 1) return shapes[0]!;
  // All edges are noded at once, which takes half the time of a union of pairs.
  return BufferOp.bufferOp(factory.createMultiPolygon(shapes), 0) as JtsGeometry;
}

/** As it is written: `flatPolygons` would turn an edge of a flat shape that is wider than half the globe. */
function fromShape(shape: JtsGeometry): FlatPolygon[] {
  const region = regionOf(writer.write(shape));
  if (region === undefined) return [];
  const parts = region.type === "Polygon" ? [region.coordinates] : region.coordinates;
  // An empty shape is written as a polygon without positions.
  return parts.flatMap((rings) => (rings[0]?.length ? [{ rings, bounds: flatBounds(rings[0]) }] : []));
}

/** With longitudes within -180..180; an edge across the antimeridian then goes the shorter way, as everywhere. */
const toRegion = ({ rings }: FlatPolygon): Region => ({
  type: "Polygon",
  coordinates: rings.map((ring) => ring.map(([x = 0, y = 0]): Position => [wrapLongitude(x), y])),
});
