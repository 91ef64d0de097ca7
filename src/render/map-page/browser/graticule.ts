/** Meridians and parallels across the view, and their names. */
import type { Position } from "../../../geo/geojson.ts";
import type { FlatRing } from "../flat-shape.ts";
import type { Brush } from "./brush.ts";
import type { Camera } from "./camera.ts";
import type { Colours } from "./colours.ts";
import { degreesText } from "./degrees-text.ts";

interface GraticuleLine {
  positions: Position[];
  text: string;
  isMeridian: boolean;
}

export function drawGraticule(brush: Brush, colours: Colours): void {
  const { paper, camera } = brush;
  const { plane, width, height } = camera;
  const lines = linesAcross(camera);
  const flats = lines.map(({ positions }) => plane.line(positions));
  brush.stroke(
    [{ areas: [], lines: flats.flat(), points: [], box: camera.viewBox() }],
    colours.graticule,
    0.8,
  );
  paper.font = "400 10.5px system-ui, sans-serif";
  paper.fillStyle = colours.quiet;
  paper.textBaseline = "middle";
  lines.forEach(({ text, isMeridian }, at) => {
    const place = crossing(flats[at]!, isMeridian, camera, isMeridian ? 9 : 6);
    if (place === undefined) return;
    const [x, y] = isMeridian ? [place + 4, 9] : [6, place - 7];
    if (x < width - 110 && y > 20 === !isMeridian && y < height - 60) {
      paper.lineWidth = 3;
      paper.strokeStyle = colours.sea;
      paper.strokeText(text, x, y);
      paper.fillText(text, x, y);
    }
  });
}

function linesAcross(camera: Camera): GraticuleLine[] {
  const seen = seenPositions(camera);
  if (seen === undefined) return [];
  const { west, east, south, north } = seen;
  // Meridians have room for their names between them.
  const step = graticuleStep(
    Math.max((72 * Math.min(360, east - west)) / camera.width, (56 * (north - south)) / camera.height),
  );
  const lines: GraticuleLine[] = [];
  const isWhole = east - west >= 359;
  for (let x = Math.ceil(west / step) * step; x <= east - (isWhole ? step / 2 : 0); x += step) {
    const [low, high] = [Math.max(-89.9, south), Math.min(89.9, north)];
    lines.push({
      positions: fineLine([x, low], [x, high]),
      text: degreesText(x, "E", "W", step),
      isMeridian: true,
    });
  }
  for (let y = Math.ceil(south / step) * step; y <= north; y += step)
    if (Math.abs(y) < 90)
      lines.push({
        positions: fineLine([west, y], [east, y]),
        text: degreesText(y, "N", "S", step),
        isMeridian: false,
      });
  return lines;
}

/** What of the globe the view shows. */
function seenPositions(
  camera: Camera,
): { west: number; east: number; south: number; north: number } | undefined {
  const { plane, width, height } = camera;
  const middle = camera.positionAt(width / 2, height / 2);
  let [west, east, south, north] = [Infinity, -Infinity, 90, -90];
  for (let column = 0; column <= 12; column++) {
    for (let row = 0; row <= 12; row++) {
      const position = camera.positionAt((width * column) / 12, (height * row) / 12);
      if (position === undefined) continue;
      const [longitude, latitude] = position;
      const reference = middle?.[0] ?? 0;
      const near = longitude - 360 * Math.round((longitude - reference) / 360);
      west = Math.min(west, near);
      east = Math.max(east, near);
      south = Math.min(south, latitude);
      north = Math.max(north, latitude);
    }
  }
  if (west > east) return undefined;
  const hasPole = [-90, 90].some((pole) => {
    if (plane.kind === "mercator") return false;
    const [x, y] = plane.project([0, pole]);
    return camera.isInView({ left: x, right: x, top: y, bottom: y });
  });
  if (hasPole || east - west > 300) {
    [west, east] = [plane.middle - 180, plane.middle + 180];
    if (plane.kind === "north-pole") north = 90;
    else if (plane.kind === "south-pole") south = -90;
    else if (hasPole) [south, north] = [Math.min(south, -85), Math.max(north, 85)];
  }
  return { west, east, south, north };
}

const STEPS = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

/** The finest step whose lines are at least so many degrees apart. */
const graticuleStep = (least: number): number => STEPS.findLast((step) => step >= least) ?? STEPS[0]!;

/** Fifty stretches, so that a parallel is round near a pole. */
const fineLine = (
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
): Position[] =>
  Array.from({ length: 51 }, (_, at) => [
    fromX + ((toX - fromX) * at) / 50,
    fromY + ((toY - fromY) * at) / 50,
  ]);

/** Where a line crosses the top (meridians) or the left edge, in pixels along it. */
function crossing(
  lines: readonly FlatRing[],
  isMeridian: boolean,
  { scale, shiftX: x, shiftY: y }: Camera,
  edge: number,
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
