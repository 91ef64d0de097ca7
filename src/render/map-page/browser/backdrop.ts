/** What lies under the footprints: the land, its coasts and borders, and towns. */
import type { Background } from "../background.ts";
import { COARSE, readShape, type Box, type CodedShape, type FlatShape } from "../flat-shape.ts";
import type { Brush } from "./brush.ts";
import type { Colours } from "./colours.ts";

export interface Backdrop {
  outline: FlatShape;
  land: FlatShape;
  borders: FlatShape;
  detail: { frame: FlatShape; land: FlatShape; coast: FlatShape; borders: FlatShape } | undefined;
  towns: Background["towns"];
}

export function readBackdrop({ outline, land, borders, detail, towns }: Background): Backdrop {
  const read = (shape: CodedShape): FlatShape => readShape(shape, COARSE);
  return {
    outline: read(outline),
    land: read(land),
    borders: read(borders),
    detail: detail && {
      frame: read(detail.frame),
      land: read(detail.land),
      coast: read(detail.coast),
      borders: read(detail.borders),
    },
    towns,
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
  for (const [name, x, y] of towns) {
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
