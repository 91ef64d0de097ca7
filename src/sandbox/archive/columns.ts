import type { Footprint } from "../../orbit/footprint.ts";
import { DAY_MS } from "../../time/civil.ts";
import { collectFootprint, IMAGING_TYPES, formatPlatform, SATELLITES, type ImagingType } from "../fleet.ts";
import {
  HOLDBACK_MS,
  listProductTypes,
  type Collect,
  type CollectionId,
  type Holdback,
  type ProductType,
} from "./collect.ts";
import { formatCollectId } from "./serial.ts";

/** The satellite, time and angles of an image. Whole numbers, so that the columns lose no digits. */
export interface Acquisition {
  timeMs: number;
  satellite: number;
  longitudeMicro: number;
  latitudeMicro: number;
  lookHundredths: number;
  incidenceHundredths: number;
  azimuthHundredths: number;
  squintHundredths: number;
  isLeft: boolean;
  isDescending: boolean;
}

/** Facts of a collect that are drawn at random and kept in columns; all other properties are computed from them. */
export interface CollectFacts {
  dayNumber: number;
  /** Number within the day. */
  serial: number;
  acquisition: Acquisition;
  typeIndex: number;
  /** True for polarization VV, false for HH. */
  isVertical: boolean;
  /** True for a collect of `vendor-open-data`. */
  isOpen: boolean;
  /** The available product types, as bits in the order of `PRODUCT_TYPES`. */
  productMask: number;
  /**
   * 0 = never held back; otherwise 1 + kind (30_day, 1_year, permanent) + 3 x the number that selects the
   * organization.
   */
  holdback: number;
}

const LEFT = 1;
const DESCENDING = 2;
const VERTICAL = 4;
const OPEN = 8;

const TYPES = {
  timeMs: Float64Array,
  longitudeMicro: Int32Array,
  latitudeMicro: Int32Array,
  lookHundredths: Int16Array,
  incidenceHundredths: Int16Array,
  azimuthHundredths: Uint16Array,
  squintHundredths: Int16Array,
  serial: Uint16Array,
  satellite: Uint8Array,
  typeIndex: Uint8Array,
  flags: Uint8Array,
  productMask: Uint8Array,
  holdback: Uint8Array,
  /** Seconds by which a collect ends later than others of its type, so that its long id is its own. */
  laterEnd: Uint8Array,
} as const;

type ColumnName = keyof typeof TYPES;
const NAMES = Object.keys(TYPES) as ColumnName[];

/** The facts of all collects by row, sorted by time: 30 bytes per collect. */
export type Columns = { readonly size: number } & {
  readonly [Name in ColumnName]: InstanceType<(typeof TYPES)[Name]>;
};

export function createColumns(size: number): Columns {
  const columns = NAMES.map((name) => [name, new TYPES[name](size)]);
  return { size, ...Object.fromEntries(columns) } as Columns;
}

/** Assigns each column by itself: a loop over their names would slow down the build of an archive by half. */
export function writeRow(columns: Columns, row: number, facts: CollectFacts): void {
  const { acquisition } = facts;
  columns.timeMs[row] = acquisition.timeMs;
  columns.longitudeMicro[row] = acquisition.longitudeMicro;
  columns.latitudeMicro[row] = acquisition.latitudeMicro;
  columns.lookHundredths[row] = acquisition.lookHundredths;
  columns.incidenceHundredths[row] = acquisition.incidenceHundredths;
  columns.azimuthHundredths[row] = acquisition.azimuthHundredths;
  columns.squintHundredths[row] = acquisition.squintHundredths;
  columns.serial[row] = facts.serial;
  columns.satellite[row] = acquisition.satellite;
  columns.typeIndex[row] = facts.typeIndex;
  columns.flags[row] =
    (acquisition.isLeft ? LEFT : 0) |
    (acquisition.isDescending ? DESCENDING : 0) |
    (facts.isVertical ? VERTICAL : 0) |
    (facts.isOpen ? OPEN : 0);
  columns.productMask[row] = facts.productMask;
  columns.holdback[row] = facts.holdback;
}

/** Reads the flags of a row. */
const isLeft = (flags: number): boolean => (flags & LEFT) !== 0;
const isDescending = (flags: number): boolean => (flags & DESCENDING) !== 0;
const isVertical = (flags: number): boolean => (flags & VERTICAL) !== 0;
const isOpen = (flags: number): boolean => (flags & OPEN) !== 0;

