/** What a person asks of the archive -> the body of `POST /catalog/search`. */
import type { BodyOf } from "../../contract/schemas.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { catalogQuery, type Conditions, type Findings } from "./catalog-query.ts";
import { sortFields } from "./catalog-sort.ts";

export interface CatalogQuestion extends Conditions {
  bbox?: readonly number[];
  bboxCrs?: string;
  intersects?: Geometry;
  /** An interval in the interface's grammar. */
  datetime?: string;
  collections?: readonly string[];
  ids?: readonly string[];
  sortby?: readonly string[];
  sortbyText?: string;
  pageSize?: number;
}

export interface CatalogRequest extends Findings {
  body: BodyOf<"searchCatalog">;
}

const IGNORED_BESIDE_IDS = ["bbox", "intersects", "datetime", "collections", "query"];

/** Only what was asked for is in the body: the service's own defaults stay its own. */
export function catalogSearch(
  question: CatalogQuestion,
  base: Readonly<Record<string, unknown>> = {},
): CatalogRequest {
  const { intersects, datetime, pageSize } = question;
  const findings: Findings = { faults: [], warnings: [] };
  const query = catalogQuery(question, base["query"], findings);
  const sortby = question.sortbyText ?? (question.sortby && sortFields(question.sortby, findings.faults));
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
  };
  if (question.bboxCrs !== undefined && body["bbox"] === undefined) {
    const message = "--bbox-crs says nothing without --bbox";
    findings.warnings.push({ code: "BBOX_INVALID", path: "bbox-crs", flag: "--bbox-crs", message });
  }
  const ignored = IGNORED_BESIDE_IDS.filter((name) => name in body);
  if (body["ids"] !== undefined && ignored.length > 0) {
    const message = `with --id the service ignores every other filter (here: ${ignored.join(", ")})`;
    findings.warnings.push({ code: "USAGE", path: "ids", flag: "--id", message });
  }
  return { body, ...findings };
}
