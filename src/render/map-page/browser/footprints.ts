/** The footprints of the scenes shown: drawn by group, ticked and hovered, and found under a point of the screen. */
import type { FlatShape } from "../flat-shape.ts";
import type { Brush } from "./brush.ts";
import type { Camera } from "./camera.ts";
import type { Colours, GroupName } from "./colours.ts";
import type { PageRows, PageScene } from "./page-rows.ts";

/** Below this many pixels a footprint is drawn as a dot. */
const DOT_PIXELS = 7;

/** Overlaps are shaded by how many footprints meet, up to this many on the map. */
const MOST_SHADED = 400;

/** The products of a scene have one outline. */
export function drawFootprints(
  brush: Brush,
  colours: Colours,
  { shown, hovered }: PageRows,
  groups: ReadonlyMap<PageScene, GroupName>,
): void {
  const groupOf = (scene: PageScene): GroupName => groups.get(scene) ?? "group-1";
  const dots: PageScene[] = [];
  const ticked: FlatShape[] = [];
  const byGroup = new Map<GroupName, FlatShape[]>();
  let count = 0;
  for (const scene of shown) {
    const flat = outlineShown(scene);
    if (!brush.camera.isInView(flat.box)) continue;
    count += 1;
    if (isDot(brush.camera, flat)) dots.push(scene);
    else if (hasTick(scene)) ticked.push(flat);
    else {
      const shapes = byGroup.get(groupOf(scene));
      if (shapes === undefined) byGroup.set(groupOf(scene), [flat]);
      else shapes.push(flat);
    }
  }
  const isShaded = count <= MOST_SHADED;
  for (const [group, shapes] of byGroup) {
    for (const part of isShaded ? shapes.map((shape) => [shape]) : [shapes])
      brush.shade(part, colours[group], isShaded ? 0.13 : 0.22);
    brush.stroke(shapes, colours[group], isShaded ? 1.3 : 0.8);
  }
  for (const shape of ticked) brush.shade([shape], colours.tick, 0.26);
  brush.stroke(ticked, colours.paper, 4.5, [], 0.75);
  brush.stroke(ticked, colours.tick, 2.4);
  for (const scene of dots) {
    const [colour, radius] = hasTick(scene) ? [colours.tick, 5.5] : [colours[groupOf(scene)], 4.5];
    brush.dot(outlineShown(scene), colour, colours.paper, radius);
  }
  if (hovered !== undefined && hovered.shown.length > 0) drawHovered(brush, colours, hovered);
}

function drawHovered(brush: Brush, colours: Colours, scene: PageScene): void {
  const flat = outlineShown(scene);
  const colour = hasTick(scene) ? colours.tick : colours.ink;
  if (isDot(brush.camera, flat)) brush.dot(flat, colour, colours.paper, 7);
  else {
    brush.stroke([flat], colours.paper, 6, [], 0.9);
    brush.stroke([flat], colour, 2.8);
  }
}

/** The scenes whose shape lies at that point of the screen, the smallest first. */
export function scenesAt(
  camera: Camera,
  shown: readonly PageScene[],
  at: { x: number; y: number },
): PageScene[] {
  const [x, y] = camera.toPlane(at.x, at.y);
  const reach = DOT_PIXELS / camera.scale;
  const sizeOf = (scene: PageScene): number => {
    const { left, right, top, bottom } = outlineShown(scene).box;
    return (right - left) * (bottom - top);
  };
  return shown
    .filter((scene) => {
      const flat = outlineShown(scene);
      const { left, right, top, bottom } = flat.box;
      if (x < left - reach || x > right + reach || y < top - reach || y > bottom + reach) return false;
      const isSmall = right - left < 2 * reach && bottom - top < 2 * reach;
      return isSmall || flat.points.length + flat.lines.length > 0 || isInside(flat, x, y);
    })
    .sort((one, other) => sizeOf(one) - sizeOf(other));
}

function isDot({ scale }: Camera, { box, points }: FlatShape): boolean {
  if (points.length > 0) return true;
  return (box.right - box.left) * scale < DOT_PIXELS && (box.bottom - box.top) * scale < DOT_PIXELS;
}

/** The outlines of a scene's products differ by metres: the first ticked one is drawn, or else the first. */
const outlineShown = ({ shown, rows }: PageScene): FlatShape =>
  (shown.find(({ isTicked }) => isTicked) ?? shown[0] ?? rows[0]!).flat;

const hasTick = ({ shown }: PageScene): boolean => shown.some(({ isTicked }) => isTicked);

/** By even and odd crossings of a line to the right. */
function isInside({ areas }: FlatShape, x: number, y: number): boolean {
  let inside = false;
  for (const ring of areas.flat()) {
    for (let at = 2; at < ring.length; at += 2) {
      const [fromX, fromY, toX, toY] = [ring[at - 2]!, ring[at - 1]!, ring[at]!, ring[at + 1]!];
      if (fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX)
        inside = !inside;
    }
  }
  return inside;
}
