import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeSatellite } from "../../../src/orbit/elements.ts";
import { toGroundPoint } from "../../../src/orbit/ellipsoid.ts";
import { type PassLimits, type PassWindow, passWindows } from "../../../src/orbit/pass-windows.ts";
import { type Look, computeLook } from "../../../src/orbit/look.ts";
import { computeState } from "../../../src/orbit/propagation.ts";
import { rounded } from "./rounded-window.ts";
import { readElementFile } from "../../../src/app/passes/predict-passes.ts";
import { need } from "../../need.ts";
import { PROVES_ALL } from "../../sampled.ts";
import { TERN_JSON } from "../../tern-elements.ts";
import { TARGETS } from "../sandbox/scheduling/targets.ts";
import { compareWithIndependent, NOT_INSTALLED } from "./compare-with-independent.ts";

const FROM = Date.parse("2026-03-02T00:00:00Z");
const DAY_MS = 86_400_000;
const DAYS = PROVES_ALL ? 3 : 1;
const LIMITS: PassLimits = { offNadir: [5, 50], squint: [-30, 30] };

const sets = await readElementFile(TERN_JSON, "terns", "--elements");
const terns = sets.map((set, index) => makeSatellite(index, set));

const windowsOf = (
  [longitude, latitude]: readonly [number, number],
  limits: PassLimits,
  fromMs = FROM,
  toMs = FROM + 3 * DAY_MS,
): (PassWindow & { satellite: number })[] =>
  terns.flatMap((tern, satellite) =>
    passWindows(
      tern,
      [{ ground: toGroundPoint(longitude, latitude), weight: 1 }],
      [{ startMs: fromMs, endMs: toMs }],
      limits,
    ).map((window) => ({ ...window, satellite })),
  );

/** Whether a moment is within limits, by their definitions. */
function keepsTo(
  { offNadir, squint, grazing = [0, 90], azimuth, side, ascending }: PassLimits,
  look: Look,
): boolean {
  const isBetween = (value: number, [least, most]: readonly [number, number]): boolean =>
    least <= value && value <= most;
  const turned = azimuth === undefined ? 0 : Math.abs(look.azimuthDegrees - azimuth.middle) % 360;
  return (
    isBetween(look.lookAngleDegrees, offNadir) &&
    isBetween(look.squintAngleDegrees, squint) &&
    isBetween(90 - look.incidenceAngleDegrees, grazing) &&
    (azimuth === undefined || Math.min(turned, 360 - turned) <= azimuth.half) &&
    (side === undefined || look.side === side) &&
    (ascending === undefined || look.ascending === ascending)
  );
}

/** Each second in which a satellite is above the horizon of a place. */
const momentsAbove = (at: readonly [number, number]) =>
  windowsOf(at, { offNadir: [0, 90], squint: [-90, 90] }).flatMap(({ satellite, startMs, endMs }) =>
    Array.from({ length: Math.floor((endMs - startMs) / 1000) + 1 }, (_, second) => {
      const ms = startMs + 1000 * second;
      return { satellite, ms, look: computeLook(computeState(terns[satellite]!, ms), toGroundPoint(...at)) };
    }),
  );

