/** Draws meridians and parallels across the view, and their degrees along its edges. */
import { geoGraticule } from "d3-geo";
import { toNearMeridian } from "../../../geo/position.ts";
import { findById } from "../../page/browser/dom.ts";
import type { Camera } from "./camera.ts";
import { formatDegrees } from "./degrees-text.ts";
import type { Colours, Pen } from "./pen.ts";

export function drawGraticule(pen: Pen, colours: Colours): void {
  const { paper, camera } = pen;
  const { plane, width, height } = camera;
  const seen = plane.degreesIn(camera.view);
  if (seen === undefined) return;
  const [west, south, east, north] = seen;
  // Meridians have space for their labels between them.
  const least = Math.max((72 * Math.min(360, east - west)) / width, (56 * (north - south)) / height);
  const step = STEPS.findLast((one) => one >= least) ?? STEPS[0]!;
  const graticule = geoGraticule()
    .extent([
      [west, Math.max(-89.9, south)],
      [east, Math.min(89.9, north)],
    ])
    .stepMajor([step, step])
    // d3-geo draws a second, finer grid by default. A step of 360 degrees turns it off.
    .stepMinor([360, 360])
    .precision(Math.min(1, (east - west) / 50));
  const lines = graticule().coordinates;
  pen.stroke([plane.flatten({ areas: [], lines, points: [] })], colours.graticule, 0.8);
  paper.font = "400 10.5px system-ui, sans-serif";
  paper.fillStyle = colours.quiet;
  paper.textBaseline = "middle";
  for (const [pixels, degrees] of findCrossings(camera, "top", step))
    if (pixels < width - 114) paper.fillText(formatDegrees(degrees, "E", "W", step), pixels + 4, 9);
  for (const [pixels, degrees] of findCrossings(camera, "left", step))
    if (pixels > 27 && pixels < height - 53)
      paper.fillText(formatDegrees(degrees, "N", "S", step), 6, pixels - 7);
}

/** Possible steps in degrees. The graticule uses the finest one whose lines are far enough apart. */
const STEPS = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

/** Returns the pixels along an edge of the view at which meridians or parallels cross it, with their degrees. */
function findCrossings(
  camera: Camera,
  edge: "top" | "left",
  step: number,
): [pixels: number, degrees: number][] {
  const found: [number, number][] = [];
  const sample = 4;
  let before: number | undefined;
  for (let at = 0; at <= (edge === "top" ? camera.width : camera.height); at += sample) {
    const position = camera.positionAt(edge === "top" ? [at, 9] : [6, at]);
    const here =
      position && (edge === "top" ? toNearMeridian(position[0], camera.plane.middle) : position[1]) / step;
    if (here !== undefined && before !== undefined && Math.abs(here - before) < 1) {
      const line = Math.floor(Math.max(here, before));
      if (line > Math.min(here, before))
        found.push([at - (sample * (here - line)) / (here - before), line * step]);
    }
    before = here;
  }
  return found;
}

// The scale bar and the north arrow, for the centre of the view.

export function showScale(camera: Camera): void {
  const { plane, transform } = camera;
  const [x, y] = camera.middle;
  const [bar, text] = [findById("scale-bar"), findById("scale-text")];
  const km = plane.kmPerUnit(x, y) / transform.k;
  const length = roundBelow(110 * km);
  bar.style.width = `${length / km}px`;
  text.textContent = length >= 1 ? `${length} km` : `${Math.round(length * 1000)} m`;
  // The arrow shows the direction of a small step to the north.
  const here = plane.invert(x, y);
  if (here === undefined) return;
  const [toX, toY] = plane.project([here[0], Math.min(90, here[1] + 1e-3)]);
  const [fromX, fromY] = plane.project(here);
  const degrees = (Math.atan2(toX - fromX, fromY - toY) * 180) / Math.PI;
  findById("north").style.transform = `rotate(${degrees.toFixed(1)}deg)`;
}

/** Rounds down to 1, 2 or 5 times a power of ten. */
function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = value / power;
  const step = [5, 2].find((size) => digit >= size) ?? 1;
  return Number((step * power).toPrecision(1));
}
