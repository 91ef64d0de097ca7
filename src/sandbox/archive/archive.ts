import Flatbush from "flatbush";
import type { Bounds } from "../../geo/bounds.ts";
import { EQUATOR_KM, RADIANS } from "../../orbit/ellipsoid.ts";
import { DAY_MS } from "../../time/civil.ts";
import { hashText } from "../random.ts";
import { Recent } from "../recent.ts";
import { formatItemId, formatLongItemId, readItemId, type Collect, type ProductType } from "./collect.ts";
import {
  toPlainCollect,
  CollectView,
  findRowAtTime,
  createColumns,
  writeRow,
  type ViewContext,
  type Columns,
  type CollectFacts,
} from "./columns.ts";
import { drawStacks, FIRST_STACK_SERIAL, drawCollect } from "./draw-collect.ts";
import { unpackId } from "./serial.ts";

export interface ArchiveOptions {
  /** Any text; the same seed and the same clock day give the same archive. */
  seed: string;
  /** Number of collects over 400 days. A larger archive contains the smaller one. */
  size: number;
  /** Number of stacks: places that one satellite images repeatedly. Their collects are added to `size`. Default 0. */
  stacks?: number;
  /** Now: the archive ends with the last full UTC day before it. */
  endMs: number;
  /** First moment, rounded down to its UTC day. Default: 400 days before the end. */
  startMs?: number;
  /** Organizations that hold collects back, in turn. */
  organizationIds?: readonly string[];
}

/** Number of days that `size` refers to. */
const SPAN_DAYS = 400;

/** The tables of the latest archives, shared by sandboxes of one seed, and reused when the clock is set back. */
const tables = new Recent<Table>(4);

/**
 * The archive of past collects: computed from the seed up to a day, and never stored. Nothing is computed before the
 * first read; then everything is in memory (about 70 bytes per collect). Create a new archive when the clock moves to
 * another day: days in both have the same collects.
 */
export class Archive {
  readonly #span: TableSpan;
  readonly #context: ViewContext;
  #table: Table | undefined;

  constructor({ seed, size, stacks = 0, endMs, startMs, organizationIds = [] }: ArchiveOptions) {
    const lastDay = Math.floor(endMs / DAY_MS);
    const firstDay = startMs === undefined ? lastDay - SPAN_DAYS : Math.floor(startMs / DAY_MS);
    this.#span = { firstDay, lastDay, collectsPerDay: size / SPAN_DAYS, stacks };
    this.#context = { seed: hashText(seed), organizationIds };
  }

