/** What a person asks of the archive -> the body of `POST /catalog/search`. */
import type { BodyOf } from "../contract/schemas.ts";
import { QUERYABLES, PRODUCT_TYPES } from "../contract/vocabulary.ts";
import type { Fault } from "../errors.ts";
import type { Geometry } from "../geo/geojson.ts";
import { checkName } from "./known-names.ts";
import type { WhereClause } from "./where.ts";

export interface CatalogQuestion {
  bbox?: readonly number[];
  bboxCrs?: string;
  intersects?: Geometry;
  /** An interval in the interface's grammar. */
  datetime?: string;
  collections?: readonly string[];
  ids?: readonly string[];
  where?: readonly WhereClause[];
  /** Properties that have flags of their own, compared for equality. */
  equals?: Readonly<Record<string, string | undefined>>;
  sortby?: readonly string[];
  sortbyText?: string;
  pageSize?: number;
}

export interface CatalogRequest {
  body: BodyOf<"searchCatalog">;
  faults: Fault[];
  warnings: string[];
}

const OPERATORS: Readonly<Record<string, "eq" | "lt" | "lte" | "gt" | "gte">> = {
  "=": "eq",
  "==": "eq",
  "<": "lt",
  "<=": "lte",
  ">": "gt",
  ">=": "gte",
};

/** Only what was asked for is in the body: the service's own defaults stay its own. */
export function catalogSearch(
  question: CatalogQuestion,
  base: Readonly<Record<string, unknown>> = {},
): CatalogRequest {
  const { intersects, datetime, pageSize } = question;
  const findings: Findings = { faults: [], warnings: [] };
  const query = queryOf(question, base["query"], findings);
  const sortby = question.sortbyText ?? sortFields(question.sortby);
  const body = {
    ...base,
    ...(question.bbox !== undefined && { bbox: [...question.bbox] }),
    ...(intersects !== undefined && { intersects }),
    ...(datetime !== undefined && { datetime }),
    ...(question.collections !== undefined && { collections: [...question.collections] }),
    ...(question.ids !== undefined && { ids: [...question.ids] }),
    ...(query !== undefined && { query }),
    ...(sortby !== undefined && { sortby }),
    ...(pageSize !== undefined && { limit: pageSize }),
  };
  if (question.bboxCrs !== undefined && body["bbox" as keyof typeof body] === undefined) {
    findings.warnings.push("--bbox-crs says nothing without --bbox");
  }
  if (
    question.ids !== undefined &&
    ["bbox", "intersects", "datetime", "collections", "query"].some((key) => key in body)
  ) {
    findings.warnings.push("with --id every other filter is ignored by the service");
  }
  return { body: body as BodyOf<"searchCatalog">, ...findings };
}

type Findings = Pick<CatalogRequest, "faults" | "warnings">;

function queryOf(
  { where = [], equals = {} }: CatalogQuestion,
  base: unknown,
  findings: Findings,
): Record<string, Record<string, unknown>> | undefined {
  const query = new Map<string, Record<string, unknown>>();
  for (const [name, comparison] of Object.entries((base ?? {}) as Record<string, unknown>)) {
    checkQueryable(name, findings);
    query.set(name, comparison as Record<string, unknown>);
  }
  for (const { name, operator, value } of where) {
    checkQueryable(name, findings);
    addComparison(query, name, OPERATORS[operator], operator, value, findings);
  }
  for (const [name, value] of Object.entries(equals)) {
    if (value === undefined) continue;
    if (name === "sar:product_type")
      addName(value, PRODUCT_TYPES, "product type", `query["${name}"].eq`, findings);
    addComparison(query, name, "eq", "=", value, findings);
  }
  return query.size === 0 ? undefined : Object.fromEntries(query);
}

function addComparison(
  query: Map<string, Record<string, unknown>>,
  name: string,
  operator: string | undefined,
  typed: string,
  value: unknown,
  { faults, warnings }: Findings,
): void {
  const path = `query[${JSON.stringify(name)}]`;
  if (operator === undefined) {
    const rule = "one of = < <= > >=";
    faults.push({
      code: "QUERY_OPERATOR_INVALID",
      path,
      value: typed,
      rule,
      message: `${name}${typed}: the catalog compares with ${rule}`,
    });
    return;
  }
  const before = query.get(name);
  if (before !== undefined && Object.hasOwn(before, operator)) {
    const message = `${name} is compared twice with ${typed}`;
    faults.push({
      code: "QUERY_FIELD_DUPLICATE",
      path,
      value: name,
      rule: "one value for each operator of a property",
      message,
    });
    return;
  }
  if (before !== undefined) warnings.push(`${name} has several comparisons: all of them must hold`);
  query.set(name, { ...before, [operator]: value });
}

function checkQueryable(name: string, findings: Findings): void {
  addName(name, QUERYABLES, "queryable property", `query[${JSON.stringify(name)}]`, findings);
}

function addName(
  name: string,
  known: readonly string[],
  kind: string,
  path: string,
  findings: Findings,
): void {
  const { fault, warning } = checkName(name, known, { path, kind });
  if (fault !== undefined) findings.faults.push(fault);
  if (warning !== undefined) findings.warnings.push(warning);
}

/** `-field`, `field:desc` or `field` -> the array form of `sortby`. */
function sortFields(
  fields: readonly string[] | undefined,
): { field: string; direction: "asc" | "desc" }[] | undefined {
  return fields?.map((text) => {
    const [, name = text, direction] = /^(.*):(asc|desc)$/.exec(text) ?? [];
    if (direction !== undefined) return { field: name, direction: direction as "asc" | "desc" };
    return text.startsWith("-")
      ? { field: text.slice(1), direction: "desc" }
      : { field: text.replace(/^\+/, ""), direction: "asc" };
  });
}
