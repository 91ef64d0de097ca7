/** Meridians and parallels across the view, their names, and the scale. */
import type { Position } from "../../../geo/geojson.ts";
import { PLANE_SCALE, type FlatShape } from "../projection.ts";

const STEPS = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

/** The finest step whose lines are at least so many degrees apart. */
export const graticuleStep = (least: number): number => STEPS.findLast((step) => step >= least) ?? STEPS[0]!;

/** Fifty stretches, so that a parallel is round near a pole. */
export const fineLine = (
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
): Position[] =>
  Array.from({ length: 51 }, (_, at) => [
    fromX + ((toX - fromX) * at) / 50,
    fromY + ((toY - fromY) * at) / 50,
  ]);

export function degreesText(degrees: number, positive: string, negative: string, step: number): string {
  const turned = degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
  const digits = Math.max(0, Math.ceil(-Math.log10(step)));
  const text = `${Math.abs(turned).toFixed(digits)}°`;
  // Neither of the two has a side.
  return [0, 180].includes(Number(text.slice(0, -1))) ? text : `${text} ${turned > 0 ? positive : negative}`;
}

/** Where a line crosses the top (meridians) or the left edge, in pixels along it. */
export function crossing(
  { lines }: FlatShape,
  isMeridian: boolean,
  { scale, x, y, edge }: { scale: number; x: number; y: number; edge: number },
): number | undefined {
  for (const line of lines) {
    for (let at = 2; at < line.length; at += 2) {
      const [fromX, fromY] = [line[at - 2]! * scale + x, line[at - 1]! * scale + y];
      const [toX, toY] = [line[at]! * scale + x, line[at + 1]! * scale + y];
      const [from, to] = isMeridian ? [fromY, toY] : [fromX, toX];
      if (from > edge === to > edge) continue;
      const share = (edge - from) / (to - from);
      return isMeridian ? fromX + share * (toX - fromX) : fromY + share * (toY - fromY);
    }
  }
  return undefined;
}

/** `38.71° N 9.14° W`, with as many digits as the view shows. */
export function positionText([longitude, latitude]: readonly [number, number], scale: number): string {
  const step = 57 / (PLANE_SCALE * scale);
  return `${degreesText(latitude, "N", "S", step)} ${degreesText(longitude, "E", "W", step)}`;
}

/** 1, 2 or 5 times a power of ten. */
export function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = value / power;
  const length = (digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * power;
  return Number(length.toPrecision(1));
}