describe("VIEW-07 windows", () => {
  it("are those of an independent SGP4 at steps of a second, for ten places and largest off-nadir angles of 45 to 70 degrees", async (context) => {
    const compared = await compareWithIndependent(
      { elements: JSON.parse(TERN_JSON) as object[], satellites: terns, places: TARGETS, limits: LIMITS },
      { fromMs: FROM, toMs: FROM + DAYS * DAY_MS },
      [45, 50, 60, 70],
    );
    need(compared !== undefined, NOT_INSTALLED, context);
    expect(compared).toBeGreaterThan(250 * DAYS);
  }, 180_000);

  it("stay the same when the search starts a second earlier, in 200 cases", () => {
    const place = fc.tuple(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -89, max: 89, noNaN: true }),
    );
    fc.assert(
      fc.property(
        place,
        fc.integer({ min: 0, max: 5 * DAY_MS }),
        fc.integer({ min: 45, max: 70 }),
        (at, after, most) => {
          const limits = { ...LIMITS, offNadir: [5, most] as const };
          const [fromMs, toMs] = [FROM + after, FROM + after + DAY_MS];
          const inside = ({ startMs, endMs }: PassWindow): boolean =>
            startMs > fromMs + 1 && endMs < toMs - 1001;
          const now = windowsOf(at, limits, fromMs, toMs).filter(inside);
          const earlier = windowsOf(at, limits, fromMs - 1000, toMs - 1000).filter(inside);
          expect(earlier.map(rounded)).toEqual(now.map(rounded));
        },
      ),
      { numRuns: 200 },
    );
  });

  it("are narrowed by each limit like a filter of their moments", () => {
    const cases: PassLimits[] = [
      { ...LIMITS, side: "left" },
      { ...LIMITS, side: "right", ascending: false },
      { ...LIMITS, ascending: true },
      { ...LIMITS, squint: [0, 30] },
      { ...LIMITS, squint: [-15, 0] },
      { offNadir: [20, 35], squint: [-30, 30] },
      { ...LIMITS, grazing: [45, 60] },
      { ...LIMITS, azimuth: { middle: 90, half: 20 } },
      { ...LIMITS, azimuth: { middle: 0, half: 10 } },
      { offNadir: [0, 30], squint: [-60, 60], azimuth: { middle: 270, half: 0.5 } },
    ];
    const places = TARGETS.slice(3, 7).map(([, longitude, latitude]) => [longitude, latitude] as const);
    const seen = places.map((at) => ({ at, moments: momentsAbove(at) }));
    for (const limits of cases) {
      const counts = { inside: 0, outside: 0 };
      for (const { at, moments } of seen) {
        const windows = windowsOf(at, limits);
        const wrong = moments.filter(({ satellite, ms, look }) => {
          const own = windows.filter((window) => window.satellite === satellite);
          const isFound = own.some(({ startMs, endMs }) => startMs <= ms && ms <= endMs);
          counts[isFound ? "inside" : "outside"] += 1;
          // An edge is a whole millisecond within the limits.
          const isEdge = own.some(({ startMs, endMs }) =>
            [startMs, endMs].some((edge) => Math.abs(ms - edge) < 2),
          );
          return !isEdge && isFound !== keepsTo(limits, look);
        });
        expect(wrong, JSON.stringify(limits)).toEqual([]);
      }
      expect(counts.inside, JSON.stringify(limits)).toBeGreaterThan(5);
      expect(counts.outside, JSON.stringify(limits)).toBeGreaterThan(5);
    }
  });

  it("PAIR-07 are one where the orbit turns over the place, in the direction of its nearest moment; with a direction, they are its half", () => {
    // The second satellite turns at 53 degrees north.
    const at = [4.14, 52.9] as const;
    const ofSecond = (limits: PassLimits) => windowsOf(at, limits).filter(({ satellite }) => satellite === 1);
    const all = ofSecond(LIMITS);
    for (const [index, { startMs, side }] of all.slice(1).entries())
      expect(side !== all[index]!.side || startMs - all[index]!.endMs > 1).toBe(true);
    const turning = all.filter(({ atStart, atEnd }) => atStart.ascending && !atEnd.ascending);
    expect(turning.length).toBeGreaterThan(0);
    for (const { ascending, nearest } of all) expect(ascending).toBe(nearest.ascending);
    const halves = [true, false].map((ascending) => ofSecond({ ...LIMITS, ascending }));
    for (const { startMs, endMs } of turning) {
      const [up, down] = halves.map((half) =>
        half.filter((window) => window.startMs >= startMs - 1 && window.endMs <= endMs + 1),
      );
      expect([up!.length, down!.length]).toEqual([1, 1]);
      expect(up![0]!.startMs).toBe(startMs);
      expect(down![0]!.endMs).toBe(endMs);
      expect(down![0]!.startMs - up![0]!.endMs).toBeLessThanOrEqual(1);
      expect([up![0]!.ascending, down![0]!.ascending]).toEqual([true, false]);
    }
    const straight = all.filter((window) => !turning.includes(window));
    expect(halves.flat()).toHaveLength(straight.length + 2 * turning.length);
  });

  it("end where a limit is reached, even in an eccentric orbit, whose velocities differ from the changes of its positions", async () => {
    const [eccentric] = await readElementFile(
      TERN_JSON.replaceAll("15.137", "4").replaceAll("0.0003123", "0.58"),
      "eccentric",
      "--elements",
    );
    const windows = [-60, 0, 40, 80].flatMap((latitude) =>
      passWindows(
        makeSatellite(0, eccentric!),
        [{ ground: toGroundPoint(-9, latitude), weight: 1 }],
        [{ startMs: FROM, endMs: FROM + 7 * DAY_MS }],
        { ...LIMITS, side: "left" },
      ),
    );
    expect(windows.length).toBeGreaterThan(20);
    for (const { atStart, atEnd } of windows.slice(1, -1)) {
      for (const { lookAngleDegrees: off, squintAngleDegrees: squint, incidenceAngleDegrees } of [
        atStart,
        atEnd,
      ]) {
        const left = [off - 5, 50 - off, squint + 30, 30 - squint, 90 - incidenceAngleDegrees];
        expect(Math.min(...left)).toBeGreaterThan(-0.001);
      }
    }
    const atSquint = windows.filter(
      ({ atStart }) => Math.abs(Math.abs(atStart.squintAngleDegrees) - 30) < 0.5,
    );
    expect(atSquint.length).toBeGreaterThan(0);
    for (const { atStart } of atSquint)
      expect(Math.abs(Math.abs(atStart.squintAngleDegrees) - 30)).toBeLessThan(0.001);
  });

  it("of an area have the share that can be imaged: all of a small one, a part of a large one", () => {
    const grid = (size: number) =>
      [-1, 0, 1].flatMap((east) =>
        [-1, 0, 1].map((north) => ({
          ground: toGroundPoint(-9 + east * size, 39 + north * size),
          weight: 1 / 9,
        })),
      );
    const of = (size: number): PassWindow[] =>
      terns.flatMap((tern) =>
        passWindows(tern, grid(size), [{ startMs: FROM, endMs: FROM + 3 * DAY_MS }], LIMITS),
      );
    const small = of(0.01);
    expect(small.filter(({ share }) => share < 0.999).length).toBeLessThan(small.length / 4);
    const large = of(4);
    expect(large.length).toBeGreaterThan(small.length);
    expect(large.filter(({ share }) => share < 0.999).length).toBeGreaterThan(large.length / 2);
  });

  it("are empty outside the spans, and are cut at the end of a span", () => {
    const [first] = windowsOf([4.14, 51.95], LIMITS);
    const middle = Math.round((first!.startMs + first!.endMs) / 2);
    const [cut, ...others] = windowsOf([4.14, 51.95], LIMITS, first!.startMs - 5000, middle);
    expect(others).toEqual([]);
    expect(cut).toMatchObject({ startMs: first!.startMs, endMs: middle });
    expect(windowsOf([4.14, 51.95], LIMITS, first!.startMs - 5000, first!.startMs - 1)).toEqual([]);
  });
});
