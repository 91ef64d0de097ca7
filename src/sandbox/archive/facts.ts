/** Which satellite took the image, when, and how it looked. Whole numbers, so that columns lose nothing. */
export interface Shot {
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

/** What is drawn of a collect and kept in columns; everything else follows from it. */
export interface CollectFacts {
  dayNumber: number;
  /** Number within the day. */
  serial: number;
  shot: Shot;
  typeIndex: number;
  /** Polarization VV; HH otherwise. */
  isVertical: boolean;
  /** In `vendor-open-data`. */
  isOpen: boolean;
  /** Bits in the order of `PRODUCT_TYPES`. */
  productMask: number;
  /** 0 = never held back; otherwise 1 + kind (30_day, 1_year, permanent) + 3 x a number that picks the organization. */
  holdback: number;
}
