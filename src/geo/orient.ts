import { orient2d } from "robust-predicates";
import type { Position } from "./geojson.ts";

/**
 * Where `c` lies from the directed line `a` to `b`: 1 to the left, -1 to the right, 0 exactly on it. Exact for all
 * coordinates that a map can have.
 */
export function sideOf(a: Position, b: Position, c: Position): -1 | 0 | 1 {
  // The package counts y downwards, as screens do: left is negative there.
  const turn = orient2d(a[0]!, a[1]!, b[0]!, b[1]!, c[0]!, c[1]!);
  return turn < 0 ? 1 : turn > 0 ? -1 : 0;
}

/** West before east, then south before north. */
export function comparePositions(a: Position, b: Position): number {
  return a[0]! - b[0]! || a[1]! - b[1]!;
}

export function isSamePlace(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** For a `c` on the line through `a` and `b`: is it between them, ends included? */
export function isBetween(a: Position, b: Position, c: Position): boolean {
  const [first, last] = comparePositions(a, b) <= 0 ? [a, b] : [b, a];
  return comparePositions(first, c) <= 0 && comparePositions(c, last) <= 0;
}
