/** `collectConstraints`, identical for single and repeat requests. */
import * as z from "zod/mini";
import {
  isStripmap,
  LIMITS,
  LOCAL_TIME_NAMES,
  LOOK_DIRECTIONS,
  ORBIT_DIRECTIONS,
  ORBITAL_PLANES,
  SQUINTS,
} from "../vocabulary.ts";
import { toJsonObject } from "../json-object.ts";
import { number, makeEnum, text } from "./fields.ts";
import type { Finding } from "../finding.ts";
import { withExpectation, makeMemberRule, makeRule } from "./rule.ts";

const orbitalPlane = withExpectation(z.literal([...ORBITAL_PLANES]), {
  code: "ORBITAL_PLANE_INVALID",
  expected: `one of ${ORBITAL_PLANES.join(", ")} (numbers)`,
});

const seconds = z
  .number()
  .check(z.minimum(0, { abort: true }), z.maximum(LIMITS.secondsInDay, { abort: true }));

const range = z.tuple([seconds, seconds]);

// Spec silent: a local time that starts after it ends. We accept it as a range over midnight, and refuse equal ends.
// Spec silent: a list of ranges as local time, which some services have. We read it in bodies and records.
const localTime = withExpectation(
  z.union([z.enum(LOCAL_TIME_NAMES), range, z.array(range).check(z.minLength(1, { abort: true }))]),
  {
    code: "LOCAL_TIME_INVALID",
    expected: `one of ${LOCAL_TIME_NAMES.join(", ")}, or [start, end] in seconds from 0 to ${LIMITS.secondsInDay}`,
  },
).check(
  makeRule(function* (value) {
    if (!Array.isArray(value)) return;
    const ranges = (value.every((part) => Array.isArray(part)) ? value : [value]) as unknown[][];
    if (
      !ranges.some(([start, end, ...more]) => typeof start === "number" && start === end && more.length === 0)
    )
      return;
    yield {
      code: "LOCAL_TIME_INVALID",
      says: "starts where it ends",
      rule: "[start, end] must be two different numbers of seconds",
    };
  }),
);

export const CollectConstraints = z
  .looseObject({
    lookDirection: z.optional(makeEnum(LOOK_DIRECTIONS)),
    ascDesc: z.optional(makeEnum(ORBIT_DIRECTIONS)),
    ascDsc: z.optional(makeEnum(ORBIT_DIRECTIONS)),
    orbitalPlanes: z.optional(z.array(orbitalPlane)),
    offNadirMin: z.optional(number),
    offNadirMax: z.optional(number),
    azimuthAngleMin: z.optional(number),
    azimuthAngleMax: z.optional(number),
    localTime: z.optional(localTime),
    squint: z.optional(makeEnum(SQUINTS)),
    maxSquintAngle: z.optional(number),
    grazingAngleMin: z.optional(number),
    grazingAngleMax: z.optional(number),
    polarization: z.optional(text),
    collectMode: z.optional(text),
  })
  .check(
    makeMemberRule(function* ({ offNadirMin, offNadirMax, ascDesc, ascDsc }) {
      if (typeof offNadirMin === "number" && typeof offNadirMax === "number" && offNadirMin > offNadirMax) {
        yield {
          code: "OFF_NADIR_ORDER",
          path: ["offNadirMin"],
          says: `exceeds offNadirMax ${offNadirMax}`,
          rule: "offNadirMin must not exceed offNadirMax",
        };
      }
      if (ascDesc !== undefined && ascDsc !== undefined && ascDesc !== ascDsc) {
        yield {
          code: "PLACEMENT_CONFLICT",
          path: ["ascDsc"],
          says: `differs from ascDesc ${JSON.stringify(ascDesc)}`,
          rule: "ascDesc and its other spelling ascDsc must agree",
        };
      }
    }),
  );

/**
 * Yields faults of `properties`: a stripmap type allows at most 35 degrees of squint to either side.
 * `onlyType` is the only possible type of a request without a type.
 */
export function* checkSquint(
  properties: Readonly<Record<string, unknown>>,
  onlyType?: string,
): Generator<Finding> {
  const { collectionType = onlyType, collectConstraints } = properties;
  const { maxSquintAngle } = toJsonObject(collectConstraints);
  if (typeof collectionType !== "string" || !isStripmap(collectionType)) return;
  if (typeof maxSquintAngle !== "number" || Math.abs(maxSquintAngle) <= LIMITS.maxSquintAngleDegrees) return;
  const most = LIMITS.maxSquintAngleDegrees;
  yield {
    code: "SQUINT_ANGLE_TOO_LARGE",
    path: ["collectConstraints", "maxSquintAngle"],
    says: `is ${maxSquintAngle < 0 ? `less than -${most}` : `more than ${most}`} degrees, the most for the stripmap type ${collectionType}`,
    rule: `at most ${most} degrees to either side for stripmap types`,
  };
}
