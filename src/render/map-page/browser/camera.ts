/** Which part of the plane the map shows: screen = plane * scale + shift. */
import { distanceKm } from "../../../geo/great-circle.ts";
import { PLANE_SCALE, type Box, type FlatRing } from "../flat-shape.ts";
import type { Plane } from "./plane.ts";

/** The smallest view of all rows, so that a single point is not a map of a street without streets. */
const LEAST_VIEW_KM = 25;

/** Pixels for one radian on the ground at the closest: about 10 m a pixel. */
const CLOSEST = 6_400_000 / 2;

export interface CameraOptions {
  plane: Plane;
  /** The outline of the whole plane, which limits how small the map gets. */
  world: Box;
  /** What is shown until the reader zooms or pans. */
  everything: () => Box;
  /** Called after each change of the view. */
  changed: () => void;
}

export class Camera {
  readonly plane: Plane;
  width = 1;
  height = 1;
  /** Device pixels for each pixel of the page. */
  ratio = 1;
  scale = 1;
  shiftX = 0;
  shiftY = 0;
  /** The reader chose this view, so a new size keeps its middle. */
  private isTouched = false;

  constructor(private readonly options: CameraOptions) {
    this.plane = options.plane;
  }

  resize(width: number, height: number, ratio: number): void {
    const [x, y] = this.middle;
    [this.width, this.height, this.ratio] = [width, height, ratio];
    if (this.isTouched) {
      this.shiftX = width / 2 - x * this.scale;
      this.shiftY = height / 2 - y * this.scale;
    } else this.showAll();
  }

  showAll(): void {
    this.fit(this.options.everything(), 0.86);
    this.isTouched = false;
  }

  zoomTo(box: Box): void {
    this.fit(box, 0.45);
    this.isTouched = true;
  }

  /** Around a point of the screen, or else its middle. */
  zoom(factor: number, x = this.width / 2, y = this.height / 2): void {
    const { world, changed } = this.options;
    const least = (0.5 * Math.min(this.width, this.height)) / (world.right - world.left);
    const scale = Math.min(CLOSEST / PLANE_SCALE, Math.max(least, this.scale * factor));
    const change = scale / this.scale;
    this.shiftX = x - (x - this.shiftX) * change;
    this.shiftY = y - (y - this.shiftY) * change;
    this.scale = scale;
    this.isTouched = true;
    changed();
  }

  pan(x: number, y: number): void {
    this.shiftX += x;
    this.shiftY += y;
    this.isTouched = true;
    this.options.changed();
  }

  private fit(box: Box, share: number): void {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const least = LEAST_VIEW_KM / this.kmPerUnit(x, y);
    const [width, height] = [Math.max(box.right - box.left, least), Math.max(box.bottom - box.top, least)];
    this.scale = Math.min((share * this.width) / width, (share * this.height) / height);
    this.shiftX = this.width / 2 - x * this.scale;
    this.shiftY = this.height / 2 - y * this.scale;
    this.options.changed();
  }

  /** Kilometres of one unit of the plane there, from west to east. */
  kmPerUnit(x: number, y: number): number {
    const step = 1e-4;
    const [from, to] = [this.plane.invert(x - step, y), this.plane.invert(x + step, y)];
    return from === undefined || to === undefined ? 6371 / PLANE_SCALE : distanceKm(from, to) / (2 * step);
  }

  toScreen(x: number, y: number): [x: number, y: number] {
    return [x * this.scale + this.shiftX, y * this.scale + this.shiftY];
  }

  toPlane(x: number, y: number): [x: number, y: number] {
    return [(x - this.shiftX) / this.scale, (y - this.shiftY) / this.scale];
  }

  /** The position under a point of the screen; undefined beside the globe. */
  positionAt(x: number, y: number): [longitude: number, latitude: number] | undefined {
    return this.plane.invert(...this.toPlane(x, y));
  }

  /** The middle of the view, on the plane. */
  get middle(): [x: number, y: number] {
    return this.toPlane(this.width / 2, this.height / 2);
  }

  isInView({ left, right, top, bottom }: Box): boolean {
    const { scale, shiftX, shiftY, width, height } = this;
    return (
      right * scale + shiftX >= -8 &&
      left * scale + shiftX <= width + 8 &&
      bottom * scale + shiftY >= -8 &&
      top * scale + shiftY <= height + 8
    );
  }

  /** The view with a margin, on the plane. */
  viewBox(): Box {
    const [left, top] = this.toPlane(-40, -40);
    const [right, bottom] = this.toPlane(this.width + 40, this.height + 40);
    return { left, right, top, bottom };
  }

  viewRing(): FlatRing {
    const { left, right, top, bottom } = this.viewBox();
    return Float64Array.of(left, top, right, top, right, bottom, left, bottom, left, top);
  }
}
