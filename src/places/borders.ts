/** The borders of countries at 1:50m, by actual control, not by claims; coded for `readLines`. */
import type { Position } from "../geo/geojson.ts";
import { prepareIntersects } from "../geo/intersects.ts";
import { readLines } from "./coded-ring.ts";
import { BORDERS } from "./data/borders.generated.ts";

export { BORDERS as codedBorders };

let meetsBorder: ReturnType<typeof prepareIntersects> | undefined;

/** Reports whether a border lies between two positions that are less than half the globe apart. */
export function isBorderBetween([fromX = 0, fromY = 0]: Position, [toX = 0, toY = 0]: Position): boolean {
  meetsBorder ??= prepareIntersects({ type: "MultiLineString", coordinates: readLines(BORDERS) });
  // No border crosses the antimeridian.
  const turn = toX - fromX > 180 ? 360 : toX - fromX < -180 ? -360 : 0;
  return meetsBorder({
    type: "LineString",
    coordinates: [
      [fromX + turn, fromY],
      [toX, toY],
    ],
  });
}
