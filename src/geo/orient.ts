import { orient2d } from "robust-predicates";
import type { Position } from "./geojson.ts";

/** Returns the side of `c` from the directed line `a` to `b`: 1 left, -1 right, 0 on the line. The result is exact. */
export function findSide(a: Position, b: Position, c: Position): -1 | 0 | 1 {
  // In the package, y increases downwards, as on screens, so left is negative.
  const turn = orient2d(a[0]!, a[1]!, b[0]!, b[1]!, c[0]!, c[1]!);
  return turn < 0 ? 1 : turn > 0 ? -1 : 0;
}

/** Compares positions for sorting: west before east, then south before north. */
export function comparePositions(a: Position, b: Position): number {
  return a[0]! - b[0]! || a[1]! - b[1]!;
}

export function isSamePlace(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** Reports whether `c`, on the line through `a` and `b`, is between them, ends included. */
export function isBetween(a: Position, b: Position, c: Position): boolean {
  const [first, last] = comparePositions(a, b) <= 0 ? [a, b] : [b, a];
  return comparePositions(first, c) <= 0 && comparePositions(c, last) <= 0;
}

/** The kind of meeting of two segments, and its first position. */
export interface Meeting {
  /** `crossing`: inside both; `touch`: an end of one on the other; `overlap`: they share a section. */
  kind: "crossing" | "touch" | "overlap";
  at: Position;
}

/** Returns the meeting of segments `ab` and `cd`, ends included; undefined when they have no point in common. */
export function findSegmentMeeting(a: Position, b: Position, c: Position, d: Position): Meeting | undefined {
  if (areApart(a, b, c, d)) return undefined;
  const sideC = findSide(a, b, c);
  const sideD = findSide(a, b, d);
  if (sideC === 0 && sideD === 0) {
    // Every point is on the line of a segment without length; the other segment then decides.
    return findSide(c, d, a) === 0 ? findMeetingOnLine(a, b, c, d) : undefined;
  }
  if (sideC * sideD > 0) return undefined;
  const sideA = findSide(c, d, a);
  const sideB = findSide(c, d, b);
  if (sideA * sideB > 0) return undefined;
  if (sideA * sideB < 0 && sideC * sideD < 0) return { kind: "crossing", at: computeCrossing(a, b, c, d) };
  if (sideA === 0) return { kind: "touch", at: a };
  if (sideB === 0) return { kind: "touch", at: b };
  return { kind: "touch", at: sideC === 0 ? c : d };
}

/** Reports whether the boxes of two segments are apart: a fast check. */
function areApart(a: Position, b: Position, c: Position, d: Position): boolean {
  return (
    Math.max(a[0]!, b[0]!) < Math.min(c[0]!, d[0]!) ||
    Math.max(c[0]!, d[0]!) < Math.min(a[0]!, b[0]!) ||
    Math.max(a[1]!, b[1]!) < Math.min(c[1]!, d[1]!) ||
    Math.max(c[1]!, d[1]!) < Math.min(a[1]!, b[1]!)
  );
}

function findMeetingOnLine(a: Position, b: Position, c: Position, d: Position): Meeting | undefined {
  const shared = [a, b].filter((end) => isBetween(c, d, end));
  shared.push(...[c, d].filter((end) => isBetween(a, b, end)));
  shared.sort(comparePositions);
  const [first] = shared;
  if (first === undefined) return undefined;
  return { kind: isSamePlace(first, shared.at(-1)!) ? "touch" : "overlap", at: first };
}

/** Returns the crossing point of two crossing segments. It is rounded, so it must not decide anything. */
function computeCrossing(a: Position, b: Position, c: Position, d: Position): Position {
  const [dx, dy] = [b[0]! - a[0]!, b[1]! - a[1]!];
  const [ex, ey] = [d[0]! - c[0]!, d[1]! - c[1]!];
  const divisor = dx * ey - dy * ex;
  const along = divisor === 0 ? 0.5 : ((c[0]! - a[0]!) * ey - (c[1]! - a[1]!) * ex) / divisor;
  const share = Math.min(1, Math.max(0, along));
  return [a[0]! + share * dx, a[1]! + share * dy];
}
