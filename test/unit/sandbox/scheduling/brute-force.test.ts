import { describe, expect, it } from "vitest";
import { computeState } from "../../../../src/orbit/propagation.ts";
import { SATELLITES } from "../../../../src/sandbox/fleet.ts";
import { findAccesses } from "../../../../src/sandbox/scheduling/find-accesses.ts";
import { sampled } from "../../../sampled.ts";
import { TARGETS, WEEK } from "./targets.ts";

const DEGREES = 180 / Math.PI;
const SECONDS = (WEEK.toMs - WEEK.fromMs) / 1000;

/** x, y, z, vx, vy, vz of every second of the week. */
function flyWeek(satellite: (typeof SATELLITES)[number]): Float64Array {
  const track = new Float64Array((SECONDS + 1) * 6);
  for (let second = 0; second <= SECONDS; second++) {
    const { position: r, velocity: v } = computeState(satellite, WEEK.fromMs + second * 1000);
    track.set([r.x, r.y, r.z, v.x, v.y, v.z], second * 6);
  }
  return track;
}

/** The target on the ellipsoid, by the textbook. */
function onEllipsoid(longitude: number, latitude: number): [number, number, number] {
  const [lon, lat] = [longitude / DEGREES, latitude / DEGREES];
  const e2 = 0.00669437999014;
  const n = 6378.137 / Math.sqrt(1 - e2 * Math.sin(lat) ** 2);
  return [n * Math.cos(lat) * Math.cos(lon), n * Math.cos(lat) * Math.sin(lon), n * (1 - e2) * Math.sin(lat)];
}

interface Found {
  satellite: number;
  second: number;
  offNadir: number;
}

/** Every second after which the target is no longer ahead, seen above the horizon and within 60 degrees off nadir. */
function* search(track: Float64Array, satellite: number, target: [number, number, number]): Generator<Found> {
  const [tx, ty, tz] = target;
  const targetRadius = Math.hypot(tx, ty, tz);
  let before = 0;
  for (let second = 0; second <= SECONDS; second++) {
    const at = second * 6;
    const x = tx - (track[at] as number);
    const y = ty - (track[at + 1] as number);
    const z = tz - (track[at + 2] as number);
    const ahead =
      x * (track[at + 3] as number) + y * (track[at + 4] as number) + z * (track[at + 5] as number);
    if (before > 0 && ahead <= 0) {
      // Within the second the satellite flies straight on: almost a degree of look when it is overhead.
      const back = ahead / (before - ahead);
      const moved = [0, 1, 2].map((axis) => back * (track[at + 3 + axis] as number));
      const [dx = 0, dy = 0, dz = 0] = moved;
      const range = Math.hypot(x - dx, y - dy, z - dz);
      const radius = Math.hypot(tx - x + dx, ty - y + dy, tz - z + dz);
      // The triangle of the earth's centre, the satellite and the target.
      const cosine = (radius ** 2 + range ** 2 - targetRadius ** 2) / (2 * radius * range);
      const offNadir = Math.acos(cosine) * DEGREES;
      if (range < 2600 && offNadir <= 60) yield { satellite, second, offNadir };
    }
    before = ahead;
  }
}

describe("a search second by second", () => {
  it("finds the scheduler's passes over ten places in a week", () => {
    const fleet = sampled(SATELLITES, 2);
    const tracks = fleet.map((satellite) => [satellite.index, flyWeek(satellite)] as const);
    let compared = 0;
    for (const [name, longitude, latitude] of TARGETS) {
      const target = onEllipsoid(longitude, latitude);
      const brute = tracks.flatMap(([satellite, track]) => [...search(track, satellite, target)]);
      const ours = findAccesses([longitude, latitude], WEEK)
        .filter(({ satellite }) => fleet.some(({ index }) => index === satellite.index))
        .toSorted((a, b) => a.satellite.index - b.satellite.index || a.ms - b.ms);
      expect(
        ours.map(({ satellite, ms }) => `${satellite.index} ${Math.ceil((ms - WEEK.fromMs) / 1000)}`),
        name,
      ).toEqual(brute.map(({ satellite, second }) => `${satellite} ${second}`));
      for (const [at, { lookAngleDegrees }] of ours.entries()) {
        expect(Math.abs(lookAngleDegrees - (brute[at]?.offNadir ?? NaN))).toBeLessThan(0.05);
      }
      compared += ours.length;
    }
    expect(compared).toBeGreaterThan(140 * fleet.length);
  });
});
