/** Parts of bodies whose rules are code, as JSON Schema. */
import { STANDARD_OPERATORS, TEXT_OPERATORS, type OperatorSet } from "./vocabulary.ts";

type JsonSchema = Record<string, unknown>;

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

export function geometrySchema(...types: readonly (keyof typeof COORDINATES)[]): JsonSchema {
  const schemas = types.map((type) => ({
    type: "object",
    properties: { type: { const: type }, coordinates: COORDINATES[type] },
    required: ["type", "coordinates"],
  }));
  return schemas.length === 1 ? { ...schemas[0] } : { anyOf: schemas };
}

const NAME: JsonSchema = { type: "string", minLength: 1 };

/** A product of the archive, or one to be generated: never both. */
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

const oneOperator = (names: readonly string[], operand: JsonSchema): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, operand])),
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
});

const SETS: Record<OperatorSet, JsonSchema> = {
  standard: {
    anyOf: [{ type: "string" }, { type: "array", items: PLAIN }, oneOperator(STANDARD_OPERATORS, PLAIN)],
  },
  text: {
    anyOf: [{ type: "string", description: "contains" }, oneOperator(TEXT_OPERATORS, { type: "string" })],
  },
  datetime: { type: "string", description: "a date-time, or <start>/<end>, <start>/.., ../<end>" },
};

/** The named fields by their operator sets; any other path below properties takes the standard operators. */
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
