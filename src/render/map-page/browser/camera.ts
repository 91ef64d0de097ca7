/** The visible part of the plane: the transform of d3-zoom, controlled by wheel, drag, pinch and double click. */
import { select } from "d3-selection";
import { zoom, zoomIdentity } from "d3-zoom";
import { PLANE_SCALE, type Box, type Plane, type Point } from "../plane.ts";

/** Minimum width of a view of all rows, so that a single point is shown with its surroundings. */
const MIN_VIEW_KM = 25;

/** Pixels per radian on the ground at the highest zoom, where a pixel is about 2 m wide. */
const CLOSEST = 6_400_000 / 2;

/** A pointer that moves less than this between press and release clicks; otherwise it drags. */
const CLICK_PIXELS = 4;

export interface CameraOptions {
  plane: Plane;
  /** The outline of the whole plane, which limits zooming out. */
  world: Box;
  /** Returns the view before the reader zooms or pans. */
  everything: () => Box;
  /** Called after each change of the view. */
  changed: () => void;
}

export class Camera {
  readonly plane: Plane;
  width = 1;
  height = 1;
  /** Device pixels per pixel of the page. */
  ratio = 1;
  /** Transform from the plane to the screen. */
  transform = zoomIdentity;
  /** True when the reader chose this view, so that a new size keeps its centre. */
  private isTouched = false;
  private readonly zooming = zoom<HTMLCanvasElement, unknown>().clickDistance(CLICK_PIXELS);
  private readonly target;

  constructor(
    canvas: HTMLCanvasElement,
    private readonly options: CameraOptions,
  ) {
    this.plane = options.plane;
    this.target = select(canvas).call(this.zooming);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.zooming.duration(0);
    this.zooming.on("zoom", ({ transform }: { transform: typeof zoomIdentity }) => {
      [this.transform, this.isTouched] = [transform, true];
      options.changed();
    });
  }

  resize(width: number, height: number, ratio: number): void {
    const middle = this.middle;
    [this.width, this.height, this.ratio] = [width, height, ratio];
    const { left, right } = this.options.world;
    const least = (0.5 * Math.min(width, height)) / (right - left);
    this.zooming.scaleExtent([least, CLOSEST / PLANE_SCALE]);
    if (this.isTouched) this.zooming.translateTo(this.target, ...middle);
    else this.showAll();
  }

  showAll(): void {
    this.fit(this.options.everything(), 0.86);
    this.isTouched = false;
  }

  zoomTo(box: Box): void {
    this.fit(box, 0.45);
  }

  zoom(factor: number): void {
    this.zooming.scaleBy(this.target, factor);
  }

  pan(x: number, y: number): void {
    const { k } = this.transform;
    this.zooming.translateBy(this.target, x / k, y / k);
  }

  /** Shows the box in the centre, on a share of the screen. */
  private fit(box: Box, share: number): void {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const least = MIN_VIEW_KM / this.plane.kmPerUnit(x, y);
    const [width, height] = [Math.max(box.right - box.left, least), Math.max(box.bottom - box.top, least)];
    const scale = Math.min((share * this.width) / width, (share * this.height) / height);
    const transform = zoomIdentity
      .translate(this.width / 2, this.height / 2)
      .scale(scale)
      .translate(-x, -y);
    this.zooming.transform(this.target, transform);
  }

  /** Returns the position at a point of the screen; undefined outside the globe. */
  positionAt(point: Point): [longitude: number, latitude: number] | undefined {
    return this.plane.invert(...this.transform.invert(point));
  }

  get middle(): Point {
    return this.transform.invert([this.width / 2, this.height / 2]);
  }

  get view(): Box {
    const [[left, top], [right, bottom]] = [
      this.transform.invert([0, 0]),
      this.transform.invert([this.width, this.height]),
    ];
    return { left, top, right, bottom };
  }

  isInView({ left, right, top, bottom }: Box): boolean {
    const { transform, width, height } = this;
    const [[west, north], [east, south]] = [transform.apply([left, top]), transform.apply([right, bottom])];
    return east >= -8 && west <= width + 8 && south >= -8 && north <= height + 8;
  }
}
