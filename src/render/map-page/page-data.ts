/**
 * The data of a map page is the border between Node and the browser: Node writes the data into the page as JSON, once,
 * and the page's script only reads it. A row of `swath search --map` becomes
 *
 *     { "label": "a1b2...", "cells": ["2026-11-19T10:15:00Z", 20.9, "GEO"], "geometry": { "type": "Polygon", ... } }
 *
 * Everything that needs the program happens here: cells are plain texts and numbers without unsafe characters,
 * geometries are checked and shortened, and the land and towns are chosen. The script draws, and keeps the ticks,
 * filters and sorting (`browser/page-rows.ts`). Without this border, a text of the service could act in the browser.
 */
import type { Geometry } from "../../geo/geojson.ts";
import { mapPositions } from "../../geo/polygon.ts";
import { describeGeometryFault, simplifyGeometry } from "../../geo/sound-geometry.ts";
import { formatCell } from "../column.ts";
import { describeGround, checkPictureUrl } from "../html-page.ts";
import { roundPercent } from "../quantity-text.ts";
import { escapeText } from "../safe-text.ts";
import { chooseBackground, type Background } from "./background.ts";
import {
  Coverage,
  type MapColumn,
  type MapCommand,
  type MapMark,
  type MapPage,
  type MapPrice,
  type MapRow,
} from "./model.ts";
import { pageColumns, type Cell, type PageColumn } from "./page-columns.ts";
import { toBounds, chooseProjection, type ChosenProjection } from "./plane.ts";
import { listShapePositions, shapeOf } from "./shape.ts";

export interface PageData {
  title: string;
  /** The projection of the map. */
  plane: ChosenProjection;
  columns: readonly PageColumn[];
  colourBy?: string;
  rows: readonly RowData[];
  area?: Geometry;
  targets: readonly MarkData[];
  madeAt?: string;
  command: MapCommand;
  background: Background;
}

export interface RowData {
  /** The id for people, in which every invisible character is escaped. */
  label: string;
  /** The full id, if the label is different and no order item contains the id. */
  id?: string;
  /** In the order of the columns. */
  cells: readonly Cell[];
  /** Null for a row without a location. */
  geometry: Geometry | null;
  time?: string;
  price?: MapPrice;
  items?: readonly unknown[];
  /** The words of the row's own command. */
  command?: readonly string[];
  picture?: string;
  /** The extent of the picture on the ground, as text. */
  ground?: string;
  scene?: { id: string; name: string; product: string };
}

/** A named place or shape in addition to the rows. */
export interface MarkData {
  name: string;
  geometry: Geometry | null;
}

/** Maximum length of a text in a cell; the rest is cut. */
const MAX_CHARACTERS = 300;

export function makePageData(page: MapPage): PageData {
  const { rows, targets = [], command } = page;
  const corners = Math.max(MIN_CORNERS, Math.floor(MAX_CORNERS / Math.max(1, rows.length)));
  const geometries = rows.map((row) => {
    const geometry = toDrawable(row.geometry);
    return geometry && simplifyGeometry(geometry, corners);
  });
  const shapes = geometries.map(shapeOf);
  const area = toDrawable(page.area) ?? undefined;
  const marks = targets.map(markOf);
  const targetShapes = marks.map(({ geometry }) => shapeOf(geometry));
  const bounds = toBounds([...shapes, shapeOf(area), ...targetShapes].flatMap(listShapePositions));
  const heads = page.columns.map(({ key, header, unit }) => shortenTexts({ key, header, unit }));
  const added = listAddedColumns(page, geometries, new Coverage(area));
  const shown = rows.map((row, index): RowData => ({
    ...toPageRow(row),
    cells: [
      ...page.columns.map(({ key }) => toPageCell(row.values[key])),
      ...added.map(({ cells }) => cells[index]!),
    ],
    geometry: geometries[index]!,
    ground: row.picture && describeGround(toBounds(listShapePositions(shapes[index]!))),
  }));
  return {
    title: shortenText(page.title),
    plane: chooseProjection(bounds),
    columns: pageColumns([...heads, ...added.map(({ head }) => head)], shown, heads.length),
    colourBy: page.colourBy,
    rows: shown,
    area,
    targets: marks,
    madeAt: page.madeAt,
    command: command ?? { carried: [], shell: "posix" },
    background: chooseBackground(bounds),
  };
}

