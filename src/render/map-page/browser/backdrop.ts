/** What lies under the footprints: the land, its coasts and borders, and towns, on the plane of the map. */
import type { Position } from "../../../geo/geojson.ts";
import { readRing } from "../../../places/coded-ring.ts";
import type { Background } from "../background.ts";
import type { Box, FlatShape, Plane } from "../projection.ts";
import { densify, shapeOf } from "../shape.ts";
import type { Brush } from "./brush.ts";
import type { Colours } from "./colours.ts";

export interface Backdrop {
  outline: FlatShape;
  land: FlatShape;
  borders: FlatShape;
  detail: { frame: FlatShape; land: FlatShape; coast: FlatShape; borders: FlatShape } | undefined;
  towns: { name: string; x: number; y: number }[];
}

/** Land and towns on the plane: coarse everywhere, and fine around the rows. */
export function makeBackdrop(plane: Plane, { detail, ...background }: Background): Backdrop {
  const flat = (coded: string, isCut?: (from: Position, to: Position) => boolean): FlatShape => {
    const areas = readLand(coded);
    const shapes = areas.flatMap((rings) => shapeOf({ type: "Polygon", coordinates: rings }).areas);
    if (isCut === undefined) return plane.flatten({ areas: shapes, lines: [], points: [] });
    const lines = areas.flat().flatMap((ring) => stretches(ring, isCut));
    return plane.flatten({ areas: [], lines: lines.map(densify), points: [] });
  };
  const lines = (coded: string): FlatShape =>
    plane.flatten({ areas: [], lines: coded === "" ? [] : coded.split("\n").map(readRing), points: [] });
  return {
    outline: plane.outline(),
    land: flat(background.land),
    borders: lines(background.borders),
    detail:
      detail === undefined
        ? undefined
        : {
            frame: plane.flatten(shapeOf(frameOf(detail.bounds))),
            land: flat(detail.land),
            coast: flat(detail.land, alongFrame(detail.bounds)),
            borders: lines(detail.borders),
          },
    towns: background.towns.flatMap(([name, longitude, latitude]) => {
      const [x, y] = plane.project([longitude, latitude]);
      return Number.isFinite(x + y) && plane.invert(x, y) !== undefined ? [{ name, x, y }] : [];
    }),
  };
}

/** Sea and land, with borders where they are asked for. */
export function drawLand(
  brush: Brush,
  colours: Colours,
  { outline, land, borders, detail }: Backdrop,
  hasBorders: boolean,
): void {
  const coarse = (): void => {
    brush.shade([land], colours.land);
    brush.stroke([land], colours.coast, 0.8);
    if (hasBorders) brush.stroke([borders], colours.border, 0.9, [3, 3]);
  };
  brush.shade([outline], colours.sea);
  if (detail === undefined) {
    coarse();
    return;
  }
  brush.outside(detail.frame, coarse);
  brush.shade([detail.land], colours.land);
  brush.stroke([detail.coast], colours.coast, 0.8);
  if (hasBorders) brush.stroke([detail.borders], colours.border, 0.9, [3, 3]);
}

/** Towns from the largest on, where their names do not meet. */
export function drawTowns(brush: Brush, colours: Colours, towns: Backdrop["towns"]): void {
  const { paper, camera } = brush;
  const taken: Box[] = [];
  paper.font = "400 12px system-ui, sans-serif";
  for (const { name, x, y } of towns) {
    const [atX, atY] = camera.toScreen(x, y);
    const box = {
      left: atX - 6,
      right: atX + 12 + paper.measureText(name).width,
      top: atY - 10,
      bottom: atY + 10,
    };
    const isOutside = atX < 0 || atY < 0 || atX > camera.width || atY > camera.height;
    if (isOutside || taken.some((other) => meet(box, other))) continue;
    taken.push(box);
    paper.fillStyle = colours.town;
    paper.beginPath();
    paper.arc(atX, atY, 2, 0, 2 * Math.PI);
    paper.fill();
    brush.label(name, atX + 6, atY, colours.town, colours.land);
  }
}

const meet = (one: Box, other: Box): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

type Bounds = NonNullable<Background["detail"]>["bounds"];

const frameOf = ({ west, east, south, north }: Bounds) => ({
  type: "Polygon" as const,
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

const readLand = (coded: string): Position[][][] =>
  coded === "" ? [] : coded.split("\n").map((line) => line.split(";").map(readRing));

/** Where land was cut along the frame there is no coast. */
const alongFrame =
  ({ west, east, south, north }: Bounds) =>
  (from: Position, to: Position): boolean =>
    [west, east].some((x) => from[0] === x && to[0] === x) ||
    [south, north].some((y) => from[1] === y && to[1] === y);

/** A ring as the lines between the edges that are left out. */
function stretches(
  ring: readonly Position[],
  isCut: (from: Position, to: Position) => boolean,
): Position[][] {
  const lines: Position[][] = [[]];
  ring.forEach((position, at) => {
    if (at > 0 && isCut(ring[at - 1]!, position)) lines.push([]);
    lines.at(-1)!.push(position);
  });
  return lines.filter(({ length }) => length > 1);
}
