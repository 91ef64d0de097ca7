import { objectOf, isJsonObject } from "../../contract/json-object.ts";
import { LOCAL_TIME_NAMES } from "../../contract/vocabulary.ts";
import { localTimeSpans } from "../../domain/tasking/local-time.ts";
import type { BodyFault } from "../http/refusal.ts";
import type { CollectionType } from "../tasking/collection-types.ts";

/** Replaces ranges of seconds that equal a named range by its name, and a list of one range by the range. */
function plainLocalTime(localTime: unknown): unknown {
  const spans = Array.isArray(localTime) ? localTimeSpans(localTime) : undefined;
  if (spans === undefined) return localTime;
  const text = JSON.stringify(spans);
  const name = LOCAL_TIME_NAMES.find((one) => JSON.stringify(localTimeSpans(one)) === text);
  return name ?? (spans.length === 1 ? spans[0] : spans);
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

/** Removes `squint: "disabled"`, which some clients write for no squint. */
export function withPlainConstraints(body: unknown): unknown {
  if (!isJsonObject(body)) return body;
  const properties = objectOf(body["properties"]);
  const { squint, ...collectConstraints } = objectOf(properties["collectConstraints"]);
  return squint === "disabled" ? { ...body, properties: { ...properties, collectConstraints } } : body;
}
