import { expect, test } from "vitest";
import type { ErrorCode } from "../../src/errors.ts";
import type { EndpointName } from "../../src/contract/endpoints.ts";
import { change, codesOf } from "./body-codes.ts";
import * as examples from "./tasking-bodies.ts";

const REFUSED: [title: string, name: EndpointName, body: unknown, faults: Record<string, ErrorCode>][] = [
  [
    "REPEAT-02 another type",
    "createRepeat",
    change(examples.repeat, "type", undefined),
    { type: "FEATURE_REQUIRED" },
  ],
  [
    "REPEAT-03 ERRORS-03 a polygon",
    "createRepeat",
    { ...examples.repeat, geometry: examples.areaTask.geometry },
    { "geometry.type": "REPEAT_GEOMETRY_NOT_POINT" },
  ],
  [
    "REPEAT-07 an end before the start",
    "createRepeat",
    change(examples.repeat, "properties.repetitionProperties.repeatEnd", "2026-02-01T00:00:00Z"),
    { "properties.repetitionProperties.repeatEnd": "WINDOW_ORDER" },
  ],
  [
    "REPEAT-08 two end dates",
    "createRepeat",
    change(examples.repeat, "properties.repetitionProperties.repetitionEnd", "2026-07-01T00:00:00Z"),
    { "properties.repetitionProperties.repetitionEnd": "REPEAT_END_CONFLICT" },
  ],
  [
    "REPEAT-10 LIMITS-04 under a day",
    "createRepeat",
    change(examples.repeat, "properties.repetitionProperties.repetitionInterval", 0.5),
    { "properties.repetitionProperties.repetitionInterval": "REPEAT_INTERVAL_TOO_SHORT" },
  ],
  [
    "REPEAT-15 a tier of single tasks",
    "createRepeat",
    change(examples.repeat, "properties.collectionTier", "urgent"),
    { "properties.collectionTier": "ENUM_INVALID" },
  ],
  [
    "REPEAT-19 a count and an end",
    "createRepeat",
    change(examples.repeat, "properties.repetitionProperties.repetitionCount", 5),
    { "properties.repetitionProperties.repetitionCount": "REPEAT_END_CONFLICT" },
  ],
  [
    "REPEAT-20 half an acquisition",
    "createRepeat",
    change(
      change(examples.repeat, "properties.repetitionProperties.repeatEnd", undefined),
      "properties.repetitionCount",
      1.5,
    ),
    { "properties.repetitionCount": "FIELD_TYPE_INVALID" },
  ],
  [
    "RETASK-T-07 a window that closes first",
    "retaskTask",
    change(examples.retaskOfTask, "properties.windowClose", "2026-03-31T00:00:00Z"),
    { "properties.windowClose": "WINDOW_ORDER" },
  ],
  [
    "RETASK-T-08 a repeat tier",
    "retaskTask",
    { collectionTier: "routine" },
    { collectionTier: "ENUM_INVALID" },
  ],
  [
    "two names in two places",
    "retaskTask",
    { retaskRequestName: "a", properties: { retaskRequestName: "b" } },
    { retaskRequestName: "PLACEMENT_CONFLICT" },
  ],
  [
    "RETASK-C-09 below 5 degrees",
    "retaskCollect",
    { properties: { offNadirMin: 4.9 } },
    { "properties.offNadirMin": "RETASK_LOOK_ANGLE_RANGE" },
  ],
  [
    "RETASK-C-11 above 50 degrees, as text",
    "retaskCollect",
    { offNadirMax: "51" },
    { offNadirMax: "RETASK_LOOK_ANGLE_RANGE" },
  ],
  [
    "RETASK-C-09 equal angles",
    "retaskCollect",
    { properties: { offNadirMin: 30, offNadirMax: "30" } },
    { "properties.offNadirMin": "OFF_NADIR_ORDER" },
  ],
  [
    "RETASK-C-08 an angle that is not a number",
    "retaskCollect",
    { properties: { offNadirMin: "30 deg" } },
    { "properties.offNadirMin": "FIELD_TYPE_INVALID" },
  ],
  [
    "RETASK-C-02 a series",
    "retaskCollect",
    { properties: { repetitionInterval: 7 } },
    { "properties.repetitionInterval": "RETASK_COLLECT_NO_REPEAT" },
  ],
  [
    "RETASK-R-04 under a day",
    "retaskRepeat",
    { properties: { repetitionInterval: 0 } },
    { "properties.repetitionInterval": "REPEAT_INTERVAL_TOO_SHORT" },
  ],
  [
    "RETASK-R-08 two end triggers",
    "retaskRepeat",
    { properties: { repetitionCount: 3, untilCanceled: true } },
    { "properties.untilCanceled": "REPEAT_END_CONFLICT" },
  ],
  [
    "RETASK-R-10 a single task's tier",
    "retaskRepeat",
    { properties: { collectionTier: "standard" } },
    { "properties.collectionTier": "ENUM_INVALID" },
  ],
];

test.each(REFUSED)("%s is refused (%s)", async (_title, name, body, faults) => {
  expect(await codesOf(name, body)).toEqual(faults);
});
