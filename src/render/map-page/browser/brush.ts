/** Draws shapes of the plane on a canvas, as the camera shows them: surfaces, lines, dots and names. */
import type { FlatRing, FlatShape } from "../flat-shape.ts";
import type { Camera } from "./camera.ts";
import { clipLine, clipRing } from "./clip.ts";

export class Brush {
  readonly paper: CanvasRenderingContext2D;
  private readonly dots = new Map<string, HTMLCanvasElement>();

  constructor(
    readonly camera: Camera,
    readonly canvas: HTMLCanvasElement = document.createElement("canvas"),
  ) {
    this.paper = canvas.getContext("2d")!;
  }

  /** An empty canvas of the size of the view. */
  empty(): void {
    const { width, height, ratio } = this.camera;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.paper.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.dots.clear();
  }

  /** Draws what another brush has drawn of the same view. */
  copy({ canvas }: Brush): void {
    this.paper.drawImage(canvas, 0, 0, this.camera.width, this.camera.height);
  }

  shade(shapes: readonly FlatShape[], colour: string, alpha = 1): void {
    const { paper } = this;
    this.trace(shapes);
    paper.globalAlpha = alpha;
    paper.fillStyle = colour;
    // Together they are one surface; alone a hole is a hole.
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
    this.trace(shapes);
    for (const { lines, box } of shapes)
      if (this.camera.isInView(box)) for (const line of lines) this.traceLine(line);
    paper.globalAlpha = alpha;
    paper.strokeStyle = colour;
    paper.lineWidth = width;
    paper.setLineDash([...dashes]);
    paper.stroke();
    paper.setLineDash([]);
    paper.globalAlpha = 1;
  }

  /** Lets `work` draw everywhere in the view but inside the shape. */
  outside(shape: FlatShape, work: () => void): void {
    const { paper } = this;
    paper.save();
    this.trace([shape]);
    this.traceRing(this.camera.viewRing());
    paper.clip("evenodd");
    work();
    paper.restore();
  }

  /** A dot of each point, or in the middle of a shape without points. */
  dot({ box, points }: FlatShape, colour: string, edge: string, radius: number): void {
    const places =
      points.length > 0 ? points : [[(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const];
    const size = 2 * radius + 4;
    const picture = this.dotPicture(colour, edge, radius, size);
    for (const [x, y] of places) {
      const [atX, atY] = this.camera.toScreen(x, y);
      this.paper.drawImage(picture, atX - size / 2, atY - size / 2, size, size);
    }
  }

  /** Thousands of copies of a picture are drawn faster than as many circles. */
  private dotPicture(colour: string, edge: string, radius: number, size: number): HTMLCanvasElement {
    const key = `${colour} ${edge} ${radius}`;
    const known = this.dots.get(key);
    if (known !== undefined) return known;
    const ratio = this.canvas.width / this.camera.width;
    const picture = document.createElement("canvas");
    picture.width = picture.height = Math.ceil(size * ratio);
    const paper = picture.getContext("2d")!;
    paper.setTransform(ratio, 0, 0, ratio, 0, 0);
    paper.fillStyle = colour;
    paper.strokeStyle = edge;
    paper.lineWidth = 1.5;
    paper.beginPath();
    paper.arc(size / 2, size / 2, radius, 0, 2 * Math.PI);
    paper.fill();
    paper.stroke();
    this.dots.set(key, picture);
    return picture;
  }

  /** A name at a point of the screen, with a halo. */
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

  /** Begins a path with the areas. Rings that reach far beyond the view are cut, since a canvas has few digits. */
  private trace(shapes: readonly FlatShape[]): void {
    this.paper.beginPath();
    const view = this.camera.viewBox();
    for (const { areas, box } of shapes) {
      if (!this.camera.isInView(box)) continue;
      const isWhole =
        box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom;
      for (const rings of areas)
        for (const ring of rings) this.traceRing(isWhole ? ring : clipRing(ring, view));
    }
  }

  private traceRing(ring: ArrayLike<number>): void {
    this.traceStretch(ring);
    if (ring.length > 0) this.paper.closePath();
  }

  private traceLine(line: FlatRing): void {
    for (const stretch of clipLine(line, this.camera.viewBox())) this.traceStretch(stretch);
  }

  private traceStretch(stretch: ArrayLike<number>): void {
    const { paper, camera } = this;
    const { scale, shiftX, shiftY } = camera;
    for (let at = 0; at + 1 < stretch.length; at += 2) {
      const [x, y] = [stretch[at]! * scale + shiftX, stretch[at + 1]! * scale + shiftY];
      if (at === 0) paper.moveTo(x, y);
      else paper.lineTo(x, y);
    }
  }
}
