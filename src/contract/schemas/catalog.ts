/** `POST /catalog/search`. */
import * as z from "zod/mini";
import { checkBBox, checkBBoxNumbers } from "../../geo/bbox.ts";
import { isJsonObject } from "../json-object.ts";
import { SORT_ORDERS, STANDARD_OPERATORS } from "../vocabulary.ts";
import { INTERVAL_RULE, findIntervalFault, makeEnum, text, texts } from "./fields.ts";
import { IntersectsGeometry } from "./geometry.ts";
import type { Finding } from "../finding.ts";
import { withExpectation, makeMemberRule, makeRule } from "./rule.ts";

const datetime = withExpectation(z.string(), {
  code: "DATETIME_INTERVAL_INVALID",
  expected: INTERVAL_RULE,
}).check(makeRule((value) => (typeof value === "string" ? [findIntervalFault(value) ?? []].flat() : [])));

const comparisonRule = `an object with ${STANDARD_OPERATORS.join(", ")}`;

export type Comparison = Partial<Record<(typeof STANDARD_OPERATORS)[number], string | number | boolean>>;

// Spec silent: several operators on one property. We accept them; all must match.
export const CatalogQuery = z.looseObject({}).check(
  makeMemberRule(function* (query) {
    for (const [name, comparison] of Object.entries(query)) {
      const operators = isJsonObject(comparison) ? Object.keys(comparison) : [];
      const unknown = operators.find((operator) => !STANDARD_OPERATORS.includes(operator as never));
      const says =
        operators.length === 0
          ? "has no operator"
          : unknown !== undefined
            ? `has the operator "${unknown}", which the catalog does not take`
            : findOperandFault(comparison as Record<string, unknown>);
      if (says !== undefined)
        yield { code: "QUERY_OPERATOR_INVALID", path: [name], says, rule: comparisonRule };
    }
  }),
) as unknown as z.ZodMiniType<Record<string, Comparison>>;

const sortField = z.looseObject({ field: text, direction: makeEnum(SORT_ORDERS) });

const pageSize = withExpectation(z.int().check(z.minimum(1)), {
  code: "PAGE_LIMIT_EXCEEDED",
  expected: "an integer of at least 1",
});

export const bbox = withExpectation(
  z.array(withExpectation(z.number(), { code: "BBOX_INVALID", expected: "a number" })),
  {
    code: "BBOX_INVALID",
    expected: "an array of 4 or 6 numbers",
  },
);

export const CatalogSearchBody = z
  .looseObject({
    bbox: z.optional(bbox),
    "bbox-crs": z.optional(text),
    intersects: z.optional(IntersectsGeometry),
    datetime: z.optional(datetime),
    collections: z.optional(texts),
    ids: z.optional(texts),
    query: z.optional(CatalogQuery),
    sortby: z.optional(
      withExpectation(z.union([z.string(), z.array(sortField)]), {
        code: "FIELD_TYPE_INVALID",
        expected: `a string, or an array of {field, direction} with direction ${SORT_ORDERS.join(" or ")}`,
        looksInside: true,
      }),
    ),
    limit: z.optional(pageSize),
  })
  .check(
    makeMemberRule(function* (body) {
      yield* checkBBoxField(body["bbox"], body["bbox-crs"]);
      if (body["bbox"] !== undefined && body["intersects"] !== undefined) {
        yield {
          code: "CATALOG_SPATIAL_CONFLICT",
          path: ["intersects"],
          message: "bbox and intersects are both given",
          rule: "give one of bbox and intersects",
        };
      }
    }),
  );

function findOperandFault(comparison: Record<string, unknown>): string | undefined {
  const fault = Object.entries(comparison).find(
    ([, operand]) => !["string", "number", "boolean"].includes(typeof operand),
  );
  return fault && `compares ${fault[0]} with a value that is not a string, number or boolean`;
}

const WGS84 = new Set(["crs84", "ogc:crs84", "http://www.opengis.net/def/crs/ogc/1.3/crs84"]);

/**
 * Yields the faults of a box in longitude and latitude. The ranges of other reference systems in `bbox-crs` are
 * unknown.
 */
function* checkBBoxField(bbox: unknown, crs: unknown): Generator<Finding> {
  if (!Array.isArray(bbox)) return;
  const isWgs84 = crs === undefined || (typeof crs === "string" && WGS84.has(crs.toLowerCase()));
  const result = isWgs84 ? checkBBox(bbox) : checkBBoxNumbers(bbox);
  const reason = result.ok ? isWgs84 && findLongitudeFault(bbox as number[]) : result.reason;
  if (!reason) return;
  yield {
    code: "BBOX_INVALID",
    path: ["bbox"],
    says: reason,
    rule: "4 or 6 numbers, lower-left then upper-right corner, in degrees unless bbox-crs says otherwise",
  };
}

/**
 * Returns the fault of west and east, which must be longitudes. West may exceed east: the box then crosses the
 * antimeridian.
 */
function findLongitudeFault(bbox: readonly number[]): string | undefined {
  const beyond = [bbox[0], bbox[bbox.length / 2]].find((longitude) => Math.abs(longitude as number) > 180);
  return beyond === undefined ? undefined : `has longitude ${beyond} outside -180..180`;
}
