import { describe, expect, it } from "vitest";
import type { PassConstraints, PlannedCollect } from "../../../../src/sandbox/scheduling/request.ts";
import { collectOf, plan, point, request } from "./requests.ts";

const free = collectOf();
const localHour = (zone: string, ms: number): number =>
  Number(new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", hourCycle: "h23" }).format(ms));

/** The pass that only this constraint changes: later than the free one, which it does not allow. */
function changedBy(
  constraints: PassConstraints,
  isMet: (collect: PlannedCollect) => boolean,
): PlannedCollect {
  const collect = collectOf({ constraints });
  expect(isMet(free), "the free pass must break the constraint, or it decides nothing").toBe(false);
  expect(isMet(collect)).toBe(true);
  expect(collect.timeMs).toBeGreaterThan(free.timeMs);
  return collect;
}

const other = { left: "right", right: "left" } as const;

describe("each constraint alone changes the chosen pass", () => {
  it("TASK-31 lookDirection", () => {
    changedBy({ lookDirection: other[free.side] }, ({ side }) => side !== free.side);
    expect(collectOf({ constraints: { lookDirection: "either" } })).toEqual(free);
  });

  it("TASK-32 ascDesc", () => {
    const ascDesc = free.ascending ? "descending" : "ascending";
    changedBy({ ascDesc }, ({ ascending }) => ascending !== free.ascending);
    expect(collectOf({ constraints: { ascDesc: "either" } })).toEqual(free);
  });

  it("TASK-33 orbitalPlanes, where an empty list allows any plane", () => {
    for (const plane of [45, 53, 97].filter((candidate) => candidate !== free.plane)) {
      changedBy({ orbitalPlanes: [plane] }, (collect) => collect.plane === plane);
    }
    expect(collectOf({ constraints: { orbitalPlanes: [] } })).toEqual(free);
  });

  it("TASK-34 offNadirMin and offNadirMax, each alone", () => {
    const look = free.lookAngleDegrees;
    changedBy({ offNadirMin: look + 1 }, ({ lookAngleDegrees }) => lookAngleDegrees >= look + 1);
    changedBy({ offNadirMax: look - 1 }, ({ lookAngleDegrees }) => lookAngleDegrees <= look - 1);
    expect(free.lookAngleDegrees).toBeGreaterThanOrEqual(5);
    expect(free.lookAngleDegrees).toBeLessThanOrEqual(50);
  });

  it("TASK-53 grazingAngleMin and grazingAngleMax are measured upwards from the ground", () => {
    const grazing = 90 - free.incidenceAngleDegrees;
    const grazingOf = (collect: PlannedCollect): number => 90 - collect.incidenceAngleDegrees;
    changedBy({ grazingAngleMin: grazing + 1 }, (collect) => grazingOf(collect) >= grazing + 1);
    changedBy({ grazingAngleMax: grazing - 1 }, (collect) => grazingOf(collect) <= grazing - 1);
  });

  it("TASK-35 TASK-36 a range of azimuths, clockwise from north, from the target to the satellite", () => {
    // West of the place, unlike the free pass.
    const [min, max] = free.azimuthDegrees > 180 ? [30, 150] : [210, 330];
    changedBy(
      { azimuthAngleMin: min, azimuthAngleMax: max },
      ({ azimuthDegrees }) => azimuthDegrees >= min && azimuthDegrees <= max,
    );
  });

  it("TASK-37 a range of azimuths that wraps through north", () => {
    const wrapped = changedBy(
      { azimuthAngleMin: 340, azimuthAngleMax: 30 },
      ({ azimuthDegrees }) => azimuthDegrees >= 340 || azimuthDegrees <= 30,
    );
    // The same numbers the other way round are the rest of the circle.
    const rest = collectOf({ constraints: { azimuthAngleMin: 30, azimuthAngleMax: 340 } });
    expect(rest.azimuthDegrees).toBeGreaterThanOrEqual(30);
    expect(rest.azimuthDegrees).toBeLessThanOrEqual(340);
    expect(rest.timeMs).not.toBe(wrapped.timeMs);
  });

  it("TASK-38 one azimuth is met within half a degree, also across north", () => {
    const { azimuthDegrees } = collectOf({ constraints: { orbitalPlanes: [97] } });
    for (const angle of [azimuthDegrees - 0.4, azimuthDegrees + 0.4]) {
      changedBy(
        { azimuthAngleMin: angle, azimuthAngleMax: angle },
        (collect) => Math.abs(collect.azimuthDegrees - angle) <= 0.5,
      );
    }
    const sunSynchronous = { azimuthAngleMin: 0, azimuthAngleMax: 0, orbitalPlanes: [97] };
    expect(plan([request({ constraints: sunSynchronous })]).rejections[0]?.reason).toContain("azimuth 0");
  });

  it("TASK-39 TASK-43 localTime as seconds of the local day", () => {
    const hour = localHour("Europe/Lisbon", free.timeMs);
    const wanted = (hour + 3) % 22;
    changedBy(
      { localTime: [wanted * 3600, (wanted + 1) * 3600] },
      ({ timeMs }) => localHour("Europe/Lisbon", timeMs) === wanted,
    );
    expect(collectOf({ constraints: { localTime: "anytime" } })).toEqual(free);
    expect(collectOf({ constraints: { localTime: [0, 86_400] } })).toEqual(free);
  });

  it("TASK-40 TASK-41 day and night, which wraps midnight", () => {
    const isDay = ({ timeMs }: PlannedCollect): boolean => {
      const hour = localHour("Europe/Lisbon", timeMs);
      return hour >= 6 && hour < 18;
    };
    const [day, night] = (["day", "night"] as const).map((localTime) =>
      collectOf({ constraints: { localTime } }),
    );
    expect(isDay(day!)).toBe(true);
    expect(isDay(night!)).toBe(false);
    expect([day, night]).toContainEqual(free);
    expect(collectOf({ constraints: { localTime: [64_800, 21_600] } })).toEqual(night);
  });

  it("TASK-45 TASK-46 the clock is that of the area's centre, with its daylight saving", () => {
    // New York springs forward on 8 March 2026: 12:00 to 13:00 there is 17 h UTC before and 16 h UTC after.
    const newYork = { geometry: point(-74.0, 40.7), constraints: { localTime: [43_200, 46_800] as const } };
    const before = collectOf({ ...newYork, windowCloseMs: Date.parse("2026-03-08T04:00:00Z") });
    const open = Date.parse("2026-03-08T08:00:00Z");
    const [after] = plan(
      [request({ ...newYork, windowOpenMs: open, windowCloseMs: open + 6 * 86_400_000 })],
      [],
      open,
    ).assignments;
    expect(new Date(before.timeMs).getUTCHours()).toBe(17);
    expect(new Date(after?.collects[0]?.timeMs ?? 0).getUTCHours()).toBe(16);
  });

  it("TASK-47 localTime applies to every type", () => {
    for (const name of ["spotlight", "spotlight_ultra", "stripmap_20", "stripmap_100"]) {
      const hours = plan([
        { ...request({ constraints: { localTime: "night" } }), type: { ...request().type, name } },
      ]).assignments.map(({ collects }) => localHour("Europe/Lisbon", collects[0]?.timeMs ?? 0));
      expect(hours).toHaveLength(1);
      expect(hours[0]! >= 18 || hours[0]! < 6).toBe(true);
    }
  });

  it("the complete collect stays within the window", () => {
    const tight = { windowOpenMs: free.startMs - 1, windowCloseMs: free.endMs + 1 };
    expect(collectOf(tight)).toMatchObject({ startMs: free.startMs, endMs: free.endMs });
    expect(plan([request({ ...tight, windowCloseMs: free.endMs - 2 })]).rejections).toHaveLength(1);
    expect(plan([request({ ...tight, windowOpenMs: free.startMs + 2 })]).rejections).toHaveLength(1);
  });
});
