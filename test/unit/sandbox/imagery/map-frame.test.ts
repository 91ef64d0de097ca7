import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseMapFrame } from "../../../../src/sandbox/imagery/map-frame.ts";
import { gdal, needGdal } from "../../../gdal.ts";

const PLACES = [
  ["Lisbon", -9.1362, 38.7069, 32629],
  ["Bergen, in the widened zone", 5.32, 60.39, 32632],
  ["Longyearbyen, Svalbard", 15.64, 78.22, 32633],
  ["Ushuaia", -68.3, -54.8, 32719],
  ["Taveuni, on the antimeridian", 180, -16.85, 32701],
  ["Wrangel Island", -179.6, 71.23, 32601],
  ["Quito, on the equator", -78.5, -0.0001, 32717],
  ["Alert, just south of the limit", -62.3, 83.99, 32620],
  ["the Arctic Ocean", -62.3, 84.5, 5041],
  ["the South Pole station", 139.27, -89.99, 5042],
  ["the Ross Ice Shelf", -175, -81.5, 5042],
] as const;

describe("mapFrameAt", () => {
  it.each(PLACES)("%s is drawn on its zone", (_place, longitude, latitude, epsg) => {
    expect(chooseMapFrame(longitude, latitude).epsg).toBe(epsg);
  });

  it.for(PLACES)("SBX-07 PROJ agrees about %s to a millimetre", async (row, context) => {
    await needGdal(context);
    const [, longitude, latitude, epsg] = row;
    const [x, y] = chooseMapFrame(longitude, latitude).toMap(longitude, latitude);
    const out = await gdal(
      "gdaltransform",
      "-s_srs",
      "EPSG:4326",
      "-t_srs",
      `EPSG:${epsg}`,
      "-coord",
      String(longitude),
      String(latitude),
    );
    const [projX, projY] = out.split(" ").map(Number);
    expect(x).toBeCloseTo(projX!, 3);
    expect(y).toBeCloseTo(projY!, 3);
  });

  it("the inverse leads back to the start, also across a zone's edge", () => {
    const degrees = fc.tuple(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -89.9, max: 89.9, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(degrees, ([longitude, latitude, aside]) => {
        const frame = chooseMapFrame(longitude, latitude);
        const [back, backLatitude] = frame.toDegrees(...frame.toMap(longitude + aside, latitude));
        const apart = ((((back - longitude - aside + 180) % 360) + 360) % 360) - 180;
        expect(Math.abs(apart) * Math.cos((latitude * Math.PI) / 180)).toBeLessThan(1e-8);
        expect(Math.abs(backLatitude - latitude)).toBeLessThan(1e-8);
        expect(Math.abs(back)).toBeLessThanOrEqual(180);
      }),
      { numRuns: 1000 },
    );
  });
});
