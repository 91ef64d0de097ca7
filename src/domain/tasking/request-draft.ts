/** The draft of a request, shared by single and repeat requests. */
import { getPath, setPath } from "../../contract/json-path.ts";
import { isJsonObject, objectOf } from "../../contract/json-object.ts";
import type { Geometry } from "../../geo/geojson.ts";
import type { Fault } from "../../errors.ts";
import type { Findings } from "../findings.ts";
import { keysOf, type BodyFields } from "./body-fields.ts";
import { checkCollectionType } from "./collection-type.ts";
import { azimuthNote, constraintWarnings } from "./constraint-warnings.ts";
import { missingGeo, productTypeList } from "./product-types.ts";
import type { Dialect } from "../../contract/dialect.ts";
import { settleFields } from "../settle-fields.ts";
import { placesOfDialect } from "../wire-dialect.ts";
import { targetGeometry } from "./target-geometry.ts";
import { judgeWindow, type WindowSpan } from "./window-words.ts";

/** The source of the body of a task or a series. */
export interface DraftRules {
  dialect: Dialect;
  /** Values of flags by option; times are already in the form to send. */
  given: Readonly<Record<string, unknown>>;
  fields: BodyFields;
  /** Adds GEO to product types without it. */
  withRequired?: boolean;
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
  const { body, warnings, faults, notes } = settleFields(kind, given, placesOfDialect(kind, dialect));
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
  dropDisabledSquint(draft);
  flattenLocalTime(draft);
  if (!isJsonObject(geometry)) return draft;
  const target = targetGeometry(geometry as unknown as Geometry);
  draft.body["geometry"] = target.geometry;
  draft.warnings.push(...target.warnings);
  draft.notes.push(...target.notes);
  return draft;
}

// Spec silent: `squint: "disabled"`, which the operator's own client writes. We treat it as absent.
function dropDisabledSquint(draft: RequestDraft): void {
  const properties = objectOf(draft.body["properties"]);
  const { squint, ...constraints } = objectOf(properties["collectConstraints"]);
  if (squint !== "disabled") return;
  draft.body["properties"] = { ...properties, collectConstraints: constraints };
  draft.notes.push('squint "disabled" is not sent: without squint a collect is at broadside');
}

/** A record may have its local time as a list of one range; a body has the range. */
function flattenLocalTime(draft: RequestDraft): void {
  const path = keysOf("properties.collectConstraints.localTime");
  const given = getPath(draft.body, path);
  const [range] = Array.isArray(given) && given.length === 1 ? (given as unknown[]) : [];
  if (!Array.isArray(range)) return;
  draft.body = setPath(draft.body, path, range) as Record<string, unknown>;
  draft.notes.push(`localTime: ${JSON.stringify(given)} was taken as ${JSON.stringify(range)}`);
}

const PRODUCT_PATH = "properties.processingConfig.productTypes";

/** Converts product types to upper case and removes repetitions. Adds GEO only if `withRequired` is true. */
export function settleProductTypes(draft: RequestDraft, withRequired: boolean): void {
  const given = getPath(draft.body, keysOf(PRODUCT_PATH));
  if (!Array.isArray(given) || !given.every((type) => typeof type === "string")) return;
  const known = draft.faults.length;
  const types = productTypeList(
    withRequired && !given.some((type) => type.toUpperCase() === "GEO") ? ["GEO", ...given] : given,
    PRODUCT_PATH,
    draft,
  );
  draft.body = setPath(draft.body, keysOf(PRODUCT_PATH), types) as Record<string, unknown>;
  const withoutGeo = missingGeo(types, PRODUCT_PATH);
  // A misspelt name may be that of GEO.
  if (withoutGeo !== undefined && draft.faults.length === known) draft.faults.push(withoutGeo);
}

/**
 * Applies the rules that the interface does not have: warnings, and typing errors in open vocabularies. `onlyType` is
 * the only possible type of the request, for which the interface has its own rule.
 */
export function judgeDraft(
  draft: RequestDraft,
  span: WindowSpan,
  { collectionTypes, nowMs, allowPast }: DraftRules,
  onlyType?: string,
): void {
  const { body, warnings, faults, details } = draft;
  const properties = objectOf(body["properties"]);
  const { collectionTier: tier, collectionType: type } = properties;
  judgeWindow(span, { nowMs, allowPast }, draft);
  if (tier === undefined) warnings.push(missing("collectionTier"));
  if (type === undefined)
    warnings.push(missing("collectionType", onlyType && `a polygon takes ${onlyType} only`));
  if (typeof type === "string" && type !== "" && onlyType === undefined) {
    const found = checkCollectionType(type, collectionTypes);
    if (found.fault !== undefined) faults.push(found.fault);
    if (found.warning !== undefined) warnings.push(found.warning);
  }
  warnings.push(...constraintWarnings(properties, onlyType));
  const azimuth = azimuthNote(properties);
  if (azimuth !== undefined) details.push(azimuth);
}

/** Returns the warning about a missing field of `properties`, for which the service chooses a value. */
const missing = (name: string, because = "the service chooses"): Fault => ({
  code: "FIELD_TYPE_INVALID",
  path: `properties.${name}`,
  rule: `a ${name}`,
  message: `no ${name} given: ${because}`,
});

/** Drops empty constraints, which have no meaning. */
export function dropEmptyConstraints(body: Record<string, unknown>): Record<string, unknown> {
  const properties = objectOf(body["properties"]);
  const constraints = properties["collectConstraints"];
  if (!isJsonObject(constraints) || Object.keys(constraints).length > 0) return body;
  const { collectConstraints: _empty, ...rest } = properties;
  return { ...body, properties: rest };
}
