/** The map: land, graticule and towns, then area, passes, footprints and targets, on a canvas that zooms and pans. */
import type { Position } from "../../../geo/geojson.ts";
import { distanceKm } from "../../../geo/great-circle.ts";
import { makeBackdrop, type Backdrop } from "./backdrop.ts";
import type { PageData } from "../page-data.ts";
import {
  emptyBox,
  grow,
  isInside,
  PLANE_SCALE,
  type Box,
  type FlatRing,
  type FlatShape,
  type Plane,
} from "../projection.ts";
import { crossing, degreesText, fineLine, graticuleStep, positionText, roundBelow } from "./graticule.ts";
import { outlineOf, shapeOf } from "../shape.ts";
import { clipLine, clipRing } from "./clip.ts";
import { byId, eachFrame } from "../../page/browser/dom.ts";
import type { PageRows, PageScene } from "./page-rows.ts";

/** Colours as the style gives them for light or dark. */
type Colours = Record<(typeof COLOUR_NAMES)[number], string>;

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
  "accent",
  "group-1",
  "group-2",
  "group-3",
  "group-4",
  "group-5",
  "group-6",
] as const;

export type GroupName = "group-1" | "group-2" | "group-3" | "group-4" | "group-5" | "group-6";

/** The smallest view of all rows, so that a single point is not a map of a street without streets. */
const LEAST_VIEW_KM = 25;

/** Pixels for one radian on the ground at the closest: about 10 m a pixel. */
const CLOSEST = 6_400_000 / 2;

/** Below this many pixels a footprint is drawn as a dot. */
const DOT_PIXELS = 7;

/** Overlaps are shaded by how many footprints meet, up to this many on the map. */
const MOST_SHADED = 400;

export class MapView {
  private readonly element = byId("map");
  private readonly canvas = byId<HTMLCanvasElement>("canvas");
  /** What is drawn on: the map itself, or what lies under the footprints. */
  private paper: CanvasRenderingContext2D;
  /** What lies under the footprints, and the names above them. */
  private readonly under = document.createElement("canvas");
  private readonly above = document.createElement("canvas");
  /** The view that these two show. */
  private drawnView = "";
  private readonly dots = new Map<string, HTMLCanvasElement>();
  private readonly backdrop: Backdrop;
  private readonly area: FlatShape;
  private readonly targets: { name: string; flat: FlatShape }[];
  private readonly passes: { name: string; flat: FlatShape }[];
  private colours: Colours;
  private hasBorders = false;
  private groups: ReadonlyMap<PageScene, GroupName> = new Map();
  private width = 1;
  private height = 1;
  /** Screen = plane * scale + shift. */
  private scale = 1;
  private shiftX = 0;
  private shiftY = 0;
  private isTouched = false;
  private readonly redraw = eachFrame(() => this.draw());

  constructor(
    private readonly rows: PageRows,
    private readonly plane: Plane,
    data: PageData,
    private readonly pick: (found: readonly PageScene[]) => void,
  ) {
    this.paper = this.canvas.getContext("2d")!;
    this.backdrop = makeBackdrop(plane, data.background);
    this.area = plane.flatten(outlineOf(data.area));
    const marks = (list: PageData["targets"]) =>
      list.map(({ name, geometry }) => ({ name, flat: plane.flatten(shapeOf(geometry)) }));
    this.targets = marks(data.targets);
    this.passes = marks(data.passes);
    this.colours = readColours();
    this.listen();
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
    this.forget();
    this.draw();
  }

  /** What was drawn before has another size or other colours. */
  private forget(): void {
    this.drawnView = "";
    this.dots.clear();
  }

  showAll(): void {
    const box = emptyBox();
    const flats = [
      ...this.rows.all.map(({ flat }) => flat),
      this.area,
      ...this.targets.map(({ flat }) => flat),
    ];
    for (const { box: part } of flats) growBy(box, part);
    if (box.left > box.right) growBy(box, this.backdrop.outline.box);
    this.fit(box);
    this.isTouched = false;
  }

