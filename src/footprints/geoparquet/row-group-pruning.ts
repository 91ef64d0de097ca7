/** Skips rows by the covering boxes and the statistics of a GeoParquet file, before a geometry is read. */
import type { RowGroup } from "hyparquet";
import { momentOf, TIME_COLUMN, type Sides, type Wish } from "../footprint.ts";
import type { GeoColumns } from "./geo-columns.ts";

/** Reports whether a row of the group may be requested; false only when the statistics prove the opposite. */
export function mayHold(group: RowGroup, geo: GeoColumns, { boxes, startMs, endMs }: Wish): boolean {
  const [earliest, latest] = statisticsOf(group, TIME_COLUMN).map(momentOf);
  if (startMs !== undefined && latest !== undefined && latest < startMs) return false;
  if (endMs !== undefined && earliest !== undefined && earliest > endMs) return false;
  if (boxes === undefined) return true;
  const extent = extentOf(group, geo);
  return boxes.some(([west, south, east, north]) => {
    if (extent.ymax < south || extent.ymin > north) return false;
    // Rows across the antimeridian have west greater than east, and never reach the opposite side of the globe.
    const isFarFromIt = west >= -90 && east <= 90 && extent.xmin <= extent.xmax;
    const [reachesWest, reachesEast] = [extent.xmax >= west, extent.xmin <= east];
    return isFarFromIt ? reachesWest && reachesEast : reachesWest || reachesEast;
  });
}

/** Returns the extent of a group from the statistics of its covering column or geometry; infinite without statistics. */
function extentOf(group: RowGroup, { covering, geometry }: GeoColumns): Sides {
  if (covering === undefined) {
    const { bbox } = chunkOf(group, geometry)?.geospatial_statistics ?? {};
    return bbox ?? { xmin: -Infinity, ymin: -Infinity, xmax: Infinity, ymax: Infinity };
  }
  return {
    xmin: numberOf(statisticsOf(group, covering.xmin)[0], -Infinity),
    ymin: numberOf(statisticsOf(group, covering.ymin)[0], -Infinity),
    xmax: numberOf(statisticsOf(group, covering.xmax)[1], Infinity),
    ymax: numberOf(statisticsOf(group, covering.ymax)[1], Infinity),
  };
}

const chunkOf = ({ columns }: RowGroup, path: string) =>
  columns.find(({ meta_data: data }) => data?.path_in_schema.join(".") === path)?.meta_data;

function statisticsOf(group: RowGroup, path: string): readonly [low: unknown, high: unknown] {
  const { min_value: low, max_value: high, min, max } = chunkOf(group, path)?.statistics ?? {};
  return [low ?? min, high ?? max];
}

const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === "number" && !Number.isNaN(value) ? value : otherwise;