  /** Returns all rows, sorted by time, oldest first. */
  table(): Table {
    return (this.#table ??= tables.get(
      JSON.stringify([this.#span, this.#context]),
      () => new Table(this.#span, this.#context),
    ));
  }

  /** Number of collects. */
  get size(): number {
    return this.table().columns.size;
  }

  collectAt(row: number): Collect {
    return toPlainCollect(this.table().view(row));
  }

  /** Returns the collect with that `vendor:collect_id`. */
  collectById(id: string): Collect | undefined {
    const row = this.#rowOf(id);
    return row >= 0 && this.table().view(row).id === id ? this.collectAt(row) : undefined;
  }

  /** Returns the collect and product type of an item id. */
  granuleById(id: string): { collect: Collect; productType: ProductType } | undefined {
    const parts = readItemId(id);
    if (parts === undefined) return undefined;
    const row = this.#rowOf(parts.shortId);
    if (row < 0) return undefined;
    const collect = this.collectAt(row);
    const { productType } = parts;
    if (!collect.productTypes.includes(productType) || formatItemId(collect, productType) !== id)
      return undefined;
    return { collect, productType };
  }

  /** Yields the collects of a time interval (inclusive), oldest first. */
  *collects(fromMs = -Infinity, toMs = Infinity): Generator<Collect> {
    const { columns } = this.table();
    const end = findRowAtTime(columns, toMs, true);
    for (let row = findRowAtTime(columns, fromMs); row < end; row++) yield this.collectAt(row);
  }

  /** Returns the row that an id, or its first part, encodes; -1 when the archive does not have it. */
  #rowOf(id: string): number {
    const { firstDay, lastDay } = this.#span;
    const key = unpackId(this.#context.seed, id);
    const isInside = key !== undefined && key.dayNumber >= firstDay && key.dayNumber < lastDay;
    return isInside ? this.table().rowOf(key.dayNumber, key.serial) : -1;
  }
}

interface TableSpan {
  firstDay: number;
  /** The day after the last one. */
  lastDay: number;
  collectsPerDay: number;
  stacks: number;
}

/** All rows of an archive with their spatial index, as searches use them. */
export class Table {
  readonly columns: Columns;
  readonly spatialIndex: SpatialIndex;

  constructor(
    span: TableSpan,
    readonly context: ViewContext,
  ) {
    const repeated = drawStacks(context.seed, span.stacks, span);
    this.columns = createColumns(
      repeated.values().reduce((sum, { length }) => sum + length, countCollects(span)),
    );
    let row = 0;
    for (let day = span.firstDay; day < span.lastDay; day++) {
      const count = countOnDay(day, span.collectsPerDay);
      const facts: CollectFacts[] = repeated.get(day) ?? [];
      for (let serial = 0; serial < count; serial++) facts.push(drawCollect(context.seed, day, serial));
      facts.sort((a, b) => a.acquisition.timeMs - b.acquisition.timeMs || a.serial - b.serial);
      for (const fact of facts) writeRow(this.columns, row++, fact);
    }
    separateLongIds(this.view(0));
    this.spatialIndex = new SpatialIndex(this.view(0));
  }

  view(row: number): CollectView {
    return new CollectView(this.columns, this.context, row);
  }

  /** Returns the row with that day and serial number, or -1. */
  rowOf(dayNumber: number, serial: number): number {
    const end = findRowAtTime(this.columns, (dayNumber + 1) * DAY_MS);
    for (let row = findRowAtTime(this.columns, dayNumber * DAY_MS); row < end; row++) {
      if (this.columns.serial[row] === serial) return row;
    }
    return -1;
  }
}

/**
 * Returns the number of collects on a day. It counts from day 0, not from the archive's first day: when the archive
 * moves by a day, all other days keep their collects.
 */
function countOnDay(day: number, collectsPerDay: number): number {
  const count = Math.floor((day + 1) * collectsPerDay) - Math.floor(day * collectsPerDay);
  return Math.min(count, FIRST_STACK_SERIAL);
}

function countCollects({ firstDay, lastDay, collectsPerDay }: TableSpan): number {
  let count = 0;
  for (let day = firstDay; day < lastDay; day++) count += countOnDay(day, collectsPerDay);
  return count;
}

/** Returns one box, or two for a box across the antimeridian (west is larger than east). */
export function toFlatBoxes([west, south, east, north]: Readonly<Bounds>): Readonly<Bounds>[] {
  if (west <= east) return [[west, south, east, north]];
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ];
}

/** Collects whose times differ by less may start and end in the same seconds. */
const SECOND_MS = 1000;

/**
 * Gives each collect a long id of its own. That id has seconds, and the archive is drawn at random: one satellite may take two
 * images in one second. The one that was drawn later then ends a second later: a larger archive contains the smaller one.
 */
function separateLongIds(view: CollectView): void {
  const { columns } = view;
  const { size, timeMs, satellite, serial, laterEnd } = columns;
  const idOf = (row: number): string => {
    view.row = row;
    return formatLongItemId(view, "GEO");
  };
  const findTwin = (row: number): number | undefined => {
    const maxMs = SECOND_MS * (1 + laterEnd[row]!);
    for (const step of [-1, 1])
      for (let at = row + step; at >= 0 && at < size; at += step) {
        if (Math.abs(timeMs[at]! - timeMs[row]!) >= maxMs) break;
        if (satellite[at] === satellite[row] && idOf(at) === idOf(row)) return at;
      }
    return undefined;
  };
  for (let row = 0; row < size; row++) {
    for (let twin = findTwin(row); twin !== undefined; twin = findTwin(row)) {
      const later = serial[twin]! > serial[row]! ? twin : row;
      laterEnd[later]! += 1;
    }
  }
}

/** Rows by location. A footprint across the antimeridian has two entries, one on each side. */
class SpatialIndex {
  readonly #tree: Flatbush;
  /** Rows by entry. */
  readonly #rows: Uint32Array;

