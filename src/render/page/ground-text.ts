/** The extent of a footprint on the ground, as text for a caption. */

import type { Bounds } from "../../geo/bounds.ts";
import { KM_PER_DEGREE } from "../../geo/earth.ts";

/**
 * Returns `footprint 13.9 km east-west, 14.3 km north-south`; undefined for a point, and near the poles, where east
 * and west are meaningless.
 */
export function groundText(bounds: Bounds | undefined): string | undefined {
  if (bounds === undefined) return undefined;
  const [west, south, east, north] = bounds;
  if (east - west > 90 || Math.max(Math.abs(south), Math.abs(north)) > 88) return undefined;
  const high = (north - south) * KM_PER_DEGREE;
  const wide = (east - west) * KM_PER_DEGREE * Math.cos((((south + north) / 2) * Math.PI) / 180);
  if (high <= 0 || wide <= 0) return undefined;
  return `footprint ${lengthText(wide)} east-west, ${lengthText(high)} north-south`;
}

function lengthText(km: number): string {
  if (km < 1) return `${Math.round(km * 1000)} m`;
  return `${km < 100 ? km.toFixed(1) : Math.round(km)} km`;
}
