/** The draft of a request, shared by single and repeat requests. */
import { type Dialect, suggestDialect } from "../../contract/dialect.ts";
import { isJsonObject, type JsonObject, toJsonObject } from "../../contract/json-object.ts";
import { getPath, setPath } from "../../contract/json-path.ts";
import {
  COLLECTION_TYPES,
  NO_SQUINT,
  PRINTED_COLLECTION_TYPES,
  SEEN_TIERS,
} from "../../contract/vocabulary.ts";
import type { Fault } from "../../errors.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { correctFields } from "../correct-fields.ts";
import type { Findings } from "../findings.ts";
import { checkName, type NameFinding } from "../known-names.ts";
import { listDialectPaths } from "../wire-dialect.ts";
import { type BodyFields, parseOwnPath } from "./body-fields.ts";
import { checkConstraints, findAzimuthNote } from "./constraint-warnings.ts";
import { flattenLocalTime, toDaySpans } from "./local-time.ts";
import { addGeo, readProductTypes } from "./product-types.ts";
import { toTarget } from "./target-geometry.ts";
import { judgeWindow, type WindowSpan } from "./window-words.ts";

/** The source of the body of a task or a series. */
export interface DraftRules {
  dialect: Dialect;
  /** Values of flags by option; times are already in the form to send. */
  given: Readonly<Record<string, unknown>>;
  fields: BodyFields;
  /** The service's list of names, if known. */
  collectionTypes?: readonly string[] | undefined;
  nowMs: number;
  /** Sends a window that has closed. */
  allowPast?: boolean;
}

export interface RequestDraft extends Findings {
  body: Record<string, unknown>;
  /** Details that are shown on request. */
  details: string[];
}

/** Returns the given body with its fields where the interface has them, as a Feature with properties. */
export function startDraft(
  kind: "task" | "repeat",
  given: Readonly<Record<string, unknown>>,
  dialect: Dialect,
): RequestDraft {
  const { body, warnings, faults, notes } = correctFields(kind, given, listDialectPaths(kind, dialect));
  const { type = "Feature", geometry, properties, ...rest } = body;
  const draft: RequestDraft = {
    body: {
      type,
      ...(geometry !== undefined && { geometry }),
      ...rest,
      properties: properties === undefined || properties === null ? {} : properties,
    },
    faults,
    warnings,
    notes,
    details: [],
  };
  noteDisabledSquint(draft);
  correctLocalTime(draft, dialect);
  if (!isJsonObject(geometry)) return draft;
  const target = toTarget(geometry as unknown as Geometry);
  draft.body["geometry"] = target.geometry;
  draft.warnings.push(...target.warnings);
  draft.notes.push(...target.notes);
  return draft;
}

const SQUINT_PATH = "properties.collectConstraints.squint";

// Spec silent: `squint: "disabled"`, which the operator's own client writes and services accept. We send it from a file.
function noteDisabledSquint({ body, notes }: RequestDraft): void {
  if (getPath(body, parseOwnPath(SQUINT_PATH)) === NO_SQUINT)
    notes.push(`squint "${NO_SQUINT}" is not in the interface; it is sent as it is`);
}

const LOCAL_TIME_PATH = "properties.collectConstraints.localTime";

/** Replaces a list of one range, as records of services have it, by the range. */
function correctLocalTime(draft: RequestDraft, dialect: Dialect): void {
  const path = parseOwnPath(LOCAL_TIME_PATH);
  const given = getPath(draft.body, path);
  const flat = flattenLocalTime(given);
  if (flat === given) return;
  draft.body = setPath(draft.body, path, flat) as Record<string, unknown>;
  if (dialect.localTimeStyle === "plain")
    draft.notes.push(`localTime: ${JSON.stringify(given)} was taken as ${JSON.stringify(flat)}`);
}

/** Returns the fault of several ranges, from a file or a flag, that the service's form of a local time cannot have. */
function checkRanges({ body }: RequestDraft, { localTimeStyle }: Dialect): Fault[] {
  const value = getPath(body, parseOwnPath(LOCAL_TIME_PATH));
  const count = toDaySpans(value)?.length ?? 0;
  if (count < 2 || localTimeStyle === "nested") return [];
  return [
    {
      code: "LOCAL_TIME_INVALID",
      path: LOCAL_TIME_PATH,
      value,
      rule: "one range of local time",
      message: `localTime has ${count} separate ranges, and the interface takes one`,
      next: suggestDialect("localTimeStyle"),
    },
  ];
}

const PRODUCT_PATH = "properties.processingConfig.productTypes";

/** Converts product types to upper case, removes repetitions, and adds GEO. */
export function normaliseProductTypes(draft: RequestDraft): void {
  const given = getPath(draft.body, parseOwnPath(PRODUCT_PATH));
  if (!Array.isArray(given) || !given.every((type) => typeof type === "string")) return;
  const named = readProductTypes(given, PRODUCT_PATH, draft);
  // A refused list is not sent, so a note about it would be noise.
  const types = addGeo(named, draft.faults.some(({ path }) => path === PRODUCT_PATH) ? [] : draft.notes);
  draft.body = setPath(draft.body, parseOwnPath(PRODUCT_PATH), types) as Record<string, unknown>;
}

