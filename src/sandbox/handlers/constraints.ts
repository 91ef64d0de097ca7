import { objectOf, isJsonObject } from "../../contract/json-object.ts";
import { LOCAL_TIME_NAMES } from "../../contract/vocabulary.ts";
import { localTimeSpan } from "../../domain/tasking/local-time.ts";
import type { BodyFault } from "../http/refusal.ts";
import type { CollectionType } from "../tasking/collection-types.ts";

const DAY_SECONDS = 86_400;

/** Replaces a pair of seconds that equals a named range by its name. */
function plainLocalTime(localTime: unknown): unknown {
  if (!Array.isArray(localTime)) return localTime;
  const [start, end] = localTime as unknown[];
  const isRange = (name: string): boolean => {
    const [from, to] = localTimeSpan(name) ?? [0, DAY_SECONDS];
    return start === from && end === to;
  };
  return LOCAL_TIME_NAMES.find(isRange) ?? localTime;
}

/** Degrees of squint when a request allows squint without a maximum. */
const DEFAULT_SQUINT_DEGREES = 30;

const PATH = "properties.collectConstraints";

/**
 * Returns the constraints of a record: the given ones, the type's defaults for the rest, and those that only the type
 * sets. Faults: OFF_NADIR_ORDER against a default, COLLECT_MODE_CONFLICT.
 */
export function fillConstraints(
  given: unknown,
  type: CollectionType,
  faults: BodyFault[],
): Record<string, unknown> {
  const { ascDsc, collectMode, ...stated } = objectOf(given);
  const filled: Record<string, unknown> = { ...type.constraints, ...stated };
  if (stated["ascDesc"] === undefined && ascDsc !== undefined) filled["ascDesc"] = ascDsc;
  filled["localTime"] = plainLocalTime(filled["localTime"]);
  if (filled["squint"] !== undefined) filled["maxSquintAngle"] ??= DEFAULT_SQUINT_DEGREES;
  const { offNadirMin, offNadirMax } = filled;
  if ((offNadirMin as number) > (offNadirMax as number)) {
    faults.push({
      code: "OFF_NADIR_ORDER",
      path: `${PATH}.offNadirMin`,
      message: `offNadirMin ${String(offNadirMin)} exceeds offNadirMax ${String(offNadirMax)}`,
    });
  }
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

/** Converts constraints in the notation of some clients to the interface's form. */
// Spec silent: lists of ranges in `localTime`. The sandbox accepts lists that form one range, also across midnight.
export function withPlainConstraints(body: unknown): unknown {
  if (!isJsonObject(body)) return body;
  const properties = objectOf(body["properties"]);
  const { squint, ...constraints } = objectOf(properties["collectConstraints"]);
  const flat = flatRange(constraints["localTime"]);
  const isDisabled = squint === "disabled";
  if (flat === undefined && !isDisabled) return body;
  const collectConstraints = {
    ...constraints,
    ...(squint === undefined || isDisabled ? {} : { squint }),
    ...(flat === undefined ? {} : { localTime: flat }),
  };
  return { ...body, properties: { ...properties, collectConstraints } };
}

function flatRange(localTime: unknown): unknown {
  if (!Array.isArray(localTime) || !localTime.every((range) => Array.isArray(range))) return undefined;
  const [one, other, ...more] = localTime as unknown[][];
  if (one === undefined || more.length > 0) return undefined;
  if (other === undefined) return one;
  const [early, late] = Number(one[0]) <= Number(other[0]) ? [one, other] : [other, one];
  const joinsAtMidnight = early[0] === 0 && late[1] === DAY_SECONDS && one.length === 2 && other.length === 2;
  return joinsAtMidnight ? [late[0], early[1]] : undefined;
}
