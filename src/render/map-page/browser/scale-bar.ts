/** The scale bar and the north arrow, for the centre of the view. */
import { byId } from "../../page/browser/dom.ts";
import type { Camera } from "./camera.ts";

export function showScale(camera: Camera): void {
  const { plane, transform } = camera;
  const [x, y] = camera.middle;
  const [bar, text] = [byId("scale-bar"), byId("scale-text")];
  const km = plane.kmPerUnit(x, y) / transform.k;
  const length = roundBelow(110 * km);
  bar.style.width = `${length / km}px`;
  text.textContent = length >= 1 ? `${length} km` : `${Math.round(length * 1000)} m`;
  // North is the direction of a step along the meridian.
  const here = plane.invert(x, y);
  if (here === undefined) return;
  const [toX, toY] = plane.project([here[0], Math.min(90, here[1] + 1e-3)]);
  const [fromX, fromY] = plane.project(here);
  const degrees = (Math.atan2(toX - fromX, fromY - toY) * 180) / Math.PI;
  byId("north").style.transform = `rotate(${degrees.toFixed(1)}deg)`;
}

/** Rounds down to 1, 2 or 5 times a power of ten. */
function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = value / power;
  const length = (digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * power;
  return Number(length.toPrecision(1));
}
