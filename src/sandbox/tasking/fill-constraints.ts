import { membersOf, type Members } from "../../contract/members.ts";
import type { BodyFault } from "../http/refusal.ts";
import type { CollectionType } from "./collection-types.ts";

const NAMED_TIMES: readonly (readonly [string, number, number])[] = [
  ["day", 21_600, 64_800],
  ["night", 64_800, 21_600],
  ["anytime", 0, 86_400],
];

/** A pair of seconds that equals a name becomes that name. */
function plainLocalTime(localTime: unknown): unknown {
  if (!Array.isArray(localTime)) return localTime;
  const named = NAMED_TIMES.find(([, start, end]) => localTime[0] === start && localTime[1] === end);
  return named?.[0] ?? localTime;
}

/** Degrees of squint that a request means when it asks for squint and names no maximum. */
const DEFAULT_SQUINT_DEGREES = 30;

const PATH = "properties.collectConstraints";

/**
 * The constraints of a record: what was given, the defaults of its type for the rest, and what the type decides alone.
 * Faults: OFF_NADIR_ORDER against a default, COLLECT_MODE_CONFLICT, FIELD_TYPE_INVALID for an azimuth outside 0..360.
 */
export function fillConstraints(
  given: unknown,
  type: CollectionType,
  faults: BodyFault[],
): Record<string, unknown> {
  const { ascDsc, collectMode, ...rest } = membersOf(given);
  // `collectConstraints: null` members mean the same as left out.
  const wished = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  const filled: Record<string, unknown> = { ...type.constraints, ...wished };
  if (wished["ascDesc"] === undefined && ascDsc !== undefined) filled["ascDesc"] = ascDsc;
  filled["localTime"] = plainLocalTime(filled["localTime"]);
  if (filled["squint"] !== undefined) filled["maxSquintAngle"] ??= DEFAULT_SQUINT_DEGREES;
  checkAngles(filled, faults);
  if (typeof collectMode === "string" && collectMode !== type.collectMode) {
    faults.push({
      code: "COLLECT_MODE_CONFLICT",
      path: `${PATH}.collectMode`,
      message: `collectMode ${collectMode} is not that of ${type.name}, which is ${type.collectMode}`,
    });
  }
  return {
    ...filled,
    collectMode: type.collectMode,
    numLooks: type.numLooks,
    resolutionRange: type.resolutionRange,
    resolutionAzimuth: type.resolutionAzimuth,
    imageLength: type.sceneLengthKm,
    imageWidth: type.sceneWidthKm,
  };
}

function checkAngles(filled: Members, faults: BodyFault[]): void {
  const { offNadirMin, offNadirMax } = filled;
  if ((offNadirMin as number) > (offNadirMax as number)) {
    faults.push({
      code: "OFF_NADIR_ORDER",
      path: `${PATH}.offNadirMin`,
      message: `offNadirMin ${String(offNadirMin)} exceeds offNadirMax ${String(offNadirMax)}`,
    });
  }
  // Spec silent: the bounds of azimuths. We take 0 to 360 degrees.
  for (const name of ["azimuthAngleMin", "azimuthAngleMax"]) {
    const degrees = filled[name] as number | undefined;
    if (degrees === undefined || (degrees >= 0 && degrees <= 360)) continue;
    faults.push({
      code: "FIELD_TYPE_INVALID",
      path: `${PATH}.${name}`,
      message: `${name} ${degrees} is outside 0 to 360 degrees`,
    });
  }
}