/**
 * Applies the rules that the interface does not have: warnings, and typing errors in open vocabularies. `onlyType` is
 * the only possible type of the request, for which the interface has its own rule.
 */
export function judgeDraft(
  draft: RequestDraft,
  span: WindowSpan,
  { collectionTypes, nowMs, allowPast, dialect }: DraftRules,
  onlyType?: string,
): void {
  const { body, warnings, faults, details } = draft;
  const properties = toJsonObject(body["properties"]);
  const { collectionTier: tier, collectionType: type } = properties;
  judgeWindow(span, { nowMs, allowPast }, draft);
  if (tier === undefined) warnings.push(makeMissingWarning("collectionTier", "tier"));
  warnings.push(...checkTier(tier));
  faults.push(...checkRanges(draft, dialect));
  noteSingleAngle(properties, draft);
  if (type === undefined)
    warnings.push(
      makeMissingWarning("collectionType", "collection type", onlyType && `a polygon takes ${onlyType} only`),
    );
  if (typeof type === "string" && type !== "" && onlyType === undefined) {
    const found = checkCollectionType(type, collectionTypes);
    if (found.fault !== undefined) faults.push(found.fault);
    if (found.warning !== undefined) warnings.push(found.warning);
  }
  warnings.push(...checkConstraints(properties, onlyType));
  const azimuth = findAzimuthNote(properties);
  if (azimuth !== undefined) details.push(azimuth);
}

const TYPE_PATH = "properties.collectionType";

/**
 * Checks a collection type against the known names. `stripmap_50` is not a typing error of `stripmap_100`: names that
 * differ in their numbers are never suggested for one another.
 */
function checkCollectionType(name: string, known: readonly string[] = COLLECTION_TYPES): NameFinding {
  if (PRINTED_COLLECTION_TYPES.includes(name)) return {};
  const found = checkName(name, known, { path: TYPE_PATH, kind: "collection type" });
  if (found.fault === undefined && found.warning === undefined) return {};
  const family = known.filter((other) => other.startsWith(`${name.toLowerCase()}_`));
  const numbers = listNumbers(name);
  if (family.length > 0 && numbers === "" && family.every((other) => listNumbers(other) !== ""))
    return {
      fault: {
        code: "ENUM_INVALID",
        path: TYPE_PATH,
        value: name,
        rule: `one of ${family.join(", ")}`,
        message: `${JSON.stringify(name)} is a collection type only with its length`,
        next: `Did you mean ${family.join(", ")}?`,
      },
    };
  const isSlip = known.some((other) => listNumbers(other) === numbers && isNear(name, other));
  if (found.fault !== undefined && isSlip) return found;
  // Without a next step and the list of names, because both could suggest a type with other numbers.
  const { next: _next, rule: _rule, ...rest } = (found.fault ?? found.warning) as Fault;
  const who = known === COLLECTION_TYPES ? "the interface" : "the service";
  const message = `${name} is not a collection type that ${who} lists; it is sent as it is`;
  return { warning: { ...rest, message } };
}

const listNumbers = (name: string): string => (name.match(/\d+/g) ?? []).join(",");
const isNear = (name: string, other: string): boolean =>
  checkName(name, [other], { path: TYPE_PATH, kind: "collection type" }).fault !== undefined;

const TIER_PATH = "properties.collectionTier";

/** Returns the warning about a tier of services that the interface does not list. */
export const checkTier = (tier: unknown): Fault[] =>
  SEEN_TIERS.includes(tier)
    ? [
        {
          code: "ENUM_INVALID",
          path: TIER_PATH,
          value: tier,
          rule: "a tier of the interface",
          message: `tier ${String(tier)} is not in the interface; it is sent as it is`,
        },
      ]
    : [];

/** Returns whether a fault of the interface's rules is about a value of services, for which the draft has a warning or a note. */
export const isSeenValue = ({ code, path, value }: Fault): boolean =>
  code === "ENUM_INVALID" &&
  ((path === TIER_PATH && SEEN_TIERS.includes(value)) || (path === SQUINT_PATH && value === NO_SQUINT));

/** The azimuth of a pass may be met with a tolerance; its off-nadir angle is rarely a given number. */
function noteSingleAngle(properties: JsonObject, { notes }: RequestDraft): void {
  const { offNadirMin: min, offNadirMax: max } = toJsonObject(properties["collectConstraints"]);
  if (typeof min === "number" && min === max)
    notes.push(`offNadirMin and offNadirMax are both ${min}: hardly any pass has exactly this angle`);
}

/** Returns the warning about a missing field of `properties`, for which the service chooses a value. */
const makeMissingWarning = (name: string, title: string, because = "the service chooses"): Fault => ({
  code: "FIELD_TYPE_INVALID",
  path: `properties.${name}`,
  rule: `a ${name}`,
  message: `no ${title} given: ${because}`,
});

/** Drops empty constraints, which have no meaning. */
export function dropEmptyConstraints(body: Record<string, unknown>): Record<string, unknown> {
  const properties = toJsonObject(body["properties"]);
  const constraints = properties["collectConstraints"];
  if (!isJsonObject(constraints) || Object.keys(constraints).length > 0) return body;
  const { collectConstraints: _empty, ...rest } = properties;
  return { ...body, properties: rest };
}
