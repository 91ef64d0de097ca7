/** What is drawn of a collect and kept in columns; everything else follows from it. Whole numbers, so that nothing is lost. */
export interface CollectFacts {
  dayNumber: number;
  /** Number within the day. */
  serial: number;
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
  /** Polarization VV; HH otherwise. */
  isVertical: boolean;
  /** In `vendor-open-data`. */
  isOpen: boolean;
  typeIndex: number;
  /** Bits in the order of `PRODUCT_TYPES`. */
  productMask: number;
  /** 0 = never held back; otherwise 1 + kind (30_day, 1_year, permanent) + 3 x a number that picks the organization. */
  holdback: number;
}
