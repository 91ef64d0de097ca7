/** The footprints of the visible scenes: drawn by group, ticked and hovered, and found at a point of the screen. */
import type { FlatShape, Point } from "../plane.ts";
import type { Camera } from "./camera.ts";
import type { PageRows, PageScene } from "./page-rows.ts";
import type { Colours, GroupName, Pen } from "./pen.ts";

/** Size in pixels below which a footprint is drawn as a dot. */
const DOT_PIXELS = 7;

/** Maximum number of footprints on the map for which overlaps are shaded. */
const MAX_SHADED = 400;

/** Draws one outline for all products of a scene. */
export function drawFootprints(
  pen: Pen,
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
    if (!pen.camera.isInView(flat.box)) continue;
    count += 1;
    if (isDot(pen.camera, flat)) dots.push(scene);
    else if (hasTick(scene)) ticked.push(flat);
    else {
      const shapes = byGroup.get(groupOf(scene));
      if (shapes === undefined) byGroup.set(groupOf(scene), [flat]);
      else shapes.push(flat);
    }
  }
  const isShaded = count <= MAX_SHADED;
  for (const [group, shapes] of byGroup) {
    for (const part of isShaded ? shapes.map((shape) => [shape]) : [shapes])
      pen.shade(part, colours[group], isShaded ? 0.13 : 0.22);
    pen.stroke(shapes, colours[group], isShaded ? 1.3 : 0.8);
  }
  for (const shape of ticked) pen.shade([shape], colours.tick, 0.26);
  pen.stroke(ticked, colours.paper, 4.5, [], 0.75);
  pen.stroke(ticked, colours.tick, 2.4);
  for (const scene of dots) {
    const [colour, radius] = hasTick(scene) ? [colours.tick, 5.5] : [colours[groupOf(scene)], 4.5];
    pen.dot(outlineShown(scene), colour, colours.paper, radius);
  }
  if (hovered !== undefined && hovered.shown.length > 0) drawHovered(pen, colours, hovered);
}

function drawHovered(pen: Pen, colours: Colours, scene: PageScene): void {
  const flat = outlineShown(scene);
  const colour = hasTick(scene) ? colours.tick : colours.ink;
  if (isDot(pen.camera, flat)) pen.dot(flat, colour, colours.paper, 7);
  else {
    pen.stroke([flat], colours.paper, 6, [], 0.9);
    pen.stroke([flat], colour, 2.8);
  }
}

/** Returns the scenes at a point of the screen, the smallest first. */
export function scenesAt(pen: Pen, shown: readonly PageScene[], at: Point): PageScene[] {
  const { transform } = pen.camera;
  const [x, y] = transform.invert(at);
  const reach = DOT_PIXELS / transform.k;
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
      return isSmall || flat.points.length + flat.lines.length > 0 || pen.isInside(flat, at);
    })
    .sort((one, other) => sizeOf(one) - sizeOf(other));
}

function isDot({ transform: { k } }: Camera, { box, points }: FlatShape): boolean {
  if (points.length > 0) return true;
  return (box.right - box.left) * k < DOT_PIXELS && (box.bottom - box.top) * k < DOT_PIXELS;
}

/** Returns the outline of the first ticked product, or else of the first one. Outlines of one scene differ by metres. */
const outlineShown = ({ shown, rows }: PageScene): FlatShape =>
  (shown.find(({ isTicked }) => isTicked) ?? shown[0] ?? rows[0]!).flat;

const hasTick = ({ shown }: PageScene): boolean => shown.some(({ isTicked }) => isTicked);
