import { describe, expect, it } from "vitest";
import { measureAngleBetween } from "../../../../src/orbit/look.ts";
import { readFraming } from "../../../../src/sandbox/scheduling/request.ts";
import { collectOf, DAY, NOW } from "./requests.ts";

describe("the framing of a series", () => {
  it("REPEAT-11 keeps look direction, orbit state and plane of the first collect", () => {
    const first = collectOf();
    const later = { windowOpenMs: first.endMs + 1, windowCloseMs: NOW + 7 * DAY };
    const { side, ascending, plane } = collectOf({ ...later, framing: readFraming(first, {}) });
    expect([side, ascending, plane]).toEqual([first.side, first.ascending, first.plane]);
    const loose = collectOf(later);
    expect([loose.side, loose.ascending, loose.plane]).not.toEqual([side, ascending, plane]);
  });

  it("REPEAT-13 REPEAT-14 keeps look angle and azimuth within their tolerances", () => {
    const first = collectOf();
    const later = { windowOpenMs: first.endMs + 1, windowCloseMs: NOW + 7 * DAY };
    const free = collectOf({ ...later, framing: readFraming(first, {}) });
    for (const tolerance of [3, 8]) {
      const look = collectOf({ ...later, framing: readFraming(first, { lookAngleTolerance: tolerance }) });
      expect(Math.abs(look.lookAngleDegrees - first.lookAngleDegrees)).toBeLessThanOrEqual(tolerance);
    }
    const apart = Math.abs(free.lookAngleDegrees - first.lookAngleDegrees);
    const tighter = collectOf({ ...later, framing: readFraming(first, { lookAngleTolerance: apart * 0.9 }) });
    expect(tighter.timeMs).toBeGreaterThan(free.timeMs);
    const turn = measureAngleBetween(free.azimuthDegrees, first.azimuthDegrees);
    const closer = collectOf({
      ...later,
      framing: readFraming(first, { azimuthAngleTolerance: turn * 0.9 }),
    });
    expect(measureAngleBetween(closer.azimuthDegrees, first.azimuthDegrees)).toBeLessThan(turn);
    expect(closer.timeMs).toBeGreaterThan(free.timeMs);
  });
});
