/** Places spread evenly over an area, for what is computed place by place. */
import { areaKm2 } from "./area.ts";
import { beyondAntimeridian } from "./area-of-interest.ts";
import { centroidOf } from "./centroid.ts";
import type { Geometry, Polygon, Position } from "./geojson.ts";
import { prepareIntersects } from "./intersects.ts";
import { positionsOf } from "./polygon.ts";
import { wrapLongitude } from "./position.ts";
import { singleParts, type SinglePart } from "./single-part.ts";

export interface AreaSample {
  position: Position;
  /** How much of the area it stands for; all of them together are 1. */
  weight: number;
}

/** At least so many places stand for an area, unless it is too thin for a grid. */
const FEWEST = 60;
const MOST_REFINEMENTS = 5;

/** One sample for a point; a line by its positions; an area by the places of a grid that lie in it. */
export function samplesOf(geometry: Geometry): AreaSample[] {
  const parts = singleParts(geometry);
  const polygons = parts.filter((part) => part.type === "Polygon");
  // Beside an area, points and lines have no share.
  const samples = polygons.length > 0 ? polygons.flatMap(inside) : parts.flatMap(along);
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  return samples.map(({ position, weight }) => ({ position, weight: weight / total }));
}

const along = (part: SinglePart): AreaSample[] =>
  positionsOf(part).map((position) => ({ position: position.slice(0, 2), weight: 1 }));

/** Weights in square kilometres. */
function inside(polygon: Polygon): AreaSample[] {
  const samples = grid(polygon);
  const km2 = areaKm2(polygon);
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  return samples.map(({ position, weight }) => ({ position, weight: (weight / total) * km2 }));
}

function grid(polygon: Polygon): AreaSample[] {
  // Laid out without a jump at the antimeridian; longitudes may run past 180.
  const flat = beyondAntimeridian(polygon)[0]!;
  const contains = prepareIntersects(flat);
  const positions = positionsOf(flat);
  const [longitudes, latitudes] = [positions.map(([lon = 0]) => lon), positions.map(([, lat = 0]) => lat)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [width, height] = [east - west, north - south];
  let across = 11;
  for (let round = 0; round < MOST_REFINEMENTS; round += 1, across *= 2) {
    // Squares, as far as a thin area allows; never more than the refinement asks for.
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
  return [{ position: centroidOf(polygon), weight: 1 }, ...along(polygon)];
}
