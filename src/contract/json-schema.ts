/** The schemas of bodies as JSON Schema (draft 2020-12), for editors. */
import * as z from "zod/mini";
import { endpointOfBody, type BodyKind } from "./body-kinds.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { geometrySchema, ORDER_ITEM, querySchema } from "./json-schema-parts.ts";
import { schemasOf } from "./schemas.ts";
import { timestamp } from "./schemas/fields.ts";
import { IntersectsGeometry, RepeatGeometry, TaskGeometry } from "./schemas/geometry.ts";
import { expectations } from "./schemas/rule.ts";
import { REPEAT_QUERY_FIELDS, TASK_QUERY_FIELDS, type OperatorSet } from "./vocabulary.ts";

export type JsonSchema = Record<string, unknown>;

/** What a schema's own rules say in code, said as JSON Schema. */
const OWN: ReadonlyMap<z.core.$ZodType, JsonSchema> = new Map<z.core.$ZodType, JsonSchema>([
  [timestamp, { type: "string", format: "date-time" }],
  [TaskGeometry, geometrySchema("Point", "Polygon")],
  [RepeatGeometry, geometrySchema("Point")],
  [IntersectsGeometry, geometrySchema("Point", "LineString", "Polygon")],
]);

/** Unknown members are allowed everywhere, as the service may know more; rules between members stay with the program. */
export async function jsonSchemaOf(kind: BodyKind): Promise<JsonSchema> {
  const name = endpointOfBody(kind);
  const { body } = await schemasOf(name);
  if (body === undefined) throw new Error(`the interface shows no body of ${name}`);
  const { method, path, summary } = ENDPOINTS[name];
  const { $schema, ...schema } = z.toJSONSchema(body, {
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
  // An empty schema allows what leaving it out allows.
  if (json["additionalProperties"] !== undefined) delete json["additionalProperties"];
}

function replace(json: JsonSchema, own: JsonSchema): void {
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, own);
}

/** Members that only a rule over the whole body asks for. */
function complete(kind: BodyKind, schema: JsonSchema): JsonSchema {
  const members = schema["properties"] as Record<string, JsonSchema>;
  switch (kind) {
    case "task":
      members["properties"]!["required"] = ["windowOpen", "windowClose"];
      return schema;
    case "order":
      members["items"]!["minItems"] = 1;
      return schema;
    case "search":
      return { ...schema, properties: withQuery(members, TASK_QUERY_FIELDS) };
    case "search-repeats":
      return { ...schema, properties: withQuery(members, REPEAT_QUERY_FIELDS) };
    default:
      return schema;
  }
}

/** `filter` is the name of `query` in some deployments: the commands put it there. */
function withQuery(
  { filter: _filter, ...members }: Record<string, JsonSchema>,
  fields: Readonly<Record<string, OperatorSet>>,
): Record<string, JsonSchema> {
  return { ...members, query: querySchema(fields) };
}
