/** The background of the footprints: land, coasts, borders and towns. */
import { readLines, readPolygons } from "../../../places/coded-ring.ts";
import type { Background } from "../background.ts";
import type { Box, FlatShape, Plane } from "../plane.ts";
import { shapeOf } from "../shape.ts";
import type { Colours, Pen } from "./pen.ts";

export interface Backdrop {
  outline: FlatShape;
  land: readonly FlatShape[];
  borders: readonly FlatShape[];
  towns: readonly { name: string; place: FlatShape }[];
}

export function readBackdrop({ land, borders, towns }: Background, plane: Plane): Backdrop {
  return {
    outline: plane.outline(),
    land: readPolygons(land).map((coordinates) => plane.flatten(shapeOf({ type: "Polygon", coordinates }))),
    borders: readLines(borders).map((coordinates) =>
      plane.flatten(shapeOf({ type: "LineString", coordinates })),
    ),
    towns: towns.map(([name, ...coordinates]) => ({
      name,
      place: plane.flatten(shapeOf({ type: "Point", coordinates })),
    })),
  };
}

/** Draws sea and land, with borders if asked for. */
export function drawLand(
  pen: Pen,
  colours: Colours,
  { outline, land, borders }: Backdrop,
  hasBorders: boolean,
): void {
  pen.shade([outline], colours.sea);
  pen.shade(land, colours.land);
  pen.stroke(land, colours.coast, 0.8);
  if (hasBorders) pen.stroke(borders, colours.border, 0.9, [3, 3]);
}

/**
 * Draws towns, the largest first, unless their names would overlap each other, a target or the degrees at the top.
 */
export function drawTowns(
  pen: Pen,
  colours: Colours,
  towns: Backdrop["towns"],
  targets: readonly FlatShape[],
): void {
  const { paper, camera } = pen;
  const taken = targets.map(({ box }): Box => {
    const [left, top] = camera.transform.apply([box.left, box.top]);
    const [right, bottom] = camera.transform.apply([box.right, box.bottom]);
    return { left: left - 8, right: right + TARGET_NAME, top: top - 10, bottom: bottom + 10 };
  });
  taken.push({ left: 0, right: camera.width, top: 0, bottom: 18 });
  paper.font = "400 12px system-ui, sans-serif";
  for (const { name, place } of towns) {
    const [point] = place.points;
    // A town beyond the edge of the map is not drawn.
    if (point === undefined || !camera.isInView(place.box)) continue;
    const [x, y] = camera.transform.apply(point);
    const box = { left: x - 6, right: x + 12 + paper.measureText(name).width, top: y - 10, bottom: y + 10 };
    if (taken.some((other) => doBoxesMeet(box, other))) continue;
    taken.push(box);
    pen.dot(place, colours.town, colours.town, 1.5);
    pen.label(name, x + 6, y, colours.town, colours.land);
  }
}

/** Pixels for the name of a target. */
const TARGET_NAME = 70;

const doBoxesMeet = (one: Box, other: Box): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