/** Returns the remaining data of a row, without its cells and its geometry. */
const toPageRow = (row: MapRow): Omit<RowData, "cells" | "geometry" | "ground"> => ({
  ...labelOf(row),
  time: shortenTexts(row.time),
  price: shortenTexts(row.price),
  items: row.orderItems,
  command: row.command,
  picture: checkPictureUrl(row.picture),
  scene: shortenTexts(row.scene),
});

interface AddedColumn {
  head: MapColumn;
  cells: readonly Cell[];
}

/** Returns the columns that the page adds: the share of a requested area, and a price that no other column has. */
function listAddedColumns(
  { rows, columns }: MapPage,
  geometries: readonly (Geometry | null)[],
  coverage: Coverage,
): AddedColumn[] {
  const added: AddedColumn[] = [];
  const percentOf = ({ share }: MapRow, geometry: Geometry | null): number | undefined => {
    if (geometry === null) return undefined;
    return share === undefined ? coverage.together([geometry]).percent : roundPercent(share);
  };
  if (coverage.isOfArea) {
    const cells = rows.map((row, index) => percentOf(row, geometries[index]!) ?? null);
    added.push({ head: { key: "covers", header: "COVERS", unit: "%" }, cells });
  }
  const prices = rows.flatMap(({ price }) => price ?? []);
  if (prices.length > 0 && !columns.some(({ key }) => key === "price")) {
    const [currency, ...others] = new Set(prices.map((price) => shortenText(price.currency)));
    // Prices without a text of the service are numbers; their currency is in the column heading.
    const isCoded = others.length === 0 && prices.every(({ text }) => text === undefined);
    const cells = rows.map(({ price }) => price?.amount ?? null);
    // A column of the command may have the price of one image.
    const name = columns.some(({ header }) => header === "PRICE") ? "TOTAL" : "PRICE";
    added.push({ head: { key: "price", header: isCoded ? `${name} ${currency}` : name }, cells });
  }
  return added;
}

/** Returns the label of a row. The full id is added if the label is different and no order item contains the id. */
function labelOf({ id, orderItems = [] }: MapRow): Pick<RowData, "label" | "id"> {
  const label = shortenText(id);
  return id === label || orderItems.length > 0 ? { label } : { label, id };
}

/** Maximum number of corners of all rows. A corner takes about 20 bytes, and a page of 4 MB opens immediately. */
const MAX_CORNERS = 200_000;
const MIN_CORNERS = 20;

const markOf = ({ name, geometry }: MapMark): MarkData => ({
  name: shortenText(name),
  geometry: toDrawable(geometry),
});

function toPageCell(value: unknown): Cell {
  if (value === undefined || value === null || value === "") return null;
  return typeof value === "number" && Number.isFinite(value) ? value : shortenText(formatCell(value));
}

/** Returns one line of at most this many characters, without any that reverse or hide text. */
export function shortenText(text: string): string {
  const start = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
  return escapeText(start);
}

/** Returns the value with each of its texts shortened by `shortenText`. */
const shortenTexts = <T>(value: T): T =>
  value === undefined ? value : (JSON.parse(JSON.stringify(value), cutText) as T);

const cutText = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? shortenText(value) : value;

/**
 * Returns the geometry with six decimals, which are a tenth of a metre. Null for anything that is not a geometry of
 * RFC 7946.
 */
const toDrawable = (geometry: Geometry | null | undefined): Geometry | null =>
  geometry && describeGeometryFault(geometry) === undefined
    ? mapPositions(geometry, ([x = 0, y = 0]) => [roundToSixDecimals(x), roundToSixDecimals(y)])
    : null;

const roundToSixDecimals = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
