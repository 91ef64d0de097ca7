import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IMAGING_TYPES } from "../../../../src/sandbox/fleet.ts";
import { toDegrees, planGeoRaster } from "../../../../src/sandbox/imagery/geo-raster.ts";
import { onGround, planRadarPlane } from "../../../../src/sandbox/imagery/radar-plane.ts";
import type { Scene } from "../../../../src/sandbox/imagery/view-geometry.ts";
import { PROVES_ALL } from "../../../sampled.ts";
import { documentIn } from "./documents.ts";
import { flownOver } from "./flown.ts";
import { apart, expectFootprintIn } from "./sicd-footprint.ts";
import { geodetic, onEllipsoid, readSicd } from "./sicd-projection.ts";

const TYPES = IMAGING_TYPES.map(({ name }) => name);
const SQUINTS = [-30, -15, 0, 15, 30];
/** Checks the SICD product of a scene. */
function judge(scene: Scene): void {
  const { type, observationDirection, squintAngleDegrees, center, geometry } = scene;
  const said = `${type.name} ${observationDirection} ${squintAngleDegrees.toFixed(0)} at ${center.join()}`;
  expectFootprintIn(documentIn(scene, "SICD"), geometry, said);
}

/** Close to the poles no satellite of the fleet looks to both sides at every angle. */
function flownOverIfAny(
  center: [longitude: number, latitude: number],
  how: Parameters<typeof flownOver>[2],
): Scene | undefined {
  try {
    return flownOver("Anywhe", center, how);
  } catch {
    return undefined;
  }
}

describe("the sensor model of SICD", () => {
  it.each(TYPES)("SBX-07 shows the footprint, for any side and squint: %s", (type) => {
    for (const side of ["left", "right"]) {
      for (const squint of SQUINTS) {
        for (const center of [
          [-9.1362, 38.7069],
          [15.21, 0.5],
          [-68.3, -44.2],
        ] as const) {
          judge(flownOver("Modelx", [...center], { type, side, squint }));
        }
      }
    }
  });

  it("SBX-07 shows the footprint at any place", () => {
    const anywhere = fc.record({
      type: fc.constantFrom(...TYPES),
      side: fc.constantFrom("left", "right"),
      squint: fc.constantFrom(...SQUINTS),
      longitude: fc.double({ min: -179.9, max: 179.9, noNaN: true }),
      latitude: fc.double({ min: -80, max: 80, noNaN: true }),
      looks: fc.constantFrom<[number, number]>([12, 20], [20, 35], [35, 48], [48, 60]),
    });
    fc.assert(
      fc.property(anywhere, ({ longitude, latitude, looks, squint, ...how }) => {
        // A squint of 30 degrees alone is a look of 30.
        const [least, most] = Math.abs(squint) > looks[0] ? [31, 60] : looks;
        const scene = flownOverIfAny([longitude, latitude], { ...how, squint, least, most });
        fc.pre(scene !== undefined);
        judge(scene);
      }),
      { numRuns: PROVES_ALL ? 150 : 50 },
    );
  });

  it("SBX-07 a strip is seen from one end to the other, a spotlight from its middle", () => {
    for (const { name, collectMode } of IMAGING_TYPES) {
      const sicd = readSicd(documentIn(flownOver("Lisbon", [-9.1362, 38.7069], { type: name }), "SICD"));
      const times = Array.from({ length: 5 }, (_, at) => sicd.apertureTime(7, (at * (sicd.columns - 1)) / 4));
      const steps = times.slice(1).map((time, at) => time - times[at]!);
      for (const step of steps) expect(step).toBeCloseTo(steps[0]!, 9);
      if (collectMode === "spotlight") expect(steps[0]).toBe(0);
      else expect(Math.abs(steps[0]!)).toBeGreaterThan(0.1);
      if (collectMode === "stripmap") {
        const [first, last] = [sicd.project(7, 0), sicd.project(7, sicd.columns - 1)];
        // As the ground track moves below a satellite at 525 km.
        expect(apart(first, last) / Math.abs(times[4]! - times[0]!) / 1000).toBeCloseTo(6.9, 0);
      }
    }
  });

  it("SBX-07 pixels show the ground of the geocoded raster at their projected place", () => {
    for (const [type, squint] of [
      ["spotlight", -30],
      ["spotlight_wide", 15],
      ["stripmap_100", 0],
      ["stripmap_50", 30],
    ] as const) {
      const scene = flownOver("Etnaaa", [14.99, 37.75], { type, squint });
      const ground = planGeoRaster(scene, "SICD", "tiny");
      const lattice = { plane: "slant", corners: "samples" } as const;
      const plane = planRadarPlane(scene, "tiny", lattice, () => 0);
      const { at } = onGround(ground, plane, (x, y) => [y, x]);
      const sicd = readSicd(documentIn(scene, "SICD"));
      for (const [row, column] of [
        [0, 0],
        [sicd.rows * 0.3, sicd.columns * 0.7],
        [sicd.rows - 1, sicd.columns / 2],
      ] as const) {
        const [longitude, latitude] = geodetic(sicd.project(row, column));
        const [x, y] = at(column + 0.5, row + 0.5);
        const place = toDegrees(ground, x * ground.longestPixels, y * ground.longestPixels);
        expect(apart(onEllipsoid(...place), onEllipsoid(longitude, latitude))).toBeLessThan(1);
      }
    }
  });
});