  zoomTo({ rows }: PageScene): void {
    const box = emptyBox();
    for (const { flat } of rows) growBy(box, flat.box);
    if (box.left > box.right) return;
    this.fit(box, 0.45);
    this.isTouched = true;
  }

  zoom(factor: number, x = this.width / 2, y = this.height / 2): void {
    const outline = this.backdrop.outline.box;
    const least = (0.5 * Math.min(this.width, this.height)) / (outline.right - outline.left);
    const scale = Math.min(CLOSEST / PLANE_SCALE, Math.max(least, this.scale * factor));
    const change = scale / this.scale;
    this.shiftX = x - (x - this.shiftX) * change;
    this.shiftY = y - (y - this.shiftY) * change;
    this.scale = scale;
    this.isTouched = true;
    this.redraw();
  }

  private pan(x: number, y: number): void {
    this.shiftX += x;
    this.shiftY += y;
    this.isTouched = true;
    this.redraw();
  }

  private fit(box: Box, share = 0.86): void {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const km = this.kmPerUnit(x, y);
    const least = LEAST_VIEW_KM / km;
    const [width, height] = [Math.max(box.right - box.left, least), Math.max(box.bottom - box.top, least)];
    this.scale = Math.min((share * this.width) / width, (share * this.height) / height);
    this.shiftX = this.width / 2 - x * this.scale;
    this.shiftY = this.height / 2 - y * this.scale;
    this.redraw();
  }

  /** Kilometres of one unit of the plane there, from west to east. */
  private kmPerUnit(x: number, y: number): number {
    const step = 1e-4;
    const [from, to] = [this.plane.invert(x - step, y), this.plane.invert(x + step, y)];
    return from === undefined || to === undefined ? 6371 / PLANE_SCALE : distanceKm(from, to) / (2 * step);
  }

  private resize(): void {
    const { width, height } = this.element.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    const middle = [
      (this.width / 2 - this.shiftX) / this.scale,
      (this.height / 2 - this.shiftY) / this.scale,
    ];
    const ratio = Math.min(3, devicePixelRatio);
    [this.width, this.height] = [width, height];
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.paper.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.forget();
    if (this.isTouched) {
      this.shiftX = width / 2 - middle[0]! * this.scale;
      this.shiftY = height / 2 - middle[1]! * this.scale;
    } else this.showAll();
    this.draw();
  }

