/** The look angles of a collect retask: 5 to 50 degrees, minimum below maximum. */
import * as z from "zod/mini";
import { LIMITS } from "../vocabulary.ts";
import { coded, type Finding } from "./rule.ts";

// Spec silent: whether the angles are numbers (table) or texts (sample). We read both.
export const collectAngle = coded(
  z.union([z.number(), z.string().check(z.regex(/^-?\d+(\.\d+)?$/, { abort: true }))]),
  {
    code: "FIELD_TYPE_INVALID",
    expected: "a number of degrees",
  },
);

const { retaskLookAngleMinDegrees: MIN, retaskLookAngleMaxDegrees: MAX } = LIMITS;

interface Place {
  path: readonly string[];
  members: Readonly<Record<string, unknown>>;
}

/** Only what was given is compared; the service compares again after it has filled in its defaults. */
export function* lookAngleFindings(places: readonly Place[]): Generator<Finding> {
  for (const { path, members } of places) {
    for (const name of ["offNadirMin", "offNadirMax"]) {
      const degrees = degreesOf(members[name]);
      if (degrees === undefined || (degrees >= MIN && degrees <= MAX)) continue;
      yield {
        code: "RETASK_LOOK_ANGLE_RANGE",
        path: [...path, name],
        says: `is outside ${MIN} to ${MAX} degrees`,
        rule: `a collect retask's look angles lie between ${MIN} and ${MAX} degrees`,
      };
    }
  }
  const given = (name: string) => places.find(({ members }) => members[name] !== undefined);
  const [min, max] = [given("offNadirMin"), given("offNadirMax")];
  const minDegrees = degreesOf(min?.members["offNadirMin"]);
  const maxDegrees = degreesOf(max?.members["offNadirMax"]);
  if (min === undefined || minDegrees === undefined || maxDegrees === undefined || minDegrees < maxDegrees)
    return;
  yield {
    code: "OFF_NADIR_ORDER",
    path: [...min.path, "offNadirMin"],
    says: `is not smaller than offNadirMax ${maxDegrees}`,
    rule: "offNadirMin must be smaller than offNadirMax in a collect retask",
  };
}
