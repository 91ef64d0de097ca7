/** A ring of positions: longitude, latitude. */
export type Ring = readonly (readonly [number, number])[];

export const box = (west: number, south: number, east: number, north: number): Ring => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
