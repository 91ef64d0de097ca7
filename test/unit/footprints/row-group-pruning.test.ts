/** The proof from the covering box of a row: a full box, half of one, or none. */
import { expect, it } from "vitest";
import type { Bounds } from "../../../src/geo/bounds.ts";
import { createNearFilter } from "../../../src/footprints/footprint.ts";

const TAVEUNI: Bounds = [179.8, -17.1, 180, -16.6];
const LISBON: Bounds = [-9.3, 38.6, -9, 38.8];
const BESIDE_LISBON = { xmin: -8.9, ymin: 38.6, xmax: -8.5, ymax: 38.8 };

it.each([
  ["none", undefined, true],
  ["none (null)", null, true],
  ["a null side, although the others lie beside", { ...BESIDE_LISBON, ymax: undefined }, true],
  ["a box beside", BESIDE_LISBON, false],
  ["a box over it", { ...BESIDE_LISBON, xmin: -9.2 }, true],
])("EXPORT-04 a row with %s", (_title, sides, near) => {
  expect(createNearFilter([LISBON])(sides)).toBe(near);
});

it("EXPORT-04 a row across the antimeridian has its west east of its east", () => {
  const across = { xmin: 179.5, ymin: -17.2, xmax: -179.5, ymax: -16.2 };
  expect(createNearFilter([TAVEUNI])(across)).toBe(true);
  expect(createNearFilter([LISBON])(across)).toBe(false);
});
