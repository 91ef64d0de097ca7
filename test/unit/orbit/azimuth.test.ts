import { describe, expect, it } from "vitest";
import { measureAngleBetween, readArc, isWithinArc } from "../../../src/orbit/look.ts";

describe("azimuths", () => {
  it.each([
    ["TASK-36 a range has its ends", 80, 100, [80, 90, 100], [79.9, 100.1, 270]],
    ["TASK-37 a range that wraps", 340, 20, [340, 359.9, 0, 20], [339.9, 20.1, 180]],
    ["TASK-38 one angle, half a degree around it", 90, 90, [89.5, 90, 90.5], [89.4, 90.6]],
    ["TASK-38 north as one angle", 0, 0, [359.5, 0, 0.5], [359.4, 0.6]],
    ["TASK-38 north written as 360", 360, 360, [359.5, 0, 0.5], [359.4, 0.6]],
    ["a minimum alone runs on to north", 270, undefined, [270, 359.9, 0], [0.1, 269.9]],
    ["a maximum alone starts at north", undefined, 90, [0, 90], [90.1, 359.9]],
  ])("%s", (_title, min, max, within, outside) => {
    for (const azimuth of within) expect(isWithinArc(azimuth, readArc(min, max)), `${azimuth}`).toBe(true);
    for (const azimuth of outside) expect(isWithinArc(azimuth, readArc(min, max)), `${azimuth}`).toBe(false);
  });

  it("are at most half a turn apart", () => {
    expect(measureAngleBetween(350, 10)).toBe(20);
    expect(measureAngleBetween(10, 350)).toBe(20);
    expect(measureAngleBetween(0, 180)).toBe(180);
  });
});
