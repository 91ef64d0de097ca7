/**
 * The data of a map page: cells as plain text and numbers, and the land around the rows. Node makes it once from the rows of
 * a command and writes it into the page as JSON. What a person ticks, filters and sorts is the state of the page, which only
 * the browser has: `browser/page-rows.ts`.
 */
import type { Geometry, Position } from "../../geo/geojson.ts";
import { simplified } from "../../geo/sound-geometry.ts";
import { cellText } from "../column.ts";
import { pictureUrl } from "../picture-url.ts";
import { safeText } from "../safe-text.ts";
import { backgroundFor, type Background } from "./background.ts";
import type { MapColumn, MapCommand, MapMark, MapPage, MapPrice, MapRow } from "./model.ts";
import { boundsOf } from "./projection.ts";
import { positionsOfShape, shapeOf } from "./shape.ts";

export interface PageData {
  title: string;
  columns: readonly MapColumn[];
  colourBy?: string;
  rows: readonly RowData[];
  area?: Geometry;
  targets: readonly MapMark[];
  passes: readonly MapMark[];
  pricesReadAt?: string;
  command: MapCommand;
  background: Background;
}

export interface RowData {
  /** As people read it: every character that is drawn as nothing is an escape. */
  label: string;
  /** The whole id of a row without order items, where its label is another text. */
  id?: string;
  /** By the order of the columns. */
  cells: readonly Cell[];
  geometry?: Geometry | null;
  time?: string;
  price?: MapPrice;
  share?: number;
  item?: unknown;
  /** Of a row that stands for several. */
  items?: readonly unknown[];
  picture?: string;
  scene?: { id: string; name: string; product: string };
}

export type Cell = string | number | null;

/** Longer texts are cut in a cell. */
const MOST_CHARACTERS = 300;

export function pageData(page: MapPage): PageData {
  const { columns, rows, targets = [], passes = [], area, command } = page;
  const corners = Math.max(FEWEST_CORNERS, Math.floor(MOST_CORNERS / Math.max(1, rows.length)));
  const shown = [...rows.map(({ geometry }) => geometry), area, ...marks(targets), ...marks(passes)];
  const data: PageData = {
    title: shortText(page.title),
    columns: columns.map(({ key, header, unit, align }) => ({
      key: shortText(key),
      header: shortText(header),
      unit: unit === undefined ? undefined : shortText(unit),
      align,
    })),
    colourBy: page.colourBy,
    rows: rows.map((row): RowData => ({
      ...labelOf(row),
      cells: columns.map(({ key }) => cellOf(row.values[key])),
      geometry: fewerCorners(drawable(row.geometry), corners),
      time: row.time === undefined ? undefined : shortText(row.time),
      price: row.price && {
        amount: row.price.amount,
        currency: shortText(row.price.currency),
        text: row.price.text === undefined ? undefined : shortText(row.price.text),
      },
      share: row.share,
      item: row.orderItem,
      items: row.orderItems,
      picture: pictureUrl(row.picture),
      scene: row.scene && {
        id: shortText(row.scene.id),
        name: shortText(row.scene.name),
        product: shortText(row.scene.product),
      },
    })),
    area: drawable(area) ?? undefined,
    targets: targets.map(plainMark),
    passes: passes.map(plainMark),
    pricesReadAt: page.pricesReadAt,
    command: command ?? { carried: [], shell: "posix" },
    background: backgroundFor(
      boundsOf(shown.flatMap((geometry) => cornersOf(fewerCorners(drawable(geometry), corners)))),
    ),
  };
  return data;
}

/** Order items hold the whole ids of a row that has some. */
function labelOf({ id, orderItem, orderItems = [] }: MapRow): Pick<RowData, "label" | "id"> {
  const label = shortText(id);
  return id === label || orderItem !== undefined || orderItems.length > 0 ? { label } : { label, id };
}

/** Of all rows together: of about 20 bytes each, they stay a page that opens at once. */
const MOST_CORNERS = 200_000;
const FEWEST_CORNERS = 20;

const fewerCorners = (geometry: Geometry | null, most: number): Geometry | null =>
  geometry && simplified(geometry, most);

const marks = (list: readonly MapMark[]): Geometry[] => list.map(({ geometry }) => geometry);

const plainMark = ({ name, geometry, time }: MapMark): MapMark => ({ name: shortText(name), geometry, time });

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null || value === "") return null;
  return typeof value === "number" && Number.isFinite(value) ? value : shortText(cellText(value));
}

/** One line of at most so many characters, without any that turn or hide text. */
export function shortText(text: string): string {
  const start = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
  return safeText(start);
}

const cornersOf = (geometry: Geometry | null | undefined): Position[] => positionsOfShape(shapeOf(geometry));

/** The geometry with six decimals, which are a tenth of a metre; null for what is no geometry of RFC 7946. */
function drawable(geometry: unknown): Geometry | null {
  if (typeof geometry !== "object" || geometry === null) return null;
  const { type, coordinates, geometries } = geometry as Record<string, unknown>;
  if (type === "GeometryCollection" && Array.isArray(geometries))
    return { type, geometries: geometries.map(drawable).filter((part) => part !== null) };
  const depth = DEPTHS[type as keyof typeof DEPTHS];
  const rounded = depth === undefined ? undefined : roundedTo(coordinates, depth);
  return rounded === undefined ? null : ({ type, coordinates: rounded } as Geometry);
}

const DEPTHS = { Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 };

function roundedTo(value: unknown, depth: number): unknown {
  if (!Array.isArray(value)) return undefined;
  if (depth === 0) {
    const [longitude, latitude] = value as unknown[];
    const isPosition =
      typeof longitude === "number" &&
      typeof latitude === "number" &&
      Math.abs(longitude) <= 720 &&
      Math.abs(latitude) <= 90;
    return isPosition ? [sixDecimals(longitude), sixDecimals(latitude)] : undefined;
  }
  const parts = value.map((part) => roundedTo(part, depth - 1));
  return parts.includes(undefined) ? undefined : parts;
}

const sixDecimals = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
