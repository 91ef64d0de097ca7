import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeConvexOutline, isInside, shrinkOutline } from "../../../../src/sandbox/imagery/geo-raster.ts";

type Spot = readonly [number, number];

/** Left of every edge, within rounding: positive is inside by that distance. */
function depth(outline: readonly Spot[], [x, y]: Spot): number {
  return Math.min(
    ...outline.map(([x1, y1], at) => {
      const [x2, y2] = outline[(at + 1) % outline.length]!;
      return ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) / Math.hypot(x2 - x1, y2 - y1);
    }),
  );
}

const spot = fc.tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -500, max: 500 }));
const spots = fc.uniqueArray(spot, { minLength: 5, maxLength: 30, selector: String });

describe("outlines", () => {
  it("contain all points and turn left at each corner", () => {
    fc.assert(
      fc.property(spots, (points) => {
        const outline = makeConvexOutline(points);
        fc.pre(outline.length > 2);
        for (const point of points) expect(depth(outline, point)).toBeGreaterThan(-1e-9);
        const isCorner = new Set(points.map(String));
        expect(outline.every((corner) => isCorner.has(String(corner)))).toBe(true);
      }),
    );
  });

  it("contain a place to the left of every edge", () => {
    fc.assert(
      fc.property(spots, spot, (points, [x, y]) => {
        const outline = makeConvexOutline(points);
        fc.pre(outline.length > 2);
        const place = [x + 0.37, y + 0.41] as const;
        fc.pre(Math.abs(depth(outline, place)) > 1e-6);
        expect(isInside(outline, ...place)).toBe(depth(outline, place) > 0);
      }),
      { numRuns: 1000 },
    );
  });

  it("contain their shrunk copy", () => {
    fc.assert(
      fc.property(spots, (points) => {
        const outline = makeConvexOutline(points);
        fc.pre(outline.length > 2);
        for (const corner of shrinkOutline(outline, 0.9)) expect(depth(outline, corner)).toBeGreaterThan(0);
      }),
    );
  });
});
