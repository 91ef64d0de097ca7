import { areaKm2 } from "../../geo/area.ts";
import type { Polygon } from "../../geo/geojson.ts";
import { groundPoint } from "../../orbit/ellipsoid.ts";
import { norm, subtract } from "../../orbit/vector.ts";
import type { ImagingType } from "../fleet/imaging-types.ts";

/** What the plane of the cells and the ellipsoid may differ by over the reach of one strip. */
const SLACK = 0.98;

/** A number of strips below which no plan covers the polygon: by its area, and by how far apart its vertices lie. */
export function fewestStrips(polygon: Polygon, { widthKm, lengthKm }: ImagingType): number {
  const byArea = (areaKm2(polygon) * SLACK) / (widthKm * lengthKm);
  const byReach = (reachKm(polygon) * SLACK) / Math.hypot(widthKm, lengthKm);
  return Math.max(1, Math.ceil(byArea), Math.ceil(byReach));
}

/** The longest straight line from the first vertex to another one: whatever covers the ring reaches over it. */
function reachKm({ coordinates }: Polygon): number {
  const [from, ...others] = (coordinates[0] ?? []).map(
    ([longitude = 0, latitude = 0]) => groundPoint(longitude, latitude).position,
  );
  if (from === undefined) return 0;
  return others.reduce((most, to) => Math.max(most, norm(subtract(to, from))), 0);
}
