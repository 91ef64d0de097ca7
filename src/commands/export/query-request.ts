/** Flags -> what is looked for in which files. */
import type { AreaOptions } from "../../cli/flags/area-flags.ts";
import type { Context } from "../../cli/context.ts";
import { presentationOf } from "../../cli/output/presentation.ts";
import { closest } from "../../domain/closest.ts";
import type { WhereClause } from "../../domain/where.ts";
import { inputError } from "../../errors.ts";
import { holdsAll, type Comparison } from "../../footprints/compare-attributes.ts";
import type { BBox, LineString, Point, Polygon } from "../../geo/geojson.ts";
import { aoiOfGeometry, aoiOfBox, type AreaOfInterest } from "../../geo/area-of-interest.ts";
import { parseInterval } from "../../time/interval.ts";
import { searchRequest } from "../catalog/search-request.ts";
import type { TimeOptions } from "../catalog/search-time.ts";
import { inAttributes } from "../../app/exports/attribute-names.ts";
import { findExportFiles, type NamedFile } from "../../app/exports/find-export-files.ts";
import { PRODUCT_COLUMNS } from "./product-columns.ts";

export interface QueryOptions extends AreaOptions, TimeOptions {
  bbox?: number[];
  productType?: string[];
  where?: WhereClause[];
  collection?: string;
  limit?: number;
}

export interface QueryRequest {
  files: NamedFile[];
  place: AreaOfInterest | undefined;
  startMs: number | undefined;
  /** Inclusive, as is the start. */
  endMs: number | undefined;
  /** Conditions on attributes, under their names in the files. */
  where: Comparison[];
  productTypes: string[];
  collection: string | undefined;
  limit: number;
  /** True when nothing but the ids of the items will be shown. */
  isOnlyIds: boolean;
}

/** Place and time are read and judged as `catalog search` does, in the same words. */
export async function queryRequest(
  context: Context,
  { productType, where = [], collection, limit, ...placeAndTime }: QueryOptions,
  files: readonly string[],
): Promise<QueryRequest> {
  const { body } = await searchRequest(context, placeAndTime);
  const { format, query } = presentationOf(context);
  // Spec silent: export files do not name the collection that an order item needs. We ask for it instead of guessing.
  if (format === "order-items" && collection === undefined)
    throw inputError([
      {
        code: "USAGE",
        path: "",
        flag: "--collection",
        message: "--collection: order items need their collection, which export files do not name",
        hint: "--collection <id>, as `swath catalog search` shows it",
      },
    ]);
  const interval = body.datetime === undefined ? undefined : parseInterval(body.datetime);
  const conditions = inAttributes(where, context.dialect.vendorPrefix);
  const typesNamed = conditions.filter(
    ({ name, operator }) => name === PRODUCT_TYPE && operator.startsWith("="),
  );
  knownTypes(
    typesNamed.map(({ value }) => String(value)),
    "--where",
  );
  return {
    files: await findExportFiles(files, context.world.cwd),
    place: placeOf(body),
    startMs: interval?.ok === true ? interval.startMs : undefined,
    endMs: interval?.ok === true ? interval.endMs : undefined,
    where: conditions.filter(({ name }) => name !== PRODUCT_TYPE),
    productTypes: productTypesOf(productType).filter((type) => isOfType(conditions, type)),
    collection,
    limit: limit ?? Number.POSITIVE_INFINITY,
    isOnlyIds: (format === "id" || format === "order-items") && query === undefined,
  };
}

function placeOf({ bbox, intersects }: { bbox?: unknown; intersects?: unknown }): AreaOfInterest | undefined {
  if (bbox !== undefined) return aoiOfBox(bbox as BBox);
  if (intersects === undefined) return undefined;
  return aoiOfGeometry(intersects as Point | LineString | Polygon);
}

/** The one property in which the items of a footprint differ. */
const PRODUCT_TYPE = "sar:product_type";

const isOfType = (conditions: readonly Comparison[], type: string): boolean =>
  holdsAll(conditions.filter(({ name }) => name === PRODUCT_TYPE))({ [PRODUCT_TYPE]: type });

function productTypesOf(given: readonly string[] | undefined): string[] {
  if (given === undefined) return [...PRODUCT_COLUMNS];
  const types = given.map((type) => type.toUpperCase());
  knownTypes(types, "--product-type");
  return PRODUCT_COLUMNS.filter((type) => types.includes(type));
}

function knownTypes(types: readonly string[], flag: string): void {
  const unknown = types.find((type) => !PRODUCT_COLUMNS.some((known) => known === type));
  if (unknown !== undefined) throw unknownName(flag, "product type", unknown, PRODUCT_COLUMNS);
}

/** A name that only selects locally, and that nothing has. */
export function unknownName(flag: string, what: string, name: string, known: readonly string[]) {
  const meant = closest(name, known);
  const message = `${flag}: no ${what} of an export is named ${JSON.stringify(name)}; known: ${known.join(", ")}`;
  const hint = meant === undefined ? undefined : `Did you mean ${meant}?`;
  return inputError([
    { code: "FILTER_UNKNOWN", path: "", flag, value: name, message, ...(hint && { hint }) },
  ]);
}
