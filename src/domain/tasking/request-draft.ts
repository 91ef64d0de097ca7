/** A request on its way from what people gave to the body that is sent; shared by single and repeat requests. */
import { getPath, setPath } from "../../contract/json-path.ts";
import { isJsonObject, objectOf } from "../../contract/json-object.ts";
import type { Geometry } from "../../geo/geojson.ts";
import type { Fault } from "../../errors.ts";
import { advice, swath, typed, type Hint } from "../../hint.ts";
import { keysOf } from "./body-fields.ts";
import { missingGeo, productTypeList } from "./product-types.ts";
import type { NameTable } from "../../contract/member-names.ts";
import { correctSpelling } from "./request-spelling.ts";
import { targetGeometry } from "./target-geometry.ts";

export interface RequestDraft {
  body: Record<string, unknown>;
  faults: Fault[];
  warnings: (string | Fault)[];
  notes: string[];
  /** For --verbose. */
  details: string[];
}

/** A given body as the interface spells it, always a Feature with properties; nothing else is added. */
export function startDraft(given: Readonly<Record<string, unknown>>, names: NameTable): RequestDraft {
  const { body, warnings } = correctSpelling({ ...given }, names);
  const { type = "Feature", geometry, properties, ...rest } = body;
  const draft: RequestDraft = {
    body: {
      type,
      ...(geometry !== undefined && { geometry }),
      ...rest,
      properties: properties === undefined || properties === null ? {} : properties,
    },
    faults: [],
    warnings,
    notes: [],
    details: [],
  };
  dropDisabledSquint(draft);
  if (!isJsonObject(geometry)) return draft;
  const target = targetGeometry(geometry as unknown as Geometry);
  draft.body["geometry"] = target.geometry;
  draft.warnings.push(...target.warnings);
  draft.notes.push(...target.notes);
  return draft;
}

// Spec silent: `squint: "disabled"`, which the operator's own client writes. We leave it out, since no squint is the default.
function dropDisabledSquint(draft: RequestDraft): void {
  const properties = objectOf(draft.body["properties"]);
  const { squint, ...constraints } = objectOf(properties["collectConstraints"]);
  if (squint !== "disabled") return;
  draft.body["properties"] = { ...properties, collectConstraints: constraints };
  draft.notes.push('squint "disabled" is not sent: without squint a collect is at broadside');
}

const PRODUCT_PATH = "properties.processingConfig.productTypes";

/** Product types in upper case and once each; GEO is added only when that was asked for. */
export function settleProductTypes(draft: RequestDraft, withRequired: boolean): void {
  const given = getPath(draft.body, keysOf(PRODUCT_PATH));
  if (!Array.isArray(given) || !given.every((type) => typeof type === "string")) return;
  const { types, notes, faults, warnings } = productTypeList(
    withRequired && !given.some((type) => type.toUpperCase() === "GEO") ? ["GEO", ...given] : given,
    PRODUCT_PATH,
  );
  const missing = missingGeo(types, PRODUCT_PATH, "--product-type");
  draft.body = setPath(draft.body, keysOf(PRODUCT_PATH), types) as Record<string, unknown>;
  draft.notes.push(...notes);
  draft.warnings.push(...warnings);
  // Misspelt names come first: other faults may only follow from them.
  draft.faults.push(...faults, ...(missing === undefined || faults.length > 0 ? [] : [withoutFlag(missing)]));
}

/** Whether the flag or a file gave the list, its own table of sources says. */
const withoutFlag = ({ flag: _flag, ...fault }: Fault): Fault => fault;

/** A warning about a member of `properties` that the service then decides about, with the flag that would give it. */
export function left(name: string, flag: string, message: string, hint: Hint): Fault {
  const rule = `${name} given`;
  return { code: "FIELD_TYPE_INVALID", path: `properties.${name}`, flag, rule, message, hint };
}

export const noTier = (tiers: readonly string[]): Fault =>
  left(
    "collectionTier",
    "--tier",
    "no collectionTier given: the service chooses (--tier)",
    `Type: --tier with one of ${tiers.join(", ")}`,
  );

export const NO_TYPE = left(
  "collectionType",
  "--type",
  "no collectionType given: the service chooses (--type)",
  advice`Type: ${typed("--type", "spotlight")}, or another type (${swath`task types`} lists them)`,
);

/** An object without members says nothing, so it is not sent. */
export function dropEmptyConstraints(body: Record<string, unknown>): Record<string, unknown> {
  const properties = objectOf(body["properties"]);
  const constraints = properties["collectConstraints"];
  if (!isJsonObject(constraints) || Object.keys(constraints).length > 0) return body;
  const { collectConstraints: _empty, ...rest } = properties;
  return { ...body, properties: rest };
}