/** Returns the first row at or after `ms`; with `after`, the first row after `ms`. */
export function findRowAtTime({ timeMs, size }: Columns, ms: number, after = false): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >> 1;
    const time = timeMs[middle] as number;
    if (time < ms || (after && time === ms)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Names for the numbers in the columns. */
export interface ViewContext {
  seed: number;
  organizationIds: readonly string[];
}

const HOLDBACK_KINDS = Object.keys(HOLDBACK_MS) as Holdback["kind"][];

/**
 * A collect whose properties are read from the columns on access. One view can visit all rows (`row` is writable), so
 * a search checks 100,000 collects without an object for each.
 */
export class CollectView implements Collect {
  #drawn: { row: number; footprint: Footprint } | undefined;

  constructor(
    readonly columns: Columns,
    readonly context: ViewContext,
    public row: number,
  ) {}

  get id(): string {
    const day = Math.floor(this.datetimeMs / DAY_MS);
    return formatCollectId(this.context.seed, day, this.columns.serial[this.row] as number);
  }
  get satellite(): number {
    return this.columns.satellite[this.row] as number;
  }
  get platform(): string {
    return formatPlatform(this.satellite);
  }
  get orbitalPlane(): Collect["orbitalPlane"] {
    return SATELLITES[this.satellite]?.plane ?? 45;
  }
  get datetimeMs(): number {
    return this.columns.timeMs[this.row] as number;
  }
  get startMs(): number {
    return this.datetimeMs - this.type.durationSeconds * 500;
  }
  get endMs(): number {
    const laterSeconds = this.columns.laterEnd[this.row] as number;
    return this.datetimeMs + this.type.durationSeconds * 500 + laterSeconds * 1000;
  }
  get observationDirection(): Collect["observationDirection"] {
    return isLeft(this.#flags) ? "left" : "right";
  }
  get orbitState(): Collect["orbitState"] {
    return isDescending(this.#flags) ? "descending" : "ascending";
  }
  get lookAngleDegrees(): number {
    return (this.columns.lookHundredths[this.row] as number) / 100;
  }
  get incidenceAngleDegrees(): number {
    return (this.columns.incidenceHundredths[this.row] as number) / 100;
  }
  get azimuthDegrees(): number {
    return (this.columns.azimuthHundredths[this.row] as number) / 100;
  }
  get squintAngleDegrees(): number {
    return (this.columns.squintHundredths[this.row] as number) / 100;
  }
  get type(): ImagingType {
    return IMAGING_TYPES[this.columns.typeIndex[this.row] as number] as ImagingType;
  }
  get polarization(): Collect["polarization"] {
    return isVertical(this.#flags) ? "VV" : "HH";
  }
  get center(): Collect["center"] {
    const { longitudeMicro, latitudeMicro } = this.columns;
    return [(longitudeMicro[this.row] as number) / 1e6, (latitudeMicro[this.row] as number) / 1e6];
  }
  get footprint(): Footprint {
    // A search reads this to filter, and again to build the response.
    if (this.#drawn?.row !== this.row) {
      const { satellite, datetimeMs, center, type } = this;
      const footprint = collectFootprint({ satellite, timeMs: datetimeMs, center, type });
      this.#drawn = { row: this.row, footprint };
    }
    return this.#drawn.footprint;
  }
  get geometry(): Collect["geometry"] {
    return this.footprint.geometry;
  }
  get bbox(): Collect["bbox"] {
    return this.footprint.bbox;
  }
  get productTypes(): ProductType[] {
    return listProductTypes(this.columns.productMask[this.row] as number);
  }
  get collectionId(): CollectionId {
    return isOpen(this.#flags) ? "vendor-open-data" : "vendor-archive";
  }
  get holdback(): Holdback | undefined {
    const code = (this.columns.holdback[this.row] as number) - 1;
    if (code < 0 || this.context.organizationIds.length === 0) return undefined;
    const kind = HOLDBACK_KINDS[code % 3] as Holdback["kind"];
    const { organizationIds } = this.context;
    const organizationId = organizationIds[Math.floor(code / 3) % organizationIds.length] as string;
    return { organizationId, kind, untilMs: this.datetimeMs + HOLDBACK_MS[kind] };
  }
  get #flags(): number {
    return this.columns.flags[this.row] as number;
  }
}

/** Returns the view's row as plain data that can be kept, spread and sent to a worker. */
export function toPlainCollect(view: CollectView): Collect {
  const { geometry, bbox } = view.footprint;
  return {
    id: view.id,
    satellite: view.satellite,
    platform: view.platform,
    orbitalPlane: view.orbitalPlane,
    datetimeMs: view.datetimeMs,
    startMs: view.startMs,
    endMs: view.endMs,
    observationDirection: view.observationDirection,
    orbitState: view.orbitState,
    lookAngleDegrees: view.lookAngleDegrees,
    incidenceAngleDegrees: view.incidenceAngleDegrees,
    azimuthDegrees: view.azimuthDegrees,
    squintAngleDegrees: view.squintAngleDegrees,
    type: view.type,
    polarization: view.polarization,
    center: view.center,
    geometry,
    bbox,
    productTypes: view.productTypes,
    collectionId: view.collectionId,
    holdback: view.holdback,
  };
}
