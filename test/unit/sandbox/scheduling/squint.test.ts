import { describe, expect, it } from "vitest";
import { listSquintAngles } from "../../../../src/sandbox/scheduling/constraints.ts";
import type { PassConstraints } from "../../../../src/sandbox/scheduling/request.ts";
import { collectOf, NOW, plan, request, typeNamed } from "./requests.ts";

const stripmap = typeNamed("stripmap_50");
const anglesOf = (constraints: PassConstraints, type = stripmap): readonly number[] =>
  listSquintAngles({ type, constraints }).usual;

describe("squint of stripmap types", () => {
  it("TASK-50 is broadside by default, whatever the maximum", () => {
    expect(anglesOf({ maxSquintAngle: 35 })).toEqual([0]);
    expect(collectOf({ type: stripmap }).squintAngleDegrees).toBe(0);
  });

  it("TASK-52 takes steps of 15 up to the maximum, forward only ahead, backward only back", () => {
    expect(anglesOf({ squint: "forward", maxSquintAngle: 30 })).toEqual([15, 30]);
    expect(anglesOf({ squint: "backward", maxSquintAngle: 29 })).toEqual([-15]);
    expect(anglesOf({ squint: "enabled" })).toEqual([0, 15, -15, 30, -30]);
    expect(anglesOf({ squint: "enabled", maxSquintAngle: 35 })).toEqual([0, 15, -15, 30, -30]);
    expect(anglesOf({ squint: "enabled", maxSquintAngle: 10 })).toEqual([0]);
    expect(anglesOf({ squint: "forward", maxSquintAngle: 10 })).toEqual([]);
  });

  it("TASK-49 forward and backward alone move the collect before and after the satellite is abeam", () => {
    const broadside = collectOf({ type: stripmap });
    const abeam = broadside.timeMs;
    const forward = collectOf({ type: stripmap, constraints: { squint: "forward" } });
    const backward = collectOf({ type: stripmap, constraints: { squint: "backward" } });
    expect([forward.squintAngleDegrees, backward.squintAngleDegrees]).toEqual([15, -15]);
    expect(forward.satellite).toBe(broadside.satellite);
    expect(forward.timeMs).toBeLessThan(abeam);
    expect(backward.timeMs).toBeGreaterThan(abeam);
    expect(collectOf({ type: stripmap, constraints: { squint: "enabled" } })).toEqual(broadside);
  });

  it("TASK-51 no squint beyond the maximum, which may leave no pass", () => {
    const { rejections } = plan([
      request({ type: stripmap, constraints: { squint: "forward", maxSquintAngle: 10 } }),
    ]);
    expect(rejections[0]?.reason).toContain("a squint below its first step of 15");
  });
});

describe("squint of spotlight types", () => {
  const spotlight = typeNamed("spotlight");

  it("TASK-57 is 0 as long as a broadside pass meets window and constraints, even a later one", () => {
    const { passMs, ...collect } = { passMs: NOW, ...collectOf({ type: spotlight }) };
    expect(collect.squintAngleDegrees).toBe(0);
    // Just before that pass the satellite is ahead of it at 30 degrees; broadside is still preferred.
    expect(collect.timeMs).toBeGreaterThan(passMs);
  });

  it.each(["spotlight", "spotlight_ultra"])(
    "TASK-56 %s takes 30 degrees if broadside is impossible",
    (name) => {
      const broadside = collectOf({ type: typeNamed(name) });
      // The window closes right before the satellite comes abeam: only a look ahead is left.
      const window = { windowOpenMs: broadside.startMs - 90_000, windowCloseMs: broadside.startMs };
      const ahead = collectOf({ type: typeNamed(name), ...window });
      expect(ahead).toMatchObject({
        squintAngleDegrees: 30,
        satellite: broadside.satellite,
        side: broadside.side,
      });
      const after = collectOf({
        type: typeNamed(name),
        windowOpenMs: broadside.endMs,
        windowCloseMs: broadside.endMs + 90_000,
      });
      expect(after).toMatchObject({ squintAngleDegrees: -30, satellite: broadside.satellite });
    },
  );

  it("TASK-56 spotlight_wide never squints, and a requested squint changes nothing on spotlight", () => {
    const broadside = collectOf();
    const window = { windowOpenMs: broadside.startMs - 90_000, windowCloseMs: broadside.startMs };
    expect(plan([request(window)]).rejections[0]?.reason).toContain(" meets broadside looks only (");
    const constraints: PassConstraints = { squint: "forward", maxSquintAngle: 15 };
    expect(collectOf({ type: spotlight, constraints })).toEqual(collectOf({ type: spotlight }));
  });

  it("waits for broadside while the window continues beyond the horizon", () => {
    const broadside = collectOf({ type: spotlight });
    const tight = { azimuthAngleMin: 5, azimuthAngleMax: 7 };
    const week = collectOf({ type: spotlight, constraints: tight });
    expect(Math.abs(week.squintAngleDegrees)).toBe(30);
    const { deferrals } = plan([
      request({ type: spotlight, constraints: tight, windowCloseMs: NOW + 8 * 86_400_000 }),
    ]);
    expect(deferrals).toHaveLength(1);
    expect(broadside.squintAngleDegrees).toBe(0);
  });
});
