/** Validates STAC documents against the official schemas in `test/fixtures/stac-schemas`, without a network. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";

const SCHEMAS = join(import.meta.dirname, "fixtures/stac-schemas");

export const STAC_ITEM = "https://schemas.stacspec.org/v1.0.0/item-spec/json-schema/item.json";
export const STAC_CATALOG = "https://schemas.stacspec.org/v1.0.0/catalog-spec/json-schema/catalog.json";

/** Returns a function that returns the faults of a document by any of these schemas. Throws for a schema that is not here. */
export function stacValidator(ids: readonly string[]): (document: unknown) => unknown[] {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // ajv-formats has no IRIs; ours are plain URIs.
  ajv.addFormat("iri", (text) => URL.canParse(text));
  ajv.addFormat("iri-reference", (text) => URL.canParse(text, "http://x/"));
  ajv.addSchema(false, "https://proj.org/schemas/v0.5/projjson.schema.json");
  const files = readdirSync(SCHEMAS, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".json")))
    ajv.addSchema(JSON.parse(readFileSync(join(SCHEMAS, file), "utf8")) as object);
  const validators = ids.map((id): ValidateFunction => {
    const validate = ajv.getSchema(id) ?? ajv.getSchema(`${id}#`);
    if (validate === undefined) throw new Error(`no schema ${id}`);
    return validate;
  });
  return (document) =>
    validators.flatMap((validate) => (validate(document) === true ? [] : (validate.errors ?? [])));
}
