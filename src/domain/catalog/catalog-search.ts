/** Builds the body of `POST /catalog/search`. */
import type { BodyOf } from "../../contract/schemas.ts";
import { isJsonObject, toJsonObject } from "../../contract/json-object.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { checkBBox, findSwappedSides } from "../../geo/bbox.ts";
import { SINGLE_PART_NOTE, toSinglePart } from "../../geo/polygon.ts";
import { draftCatalogQuery, PRODUCT_TYPE, type Conditions, type Findings } from "./catalog-query.ts";
import { SORT_ORDERS } from "../../contract/vocabulary.ts";
import type { Fault } from "../../errors.ts";
import { findClosest } from "../closest.ts";
import { correctFields } from "../correct-fields.ts";
import { toInterfaceName, SORTABLE, SORTED_HERE, toSortPath, stripUnit } from "../item-names.ts";

export interface CatalogQuestion extends Conditions {
  bbox?: readonly number[];
  bboxCrs?: string;
  /** Its place, from the dialect. Default: the query string. */
  bboxCrsIn?: "query" | "body";
  /** The catalog compares with a list, from the dialect. Default: no. */
  queryIn?: boolean;
  intersects?: Geometry;
  /** An interval in the interface's syntax. */
  datetime?: string;
  collections?: readonly string[];
  ids?: readonly string[];
  sortby?: readonly string[];
  pageSize?: number;
}

export interface CatalogRequest extends Findings {
  body: BodyOf<"searchCatalog">;
  /** Query parameters that the rules of the body also check. */
  query: Record<string, string>;
  /** Several product types that are not in the body: the search is sent once for each. */
  productTypes?: readonly string[];
}

const IGNORED_BESIDE_IDS = ["bbox", "intersects", "datetime", "collections", "query"];

// Spec silent: a search for several product types. We send one search per type and merge the results; with the dialect
// `queryIn` one search with the operator `in`.
/** Returns a body with the given fields only: the service applies its own defaults. */
export function draftCatalogSearch(
  question: CatalogQuestion,
  given: Readonly<Record<string, unknown>> = {},
): CatalogRequest {
  const { datetime, pageSize } = question;
  const { body: base, faults, warnings, notes } = correctFields("catalog", given);
  const intersects = question.intersects ?? readGivenArea(base["intersects"], notes);
  const crs: Record<string, string> = question.bboxCrs === undefined ? {} : { "bbox-crs": question.bboxCrs };
  const findings: Findings = { faults, warnings, notes };
  const productTypes = [...new Set(question.productTypes?.map((type) => type.toUpperCase()))];
  const query = draftCatalogQuery({ ...question, productTypes }, base["query"], findings);
  const sortby = question.sortby && readSortFields(question.sortby, findings.faults, question.vendorPrefix);
  const body: Record<string, unknown> = {
    ...base,
    ...(question.bbox !== undefined && { bbox: [...question.bbox] }),
    ...(intersects !== undefined && { intersects }),
    ...(datetime !== undefined && { datetime }),
    ...(question.collections !== undefined && { collections: [...question.collections] }),
    ...(question.ids !== undefined && { ids: [...question.ids] }),
    ...(query !== undefined && { query }),
    ...(sortby !== undefined && { sortby }),
    ...(pageSize !== undefined && { limit: pageSize }),
    ...(question.bboxCrsIn === "body" && crs),
  };
  if (question.bboxCrs !== undefined && body["bbox"] === undefined) {
    const message = "bbox-crs has no effect without bbox";
    findings.warnings.push({ code: "BBOX_INVALID", path: "bbox-crs", message });
  }
  const message =
    isInDegrees(question, body) && checkBBox(body["bbox"]).ok && findSwappedSides(body["bbox"] as number[]);
  if (message) findings.warnings.push({ code: "BBOX_INVALID", path: "bbox", message });
  const ignored = IGNORED_BESIDE_IDS.filter((name) => name in body);
  if (body["ids"] !== undefined && ignored.length > 0) {
    const message = `with ids the service ignores every other filter (here: ${ignored.join(", ")})`;
    findings.warnings.push({ code: "USAGE", path: "ids", message });
  }
  if (productTypes.length < 2 || question.queryIn === true) return { body, query: crs, ...findings };
  const { [PRODUCT_TYPE]: _types, ...others } = toJsonObject(query);
  const { query: _query, ...rest } = body;
  const split = Object.keys(others).length > 0 ? { ...rest, query: others } : rest;
  return { body: split, productTypes, query: crs, ...findings };
}

