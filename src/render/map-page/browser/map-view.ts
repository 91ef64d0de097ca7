/** The map: land, graticule and towns, then area, passes, footprints and targets, on a canvas that zooms and pans. */
import { byId, eachFrame } from "../../page/browser/dom.ts";
import type { PageData } from "../page-data.ts";
import { emptyBox, FINE, grow, readShape, type Box, type FlatShape } from "../flat-shape.ts";
import { drawLand, drawTowns, readBackdrop, type Backdrop } from "./backdrop.ts";
import { Brush } from "./brush.ts";
import { Camera } from "./camera.ts";
import { readColours, type Colours, type GroupName } from "./colours.ts";
import { positionText } from "./degrees-text.ts";
import { drawFootprints, scenesAt } from "./footprints.ts";
import { drawGraticule } from "./graticule.ts";
import { listenToInput, type ScreenPoint } from "./map-input.ts";
import type { PageRows, PageScene } from "./page-rows.ts";
import type { Plane } from "./plane.ts";
import { showScale } from "./scale-bar.ts";

interface NamedShape {
  name: string;
  flat: FlatShape;
}

export class MapView {
  private readonly element = byId("map");
  private readonly camera: Camera;
  private readonly brush: Brush;
  /** What lies under the footprints, and the names above them. */
  private readonly under: Brush;
  private readonly above: Brush;
  /** The view that these two show. */
  private drawnView = "";
  private readonly backdrop: Backdrop;
  private readonly area: FlatShape;
  private readonly targets: readonly NamedShape[];
  private readonly passes: readonly NamedShape[];
  private colours: Colours = readColours();
  private hasBorders = false;
  private groups: ReadonlyMap<PageScene, GroupName> = new Map();
  private readonly redraw = eachFrame(() => this.draw());

  constructor(
    private readonly rows: PageRows,
    plane: Plane,
    data: PageData,
    pick: (found: readonly PageScene[]) => void,
  ) {
    this.backdrop = readBackdrop(data.background);
    this.area = readShape(data.outline, FINE);
    const marks = (list: PageData["targets"]): NamedShape[] =>
      list.map(({ name, shape }) => ({ name, flat: readShape(shape, FINE) }));
    this.targets = marks(data.targets);
    this.passes = marks(data.passes);
    this.camera = new Camera({
      plane,
      world: this.backdrop.outline.box,
      everything: () => this.everything(),
      changed: this.redraw,
    });
    this.brush = new Brush(this.camera, byId<HTMLCanvasElement>("canvas"));
    [this.under, this.above] = [new Brush(this.camera), new Brush(this.camera)];
    listenToInput(this.camera, {
      point: (at) => this.point(at),
      pick: (at) => pick(scenesAt(this.camera, rows.shown, at)),
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

  /** Reads the colours again: light or dark was changed, or the page is printed. */
  recolour(): void {
    this.colours = readColours();
    this.drawnView = "";
    this.draw();
  }

  zoomTo({ rows }: PageScene): void {
    const box = boxOf(rows.map(({ flat }) => flat));
    if (box.left <= box.right) this.camera.zoomTo(box);
  }

  /** The box of all that is on the map, or the world when nothing is. */
  private everything(): Box {
    const box = boxOf([
      ...this.rows.all.map(({ flat }) => flat),
      this.area,
      ...this.targets.map(({ flat }) => flat),
    ]);
    return box.left > box.right ? boxOf([this.backdrop.outline]) : box;
  }

  private resize(): void {
    const { width, height } = this.element.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    this.camera.resize(width, height, Math.min(3, devicePixelRatio));
    this.brush.empty();
    this.drawnView = "";
    this.draw();
  }

  /** What lies under the pointer, and where it is. */
  private point(at: ScreenPoint | undefined): void {
    const [top] = at === undefined ? [] : scenesAt(this.camera, this.rows.shown, at);
    this.rows.hover(top);
    if (at !== undefined) this.brush.canvas.classList.toggle("over", top !== undefined);
    const position = at && this.camera.positionAt(at.x, at.y);
    byId("where").textContent = position === undefined ? "" : positionText(position, this.camera.scale);
  }

  private draw(): void {
    const { brush, colours, camera } = this;
    const { width, height, scale, shiftX, shiftY } = camera;
    const view = [width, height, scale, shiftX, shiftY, this.hasBorders].join(" ");
    if (view !== this.drawnView) {
      // A filter or a row under the pointer changes nothing of land and names, so they are drawn once a view.
      this.drawUnder();
      this.above.empty();
      drawTowns(this.above, colours, this.backdrop.towns);
      this.drawnView = view;
    }
    brush.copy(this.under);
    brush.paper.lineJoin = "round";
    for (const { flat } of this.passes) {
      brush.shade([flat], colours.accent, 0.1);
      brush.stroke([flat], colours.accent, 1, [6, 4]);
    }
    brush.stroke([this.area], colours.paper, 4.5, [], 0.6);
    brush.stroke([this.area], colours.area, 1.8, [7, 4]);
    drawFootprints(brush, colours, this.rows, this.groups);
    brush.copy(this.above);
    for (const target of this.targets) drawTarget(brush, colours, target);
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

function drawTarget(brush: Brush, colours: Colours, { name, flat }: NamedShape): void {
  const { paper, camera } = brush;
  brush.stroke([flat], colours.area, 1.6);
  const { left, right, top, bottom } = flat.box;
  if (left > right) return;
  const [x, y] = camera.toScreen((left + right) / 2, (top + bottom) / 2);
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
  brush.label(name, x + 10, y, colours.ink, colours.land, 600);
}

function boxOf(shapes: readonly FlatShape[]): Box {
  const box = emptyBox();
  for (const { box: part } of shapes) {
    if (part.left > part.right) continue;
    grow(box, part.left, part.top);
    grow(box, part.right, part.bottom);
  }
  return box;
}
