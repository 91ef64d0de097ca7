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
  it.each<[label: string, constraints: PassConstraints]>([
    ["orbital plane 45", { orbitalPlanes: [45] }],
    ["off-nadir 3", { offNadirMin: 3, offNadirMax: 3.001 }],
    ["grazing angle at least 89.99", { grazingAngleMin: 89.99 }],
    ["azimuth 1.9 to 2", { azimuthAngleMin: 1.9, azimuthAngleMax: 2 }],
    ["local time 00:00:03 to 00:00:04 (Atlantic/Reykjavik)", { localTime: [3, 4] }],
  ])("%s", (label, constraints) => {
    // Reykjavik: the planes of 45 degrees never come near.
    const { reason } = rejectionOf({ geometry: point(-21.94, 64.15), constraints });
    expect(reason).toMatch(/^no pass between .* meets .* \(\d+ pass(es)? without it\)$/);
    const [, meets = ""] = reason.split(" meets ");
    expect(meets.split(" (").slice(0, -1).join(" (")).toContain(label);
    expect(meets).not.toContain(" without it) and ");
  });

  it("lookDirection, ascDesc and framing", () => {
    const free = collectOf();
    const window = { windowOpenMs: free.startMs - 1, windowCloseMs: free.endMs + 1 };
    const lookDirection = free.side === "left" ? "right" : "left";
    expect(rejectionOf({ ...window, constraints: { lookDirection } }).reason).toContain(
      `meets look direction ${lookDirection} (`,
    );
    const ascDesc = free.ascending ? "descending" : "ascending";
    expect(rejectionOf({ ...window, constraints: { ascDesc } }).reason).toContain(
      `meets orbit direction ${ascDesc} (`,
    );
    const framing = { ...free, lookAngleDegrees: free.lookAngleDegrees + 1, lookAngleTolerance: 0.5 };
    expect(rejectionOf({ ...window, framing }).reason).toContain("meets the framing of the first collect (");
  });

  it("reports one of several constraints that each leave no pass", () => {
    const { reason } = rejectionOf({
      geometry: point(-21.94, 64.15),
      constraints: { orbitalPlanes: [45], localTime: [3, 4], grazingAngleMin: 89.99 },
    });
    // Each of the three leaves none alone: reporting one is enough.
    expect(reason).toMatch(/^none of \d+ passes between .* meets [^(]*(?:\([^)]*\))?$/);
    expect(reason.split(" meets ")[1]).not.toContain(" and ");
  });

  it("writes limits and the zone for people", () => {
    expect(rejectionOf({ constraints: { localTime: [3, 4] } }).reason).toContain(
      "local time 00:00:03 to 00:00:04 (Europe/Lisbon)",
    );
  });

  it("reports no constraint if no satellite passes, or if others have all passes", () => {
    const free = collectOf();
    const empty = { windowOpenMs: free.endMs + 300_000, windowCloseMs: free.endMs + 360_000 };
    expect(rejectionOf(empty).reason).toContain("no satellite comes within 60 degrees off nadir");
    const day = { windowCloseMs: NOW + 24 * HOUR };
    const all = Array.from({ length: 10 }, (_, satellite) => ({
      satellite,
      startMs: NOW,
      endMs: NOW + 24 * HOUR,
    }));
    const { rejections } = plan([request(day)], [{ requestId: "held", collects: all }]);
    expect(rejections[0]?.reason).toMatch(
      /^\d+ passes would match, but their satellites are booked for other requests$/,
    );
  });
});
