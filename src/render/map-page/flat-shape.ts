/** Shapes on the plane of a map, and their text in a page: Node projects and writes them, the page's script reads them. */
import { readRing, writeRing } from "../../places/coded-ring.ts";

/** Units of the plane for one radian. */
export const PLANE_SCALE = 1000;

/** x and y in turn. */
export type FlatRing = Float64Array;

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface FlatShape {
  /** Polygons as their rings, drawn by even and odd. */
  areas: FlatRing[][];
  lines: FlatRing[];
  points: [x: number, y: number][];
  box: Box;
}

/** A polygon a line, its rings separated by semicolons; a line a line. */
export interface CodedShape {
  areas?: string;
  lines?: string;
  points?: readonly (readonly [x: number, y: number])[];
}

/** Steps of a unit: two thirds of a metre for what a command shows, and 640 m for what lies under it, which is known to a kilometre. */
export const FINE = 10_000;
export const COARSE = 10;

export function writeShape({ areas, lines, points }: FlatShape, steps: number): CodedShape {
  const text = (ring: FlatRing): string =>
    writeRing(
      Array.from({ length: ring.length / 2 }, (_, at) => [ring[2 * at]!, ring[2 * at + 1]!]),
      steps,
    );
  const rounded = (value: number): number => Math.round(value * steps) / steps;
  return {
    ...(areas.length > 0 && { areas: areas.map((rings) => rings.map(text).join(";")).join("\n") }),
    ...(lines.length > 0 && { lines: lines.map(text).join("\n") }),
    ...(points.length > 0 && { points: points.map(([x, y]) => [rounded(x), rounded(y)] as const) }),
  };
}

export function readShape({ areas, lines, points = [] }: CodedShape, steps: number): FlatShape {
  const ring = (text: string): FlatRing => Float64Array.from(readRing(text, steps).flat());
  const shape: FlatShape = {
    areas: areas?.split("\n").map((rings) => rings.split(";").map(ring)) ?? [],
    lines: lines?.split("\n").map(ring) ?? [],
    points: points.map(([x, y]) => [x, y]),
    box: emptyBox(),
  };
  for (const part of [...shape.areas.flat(), ...shape.lines]) growByRing(shape.box, part);
  for (const [x, y] of shape.points) grow(shape.box, x, y);
  return shape;
}

export const emptyBox = (): Box => ({ left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity });

export function grow(box: Box, x: number, y: number): void {
  box.left = Math.min(box.left, x);
  box.right = Math.max(box.right, x);
  box.top = Math.min(box.top, y);
  box.bottom = Math.max(box.bottom, y);
}

export function growByRing(box: Box, ring: FlatRing): void {
  for (let at = 0; at < ring.length; at += 2) grow(box, ring[at]!, ring[at + 1]!);
}
