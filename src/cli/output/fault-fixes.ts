/** The fix of a fault of the input, if its rule alone does not lead on. It depends on the flag that gave the value. */
import { POLYGON_TYPE, type Tier } from "../../contract/vocabulary.ts";
import { findAbbreviated, findClosest } from "../../domain/closest.ts";
import type { ErrorCode, Fault } from "../../errors.ts";
import { advice, keepOne, swath, typed, type Hint } from "../../hint.ts";
import { flagOf } from "../input/usage.ts";

const LIST_EXPORTS = advice`List the files: ${swath`export list`}`;

type Fix = Hint | ((fault: Fault) => Hint | undefined);

/** Flags whose value contains the invalid part among others. */
const DOCUMENTS: ReadonlySet<string> = new Set([
  "--data",
  "--file",
  "--generate",
  "--items",
  "--set",
  "--where",
]);

/** The example of a tier, in place of the first one, which is the most expensive. */
const USUAL_TIER: Tier = "standard";

/** Fixes of one fault of the input, if its rule is not sufficient. */
const FIXES: Partial<Record<ErrorCode, Fix>> = {
  ID_AMBIGUOUS: "Give one of them in full",
  FEATURE_REQUIRED: 'Set "type" to "Feature"',
  PROPERTIES_REQUIRED: 'Give the fields under "properties"',
  GEOMETRY_COORDINATES_INVALID: ({ flag, message }) => {
    const [, beyond, meridian] =
      /longitude (\S+) outside .*the same meridian is (-?[\d.]*\d)/.exec(message) ?? [];
    if (beyond !== undefined) return `Write longitudes from -180 to 180: ${meridian} for ${beyond}`;
    const example = flag === "--point" ? typed("--point", "-9.14,38.69") : "[-9.14, 38.69]";
    return advice`Write longitude first, in degrees: ${example}`;
  },
  GEOMETRY_TYPE_UNSUPPORTED: ({ value, rule = "" }) => {
    if (value === undefined) return advice`For example: ${typed("--point", "-9.14,38.69")}`;
    return `Rule: ${rule}`;
  },
  GEOMETRY_RING_NOT_CLOSED: "Repeat the first position at the end",
  GEOMETRY_RING_COUNT: "Keep the outer ring alone",
  GEOMETRY_SELF_INTERSECTING: "Put the positions around that place in the order of the outline",
  REPEAT_GEOMETRY_NOT_POINT: "Give the point to be imaged: --point <lon,lat>",
  POLYGON_COLLECTION_TYPE: advice`Type: ${typed("--type", POLYGON_TYPE)}`,
  WINDOW_REQUIRED: advice`For example: ${typed("--window-open", "+1d", "--window", "7d")}`,
  WINDOW_PAST: "Give a later end",
  WINDOW_ORDER: "Put the end after the start",
  TIMESTAMP_INVALID: "For example: 2026-03-01T12:00:00Z",
  ORBITAL_PLANE_INVALID: advice`For example: ${typed("--orbital-plane", "45,97")}`,
  OFF_NADIR_ORDER: advice`For example: ${typed("--off-nadir-min", "20", "--off-nadir-max", "40")}`,
  RETASK_LOOK_ANGLE_RANGE: advice`For example: ${typed("--off-nadir-min", "27", "--off-nadir-max", "37")}`,
  LOCAL_TIME_INVALID: ({ flag }) =>
    advice`For example: ${flag === "--local-time" ? typed(flag, "06:30-09:00") : "[23400, 32400]"}`,
  SQUINT_ANGLE_TOO_LARGE: advice`For example: ${typed("--max-squint-angle", "35")}`,
  GEO_REQUIRED: "Leave GEO in the list",
  ORG_GEO_LOCKED: "Make GEO required",
  PLACEMENT_CONFLICT: "Give it once",
  REPEAT_INTERVAL_TOO_SHORT: advice`For example: ${typed("--interval", "1d")}`,
  REPEAT_END_CONFLICT: keepOne("--count", "--to", "--until-canceled"),
  EXPORT_FILE_NOT_FOUND: LIST_EXPORTS,
  EXPORT_NOTHING_MATCHED: LIST_EXPORTS,
  EXPORT_SELECTOR_CONFLICT: keepOne("--format", "--file-name"),
  RETASK_COLLECT_NO_REPEAT: advice`For a series: ${swath`repeat create`}`,
  FIELD_TYPE_INVALID: ({ rule }) => rule && `Give ${rule}`,
  QUERY_OPERATOR_INVALID: ({ rule }) => rule && `Use ${rule}`,
  ENUM_INVALID: ({ flag, value, rule = "", message }) => {
    const words = /^one of (.+)/.exec(rule)?.[1]?.split(", ") ?? [];
    const meant =
      typeof value === "string" ? (findClosest(value, words) ?? findAbbreviated(value, words)) : undefined;
    if (meant !== undefined) return `Did you mean ${meant}?`;
    if (!message.includes(rule)) return `Give ${rule}`;
    const isItsOwn = flag?.startsWith("--") === true && !DOCUMENTS.has(flag);
    const [example] = words.includes(USUAL_TIER) ? [USUAL_TIER] : words;
    return example && advice`For example: ${isItsOwn ? typed(flag, example) : JSON.stringify(example)}`;
  },
};

/** Returns the fault with its flag, and with a next step if one is known. */
export function withFix(fault: Fault): Fault {
  const flag = flagOf(fault);
  const found = flag === undefined ? fault : { ...fault, flag };
  const fix = FIXES[fault.code];
  const next = fault.next ?? (typeof fix === "function" ? fix(found) : fix);
  return next === undefined ? found : { ...found, next };
}
