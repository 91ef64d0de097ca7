/**
 * Warns about values of `collectConstraints` that are allowed but probably unintended: rules that the interface does
 * not have.
 */
import { toJsonObject, type JsonObject } from "../../contract/json-object.ts";
import { hasAutomaticSquint, isStripmap, LIMITS, NO_SQUINT } from "../../contract/vocabulary.ts";
import type { Fault } from "../../errors.ts";
import { findRestrictingSpans } from "./local-time.ts";

const PATH = "properties.collectConstraints";

type Warn = (name: string, code: Fault["code"], message: string, rule: string) => Fault;

/** `onlyType` is the only possible type of a request without a type. */
export function checkConstraints(properties: JsonObject, onlyType?: string): Fault[] {
  const constraints = toJsonObject(properties["collectConstraints"]);
  const type = properties["collectionType"] ?? onlyType;
  const warn: Warn = (name, code, message, rule) => ({
    code,
    path: `${PATH}.${name}`,
    value: constraints[name],
    rule,
    message,
  });
  return [
    ...checkAngles(constraints, warn),
    ...checkSquint(constraints, typeof type === "string" ? type : undefined, warn),
    ...checkLocalTime(constraints, warn),
  ];
}

const RANGES = [
  ["azimuthAngle", 360, "lies outside 0 to 360 degrees"],
  ["offNadir", 90, "is an angle that no satellite sees"],
] as const;

function checkAngles(constraints: JsonObject, warn: Warn): Fault[] {
  const found: Fault[] = [];
  for (const [angle, most, fault] of RANGES)
    for (const name of [`${angle}Min`, `${angle}Max`]) {
      const degrees = constraints[name];
      if (typeof degrees === "number" && (degrees < 0 || degrees > most))
        found.push(warn(name, "FIELD_TYPE_INVALID", `${name} ${degrees} ${fault}`, `0 to ${most} degrees`));
    }
  const [min, max] = [constraints["grazingAngleMin"], constraints["grazingAngleMax"]];
  if (typeof min === "number" && typeof max === "number" && min > max) {
    const message = `grazingAngleMin ${min} is above grazingAngleMax ${max}: no pass may fit`;
    found.push(warn("grazingAngleMin", "FIELD_TYPE_INVALID", message, "minimum below maximum"));
  }
  return found;
}

function checkSquint(constraints: JsonObject, type: string | undefined, warn: Warn): Fault[] {
  const { maxSquintAngle: angle } = constraints;
  const squint = constraints["squint"] === NO_SQUINT ? undefined : constraints["squint"];
  const found: Fault[] = [];
  const isSpotlight = type?.toLowerCase().startsWith("spotlight") === true;
  if (squint !== undefined && isSpotlight) {
    const automatic = hasAutomaticSquint(type) ? `on ${type} it is automatic` : `${type} is not one`;
    const message = `squint is for stripmap types; ${automatic}`;
    found.push(warn("squint", "ENUM_INVALID", message, "squint is opt-in for stripmap types"));
  }
  if (typeof angle !== "number") return found;
  const [first] = LIMITS.squintStepsDegrees;
  if ((squint === "forward" || squint === "backward") && Math.abs(angle) < first && !isSpotlight) {
    const steps = LIMITS.squintStepsDegrees.join(" and ");
    const message = `squint ${squint} with maxSquintAngle ${angle} leaves no angle: ${steps} degrees are considered, so no pass can meet it`;
    const rule = `a maxSquintAngle of at least ${first} degrees with squint ${squint}`;
    found.push(warn("maxSquintAngle", "SQUINT_ANGLE_TOO_LARGE", message, rule));
  }
  const rule = "0 to 35 degrees, with squint";
  const say = (message: string): void =>
    void found.push(warn("maxSquintAngle", "SQUINT_ANGLE_TOO_LARGE", message, rule));
  if (angle < 0) say(`maxSquintAngle ${angle} is negative; the limit holds to both sides`);
  if (squint === undefined) say("maxSquintAngle has no effect without squint");
  const mayBeStripmap = type === undefined || !isStripmap(type);
  if (angle > LIMITS.maxSquintAngleDegrees && mayBeStripmap)
    say(`maxSquintAngle ${angle} is more than the ${LIMITS.maxSquintAngleDegrees} degrees of stripmap types`);
  return found;
}

function checkLocalTime({ localTime }: JsonObject, warn: Warn): Fault[] {
  const spans = findRestrictingSpans(localTime);
  if (spans === undefined) return [];
  const found: Fault[] = [];
  if (spans.flat().some((part) => !Number.isInteger(part))) {
    const message = "localTime has fractions of a second, which a service may not read";
    found.push(warn("localTime", "LOCAL_TIME_INVALID", message, "whole seconds"));
  }
  const message = "localTime may leave less of the acquisition window than the tier requires";
  return [...found, warn("localTime", "LOCAL_TIME_INVALID", message, "a window long enough for the tier")];
}

/** Returns a note about an azimuth range through North, which is allowed. */
export function findAzimuthNote(properties: JsonObject): string | undefined {
  const { azimuthAngleMin: min, azimuthAngleMax: max } = toJsonObject(properties["collectConstraints"]);
  if (typeof min !== "number" || typeof max !== "number" || min <= max) return undefined;
  return `the azimuth range ${min} to ${max} wraps through North`;
}
