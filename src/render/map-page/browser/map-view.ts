/** The map: land, graticule and towns, then area, footprints and targets, on a canvas that zooms and pans. */
import { findById, schedulePerFrame } from "../../page/browser/dom.ts";
import type { PageData } from "../page-data.ts";
import { joinBoxes, type Box, type FlatShape, type Plane, type Point } from "../plane.ts";
import { shapeOf } from "../shape.ts";
import { drawLand, drawTowns, readBackdrop, type Backdrop } from "./backdrop.ts";
import { Camera } from "./camera.ts";
import { formatPlanePosition } from "./degrees-text.ts";
import { drawFootprints, scenesAt } from "./footprints.ts";
import { drawGraticule, showScale } from "./graticule.ts";
import type { PageRows, PageScene } from "./page-rows.ts";
import { readColours, Pen, type Colours, type GroupName } from "./pen.ts";

interface NamedShape {
  name: string;
  flat: FlatShape;
}

export class MapView {
  private readonly element = findById("map");
  private readonly camera: Camera;
  private readonly pen: Pen;
  /** Layers below the footprints, and the names above them. */
  private readonly under: Pen;
  private readonly above: Pen;
  /** The view for which the layers of land and names are drawn. */
  private drawnView = "";
  private readonly backdrop: Backdrop;
  private readonly area: FlatShape;
  private readonly targets: readonly NamedShape[];
  private colours: Colours = readColours();
  private hasBorders = false;
  private groups: ReadonlyMap<PageScene, GroupName> = new Map();
  private readonly redraw = schedulePerFrame(() => this.draw());

  constructor(
    private readonly rows: PageRows,
    plane: Plane,
    data: PageData,
    pick: (found: readonly PageScene[]) => void,
  ) {
    this.backdrop = readBackdrop(data.background, plane);
    this.area = plane.flatten(shapeOf(data.area));
    this.targets = data.targets.map(({ name, geometry }) => ({
      name,
      flat: plane.flatten(shapeOf(geometry)),
    }));
    const canvas = findById<HTMLCanvasElement>("canvas");
    this.camera = new Camera(canvas, {
      plane,
      world: this.backdrop.outline.box,
      everything: () => this.everything(),
      changed: this.redraw,
    });
    this.pen = new Pen(this.camera, canvas);
    [this.under, this.above] = [new Pen(this.camera), new Pen(this.camera)];
    listenToInput(this.camera, {
      point: (at) => this.point(at),
      pick: (at) => pick(scenesAt(this.pen, rows.shown, at)),
    });
    new ResizeObserver(() => this.resize()).observe(this.element);
    this.resize();
    rows.on("shown", this.redraw);
    rows.on("ticked", this.redraw);
    rows.on("hovered", this.redraw);
  }

  showBorders(isShown: boolean): void {
    this.hasBorders = isShown;
    this.redraw();
  }

  colourBy(groups: ReadonlyMap<PageScene, GroupName>): void {
    this.groups = groups;
    this.redraw();
  }

  /** Reads the colours again, after a change of light and dark or for printing. */
  recolour(): void {
    this.colours = readColours();
    this.drawnView = "";
    this.draw();
  }

  zoomTo({ rows }: PageScene): void {
    const box = joinBoxes(rows.map(({ flat }) => flat.box));
    if (box.left <= box.right) this.camera.zoomTo(box);
  }

  /** Returns the box of everything on the map, or the world when the map is empty. */
  private everything(): Box {
    const shapes = [...this.rows.all, ...this.targets].map(({ flat }) => flat.box);
    const box = joinBoxes([...shapes, this.area.box]);
    return box.left > box.right ? this.backdrop.outline.box : box;
  }

  private resize(): void {
    const { width, height } = this.element.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    this.camera.resize(width, height, Math.min(3, devicePixelRatio));
    this.pen.empty();
    this.drawnView = "";
    this.draw();
  }

  /** Shows the scenes under the pointer, and its position. */
  private point(at: Point | undefined): void {
    const [top] = at === undefined ? [] : scenesAt(this.pen, this.rows.shown, at);
    this.rows.hover(top);
    if (at !== undefined) this.pen.canvas.classList.toggle("over", top !== undefined);
    const position = at && this.camera.positionAt(at);
    findById("where").textContent =
      position === undefined ? "" : formatPlanePosition(position, this.camera.transform.k);
  }

