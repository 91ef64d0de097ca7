import { describe, expect, it } from "vitest";
import { checkPosition, wrapLongitude } from "../../../src/geo/position.ts";
import { findSide } from "../../../src/geo/orient.ts";

const reasonFor = (value: unknown): string => {
  const result = checkPosition(value);
  return result.ok ? "accepted" : result.reason;
};

describe("checkPosition", () => {
  it("TASK-03 reads the port of Suva as longitude, latitude", () => {
    expect(checkPosition([178.4216, -18.1344])).toEqual({
      ok: true,
      position: [178.4216, -18.1344],
    });
  });

  it("TASK-03 removes an altitude", () => {
    expect(checkPosition([14.426, 40.821, 1281])).toEqual({
      ok: true,
      position: [14.426, 40.821],
    });
  });

  it.each<[unknown, string]>([
    [[35.4, 139.7], "so it looks like a swap: write 139.7,35.4"],
    [[-33.86, 151.2], "so it looks like a swap: write 151.2,-33.86"],
    [[139.7, 95], "has latitude 95 outside -90..90"],
    [[190, 10], "longitude 190 outside -180..180; the same meridian is -170"],
    [[-190, 10], "the same meridian is 170"],
    [[1_553_000, 4_251_000], "metres of a projected system"],
    [[1], "has 1 of the two numbers"],
    [[], "has 0 of the two numbers"],
    [["14.4", 40.8], 'contains a text ("14.4")'],
    [[null, 40.8], "contains null"],
    [[true, 40.8], "contains a boolean"],
    [[Number.NaN, 40.8], "contains NaN"],
    [[14, Infinity], "contains Infinity"],
    [[14, 40, Infinity], "contains Infinity"],
    ["14,40", "not an array"],
    [undefined, "not an array"],
  ])("TASK-03 %j is refused: %s", (value, reason) => {
    expect(reasonFor(value)).toContain(reason);
  });

  it("accepts the poles and both names of the antimeridian", () => {
    expect(reasonFor([180, 90])).toBe("accepted");
    expect(reasonFor([-180, -90])).toBe("accepted");
  });
});

describe("wrapLongitude", () => {
  it.each([
    [180, 180],
    [-180, -180],
    [180.5, -179.5],
    [-181, 179],
    [540, -180],
    [725, 5],
  ])("%d is %d", (longitude, wrapped) => {
    expect(wrapLongitude(longitude)).toBe(wrapped);
  });
});

describe("sideOf", () => {
  it("counts left of a line going east as north of it", () => {
    expect(findSide([0, 0], [1, 0], [0.5, 1])).toBe(1);
    expect(findSide([0, 0], [1, 0], [0.5, -1])).toBe(-1);
    expect(findSide([0, 0], [1, 0], [7, 0])).toBe(0);
  });
});
