/** The place of a target or an area, which is that of its centre. Half a megabyte of data: import it where it is needed. */
import { centroidOf } from "../geo/centroid.ts";
import type { Position, SimpleGeometry } from "../geo/geojson.ts";
import { checkPosition } from "../geo/position.ts";
import { describePosition } from "./describe-position.ts";
import { findSwap, swapText, type Swap } from "./swapped.ts";

/** `near Setubal (PT)`; undefined for what is no geometry. */
export function placeText(geometry: unknown): string | undefined {
  const centre = centreOf(geometry);
  return centre === undefined ? undefined : describePosition(centre).text;
}

/** What speaks for longitude and latitude having been swapped. */
export function swapOf(geometry: unknown): Swap | undefined {
  const centre = centreOf(geometry);
  return centre === undefined ? undefined : findSwap(centre);
}

/** Both places in words, whether or not anything speaks for a swap. */
export function describeSwap(geometry: unknown): string | undefined {
  const centre = centreOf(geometry);
  return centre && swapText(centre);
}

/** Whatever a file or a reply calls a geometry, so it may be anything. */
function centreOf(geometry: unknown): Position | undefined {
  try {
    const checked = checkPosition(centroidOf(geometry as SimpleGeometry));
    return checked.ok ? checked.position : undefined;
  } catch {
    return undefined;
  }
}