  private draw(): void {
    const { pen, colours, camera } = this;
    const view = [camera.width, camera.height, camera.transform, this.hasBorders].join(" ");
    if (view !== this.drawnView) {
      // A filter or a hovered row does not change land and names, so they are drawn once per view.
      this.drawUnder();
      this.above.empty();
      const targets = this.targets.map(({ flat }) => flat);
      drawTowns(this.above, colours, this.backdrop.towns, targets);
      this.drawnView = view;
    }
    pen.copy(this.under);
    pen.paper.lineJoin = "round";
    pen.stroke([this.area], colours.paper, 4.5, [], 0.6);
    pen.stroke([this.area], colours.area, 1.8, [7, 4]);
    drawFootprints(pen, colours, this.rows, this.groups);
    pen.copy(this.above);
    for (const target of this.targets) drawTarget(pen, colours, target);
  }

  private drawUnder(): void {
    const { under, colours, camera } = this;
    under.empty();
    under.paper.fillStyle = colours.paper;
    under.paper.fillRect(0, 0, camera.width, camera.height);
    under.paper.lineJoin = "round";
    drawLand(under, colours, this.backdrop, this.hasBorders);
    drawGraticule(under, colours);
    showScale(camera);
  }
}

function drawTarget(pen: Pen, colours: Colours, { name, flat }: NamedShape): void {
  const { paper, camera } = pen;
  pen.stroke([flat], colours.area, 1.6);
  const { left, right, top, bottom } = flat.box;
  if (left > right) return;
  const [x, y] = camera.transform.apply([(left + right) / 2, (top + bottom) / 2]);
  paper.beginPath();
  for (const [dx, dy] of [
    [0, -6],
    [6, 0],
    [0, 6],
    [-6, 0],
  ] as const)
    paper.lineTo(x + dx, y + dy);
  paper.closePath();
  paper.fillStyle = colours.paper;
  paper.strokeStyle = colours.ink;
  paper.lineWidth = 1.8;
  paper.fill();
  paper.stroke();
  pen.label(name, x + 10, y, colours.ink, colours.land, 600);
}

// Buttons, keys and the pointer move the camera or select a scene, in addition to the gestures of d3-zoom.

interface MapTouched {
  /** Called with the point under the pointer; undefined when the pointer left the map. */
  point: (at: Point | undefined) => void;
  pick: (at: Point) => void;
}

const PAN_PIXELS = 60;
const ZOOM_FACTOR = 1.6;

function listenToInput(camera: Camera, { point, pick }: MapTouched): void {
  const [element, canvas] = [findById("map"), findById<HTMLCanvasElement>("canvas")];
  const zoomIn = (): void => camera.zoom(ZOOM_FACTOR);
  const zoomOut = (): void => camera.zoom(1 / ZOOM_FACTOR);
  const showAll = (): void => camera.showAll();
  findById("zoom-in").addEventListener("click", zoomIn);
  findById("zoom-out").addEventListener("click", zoomOut);
  findById("zoom-all").addEventListener("click", showAll);
  const actions: Record<string, () => void> = {
    ArrowLeft: () => camera.pan(PAN_PIXELS, 0),
    ArrowRight: () => camera.pan(-PAN_PIXELS, 0),
    ArrowUp: () => camera.pan(0, PAN_PIXELS),
    ArrowDown: () => camera.pan(0, -PAN_PIXELS),
    "+": zoomIn,
    "=": zoomIn,
    "-": zoomOut,
    "0": showAll,
  };
  element.addEventListener("keydown", (event) => {
    const action = actions[event.key];
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (event.target !== element || hasModifier || action === undefined) return;
    event.preventDefault();
    action();
  });
  // While a button is held, the pointer drags the map.
  canvas.addEventListener("pointermove", ({ buttons, offsetX, offsetY }) => {
    if (buttons === 0) point([offsetX, offsetY]);
  });
  canvas.addEventListener("pointerleave", () => point(undefined));
  canvas.addEventListener("click", ({ offsetX, offsetY }) => pick([offsetX, offsetY]));
}
