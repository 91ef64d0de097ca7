/** `POST /catalog/search`. */
import * as z from "zod/mini";
import { parseInterval } from "../../time/interval.ts";
import { SORT_ORDERS, STANDARD_OPERATORS } from "../vocabulary.ts";
import { isMembers } from "../members.ts";
import { bboxFindings } from "./bbox.ts";
import { oneOf, text, texts } from "./fields.ts";
import { IntersectsGeometry } from "./geometry.ts";
import { coded, memberRule, rule } from "./rule.ts";

const intervalRule = "one RFC 3339 date-time, or an interval <start>/<end>, <start>/.., ../<end>";

const datetime = coded(z.string(), { code: "DATETIME_INTERVAL_INVALID", expected: intervalRule }).check(
  rule(function* (value) {
    const interval = typeof value === "string" ? parseInterval(value) : undefined;
    if (interval?.ok === false) {
      yield { code: "DATETIME_INTERVAL_INVALID", says: interval.reason, rule: intervalRule };
    }
  }),
);

const comparisonRule = `an object with ${STANDARD_OPERATORS.join(", ")}`;

export type Comparison = Partial<Record<(typeof STANDARD_OPERATORS)[number], string | number | boolean>>;

// Spec silent: whether one property may have several operators. We accept them, and all must hold.
const CatalogQuery = z.looseObject({}).check(
  memberRule(function* (query) {
    for (const [name, comparison] of Object.entries(query)) {
      const operators = isMembers(comparison) ? Object.keys(comparison) : [];
      const unknown = operators.find((operator) => !STANDARD_OPERATORS.includes(operator as never));
      const says =
        operators.length === 0
          ? "has no operator"
          : unknown !== undefined
            ? `has the operator "${unknown}", which the catalog does not take`
            : operandFault(comparison as Record<string, unknown>);
      if (says !== undefined)
        yield { code: "QUERY_OPERATOR_INVALID", path: [name], says, rule: comparisonRule };
    }
  }),
) as unknown as z.ZodMiniType<Record<string, Comparison>>;

const sortField = z.looseObject({ field: text, direction: oneOf(SORT_ORDERS) });

const pageSize = coded(z.int().check(z.minimum(1)), {
  code: "PAGE_LIMIT_EXCEEDED",
  expected: "an integer of at least 1",
});

export const CatalogSearchBody = z
  .looseObject({
    bbox: z.optional(
      coded(z.array(z.number()), { code: "BBOX_INVALID", expected: "an array of 4 or 6 numbers" }),
    ),
    "bbox-crs": z.optional(text),
    intersects: z.optional(IntersectsGeometry),
    datetime: z.optional(datetime),
    collections: z.optional(texts),
    ids: z.optional(texts),
    query: z.optional(CatalogQuery),
    sortby: z.optional(
      coded(z.union([z.string(), z.array(sortField)]), {
        code: "FIELD_TYPE_INVALID",
        expected: `a string, or an array of {field, direction} with direction ${SORT_ORDERS.join(" or ")}`,
        looksInside: true,
      }),
    ),
    limit: z.optional(pageSize),
  })
  .check(
    memberRule(function* (body) {
      yield* bboxFindings(body["bbox"], body["bbox-crs"]);
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

/** Query parameters of the catalog search. */
export const CatalogSearchQuery = z.looseObject({ "bbox-crs": z.optional(text) });

function operandFault(comparison: Record<string, unknown>): string | undefined {
  const fault = Object.entries(comparison).find(
    ([, operand]) => !["string", "number", "boolean"].includes(typeof operand),
  );
  return fault && `compares ${fault[0]} with a value that is not a string, number or boolean`;
}
