import { describe, expect, it } from "vitest";
import {
  boxToPolygon,
  checkBBox,
  checkBBoxNumbers,
  toBoxes,
  toLonLatBox,
  readCrs,
} from "../../../src/geo/bbox.ts";
import type { BBox } from "../../../src/geo/geojson.ts";

const refusal = (value: unknown): string => {
  const result = checkBBox(value);
  return result.ok ? "accepted" : result.reason;
};

describe("checkBBox", () => {
  it.each<[BBox]>([
    [[13.8, 40.5, 14.6, 40.9]],
    [[13.8, 40.5, 0, 14.6, 40.9, 1300]],
    [[179.5, -17.3, -179.5, -16.6]],
    [[179.5, -17.3, 0, -179.5, -16.6, 10]],
    [[13.8, 40.5, 13.8, 40.5]],
    [[170, -90, 190, 90]],
  ])("CATALOG-02 CATALOG-05 accepts %j", (bbox) => {
    expect(checkBBox(bbox)).toEqual({ ok: true, bbox });
  });

  it.each<[unknown, string]>([
    [[1, 2, 3], "has 3 numbers, not 4 or 6"],
    [[1, 2, 3, 4, 5], "has 5 numbers"],
    [[1, 2, 3, "4"], "no finite number in place 4"],
    [[1, null, 3, 4], "no finite number in place 2"],
    [[1, Number.NaN, 3, 4], "no finite number in place 2"],
    ["1,2,3,4", "is not an array"],
    [[14, 40.9, 15, 40.5], "has its south (40.9) north of its north (40.5)"],
    [[14, -91, 15, 40], "has latitude -91 outside -90..90"],
    [[14, 40, 500, 15, 41, 0], "lowest altitude (500) above its highest (0)"],
    [[14, 41, 0, 15, 40, 500], "has its south (41) north of its north (40)"],
  ])("CATALOG-02 refuses %j: %s", (value, reason) => {
    expect(refusal(value)).toContain(reason);
  });
});

describe("toBoxes", () => {
  it.each<[string, BBox, number[][]]>([
    ["the Bay of Naples is one box", [13.8, 40.5, 14.6, 40.9], [[13.8, 40.5, 14.6, 40.9]]],
    [
      "Fiji is two boxes",
      [177, -19, -179, -16],
      [
        [177, -19, 180, -16],
        [-180, -19, -179, -16],
      ],
    ],
    [
      "also Fiji in six numbers",
      [177, -19, 0, -179, -16, 9],
      [
        [177, -19, 180, -16],
        [-180, -19, -179, -16],
      ],
    ],
    [
      "Wrangel Island beyond 180",
      [178.5, 70.7, 182.6, 71.6],
      [
        [178.5, 70.7, 180, 71.6],
        [-180, 70.7, 182.6 - 360, 71.6],
      ],
    ],
    ["the world", [-180, -90, 180, 90], [[-180, -90, 180, 90]]],
    ["more than the world", [-200, -90, 300, 90], [[-180, -90, 180, 90]]],
    ["west of the antimeridian, up to it", [170, 0, -180, 1], [[170, 0, 180, 1]]],
    ["east of the antimeridian, from it", [180, 0, -170, 1], [[-180, 0, -170, 1]]],
  ])("CATALOG-05 %s", (_name, bbox, boxes) => {
    expect(toBoxes(bbox)).toEqual(boxes);
  });

  it("CATALOG-05 with six numbers compares west with east, not with the altitude", () => {
    expect(toBoxes([10, 40, 0, 15, 41, 500])).toEqual([[10, 40, 15, 41]]);
    expect(toBoxes([179, -17, 500, -179, -16, 600])).toHaveLength(2);
  });

  it("makes a counter-clockwise polygon of a box", () => {
    expect(boxToPolygon([1, 2, 3, 4]).coordinates).toEqual([
      [
        [1, 2],
        [3, 2],
        [3, 4],
        [1, 4],
        [1, 2],
      ],
    ]);
  });
});

describe("bboxToLonLat", () => {
  it("CATALOG-04 EPSG:4326 has latitude first", () => {
    expect(toLonLatBox([40.5, 13.8, 40.9, 14.6], "EPSG:4326")).toEqual([13.8, 40.5, 14.6, 40.9]);
    expect(toLonLatBox([40.5, 13.8, 0, 40.9, 14.6, 9], "EPSG:4326")).toEqual([13.8, 40.5, 0, 14.6, 40.9, 9]);
  });

  it("CATALOG-04 CRS84 stays unchanged", () => {
    expect(toLonLatBox([13.8, 40.5, 14.6, 40.9], "CRS84")).toEqual([13.8, 40.5, 14.6, 40.9]);
  });

  it("CATALOG-04 EPSG:3857 is metres of the web map", () => {
    // Published by the registry: 180 degrees is 20037508.342789244 m, and 85.0511287798066 N is as far northwards.
    const [west, south, east, north] = toLonLatBox(
      [-20_037_508.342_789_244, 0, 1_113_194.907_932_735_7, 20_037_508.342_789_244],
      "EPSG:3857",
    ) as number[];
    expect(west).toBeCloseTo(-180, 9);
    expect(south).toBe(0);
    expect(east).toBeCloseTo(10, 9);
    expect(north).toBeCloseTo(85.051_128_779_806_6, 9);
  });

  it.each([
    ["http://www.opengis.net/def/crs/OGC/1.3/CRS84", "CRS84"],
    ["http://www.opengis.net/def/crs/OGC/0/CRS84h", "CRS84"],
    ["urn:ogc:def:crs:OGC:1.3:CRS84", "CRS84"],
    ["https://www.opengis.net/def/crs/EPSG/0/4326", "EPSG:4326"],
    ["http://www.opengis.net/def/crs/EPSG/9.9.1/3857", "EPSG:3857"],
    ["urn:ogc:def:crs:EPSG::3857", "EPSG:3857"],
    ["epsg:4326", "EPSG:4326"],
  ])("CATALOG-04 %s is %s", (name, system) => {
    expect(readCrs(name)).toBe(system);
  });

  it.each(["EPSG:32633", "4326", "", "CRS83", "http://www.opengis.net/def/crs/EPSG/0/4258"])(
    "CATALOG-04 %j cannot be read",
    (crs) => {
      expect(readCrs(crs)).toBeUndefined();
    },
  );

  it("does not check the order of latitudes, which the next step does", () => {
    expect(checkBBoxNumbers([9e6, 9e6, 0, 0]).ok).toBe(true);
    expect(refusal(toLonLatBox([0, 9e6, 9e6, 0], "EPSG:3857"))).toContain("north of its north");
  });
});
