/**
 * The state of an open page: which rows are ticked, filtered, hovered, and how they are sorted. Views change the state
 * here and listen for changes, so that a tick in the table also appears on the map. `data` is the constant part, which
 * Node wrote into the page (`../page-data.ts`).
 *
 * Adjacent rows with products of one collect form a scene: GEO and SLC of one collect are two rows with a tick each, one
 * line of the table, and one outline on the map. Any other row is a scene of its own. Node can run this file, which uses
 * no document.
 */
import { Coverage } from "../model.ts";
import { groupByScene, type Cell, type PageColumn } from "../page-columns.ts";
import type { PageData, RowData } from "../page-data.ts";
import { shapeOf } from "../shape.ts";
import type { FlatShape, Plane } from "../plane.ts";

export interface PageRow {
  index: number;
  data: RowData;
  cells: readonly Cell[];
  /** All cells in lower case, for the text filter. */
  text: string;
  flat: FlatShape;
  timeMs: number;
  isTicked: boolean;
  isShown: boolean;
}

export interface PageScene {
  index: number;
  /** The scene's name for people, such as the beginning of an id. */
  name: string;
  /** At least one. */
  rows: readonly PageRow[];
  /** Rows that pass the filters. */
  shown: readonly PageRow[];
}

export interface Filters {
  /** The text of the text filter, in lower case. */
  text: string;
  /** The chosen values of each filtered text column, by its index. */
  choices: Map<number, Set<string>>;
  /** The lowest and the highest visible value of each filtered number column, by its index. */
  limits: Map<number, readonly [number, number]>;
  time: readonly [fromMs: number, toMs: number];
}

type Change = "shown" | "ticked" | "hovered";

export class PageRows {
  readonly all: readonly PageRow[];
  readonly scenes: readonly PageScene[];
  /** Whether the rows are products of scenes. */
  readonly hasScenes: boolean;
  readonly columns: readonly PageColumn[];
  readonly filters: Filters = {
    text: "",
    choices: new Map(),
    limits: new Map(),
    time: [-Infinity, Infinity],
  };
  /** The scenes that pass the filters, in the order of the table. */
  shown: readonly PageScene[];
  hovered: PageScene | undefined;
  sort: { at: number; isDown: boolean } | undefined;
  private readonly listeners: [Change, () => void][] = [];
  readonly coverage: Coverage;

  constructor(data: PageData, plane: Plane) {
    this.coverage = new Coverage(data.area);
    this.all = data.rows.map((row, index): PageRow => {
      const { cells } = row;
      const timeMs = row.time === undefined ? Number.NaN : Date.parse(row.time);
      const flat = plane.flatten(shapeOf(row.geometry));
      const text = cells.join("\n").toLowerCase();
      return { index, data: row, cells, text, flat, timeMs, isTicked: false, isShown: true };
    });
    this.hasScenes = data.rows.some(({ scene }) => scene !== undefined);
    this.scenes = pageScenes(this.all);
    this.columns = data.columns;
    this.shown = this.scenes;
  }

  on(change: Change, listener: () => void): void {
    this.listeners.push([change, listener]);
  }

  private tell(change: Change): void {
    for (const [name, listener] of this.listeners) if (name === change) listener();
  }

  get ticked(): readonly PageRow[] {
    return this.all.filter(({ isTicked }) => isTicked);
  }

  tick(rows: readonly PageRow[], isTicked: boolean): void {
    for (const row of rows) row.isTicked = isTicked;
    this.tell("ticked");
  }

  get shownRows(): readonly PageRow[] {
    return this.shown.flatMap(({ shown }) => shown);
  }

  hover(scene: PageScene | undefined): void {
    if (scene === this.hovered) return;
    this.hovered = scene;
    this.tell("hovered");
  }

  update(): void {
    const { text, choices, limits, time } = this.filters;
    const [from, to] = time;
    const hasTime = from > -Infinity || to < Infinity;
    for (const row of this.all) {
      row.isShown =
        (text === "" || row.text.includes(text)) &&
        [...choices].every(([at, values]) => values.has(String(row.cells[at] ?? ""))) &&
        [...limits].every(([at, [least, most]]) => isBetween(row.cells[at], least, most)) &&
        (!hasTime || (row.timeMs >= from && row.timeMs <= to));
    }
    for (const scene of this.scenes) scene.shown = scene.rows.filter(({ isShown }) => isShown);
    const shown = this.scenes.filter((scene) => scene.shown.length > 0);
    if (this.sort !== undefined) {
      const { at, isDown } = this.sort;
      const keys = new Map(shown.map((scene) => [scene, sortCell(scene, at, isDown)]));
      shown.sort(
        (one, other) => compareCells(keys.get(one)!, keys.get(other)!, isDown) || one.index - other.index,
      );
    }
    this.shown = shown;
    this.tell("shown");
  }
}

const pageScenes = (all: readonly PageRow[]): PageScene[] =>
  groupByScene(all, ({ data }) => data.scene).map((rows, index) => {
    const [{ data }] = rows as [PageRow];
    return { index, name: data.scene?.name ?? data.label, rows, shown: rows };
  });

/** Returns the value by which a scene is sorted: the lowest of its products, or the highest in descending order. */
const sortCell = ({ shown }: PageScene, at: number, isDown: boolean): Cell =>
  shown.map(({ cells }) => cells[at] ?? null).sort((one, other) => compareCells(one, other, isDown))[0]!;

function isBetween(cell: Cell | undefined, least: number, most: number): boolean {
  const value = cell === null || cell === undefined ? Number.NaN : Number(cell);
  return value >= least && value <= most;
}

/** Compares cells for sorting. Empty cells come last in both directions. */
function compareCells(one: Cell, other: Cell, isDown: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const areNumbers = typeof one === "number" && typeof other === "number";
  const order = areNumbers ? one - other : compareTexts(String(one), String(other));
  return isDown ? -order : order;
}

const compareTexts = (one: string, other: string): number => Number(one > other) - Number(one < other);
