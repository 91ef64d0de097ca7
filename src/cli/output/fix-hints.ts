/** Hints for faults that have none: by code, or by the values that the rule allows. */
import { closest } from "../../domain/closest.ts";
import type { ErrorCode, Fault } from "../../errors.ts";
import { advice, swath, typed, type Hint } from "../../hint.ts";

type Fix = Hint | ((fault: Fault) => Hint | undefined);

/** Flags whose value contains the invalid part among others. */
const DOCUMENTS: ReadonlySet<string> = new Set([
  "--data",
  "--file",
  "--filter",
  "--generate",
  "--items",
  "--set",
  "--where",
]);

const FIXES: Partial<Record<ErrorCode, Fix>> = {
  FEATURE_REQUIRED: 'Set "type" to "Feature"',
  PROPERTIES_REQUIRED: 'Give the fields under "properties"',
  GEOMETRY_COORDINATES_INVALID: ({ flag }) =>
    advice`Write longitude first, in degrees: ${flag === "--point" ? typed("--point", "-9.14,38.69") : "[-9.14, 38.69]"}`,
  GEOMETRY_TYPE_UNSUPPORTED: ({ value }) =>
    value === undefined
      ? advice`For example: ${typed("--point", "-9.14,38.69")}`
      : "Give one of these; the parts of a geometry of several take one request each",
  GEOMETRY_RING_NOT_CLOSED: "Repeat the first position at the end",
  GEOMETRY_RING_COUNT: "Keep the outer ring alone, or send one request for each part",
  GEOMETRY_SELF_INTERSECTING: "Put the positions around that place in the order of the outline",
  REPEAT_GEOMETRY_NOT_POINT: "Give the point to be imaged: --point <lon,lat>",
  POLYGON_COLLECTION_TYPE: advice`Type: ${typed("--type", "stripmap_100")}, or give a point`,
  WINDOW_REQUIRED: advice`For example: ${typed("--window-open", "+1d", "--window", "7d")}`,
  WINDOW_ORDER: "Put the end after the start",
  TIMESTAMP_INVALID: "For example: 2026-03-01T12:00:00Z",
  ORBITAL_PLANE_INVALID: advice`For example: ${typed("--orbital-plane", "45,97")}`,
  OFF_NADIR_ORDER: advice`For example: ${typed("--off-nadir-min", "20", "--off-nadir-max", "40")}`,
  RETASK_LOOK_ANGLE_RANGE: advice`For example: ${typed("--off-nadir-min", "27", "--off-nadir-max", "37")}`,
  LOCAL_TIME_INVALID: advice`For example: ${typed("--local-time", "06:30-09:00")}, or [23400, 32400] in a body`,
  SQUINT_ANGLE_TOO_LARGE: advice`Type: ${typed("--max-squint-angle", "35")} or less`,
  GEO_REQUIRED: "Add GEO to the list, or leave the list out",
  ORG_GEO_LOCKED: "Make GEO required, or leave it out",
  PLACEMENT_CONFLICT: "Give it once, or the same value in both places",
  REPEAT_INTERVAL_TOO_SHORT: advice`Type: ${typed("--interval", "1d")} or longer`,
  REPEAT_END_CONFLICT: "Keep one of --count, --to and --until-canceled",
  EXPORT_SELECTOR_CONFLICT: "Keep one of --format and --file-name",
  RETASK_COLLECT_NO_REPEAT: advice`For a series: ${swath`repeat create`}`,
  FIELD_TYPE_INVALID: ({ rule }) => rule && `Give ${rule}`,
  ENUM_INVALID: (fault) => {
    const { flag } = fault;
    const [first] = wordsOf(fault);
    const isItsOwn = flag?.startsWith("--") === true && !DOCUMENTS.has(flag);
    const example = first && advice`For example: ${isItsOwn ? typed(flag, first) : JSON.stringify(first)}`;
    return suggestion(fault) ?? example;
  },
};

/** The allowed values. */
const wordsOf = ({ rule }: Fault): readonly string[] =>
  /^one of (.+)/.exec(rule ?? "")?.[1]?.split(", ") ?? [];

/** The allowed value that was probably meant. */
export function suggestion(fault: Fault): string | undefined {
  const { code, value } = fault;
  const meant = code === "ENUM_INVALID" && typeof value === "string" && closest(value, wordsOf(fault));
  return meant ? `Did you mean ${meant}?` : undefined;
}

/** The fault with a hint, where one is known. */
export function withFix(fault: Fault): Fault {
  if (fault.hint !== undefined) return fault;
  const fix = FIXES[fault.code];
  const hint = typeof fix === "function" ? fix(fault) : fix;
  return hint === undefined ? fault : { ...fault, hint };
}
