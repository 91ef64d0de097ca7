import { expect } from "vitest";
import type { Position } from "../../../../src/geo/geojson.ts";
import type { Scene } from "../../../../src/sandbox/imagery/view-geometry.ts";
import { geodetic, onEllipsoid, readSicd, type SicdImage } from "./sicd-projection.ts";

const TOLERANCE_METRES = 10;

export const apart = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, axis) => value - b[axis]!));

const ringsOf = (geometry: Scene["geometry"]): Position[][] =>
  geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.map(([ring]) => ring!);

/** Metres from a place to the edges of a footprint, which are straight on the flat map. */
function metresToEdge(rings: Position[][], place: readonly [number, number, number]): number {
  let least = Infinity;
  for (const ring of rings) {
    for (let at = 1; at < ring.length; at += 1) {
      const [[x0, y0], [x1, y1]] = [ring[at - 1]!, ring[at]!];
      const along = (share: number): readonly number[] =>
        onEllipsoid(x0! + (x1! - x0!) * share, y0! + (y1! - y0!) * share);
      for (let piece = 0; piece < 24; piece += 1) {
        const [from, to] = [along(piece / 24), along((piece + 1) / 24)];
        const way = to.map((value, axis) => value - from[axis]!);
        const reach = way.reduce((sum, value) => sum + value * value, 0);
        const share = way.reduce((sum, value, axis) => sum + value * (place[axis]! - from[axis]!), 0) / reach;
        const held = Math.max(0, Math.min(1, share));
        const nearest = from.map((value, axis) => value + way[axis]! * held);
        least = Math.min(least, apart(nearest, place));
      }
    }
  }
  return least;
}

/** Crossing number on the flat map. */
function isInside(rings: Position[][], [x, y]: readonly number[]): boolean {
  return rings.some((ring) => {
    let inside = false;
    for (let at = 1; at < ring.length; at += 1) {
      const [[x0 = 0, y0 = 0], [x1 = 0, y1 = 0]] = [ring[at - 1]!, ring[at]!];
      if (y0 > y! !== y1 > y! && x! < x0 + ((x1 - x0) * (y! - y0)) / (y1 - y0)) inside = !inside;
    }
    return inside;
  });
}

/** Five by five pixels from corner to corner. */
function gridOf({ rows, columns }: SicdImage): { row: number; column: number; isEdge: boolean }[] {
  return Array.from({ length: 25 }, (_, at) => {
    const [i, j] = [at % 5, Math.floor(at / 5)];
    return {
      row: (i * (rows - 1)) / 4,
      column: (j * (columns - 1)) / 4,
      isEdge: i % 4 === 0 || j % 4 === 0,
    };
  });
}

/**
 * Expects that the sensor model of a document shows a footprint: its corners and the edge of a grid of pixels within ten
 * metres, the grid's inside within it, all seen during the collect.
 */
export function expectFootprintIn(xml: string, footprint: Scene["geometry"], said: string): void {
  const sicd = readSicd(xml);
  const rings = ringsOf(footprint);
  const [bottom, right] = [sicd.rows - 1, sicd.columns - 1];
  const corners = [
    [0, 0],
    [0, right],
    [bottom, right],
    [bottom, 0],
  ].map(([row, column]) => sicd.project(row!, column!));
  for (const [at, corner] of corners.entries()) {
    expect(apart(onEllipsoid(...sicd.corners[at]!), corner), `${said}: corner ${at + 1}`).toBeLessThan(
      TOLERANCE_METRES,
    );
    const nearest = Math.min(...rings.flat().map(([lon, lat]) => apart(onEllipsoid(lon!, lat!), corner)));
    expect(nearest, `${said}: corner ${at + 1} of the footprint`).toBeLessThan(TOLERANCE_METRES);
  }
  for (const { row, column, isEdge } of gridOf(sicd)) {
    const place = sicd.project(row, column);
    const here = `${said}: ${row} ${column}`;
    if (isEdge) expect(metresToEdge(rings, place), here).toBeLessThan(TOLERANCE_METRES);
    else expect(isInside(rings, geodetic(place)), here).toBe(true);
    const time = sicd.apertureTime(row, column);
    expect(time, here).toBeGreaterThan(0);
    expect(time, here).toBeLessThan(sicd.collectSeconds);
  }
}
