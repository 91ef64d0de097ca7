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
  /** Polarization VV; HH otherwise. */
  isVertical: boolean;
  /** In `vendor-open-data`. */
  isOpen: boolean;
  /** Bits in the order of `PRODUCT_TYPES`. */
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
} as const;

type ColumnName = keyof typeof TYPES;
const NAMES = Object.keys(TYPES) as ColumnName[];

/** The facts of all collects by row, sorted by time: 29 bytes per collect. */
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
export const isLeft = (flags: number): boolean => (flags & LEFT) !== 0;
export const isDescending = (flags: number): boolean => (flags & DESCENDING) !== 0;
export const isVertical = (flags: number): boolean => (flags & VERTICAL) !== 0;
export const isOpen = (flags: number): boolean => (flags & OPEN) !== 0;

/** Returns the first row at or after `ms`; with `after`, the first row after `ms`. */
export function rowAtTime({ timeMs, size }: Columns, ms: number, after = false): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >> 1;
    const time = timeMs[middle] as number;
    if (time < ms || (after && time === ms)) low = middle + 1;
    else high = middle;
  }
  return low;
}
