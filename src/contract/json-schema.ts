/** The schemas of bodies as JSON Schema (draft 2020-12), for editors. */
import * as z from "zod/mini";
import { BODY_KINDS, type BodyKind } from "./body-kinds.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { isJsonObject } from "./json-object.ts";
import { timestamp } from "./schemas/fields.ts";
import { bbox, CatalogQuery } from "./schemas/catalog.ts";
import { IntersectsGeometry, RepeatGeometry, TaskGeometry } from "./schemas/geometry.ts";
import { DefaultProductType, ProductTypes } from "./schemas/products.ts";
import { repetitionInterval } from "./schemas/repetition.ts";
import { collectAngle } from "./schemas/retask.ts";
import { expectations } from "./schemas/rule.ts";
import {
  LIMITS,
  type OperatorSet,
  REPEAT_QUERY_FIELDS,
  STANDARD_OPERATORS,
  TASK_QUERY_FIELDS,
  TEXT_OPERATORS,
} from "./vocabulary.ts";

export type JsonSchema = Record<string, unknown>;

// Parts of bodies whose rules are code.
const POSITION: JsonSchema = {
  type: "array",
  description: "longitude, latitude in degrees, and an altitude in metres if any",
  prefixItems: [
    { type: "number", minimum: -180, maximum: 180 },
    { type: "number", minimum: -90, maximum: 90 },
    { type: "number" },
  ],
  minItems: 2,
};

const COORDINATES = {
  Point: POSITION,
  LineString: { type: "array", items: POSITION, minItems: 2 },
  Polygon: {
    type: "array",
    description: "one ring, whose last position repeats its first",
    items: { type: "array", items: POSITION, minItems: 4 },
    minItems: 1,
    maxItems: 1,
  },
} as const satisfies Record<string, JsonSchema>;

export function makeGeometrySchema(...types: readonly (keyof typeof COORDINATES)[]): JsonSchema {
  const schemas = types.map((type) => ({
    type: "object",
    properties: { type: { const: type }, coordinates: COORDINATES[type] },
    required: ["type", "coordinates"],
  }));
  return schemas.length === 1 ? { ...schemas[0] } : { anyOf: schemas };
}

const NAME: JsonSchema = { type: "string", minLength: 1 };

/** A product of the archive, or a generated one: never both. */
export const ORDER_ITEM: JsonSchema = {
  oneOf: [
    {
      type: "object",
      properties: { collectionId: NAME, granuleId: NAME, productType: false, collectIds: false },
      required: ["collectionId", "granuleId"],
    },
    {
      type: "object",
      properties: {
        productType: NAME,
        collectIds: { type: "array", items: NAME, minItems: 1 },
        collectionId: false,
        granuleId: false,
      },
      required: ["productType", "collectIds"],
    },
  ],
};

const PLAIN: JsonSchema = { type: ["string", "number", "boolean"] };

const makeOperatorSchema = (names: readonly string[], operand: JsonSchema): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, operand])),
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
});

const SETS: Record<OperatorSet, JsonSchema> = {
  standard: {
    anyOf: [
      { type: "string" },
      { type: "array", items: PLAIN },
      makeOperatorSchema(STANDARD_OPERATORS, PLAIN),
    ],
  },
  text: {
    anyOf: [
      { type: "string", description: "contains" },
      makeOperatorSchema(TEXT_OPERATORS, { type: "string" }),
    ],
  },
  datetime: { type: "string", description: "a date-time, or <start>/<end>, <start>/.., ../<end>" },
};

/**
 * Returns the schema of a query: named fields with their operator sets; any other path below properties has the
 * standard operators.
 */
export function querySchema(fields: Readonly<Record<string, OperatorSet>>): JsonSchema {
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, set]) => [
        name,
        name === "includeRepeatingTasks" ? { anyOf: [{ type: "boolean" }, SETS[set]] } : SETS[set],
      ]),
    ),
    additionalProperties: SETS.standard,
  };
}

/** Product types are not case-sensitive. */
const GEO: JsonSchema = { type: "string", pattern: "^[Gg][Ee][Oo]$" };

const { retaskLookAngleMinDegrees: minimum, retaskLookAngleMaxDegrees: maximum } = LIMITS;