const isInDegrees = ({ bboxCrs }: CatalogQuestion, body: Readonly<Record<string, unknown>>): boolean =>
  bboxCrs === undefined && body["bbox-crs"] === undefined;

/** Returns the area in a person's body. */
function readGivenArea(given: unknown, notes: string[]): Geometry | undefined {
  const part = isJsonObject(given) ? toSinglePart(given as unknown as Geometry) : undefined;
  if (part === undefined) return given as Geometry | undefined;
  notes.push(`intersects: ${SINGLE_PART_NOTE}`);
  return part;
}

/** One entry of `sortby`, from `-field`, `field:desc` or `field`. */
export interface SortField {
  field: string;
  direction: "asc" | "desc";
}

/** Other words for the two directions. */
const SLIPS: Readonly<Record<string, SortField["direction"]>> = {
  ascending: "asc",
  up: "asc",
  descending: "desc",
  down: "desc",
};

/** Refuses a name that neither a column nor the interface has: the service would ignore it. */
function readSortFields(texts: readonly string[], faults: Fault[], vendorPrefix = "vendor"): SortField[] {
  return texts.map((text, index) => {
    const sorted = parseSortField(text);
    const word = sorted.field.split(":").at(-1) ?? "";
    const path = `sortby[${index}]`;
    const direction = sorted.field.includes(":") ? findMeantDirection(word) : undefined;
    if (direction !== undefined) {
      const rule = `one of ${SORT_ORDERS.join(", ")}`;
      const message = `the direction ${JSON.stringify(word)} of ${JSON.stringify(text)} is not ${rule}`;
      const next = `Did you mean ${text.slice(0, -word.length)}${direction}?`;
      faults.push({ code: "ENUM_INVALID", path: `${path}.direction`, value: word, rule, message, next });
      return sorted;
    }
    const [, lead = "", name = ""] = /^(properties\.)?(.*)$/s.exec(sorted.field) ?? [];
    const plain = stripUnit(toInterfaceName(name, vendorPrefix));
    if (SORTABLE.includes(plain) || SORTABLE.includes(plain.toLowerCase()))
      return { ...sorted, field: toSortPath(stripUnit(sorted.field)) };
    const meant = findClosest(name, [...SORTABLE, ...SORTED_HERE]);
    // A property with a prefix may be new in the service; a name without one belongs to no extension.
    if (meant === undefined && name.includes(":")) return sorted;
    const rule = `one of ${[...SORTED_HERE, ...SORTABLE].join(", ")}`;
    const message = `${JSON.stringify(sorted.field)} is not ${meant === undefined ? rule : "a known property"}`;
    const fault: Fault = { code: "ENUM_INVALID", path: `${path}.field`, value: sorted.field, rule, message };
    faults.push(meant === undefined ? fault : { ...fault, next: `Did you mean ${lead}${meant}?` });
    return sorted;
  });
}

function parseSortField(text: string): SortField {
  const [, name = text, direction] = /^(.*):(asc|desc)$/s.exec(text) ?? [];
  if (direction !== undefined) return { field: name, direction: direction as SortField["direction"] };
  return text.startsWith("-")
    ? { field: text.slice(1), direction: "desc" }
    : { field: text.replace(/^\+/, ""), direction: "asc" };
}

/** Returns the intended direction of a word at a field's end; undefined when it is a part of the field's name. */
function findMeantDirection(word: string): SortField["direction"] | undefined {
  const slip = word.toLowerCase();
  return Object.hasOwn(SLIPS, slip)
    ? SLIPS[slip]
    : (findClosest(word, SORT_ORDERS) as SortField["direction"] | undefined);
}
