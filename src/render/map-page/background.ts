/** The background of a map: land and borders of the world, and the towns around the data. */
import { loadCities } from "../../places/gazetteer.ts";
import { codedLand } from "../../places/land.ts";
import { codedBorders } from "../../places/borders.ts";
import type { Bounds } from "../../geo/bounds.ts";

export interface Background {
  /** In the format of `readPolygons`. */
  land: string;
  /** In the format of `readLines`. */
  borders: string;
  /** Sorted from the largest to the smallest. */
  towns: (readonly [name: string, longitude: number, latitude: number])[];
}

const MAX_TOWNS = 60;

export const chooseBackground = (bounds: Bounds | undefined): Background => ({
  land: codedLand,
  borders: codedBorders,
  towns: listTowns(bounds === undefined ? WORLD : widenBounds(bounds)),
});

const WORLD: Bounds = [-180, -60, 180, 85];

/** Returns the bounds, widened by their own size on each side. */
function widenBounds([west, south, east, north]: Bounds): Bounds {
  const margin = Math.max(2, north - south, Math.min(east - west, 60));
  // A degree of longitude is shorter far from the equator.
  const farthest = Math.min(80, Math.max(Math.abs(south), Math.abs(north)));
  const sideways = margin / Math.cos((farthest * Math.PI) / 180);
  return [west - sideways, south - margin, east + sideways, north + margin];
}

/** Returns the largest towns that are not close to a larger one. */
function listTowns([west, south, east, north]: Bounds): Background["towns"] {
  const inside = loadCities().filter(({ longitude, latitude }) => {
    const eastward = (((longitude - west) % 360) + 360) % 360;
    return eastward <= east - west && latitude >= south && latitude <= north;
  });
  inside.sort((one, other) => other.population - one.population);
  const apart = Math.min(8, Math.max(east - west, north - south) / 24);
  const kept: (readonly [string, number, number])[] = [];
  for (const { name, longitude, latitude } of inside) {
    if (kept.length === MAX_TOWNS) break;
    const isClose = kept.some(
      ([, x, y]) => Math.abs(x - longitude) < apart && Math.abs(y - latitude) < apart / 2,
    );
    if (!isClose) kept.push([name, longitude, latitude]);
  }
  return kept;
}
