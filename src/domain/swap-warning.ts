/** A warning where longitude and latitude look swapped. It loads the places: import it lazily. */
import type { Fault } from "../errors.ts";
import { formatPosition } from "../geo/position.ts";
import { swapOf } from "../places/describe-geometry.ts";

/** `path`: where the geometry stands in the body. */
export function swapWarning(geometry: unknown, path: string): Fault | undefined {
  const swap = swapOf(geometry);
  if (swap === undefined) return undefined;
  return {
    code: "COORDINATES_SWAPPED",
    path,
    rule: "longitude first, then latitude",
    message: `longitude and latitude look swapped: ${swap.text}`,
    hint: `Longitude comes first: --point ${formatPosition(swap.position)}`,
  };
}
