import { describe, expect, test } from "vitest";
import type { ErrorCode } from "../../src/errors.ts";
import { checkBody } from "../../src/contract/parse.ts";
import { change, codesOf } from "./body-codes.ts";
import * as examples from "./tasking-bodies.ts";

/** One change each to an allowed body: the row, the path, the new value (undefined = removed), the codes in the reply. */
const CREATE_TASK: [title: string, path: string, value: unknown, faults: Record<string, ErrorCode>][] = [
  ["TASK-02 another type", "type", "feature", { type: "FEATURE_REQUIRED" }],
  [
    "TASK-03 latitude and longitude swapped",
    "geometry.coordinates",
    [51.95, 104.03],
    { "geometry.coordinates": "GEOMETRY_COORDINATES_INVALID" },
  ],
  ["TASK-08 no geometry", "geometry", undefined, { geometry: "GEOMETRY_TYPE_UNSUPPORTED" }],
  [
    "TASK-06 ERRORS-02 a multi-polygon",
    "geometry.type",
    "MultiPolygon",
    { "geometry.type": "GEOMETRY_TYPE_UNSUPPORTED" },
  ],
  ["TASK-10 no properties", "properties", undefined, { properties: "PROPERTIES_REQUIRED" }],
  ["TASK-11 pre-approval as text", "preApproval", "yes", { preApproval: "FIELD_TYPE_INVALID" }],
  [
    "TASK-13 two values for one attribute",
    "properties.customAttribute1",
    "berth 4",
    { customAttribute1: "PLACEMENT_CONFLICT" },
  ],
  [
    "TASK-16 no windowOpen",
    "properties.windowOpen",
    undefined,
    { "properties.windowOpen": "WINDOW_REQUIRED" },
  ],
  [
    "TASK-17 no windowClose",
    "properties.windowClose",
    undefined,
    { "properties.windowClose": "WINDOW_REQUIRED" },
  ],
  [
    "GEN-04 a time without zone",
    "properties.windowOpen",
    "2026-03-01T00:00:00",
    { "properties.windowOpen": "TIMESTAMP_INVALID" },
  ],
  [
    "TASK-18 an empty window across offsets",
    "properties.windowClose",
    "2026-03-01T02:00:00+02:00",
    { "properties.windowClose": "WINDOW_ORDER" },
  ],
  [
    "TASK-19 an unknown tier",
    "properties.collectionTier",
    "urgnt",
    { "properties.collectionTier": "ENUM_INVALID" },
  ],
  [
    "TASK-25 an unknown holdback",
    "properties.archiveHoldback",
    "30_days",
    { "properties.archiveHoldback": "ENUM_INVALID" },
  ],
  [
    "TASK-27 product types as text",
    "properties.processingConfig.productTypes",
    "GEO",
    { "properties.processingConfig.productTypes": "FIELD_TYPE_INVALID" },
  ],
  [
    "TASK-28 product types without GEO",
    "properties.processingConfig.productTypes",
    ["SLC"],
    { "properties.processingConfig.productTypes": "GEO_REQUIRED" },
  ],
  [
    "TASK-31 an unknown look direction",
    "properties.collectConstraints.lookDirection",
    "both",
    { "properties.collectConstraints.lookDirection": "ENUM_INVALID" },
  ],
  [
    "TASK-32 two spellings that disagree",
    "properties.collectConstraints.ascDsc",
    "descending",
    { "properties.collectConstraints.ascDsc": "PLACEMENT_CONFLICT" },
  ],
  [
    "TASK-33 an unknown plane",
    "properties.collectConstraints.orbitalPlanes[1]",
    98,
    { "properties.collectConstraints.orbitalPlanes[1]": "ORBITAL_PLANE_INVALID" },
  ],
  [
    "TASK-34 ERRORS-09 minimum above maximum",
    "properties.collectConstraints.offNadirMin",
    25.5,
    { "properties.collectConstraints.offNadirMin": "OFF_NADIR_ORDER" },
  ],
  [
    "TASK-43 LIMITS-07 beyond the last second",
    "properties.collectConstraints.localTime",
    [0, 86401],
    { "properties.collectConstraints.localTime": "LOCAL_TIME_INVALID" },
  ],
  [
    "TASK-43 three seconds",
    "properties.collectConstraints.localTime",
    [0, 1, 2],
    { "properties.collectConstraints.localTime": "LOCAL_TIME_INVALID" },
  ],
  [
    "a range that starts where it ends",
    "properties.collectConstraints.localTime",
    [600, 600],
    { "properties.collectConstraints.localTime": "LOCAL_TIME_INVALID" },
  ],
  [
    "TASK-49 an unknown squint",
    "properties.collectConstraints.squint",
    "disabled",
    { "properties.collectConstraints.squint": "ENUM_INVALID" },
  ],
  [
    "TASK-53 a grazing angle as text",
    "properties.collectConstraints.grazingAngleMin",
    "20",
    { "properties.collectConstraints.grazingAngleMin": "FIELD_TYPE_INVALID" },
  ],
  [
    "TASK-54 a polarization as number",
    "properties.collectConstraints.polarization",
    1,
    { "properties.collectConstraints.polarization": "FIELD_TYPE_INVALID" },
  ],
];