  constructor(view: CollectView) {
    const { size } = view.columns;
    const boxes = new Float64Array(size * 4);
    let halves = 0;
    for (let row = 0; row < size; row++) {
      view.row = row;
      const box = estimateBox(view);
      boxes.set(box, row * 4);
      halves += box[0] > box[2] ? 2 : 1;
    }
    this.#tree = new Flatbush(Math.max(1, halves));
    this.#rows = new Uint32Array(halves);
    for (let row = 0, half = 0; row < size; row++) {
      const whole = boxes.subarray(row * 4, row * 4 + 4) as unknown as Readonly<Bounds>;
      for (const box of toFlatBoxes(whole)) {
        this.#tree.add(...box);
        this.#rows[half++] = row;
      }
    }
    // Flatbush refuses an empty index, so it gets a box outside the map that no query intersects.
    if (halves === 0) this.#tree.add(999, 999, 999, 999);
    this.#tree.finish();
  }

  /** Returns the rows whose footprint may intersect one of the boxes, each once, oldest first. */
  rowsIn(boxes: readonly Readonly<Bounds>[], fromRow: number, toRow: number): Uint32Array {
    const found = boxes.flatMap((box) => this.#tree.search(...box));
    const hits = Uint32Array.from(found, (at) => this.#rows[at] ?? toRow).sort();
    return hits.filter((row, at) => row >= fromRow && row < toRow && row !== hits[at - 1]);
  }
}

/** Shorter than any degree on the ellipsoid, so that a box in degrees is never too small. */
const SHORT_DEGREE_KM = EQUATOR_KM * RADIANS * 0.99;
/** Above this latitude, meridians converge too fast for a rough box. */
const ROUGH_LATITUDE = 78;

/** Approximate angle between a strip's image and the azimuth, as a share of its length. */
const TURN_SHARE = 0.006;

/** Returns the size of a rectangle around the image, which is larger than its scene, mostly at steep angles. */
function estimateSize({ type, incidenceAngleDegrees }: CollectView): [widthKm: number, lengthKm: number] {
  const { widthKm, lengthKm } = type;
  const steep = 1 / Math.tan(incidenceAngleDegrees * RADIANS);
  const bent =
    ((lengthKm * lengthKm) / 4 / EQUATOR_KM + (widthKm * widthKm * (1 + steep * steep)) / 2000) * steep;
  return [widthKm + bent + lengthKm * TURN_SHARE, lengthKm * (1 + TURN_SHARE) + bent / 4];
}

/** Returns a box a few per cent larger than the footprint's own box, without computing the outline. */
export function estimateBox(view: CollectView): Collect["bbox"] {
  const [longitude, latitude] = view.center;
  if (Math.abs(latitude) > ROUGH_LATITUDE) return view.bbox;
  const [widthKm, lengthKm] = estimateSize(view);
  // A squinted image is rotated relative to the satellite's direction: a square contains it at any angle.
  const turn = Math.abs(view.squintAngleDegrees) < 1 ? view.azimuthDegrees * RADIANS : Math.PI / 4;
  const sin = Math.abs(Math.sin(turn));
  const cos = Math.abs(Math.cos(turn));
  const eastKm = (widthKm * sin + lengthKm * cos) / 2;
  // A straight line east on the ground bends towards the equator.
  const bendKm = (eastKm ** 2 * Math.tan(Math.abs(latitude) * RADIANS)) / EQUATOR_KM;
  const high = ((widthKm * cos + lengthKm * sin) / 2 + bendKm) / SHORT_DEGREE_KM;
  const farthest = (Math.abs(latitude) + high) * RADIANS;
  const wide = eastKm / (SHORT_DEGREE_KM * Math.cos(farthest));
  const west = longitude - wide;
  const east = longitude + wide;
  return [west < -180 ? west + 360 : west, latitude - high, east > 180 ? east - 360 : east, latitude + high];
}
