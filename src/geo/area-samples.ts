/** Positions spread evenly over an area, for calculations per position. */
import { measureKm2 } from "./area.ts";
import { copyBeyondAntimeridian } from "./area-of-interest.ts";
import { measureBounds } from "./bounds.ts";
import { computeCentroid } from "./centroid.ts";
import type { Geometry, Polygon, Position } from "./geojson.ts";
import { prepareIntersects } from "./intersects.ts";
import { listPositions } from "./polygon.ts";
import { wrapLongitude } from "./position.ts";
import { listSingleParts, type SinglePart } from "./polygon.ts";

export interface AreaSample {
  position: Position;
  /** Share of the area that the sample represents; the sum of all is 1. */
  weight: number;
}

/** Minimum number of samples of an area, unless it is too thin for a grid. */
const FEWEST = 60;
const MAX_REFINEMENTS = 5;

/** Returns one sample for a point, the positions of a line, or the grid points inside an area. */
export function sampleArea(geometry: Geometry): AreaSample[] {
  const parts = listSingleParts(geometry);
  const polygons = parts.filter((part) => part.type === "Polygon");
  // Points and lines count only if there is no area.
  const samples = polygons.length > 0 ? polygons.flatMap(sampleInside) : parts.flatMap(sampleAlong);
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  return samples.map(({ position, weight }) => ({ position, weight: weight / total }));
}

const sampleAlong = (part: SinglePart): AreaSample[] =>
  listPositions(part).map((position) => ({ position: position.slice(0, 2), weight: 1 }));

/** Returns the samples inside a polygon, with weights in square kilometres. */
function sampleInside(polygon: Polygon): AreaSample[] {
  const samples = sampleGrid(polygon);
  const km2 = measureKm2(polygon);
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  return samples.map(({ position, weight }) => ({ position, weight: (weight / total) * km2 }));
}

function sampleGrid(polygon: Polygon): AreaSample[] {
  // Without a jump at the antimeridian; longitudes may exceed 180.
  const flat = copyBeyondAntimeridian(polygon)[0]!;
  const contains = prepareIntersects(flat);
  const [west, south, east, north] = measureBounds(listPositions(flat));
  const [width, height] = [east - west, north - south];
  let across = 11;
  for (let round = 0; round < MAX_REFINEMENTS; round += 1, across *= 2) {
    // The cells of the grid are squares, except in a very long or very thin area.
    const shape = Math.min(16, Math.max(1 / 16, width / height || 1));
    const columns = Math.max(1, Math.round(across * Math.sqrt(shape)));
    const rows = Math.max(1, Math.round(across / Math.sqrt(shape)));
    const samples: AreaSample[] = [];
    for (let row = 0; row < rows; row += 1) {
      const latitude = south + ((row + 0.5) / rows) * height;
      for (let column = 0; column < columns; column += 1) {
        const longitude = west + ((column + 0.5) / columns) * width;
        if (contains({ type: "Point", coordinates: [longitude, latitude] }))
          samples.push({
            position: [wrapLongitude(longitude), latitude],
            weight: Math.cos((latitude * Math.PI) / 180),
          });
      }
    }
    if (samples.length >= FEWEST) return samples;
  }
  return [{ position: computeCentroid(polygon), weight: 1 }, ...sampleAlong(polygon)];
}