  private listen(): void {
    const { canvas, element } = this;
    byId("zoom-in").addEventListener("click", () => this.zoom(1.6));
    byId("zoom-out").addEventListener("click", () => this.zoom(1 / 1.6));
    byId("zoom-all").addEventListener("click", () => this.showAll());
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const lines = event.deltaMode === 1 ? event.deltaY * 20 : event.deltaY;
        this.zoom(Math.exp(-Math.max(-200, Math.min(200, lines)) * 0.0022), event.offsetX, event.offsetY);
      },
      { passive: false },
    );
    canvas.addEventListener("dblclick", (event) => this.zoom(2, event.offsetX, event.offsetY));
    element.addEventListener("keydown", (event) => this.onKey(event));
    this.listenToPointers();
  }

  private onKey(event: KeyboardEvent): void {
    if (event.target !== this.element || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = 60;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => this.pan(step, 0),
      ArrowRight: () => this.pan(-step, 0),
      ArrowUp: () => this.pan(0, step),
      ArrowDown: () => this.pan(0, -step),
      "+": () => this.zoom(1.6),
      "=": () => this.zoom(1.6),
      "-": () => this.zoom(1 / 1.6),
      "0": () => this.showAll(),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  /** One pointer drags, two pinch; one that hardly moved picks what lies under it. */
  private listenToPointers(): void {
    const { canvas } = this;
    const held = new Map<number, { x: number; y: number }>();
    let travelled = 0;
    canvas.addEventListener("pointerdown", (event) => {
      held.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
      canvas.setPointerCapture(event.pointerId);
      travelled = held.size > 1 ? Infinity : 0;
    });
    canvas.addEventListener("pointermove", (event) => {
      const last = held.get(event.pointerId);
      const now = { x: event.offsetX, y: event.offsetY };
      if (last === undefined) {
        this.point(now.x, now.y);
        return;
      }
      held.set(event.pointerId, now);
      const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
      if (other === undefined) {
        travelled += Math.hypot(now.x - last.x, now.y - last.y);
        if (travelled > 4) canvas.classList.add("dragged");
        this.pan(now.x - last.x, now.y - last.y);
      } else {
        const before = Math.hypot(last.x - other.x, last.y - other.y);
        const after = Math.hypot(now.x - other.x, now.y - other.y);
        if (before > 0) this.zoom(after / before, (now.x + other.x) / 2, (now.y + other.y) / 2);
      }
    });
    const release = (event: PointerEvent): void => {
      const wasHeld = held.delete(event.pointerId);
      canvas.classList.remove("dragged");
      if (wasHeld && event.type === "pointerup" && travelled <= 4)
        this.pick(this.scenesAt(event.offsetX, event.offsetY));
    };
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
    canvas.addEventListener("pointerleave", () => {
      this.rows.hover(undefined);
      byId("where").textContent = "";
    });
  }

  private point(x: number, y: number): void {
    const [top] = this.scenesAt(x, y);
    this.rows.hover(top);
    this.canvas.classList.toggle("over", top !== undefined);
    const position = this.plane.invert((x - this.shiftX) / this.scale, (y - this.shiftY) / this.scale);
    byId("where").textContent = position === undefined ? "" : positionText(position, this.scale);
  }

  /** The scenes whose shape lies there, the smallest first. */
  private scenesAt(screenX: number, screenY: number): PageScene[] {
    const [x, y] = [(screenX - this.shiftX) / this.scale, (screenY - this.shiftY) / this.scale];
    const reach = DOT_PIXELS / this.scale;
    const sizeOf = (scene: PageScene): number => {
      const { left, right, top, bottom } = outlineShown(scene).box;
      return (right - left) * (bottom - top);
    };
    return this.rows.shown
      .filter((scene) => {
        const flat = outlineShown(scene);
        const { left, right, top, bottom } = flat.box;
        if (x < left - reach || x > right + reach || y < top - reach || y > bottom + reach) return false;
        const isSmall = right - left < 2 * reach && bottom - top < 2 * reach;
        return isSmall || flat.points.length + flat.lines.length > 0 || isInside(flat, x, y);
      })
      .sort((one, other) => sizeOf(one) - sizeOf(other));
  }

  private draw(): void {
    const { paper, colours, width, height } = this;
    const view = [width, height, this.scale, this.shiftX, this.shiftY, this.hasBorders].join(" ");
    if (view !== this.drawnView) {
      // A filter or a row under the pointer changes nothing of land and names, so they are drawn once a view.
      this.drawOn(this.under, () => this.drawUnder());
      this.drawOn(this.above, () => this.drawTowns());
      this.drawnView = view;
    }
    paper.drawImage(this.under, 0, 0, width, height);
    paper.lineJoin = "round";
    for (const { flat } of this.passes) {
      this.shade([flat], colours.accent, 0.1);
      this.stroke([flat], colours.accent, 1, [6, 4]);
    }
    this.stroke([this.area], colours.paper, 4.5, [], 0.6);
    this.stroke([this.area], colours.area, 1.8, [7, 4]);
    this.drawScenes();
    paper.drawImage(this.above, 0, 0, width, height);
    for (const { name, flat } of this.targets) this.drawTarget(name, flat);
  }

  /** An empty canvas of the size of the map. */
  private drawOn(canvas: HTMLCanvasElement, work: () => void): void {
    const { paper } = this;
    [canvas.width, canvas.height] = [this.canvas.width, this.canvas.height];
    this.paper = canvas.getContext("2d")!;
    this.paper.setTransform(paper.getTransform());
    work();
    this.paper = paper;
  }

  private drawUnder(): void {
    const { paper, colours, backdrop, width, height } = this;
    paper.fillStyle = colours.paper;
    paper.fillRect(0, 0, width, height);
    paper.lineJoin = "round";
    this.shade([backdrop.outline], colours.sea);
    this.drawLand();
    this.drawGraticule();
    this.drawScale();
  }

  private drawLand(): void {
    const { paper, colours, backdrop } = this;
    const { detail } = backdrop;
    paper.save();
    if (detail !== undefined) {
      // Everywhere but where the fine coast is drawn.
      this.trace([detail.frame], [this.viewRing()]);
      paper.clip("evenodd");
    }
    this.shade([backdrop.land], colours.land);
    this.stroke([backdrop.land], colours.coast, 0.8);
    if (this.hasBorders) this.stroke([backdrop.borders], colours.border, 0.9, [3, 3]);
    paper.restore();
    if (detail === undefined) return;
    this.shade([detail.land], colours.land);
    this.stroke([detail.coast], colours.coast, 0.8);
    if (this.hasBorders) this.stroke([detail.borders], colours.border, 0.9, [3, 3]);
  }

  /** The products of a scene have one outline. */
  private drawScenes(): void {
    const { colours, rows } = this;
    const dots: PageScene[] = [];
    const ticked: FlatShape[] = [];
    const byGroup = new Map<GroupName, FlatShape[]>();
    let count = 0;
    for (const scene of rows.shown) {
      const flat = outlineShown(scene);
      if (!this.isInView(flat.box)) continue;
      count += 1;
      if (this.isDot(flat)) dots.push(scene);
      else if (hasTick(scene)) ticked.push(flat);
      else {
        const group = this.groups.get(scene) ?? "group-1";
        const shapes = byGroup.get(group);
        if (shapes === undefined) byGroup.set(group, [flat]);
        else shapes.push(flat);
      }
    }
    const isShaded = count <= MOST_SHADED;
    for (const [group, shapes] of byGroup) {
      for (const part of isShaded ? shapes.map((shape) => [shape]) : [shapes])
        this.shade(part, colours[group], isShaded ? 0.13 : 0.22);
      this.stroke(shapes, colours[group], isShaded ? 1.3 : 0.8);
    }
    for (const shape of ticked) this.shade([shape], colours.tick, 0.26);
    this.stroke(ticked, colours.paper, 4.5, [], 0.75);
    this.stroke(ticked, colours.tick, 2.4);
    for (const scene of dots) {
      const [colour, radius] = hasTick(scene)
        ? [colours.tick, 5.5]
        : [colours[this.groups.get(scene) ?? "group-1"], 4.5];
      this.dot(outlineShown(scene), colour, radius);
    }
    const { hovered } = rows;
    if (hovered === undefined || hovered.shown.length === 0) return;
    const flat = outlineShown(hovered);
    const colour = hasTick(hovered) ? colours.tick : colours.ink;
    if (this.isDot(flat)) this.dot(flat, colour, 7);
    else {
      this.stroke([flat], colours.paper, 6, [], 0.9);
      this.stroke([flat], colour, 2.8);
    }
  }

  private isDot({ box, points }: FlatShape): boolean {
    if (points.length > 0) return true;
    return (
      (box.right - box.left) * this.scale < DOT_PIXELS && (box.bottom - box.top) * this.scale < DOT_PIXELS
    );
  }

  private dot({ box, points }: FlatShape, colour: string, radius: number): void {
    const places =
      points.length > 0 ? points : [[(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const];
    const size = 2 * radius + 4;
    const picture = this.dotPicture(colour, radius, size);
    for (const [x, y] of places)
      this.paper.drawImage(
        picture,
        x * this.scale + this.shiftX - size / 2,
        y * this.scale + this.shiftY - size / 2,
        size,
        size,
      );
  }

  /** Thousands of copies of a picture are drawn faster than as many circles. */
  private dotPicture(colour: string, radius: number, size: number): HTMLCanvasElement {
    const key = `${colour} ${radius}`;
    const known = this.dots.get(key);
    if (known !== undefined) return known;
    const ratio = this.canvas.width / this.width;
    const picture = document.createElement("canvas");
    picture.width = picture.height = Math.ceil(size * ratio);
    const paper = picture.getContext("2d")!;
    paper.setTransform(ratio, 0, 0, ratio, 0, 0);
    paper.fillStyle = colour;
    paper.strokeStyle = this.colours.paper;
    paper.lineWidth = 1.5;
    paper.beginPath();
    paper.arc(size / 2, size / 2, radius, 0, 2 * Math.PI);
    paper.fill();
    paper.stroke();
    this.dots.set(key, picture);
    return picture;
  }

  private drawTarget(name: string, flat: FlatShape): void {
    const { paper, colours, scale } = this;
    this.stroke([flat], colours.area, 1.6);
    const { left, right, top, bottom } = flat.box;
    if (left > right) return;
    const [x, y] = [((left + right) / 2) * scale + this.shiftX, ((top + bottom) / 2) * scale + this.shiftY];
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
    this.label(name, x + 10, y, colours.ink, 600);
  }

  private label(text: string, x: number, y: number, colour: string, weight = 400): void {
    const { paper } = this;
    paper.font = `${weight} 12px system-ui, sans-serif`;
    paper.textBaseline = "middle";
    paper.lineWidth = 3;
    paper.strokeStyle = this.colours.land;
    paper.globalAlpha = 0.85;
    paper.strokeText(text, x, y);
    paper.globalAlpha = 1;
    paper.fillStyle = colour;
    paper.fillText(text, x, y);
  }

  /** Towns from the largest on, where their names do not meet. */
  private drawTowns(): void {
    const { paper, colours } = this;
    const taken: Box[] = [];
    paper.font = "400 12px system-ui, sans-serif";
    for (const { name, x, y } of this.backdrop.towns) {
      const [atX, atY] = [x * this.scale + this.shiftX, y * this.scale + this.shiftY];
      const box = {
        left: atX - 6,
        right: atX + 12 + paper.measureText(name).width,
        top: atY - 10,
        bottom: atY + 10,
      };
      const isOutside = atX < 0 || atY < 0 || atX > this.width || atY > this.height;
      if (isOutside || taken.some((other) => meet(box, other))) continue;
      taken.push(box);
      paper.fillStyle = colours.town;
      paper.beginPath();
      paper.arc(atX, atY, 2, 0, 2 * Math.PI);
      paper.fill();
      this.label(name, atX + 6, atY, colours.town);
    }
  }

  private drawGraticule(): void {
    const { paper, colours, plane, scale, width, height } = this;
    const seen = this.seenPositions();
    if (seen === undefined) return;
    const { west, east, south, north } = seen;
    // Meridians have room for their names between them.
    const step = graticuleStep(
      Math.max((72 * Math.min(360, east - west)) / width, (56 * (north - south)) / height),
    );
    const lines: { positions: Position[]; text: string; isMeridian: boolean }[] = [];
    const isWhole = east - west >= 359;
    for (let x = Math.ceil(west / step) * step; x <= east - (isWhole ? step / 2 : 0); x += step) {
      const [low, high] = [Math.max(-89.9, south), Math.min(89.9, north)];
      lines.push({
        positions: fineLine([x, low], [x, high]),
        text: degreesText(x, "E", "W", step),
        isMeridian: true,
      });
    }
    for (let y = Math.ceil(south / step) * step; y <= north; y += step)
      if (Math.abs(y) < 90)
        lines.push({
          positions: fineLine([west, y], [east, y]),
          text: degreesText(y, "N", "S", step),
          isMeridian: false,
        });
    const flats = lines.map(({ positions }) => plane.flatten({ areas: [], lines: [positions], points: [] }));
    this.stroke(flats, colours.graticule, 0.8);
    paper.font = "400 10.5px system-ui, sans-serif";
    paper.fillStyle = colours.quiet;
    paper.textBaseline = "middle";
    lines.forEach(({ text, isMeridian }, at) => {
      const place = crossing(flats[at]!, isMeridian, {
        scale,
        x: this.shiftX,
        y: this.shiftY,
        edge: isMeridian ? 9 : 6,
      });
      if (place === undefined) return;
      const [x, y] = isMeridian ? [place + 4, 9] : [6, place - 7];
      if (x < width - 110 && y > 20 === !isMeridian && y < height - 60) {
        paper.lineWidth = 3;
        paper.strokeStyle = colours.sea;
        paper.strokeText(text, x, y);
        paper.fillText(text, x, y);
      }
    });
  }

  /** What of the globe the view shows. */
  private seenPositions(): { west: number; east: number; south: number; north: number } | undefined {
    const { plane, scale, width, height } = this;
    const at = (x: number, y: number) => plane.invert((x - this.shiftX) / scale, (y - this.shiftY) / scale);
    const middle = at(width / 2, height / 2);
    let [west, east, south, north] = [Infinity, -Infinity, 90, -90];
    for (let column = 0; column <= 12; column++) {
      for (let row = 0; row <= 12; row++) {
        const position = at((width * column) / 12, (height * row) / 12);
        if (position === undefined) continue;
        const [longitude, latitude] = position;
        const reference = middle?.[0] ?? 0;
        const near = longitude - 360 * Math.round((longitude - reference) / 360);
        west = Math.min(west, near);
        east = Math.max(east, near);
        south = Math.min(south, latitude);
        north = Math.max(north, latitude);
      }
    }
    if (west > east) return undefined;
    const hasPole = [-90, 90].some((pole) => {
      if (plane.kind === "mercator") return false;
      const [x, y] = plane.project([0, pole]);
      return this.isInView({ left: x, right: x, top: y, bottom: y });
    });
    if (hasPole || east - west > 300) {
      [west, east] = [-180, 180];
      if (plane.kind === "north-pole") north = 90;
      else if (plane.kind === "south-pole") south = -90;
      else if (hasPole) [south, north] = [Math.min(south, -85), Math.max(north, 85)];
    }
    return { west, east, south, north };
  }

  private drawScale(): void {
    const [x, y] = [
      (this.width / 2 - this.shiftX) / this.scale,
      (this.height / 2 - this.shiftY) / this.scale,
    ];
    const [bar, text] = [byId("scale-bar"), byId("scale-text")];
    const km = this.kmPerUnit(x, y) / this.scale;
    const length = roundBelow(110 * km);
    bar.style.width = `${length / km}px`;
    text.textContent = length >= 1 ? `${length} km` : `${Math.round(length * 1000)} m`;
    // North is where a step along the meridian leads.
    const here = this.plane.invert(x, y);
    if (here === undefined) return;
    const [toX, toY] = this.plane.project([here[0], Math.min(90, here[1] + 1e-3)]);
    const [fromX, fromY] = this.plane.project(here);
    const degrees = (Math.atan2(toX - fromX, fromY - toY) * 180) / Math.PI;
    byId("north").style.transform = `rotate(${degrees.toFixed(1)}deg)`;
  }

  private isInView({ left, right, top, bottom }: Box): boolean {
    const { scale, shiftX, shiftY, width, height } = this;
    return (
      right * scale + shiftX >= -8 &&
      left * scale + shiftX <= width + 8 &&
      bottom * scale + shiftY >= -8 &&
      top * scale + shiftY <= height + 8
    );
  }

  /** The view with a margin, on the plane. */
  private viewBox(): Box {
    const { scale, shiftX, shiftY, width, height } = this;
    return {
      left: (-40 - shiftX) / scale,
      right: (width + 40 - shiftX) / scale,
      top: (-40 - shiftY) / scale,
      bottom: (height + 40 - shiftY) / scale,
    };
  }

  private viewRing(): FlatRing {
    const { left, right, top, bottom } = this.viewBox();
    return Float64Array.of(left, top, right, top, right, bottom, left, bottom, left, top);
  }

  private shade(shapes: readonly FlatShape[], colour: string, alpha = 1): void {
    const { paper } = this;
    this.trace(shapes);
    paper.globalAlpha = alpha;
    paper.fillStyle = colour;
    // Together they are one surface; alone a hole is a hole.
    paper.fill(shapes.length > 1 ? "nonzero" : "evenodd");
    paper.globalAlpha = 1;
  }

  private stroke(
    shapes: readonly FlatShape[],
    colour: string,
    width: number,
    dashes: readonly number[] = [],
    alpha = 1,
  ): void {
    const { paper } = this;
    this.trace(shapes);
    for (const { lines, box } of shapes)
      if (this.isInView(box)) for (const line of lines) this.traceLine(line);
    paper.globalAlpha = alpha;
    paper.strokeStyle = colour;
    paper.lineWidth = width;
    paper.setLineDash([...dashes]);
    paper.stroke();
    paper.setLineDash([]);
    paper.globalAlpha = 1;
  }

  /** Begins a path with the areas. Rings that reach far beyond the view are cut, since a canvas has few digits. */
  private trace(shapes: readonly FlatShape[], more: readonly FlatRing[] = []): void {
    const { paper } = this;
    paper.beginPath();
    for (const { areas, box } of shapes) {
      if (!this.isInView(box)) continue;
      const view = this.viewBox();
      const isWhole =
        box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom;
      for (const rings of areas)
        for (const ring of rings) this.traceRing(isWhole ? ring : clipRing(ring, view));
    }
    for (const ring of more) this.traceRing(ring);
  }

  private traceRing(cut: ArrayLike<number>): void {
    const { paper, scale, shiftX, shiftY } = this;
    for (let at = 0; at + 1 < cut.length; at += 2) {
      const [x, y] = [cut[at]! * scale + shiftX, cut[at + 1]! * scale + shiftY];
      if (at === 0) paper.moveTo(x, y);
      else paper.lineTo(x, y);
    }
    if (cut.length > 0) paper.closePath();
  }

  private traceLine(line: FlatRing): void {
    const { paper, scale, shiftX, shiftY } = this;
    for (const stretch of clipLine(line, this.viewBox()))
      for (let at = 0; at + 1 < stretch.length; at += 2) {
        const [x, y] = [stretch[at]! * scale + shiftX, stretch[at + 1]! * scale + shiftY];
        if (at === 0) paper.moveTo(x, y);
        else paper.lineTo(x, y);
      }
  }
}

/** The outlines of a scene's products differ by metres: the first ticked one is drawn, or else the first. */
const outlineShown = ({ shown, rows }: PageScene): FlatShape =>
  (shown.find(({ isTicked }) => isTicked) ?? shown[0] ?? rows[0]!).flat;

const hasTick = ({ shown }: PageScene): boolean => shown.some(({ isTicked }) => isTicked);

function growBy(box: Box, { left, top, right, bottom }: Box): void {
  if (left > right) return;
  grow(box, left, top);
  grow(box, right, bottom);
}

const meet = (one: Box, other: Box): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

function readColours(): Colours {
  // A variable keeps `light-dark()` as text; the colour of an element is resolved.
  const probe = document.createElement("span");
  // A map of two colours shows nothing, so forced colours are for the page around it.
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