/** The rules that a schema checks in code, written as JSON Schema. */
const OWN: ReadonlyMap<z.core.$ZodType, JsonSchema> = new Map<z.core.$ZodType, JsonSchema>([
  [timestamp, { type: "string", format: "date-time" }],
  [TaskGeometry, makeGeometrySchema("Point", "Polygon")],
  [RepeatGeometry, makeGeometrySchema("Point")],
  [IntersectsGeometry, makeGeometrySchema("Point", "LineString", "Polygon")],
  [ProductTypes, { type: "array", items: { type: "string" }, contains: GEO }],
  [
    DefaultProductType,
    {
      type: "object",
      properties: { productType: { type: "string" }, required: { type: "boolean" } },
      required: ["productType", "required"],
      anyOf: [{ properties: { productType: { not: GEO } } }, { properties: { required: { const: true } } }],
    },
  ],
  [repetitionInterval, { type: "number", minimum: LIMITS.repeatIntervalMinDays }],
  [
    collectAngle,
    {
      anyOf: [
        { type: "number", minimum, maximum },
        { type: "string", pattern: "^-?\\d+(\\.\\d+)?$" },
      ],
    },
  ],
  [
    bbox,
    {
      type: "array",
      items: { type: "number" },
      oneOf: [4, 6].map((size) => ({ minItems: size, maxItems: size })),
    },
  ],
  [
    CatalogQuery,
    {
      type: "object",
      additionalProperties: {
        type: "object",
        properties: Object.fromEntries(STANDARD_OPERATORS.map((name) => [name, PLAIN])),
        additionalProperties: false,
        minProperties: 1,
      },
    },
  ],
]);

/**
 * Returns the JSON Schema of a body. Unknown fields are allowed everywhere, because the service may have more. Rules
 * between fields are checked by the program only.
 */
export async function makeJsonSchema(kind: BodyKind): Promise<JsonSchema> {
  const { method, path, summary, body } = ENDPOINTS[BODY_KINDS[kind]];
  const { $schema, ...schema } = z.toJSONSchema(await body(), {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => describe(zodSchema, jsonSchema as JsonSchema),
  }) as JsonSchema;
  return complete(kind, { $schema, title: `${method} ${path}: ${summary}`, ...schema });
}

function describe(schema: z.core.$ZodType, json: JsonSchema): void {
  const own = OWN.get(schema);
  const expectation = expectations.get(schema);
  if (own !== undefined) replace(json, own);
  if (expectation?.code === "ORDER_ITEM_SHAPE") replace(json, ORDER_ITEM);
  if (expectation !== undefined) json["description"] = expectation.expected;
  if (json["maximum"] === Number.MAX_SAFE_INTEGER) delete json["maximum"];
  // An empty schema has the same meaning as no schema.
  const others = json["additionalProperties"];
  if (isJsonObject(others) && Object.keys(others).length === 0) delete json["additionalProperties"];
}

function replace(json: JsonSchema, own: JsonSchema): void {
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, own);
}

/** Adds properties that only a rule over the whole body requires. */
function complete(kind: BodyKind, schema: JsonSchema): JsonSchema {
  const members = schema["properties"] as Record<string, JsonSchema>;
  switch (kind) {
    case "task":
      members["properties"]!["required"] = ["windowOpen", "windowClose"];
      return schema;
    case "order":
      members["items"]!["minItems"] = 1;
      return schema;
    case "export":
      return { ...schema, oneOf: makeSelectorSchemas(members) };
    case "search":
      return { ...schema, properties: withQuery(members, TASK_QUERY_FIELDS) };
    case "search-repeats":
      return { ...schema, properties: withQuery(members, REPEAT_QUERY_FIELDS) };
    default:
      return schema;
  }
}

/** Returns the two allowed bodies: a format, or names. An empty list of names counts as none. */
const makeSelectorSchemas = ({ exportFormat, fileNames }: Record<string, JsonSchema>): JsonSchema[] => [
  { properties: { exportFormat, fileNames: { ...fileNames, maxItems: 0 } }, required: ["exportFormat"] },
  { properties: { exportFormat: false, fileNames: { ...fileNames, minItems: 1 } }, required: ["fileNames"] },
];

/** Adds the schema of `query`, and drops `filter`, its other name: the commands convert it. */
function withQuery(
  { filter: _filter, ...members }: Record<string, JsonSchema>,
  fields: Readonly<Record<string, OperatorSet>>,
): Record<string, JsonSchema> {
  return { ...members, query: querySchema(fields) };
}
