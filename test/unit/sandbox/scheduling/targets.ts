/** Ten places from the equator to 80 degrees north, on both sides of the antimeridian: [longitude, latitude]. */
export const TARGETS = [
  ["Quito", -78.47, -0.18],
  ["Taveuni", 179.99, -16.85],
  ["Kilauea", -155.29, 19.41],
  ["Suez", 32.55, 29.93],
  ["Lisbon", -9.14, 38.69],
  ["Rotterdam", 4.14, 51.95],
  ["Reykjavik", -21.94, 64.15],
  ["Wrangel Island", -179.5, 71.2],
  ["Longyearbyen", 15.63, 78.22],
  ["Franz Josef Land", 58.05, 80.62],
] as const;

export const WEEK = {
  fromMs: Date.parse("2026-03-02T00:00:00Z"),
  toMs: Date.parse("2026-03-09T00:00:00Z"),
};