test.each(CREATE_TASK)("%s is refused", async (_title, path, value, faults) => {
  expect(await codesOf("createTask", change(examples.task, path, value))).toEqual(faults);
});

test("TASK-21 ERRORS-01 a polygon is only imaged by stripmap_100", async () => {
  const body = change(examples.areaTask, "properties.collectionType", "spotlight");
  expect(await codesOf("createTask", body)).toEqual({
    "properties.collectionType": "POLYGON_COLLECTION_TYPE",
  });
});

test("TASK-51 LIMITS-05 more than 35 degrees of squint are refused on a stripmap type only", async () => {
  const steep = change(examples.task, "properties.collectConstraints.maxSquintAngle", 36);
  expect(await codesOf("createTask", steep)).toEqual({});
  for (const type of ["stripmap_20", "Parallel-Stripmap-50"]) {
    expect(await codesOf("createTask", change(steep, "properties.collectionType", type))).toEqual({
      "properties.collectConstraints.maxSquintAngle": "SQUINT_ANGLE_TOO_LARGE",
    });
  }
});

describe("polygons", () => {
  const ring = examples.areaTask.geometry.coordinates[0] as number[][];
  const withRings = (...rings: unknown[]) => change(examples.areaTask, "geometry.coordinates", rings);

  test("TASK-04 an open ring, and one of three positions", async () => {
    const codes = { "geometry.coordinates[0]": "GEOMETRY_RING_NOT_CLOSED" };
    expect(await codesOf("createTask", withRings(ring.slice(0, -1)))).toEqual(codes);
    expect(await codesOf("createTask", withRings([ring[0], ring[1], ring[0]]))).toEqual(codes);
  });

  test("TASK-05 a hole", async () => {
    expect(await codesOf("createTask", withRings(ring, ring))).toEqual({
      "geometry.coordinates": "GEOMETRY_RING_COUNT",
    });
  });

  test("TASK-07 a ring that crosses itself", async () => {
    const crossed = [ring[0], ring[2], ring[1], ring[3], ring[0]];
    expect(await codesOf("createTask", withRings(crossed))).toEqual({
      "geometry.coordinates[0]": "GEOMETRY_SELF_INTERSECTING",
    });
  });

  test("TASK-03 a file in metres is reported once, not at every vertex", async () => {
    const metres = ring.map(([x = 0, y = 0]) => [x * 111_000, y * 111_000]);
    const result = await checkBody("createTask", withRings(metres));
    expect(result.ok ? [] : result.faults.map(({ message }) => message)).toEqual([
      expect.stringContaining("metres of a projected system"),
    ]);
  });
});
