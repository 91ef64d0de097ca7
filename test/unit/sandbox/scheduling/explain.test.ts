import { describe, expect, it } from "vitest";
import type { PassConstraints } from "../../../../src/sandbox/scheduling/request.ts";
import type { Rejection } from "../../../../src/sandbox/scheduling/schedule.ts";
import { collectOf, HOUR, NOW, plan, point, request } from "./requests.ts";

function rejectionOf(overrides: Parameters<typeof request>[0]): Rejection {
  const [rejection] = plan([request(overrides)]).rejections;
  if (rejection === undefined) throw new Error("it was not rejected");
  return rejection;
}

describe("a rejection reports the constraint that left no pass", () => {
  it.each<[name: string, constraints: PassConstraints]>([
    ["orbitalPlanes", { orbitalPlanes: [45] }],
    ["offNadir", { offNadirMin: 3, offNadirMax: 3.001 }],
    ["grazingAngle", { grazingAngleMin: 89.99 }],
    ["azimuthAngle", { azimuthAngleMin: 1.9, azimuthAngleMax: 2 }],
    ["localTime", { localTime: [3, 4] }],
  ])("A91 %s", (name, constraints) => {
    // Reykjavik: the planes of 45 degrees never come near.
    const { reason, constraints: culprits } = rejectionOf({ geometry: point(-21.94, 64.15), constraints });
    expect(culprits).toEqual([name]);
    expect(reason).toMatch(/^no pass between .* meets .* \(\d+ pass(es)? without it\)$/);
  });

  it("A91 lookDirection, ascDesc and framing", () => {
    const free = collectOf();
    const window = { windowOpenMs: free.startMs - 1, windowCloseMs: free.endMs + 1 };
    const lookDirection = free.side === "left" ? "right" : "left";
    expect(rejectionOf({ ...window, constraints: { lookDirection } }).constraints).toEqual(["lookDirection"]);
    const ascDesc = free.ascending ? "descending" : "ascending";
    expect(rejectionOf({ ...window, constraints: { ascDesc } }).constraints).toEqual(["ascDesc"]);
    const framing = { ...free, lookAngleDegrees: free.lookAngleDegrees + 1, lookAngleTolerance: 0.5 };
    expect(rejectionOf({ ...window, framing }).constraints).toEqual(["framing"]);
  });

  it("reports one of several constraints that each leave no pass", () => {
    const { reason, constraints } = rejectionOf({
      geometry: point(-21.94, 64.15),
      constraints: { orbitalPlanes: [45], localTime: [3, 4], grazingAngleMin: 89.99 },
    });
    expect(reason).toMatch(/^none of \d+ passes between .* meets grazing angle at least 89.99$|local time/);
    // Each of the three leaves none alone: reporting one is enough.
    expect(constraints).toHaveLength(1);
  });

  it("writes limits and the zone for people", () => {
    expect(rejectionOf({ constraints: { localTime: [3, 4] } }).reason).toContain(
      "local time 00:00:03 to 00:00:04 (Europe/Lisbon)",
    );
  });

  it("reports no constraint if no satellite passes, or if others have all passes", () => {
    const free = collectOf();
    const empty = { windowOpenMs: free.endMs + 300_000, windowCloseMs: free.endMs + 360_000 };
    expect(rejectionOf(empty)).toMatchObject({ constraints: [] });
    expect(rejectionOf(empty).reason).toContain("no satellite comes within 60 degrees off nadir");
    const day = { windowCloseMs: NOW + 24 * HOUR };
    const all = Array.from({ length: 10 }, (_, satellite) => ({
      satellite,
      startMs: NOW,
      endMs: NOW + 24 * HOUR,
    }));
    const { rejections } = plan([request(day)], [{ requestId: "held", collects: all }]);
    expect(rejections[0]?.reason).toMatch(
      /^\d+ passes would do, but other requests have the satellites then$/,
    );
  });
});
