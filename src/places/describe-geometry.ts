/** The place name of a target or area, taken at its centre. Half a megabyte of data: import it lazily. */
import { centroidOf } from "../geo/centroid.ts";
import type { Position, SimpleGeometry } from "../geo/geojson.ts";
import { checkPosition } from "../geo/position.ts";
import { describePosition } from "./describe-position.ts";
import { findSwap, swapText } from "./swapped.ts";

/** Returns `near Setubal (PT)`; undefined for an invalid geometry. */
export function placeText(geometry: unknown): string | undefined {
  const centre = centreOf(geometry);
  return centre === undefined ? undefined : describePosition(centre).text;
}

/** Describes both places if longitude and latitude look swapped. */
export function swapOf(geometry: unknown): string | undefined {
  const centre = centreOf(geometry);
  return centre === undefined ? undefined : findSwap(centre);
}

/** Describes both places, with or without evidence of a swap. */
export function describeSwap(geometry: unknown): string | undefined {
  const centre = centreOf(geometry);
  return centre && swapText(centre);
}

/**
 * Returns the centre; undefined for an invalid geometry. It is from a file or a response, so it may be
 * anything.
 */
function centreOf(geometry: unknown): Position | undefined {
  try {
    const checked = checkPosition(centroidOf(geometry as SimpleGeometry));
    return checked.ok ? checked.position : undefined;
  } catch {
    return undefined;
  }
}
