/** Draws shapes of the plane on a canvas, as seen by the camera: surfaces, lines, dots and names. */
import { geoIdentity, geoPath } from "d3-geo";
import type { FlatShape, Point } from "../plane.ts";
import type { Camera } from "./camera.ts";

/** Shapes are cut this far outside the view, because a canvas has limited precision. */
const MARGIN = 40;

export class Pen {
  readonly paper: CanvasRenderingContext2D;

  constructor(
    readonly camera: Camera,
    readonly canvas: HTMLCanvasElement = document.createElement("canvas"),
  ) {
    this.paper = canvas.getContext("2d")!;
  }

  empty(): void {
    const { width, height, ratio } = this.camera;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.paper.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  copy({ canvas }: Pen): void {
    this.paper.drawImage(canvas, 0, 0, this.camera.width, this.camera.height);
  }

  shade(shapes: readonly FlatShape[], colour: string, alpha = 1): void {
    const { paper } = this;
    this.trace(shapes, "areas");
    paper.globalAlpha = alpha;
    paper.fillStyle = colour;
    // Overlapping shapes are filled as one surface. A single shape keeps its holes.
    paper.fill(shapes.length > 1 ? "nonzero" : "evenodd");
    paper.globalAlpha = 1;
  }

  stroke(
    shapes: readonly FlatShape[],
    colour: string,
    width: number,
    dashes: readonly number[] = [],
    alpha = 1,
  ): void {
    const { paper } = this;
    this.trace(shapes, "edges");
    paper.globalAlpha = alpha;
    paper.strokeStyle = colour;
    paper.lineWidth = width;
    paper.setLineDash([...dashes]);
    paper.stroke();
    paper.setLineDash([]);
    paper.globalAlpha = 1;
  }

  /** Draws a dot for each point, or at the centre of a shape without points. */
  dot({ box, points }: FlatShape, colour: string, edge: string, radius: number): void {
    const { paper, camera } = this;
    const middle: Point = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    paper.fillStyle = colour;
    paper.strokeStyle = edge;
    paper.lineWidth = 1.5;
    for (const point of points.length > 0 ? points : [middle]) {
      paper.beginPath();
      paper.arc(...camera.transform.apply(point), radius, 0, 2 * Math.PI);
      paper.fill();
      paper.stroke();
    }
  }

  /** Writes a name at a point of the screen, with a halo. */
  label(text: string, x: number, y: number, colour: string, halo: string, weight = 400): void {
    const { paper } = this;
    paper.font = `${weight} 12px system-ui, sans-serif`;
    paper.textBaseline = "middle";
    paper.lineWidth = 3;
    paper.strokeStyle = halo;
    paper.globalAlpha = 0.85;
    paper.strokeText(text, x, y);
    paper.globalAlpha = 1;
    paper.fillStyle = colour;
    paper.fillText(text, x, y);
  }

  /** Returns whether the areas of a shape contain a point of the screen. */
  isInside(shape: FlatShape, [x, y]: Point): boolean {
    const { paper, camera } = this;
    this.trace([shape], "areas");
    return paper.isPointInPath(x * camera.ratio, y * camera.ratio, "evenodd");
  }

  /** Starts a path with the areas, or with their edges and the lines. */
  private trace(shapes: readonly FlatShape[], part: "areas" | "edges"): void {
    const { paper, camera } = this;
    const { transform, width, height } = camera;
    const view = geoIdentity()
      .scale(transform.k)
      .translate([transform.x, transform.y])
      .clipExtent([
        [-MARGIN, -MARGIN],
        [width + MARGIN, height + MARGIN],
      ]);
    const path = geoPath(view, paper);
    paper.beginPath();
    for (const { areas, outline, lines, box } of shapes) {
      if (!camera.isInView(box)) continue;
      const edges = part === "edges" ? outline : undefined;
      if (edges === undefined) path({ type: "MultiPolygon", coordinates: areas });
      if (part === "edges") path({ type: "MultiLineString", coordinates: [...(edges ?? []), ...lines] });
    }
  }
}

/** The colours of the map, from the style for light or dark. */

const COLOUR_NAMES = [
  "sea",
  "land",
  "coast",
  "border",
  "graticule",
  "area",
  "town",
  "ink",
  "quiet",
  "paper",
  "tick",
  "group-1",
  "group-2",
  "group-3",
  "group-4",
  "group-5",
  "group-6",
] as const;

export type Colours = Record<(typeof COLOUR_NAMES)[number], string>;

export type GroupName = Extract<keyof Colours, `group-${number}`>;

export function readColours(): Colours {
  // A CSS variable would return `light-dark()` as text. The colour of an element is resolved.
  const probe = document.createElement("span");
  // A map in two colours is unreadable, so forced colours apply only to the rest of the page.
  probe.style.setProperty("forced-color-adjust", "none");
  document.body.append(probe);
  const colours = {} as Colours;
  for (const name of COLOUR_NAMES) {
    probe.style.color = `var(--${name})`;
    colours[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return colours;
}
