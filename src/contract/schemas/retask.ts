import * as z from "zod/mini";
import { readDegrees, listFieldPlaces } from "../body-values.ts";
import type { JsonObject } from "../json-object.ts";
import { LIMITS } from "../vocabulary.ts";
import { flag, holdback, integerFromOne, orderOf, repeatTier, text, tier, timestamp } from "./fields.ts";
import { checkRepetition, repetitionInterval } from "./repetition.ts";
import type { Finding } from "../finding.ts";
import { withExpectation, makeMemberRule } from "./rule.ts";
import { featureType, checkPlacement } from "./task.ts";

/**
 * The three retask bodies. Every field is optional and an empty body is allowed.
 */
// Spec silent: where the fields of a retask body are. We read the root, `properties` and `repetitionProperties`, and
// refuse a field with two values.

const labels = {
  retaskRequestName: z.optional(text),
  retaskRequestDescription: z.optional(text),
  archiveHoldback: z.optional(holdback),
};
const oneTime = {
  ...labels,
  windowOpen: z.optional(timestamp),
  windowClose: z.optional(timestamp),
  collectionTier: z.optional(tier),
};
const repetition = {
  repeatStart: z.optional(timestamp),
  repetitionInterval: z.optional(repetitionInterval),
  repeatEnd: z.optional(timestamp),
  repetitionEnd: z.optional(timestamp),
  repetitionCount: z.optional(integerFromOne),
  untilCanceled: z.optional(flag),
};

const envelope = {
  type: z.optional(featureType),
  geometry: z.optional(z.unknown()),
  contractId: z.optional(text),
};

export const RetaskTaskBody = z
  .looseObject({ ...envelope, ...oneTime, properties: z.optional(z.looseObject(oneTime)) })
  .check(makeMemberRule(checkConflicts), makeMemberRule(checkWindow));

// The interface's table has numbers, its sample strings (see `retaskAnglesAsString`).
export const collectAngle = withExpectation(
  z.union([z.number(), z.string().check(z.regex(/^-?\d+(\.\d+)?$/, { abort: true }))]),
  {
    code: "FIELD_TYPE_INVALID",
    expected: "a number of degrees",
  },
);

const collectFields = {
  ...oneTime,
  offNadirMin: z.optional(collectAngle),
  offNadirMax: z.optional(collectAngle),
};

export const RetaskCollectBody = z
  .looseObject({ ...envelope, ...collectFields, properties: z.optional(z.looseObject(collectFields)) })
  .check(
    makeMemberRule(checkConflicts),
    makeMemberRule(checkWindow),
    makeMemberRule(repeatFieldFindings),
    makeMemberRule(lookAngleFindings),
  );

const repeatFields = { ...labels, collectionTier: z.optional(repeatTier), ...repetition };
const nested = { repetitionProperties: z.optional(z.looseObject(repetition)) };

export const RetaskRepeatBody = z
  .looseObject({
    ...envelope,
    ...repeatFields,
    ...nested,
    properties: z.optional(z.looseObject({ ...repeatFields, ...nested })),
  })
  .check(
    makeMemberRule(checkConflicts),
    makeMemberRule((body) => checkRepetition(listFieldPlaces(body))),
  );

const ENVELOPE_NAMES = new Set(["type", "geometry", "properties", "repetitionProperties"]);

function checkConflicts(body: JsonObject): Generator<Finding> {
  const names = Object.keys(body).filter((name) => !ENVELOPE_NAMES.has(name));
  return checkPlacement(body, names);
}

/** Returns the place with a value of this field. */
const placeOf = (body: JsonObject, name: string) =>
  listFieldPlaces(body).find(({ object }) => object[name] !== undefined);

function* checkWindow(body: JsonObject): Generator<Finding> {
  const [open, close] = [placeOf(body, "windowOpen"), placeOf(body, "windowClose")];
  yield* orderOf(
    { name: "windowOpen", value: open?.object["windowOpen"] },
    {
      name: "windowClose",
      value: close?.object["windowClose"],
      path: [...(close?.path ?? []), "windowClose"],
    },
  );
}

function* repeatFieldFindings(body: JsonObject): Generator<Finding> {
  for (const { path, object } of listFieldPlaces(body)) {
    for (const name of [...Object.keys(repetition), "repetitionProperties"]) {
      if (object[name] === undefined) continue;
      yield {
        code: "RETASK_COLLECT_NO_REPEAT",
        path: [...path, name],
        message: `${name} asks for a series, and a collect retask creates a one-time request`,
        rule: "a collect retask cannot create a repeat request",
      };
    }
  }
}

const { retaskLookAngleMinDegrees: MIN, retaskLookAngleMaxDegrees: MAX } = LIMITS;

type Angle = ReturnType<typeof placeOf>;

/** Yields the fault of a single angle at a bound, which leaves no range whatever the default of the other one. */
function* checkLoneAngle(min: Angle, max: Angle): Generator<Finding> {
  if (max === undefined && readDegrees(min?.object["offNadirMin"]) === MAX)
    yield {
      code: "OFF_NADIR_ORDER",
      path: [...min!.path, "offNadirMin"],
      says: `leaves no offNadirMax above it: the most is ${MAX}`,
      rule: "offNadirMin must be smaller than offNadirMax in a collect retask",
    };
  if (min === undefined && readDegrees(max?.object["offNadirMax"]) === MIN)
    yield {
      code: "OFF_NADIR_ORDER",
      path: [...max!.path, "offNadirMax"],
      says: `leaves no offNadirMin below it: the least is ${MIN}`,
      rule: "offNadirMin must be smaller than offNadirMax in a collect retask",
    };
}

/**
 * Yields faults of look angles. Only given values are compared; the service compares again after adding its
 * defaults.
 */
function* lookAngleFindings(body: JsonObject): Generator<Finding> {
  for (const { path, object } of listFieldPlaces(body)) {
    for (const name of ["offNadirMin", "offNadirMax"]) {
      const degrees = readDegrees(object[name]);
      if (degrees === undefined || (degrees >= MIN && degrees <= MAX)) continue;
      yield {
        code: "RETASK_LOOK_ANGLE_RANGE",
        path: [...path, name],
        says: `is outside ${MIN} to ${MAX} degrees`,
        rule: `a collect retask's look angles lie between ${MIN} and ${MAX} degrees`,
      };
    }
  }
  const [min, max] = [placeOf(body, "offNadirMin"), placeOf(body, "offNadirMax")];
  yield* checkLoneAngle(min, max);
  const minDegrees = readDegrees(min?.object["offNadirMin"]);
  const maxDegrees = readDegrees(max?.object["offNadirMax"]);
  if (min === undefined || minDegrees === undefined || maxDegrees === undefined || minDegrees < maxDegrees)
    return;
  yield {
    code: "OFF_NADIR_ORDER",
    path: [...min.path, "offNadirMin"],
    says: `is not smaller than offNadirMax ${maxDegrees}`,
    rule: "offNadirMin must be smaller than offNadirMax in a collect retask",
  };
}
