/** What the covering boxes and the statistics of a GeoParquet file prove before a geometry is read. */
import type { RowGroup } from "hyparquet";
import type { Bounds } from "../../geo/bounds.ts";
import { momentOf, TIME_COLUMN, type Wish } from "../footprint.ts";
import type { Covering } from "./geo-columns.ts";

/** False only when the statistics prove that no row of the group can be wanted. */
export function mayHold(group: RowGroup, covering: Covering | undefined, wish: Wish): boolean {
  const { boxes, startMs, endMs } = wish;
  const statistics = (path: string): readonly [low: unknown, high: unknown] => {
    const chunk = group.columns.find(({ meta_data: data }) => data?.path_in_schema.join(".") === path);
    const { min_value: low, max_value: high, min, max } = chunk?.meta_data?.statistics ?? {};
    return [low ?? min, high ?? max];
  };
  const [earliest, latest] = statistics(TIME_COLUMN).map(momentOf);
  if (startMs !== undefined && latest !== undefined && latest < startMs) return false;
  if (endMs !== undefined && earliest !== undefined && earliest > endMs) return false;
  if (boxes === undefined || covering === undefined) return true;
  const west = numberOf(statistics(covering.xmin)[0], -Infinity);
  const east = numberOf(statistics(covering.xmax)[1], Infinity);
  const south = numberOf(statistics(covering.ymin)[0], -Infinity);
  const north = numberOf(statistics(covering.ymax)[1], Infinity);
  return boxes.some(([boxWest, boxSouth, boxEast, boxNorth]) => {
    if (north < boxSouth || south > boxNorth) return false;
    // Rows across the antimeridian have their west east of their east, and reach no place half way round the earth from it.
    const isFarFromIt = boxWest >= -90 && boxEast <= 90;
    return isFarFromIt ? east >= boxWest && west <= boxEast : east >= boxWest || west <= boxEast;
  });
}

export interface Sides {
  xmin: number;
  ymin: number;
  xmax: number;
  ymax: number;
}

/** False only when the covering box of a row lies beside all boxes. Its west may be east of its east (GeoParquet 1.1). */
export function isNear({ xmin, ymin, xmax, ymax }: Sides, boxes: readonly Bounds[]): boolean {
  return boxes.some(([west, south, east, north]) => {
    if (ymax < south || ymin > north) return false;
    return xmin <= xmax ? xmax >= west && xmin <= east : xmax >= west || xmin <= east;
  });
}

const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === "number" && !Number.isNaN(value) ? value : otherwise;
