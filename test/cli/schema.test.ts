/** `schema`: the schemas for editors, compared with the checks of the program. */
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BODY_KIND_NAMES, BODY_KINDS, type BodyKind } from "../../src/contract/body-kinds.ts";
import { checkBody } from "../../src/contract/parse.ts";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath } = await openBench({ archiveSize: 100 });

const printed = async (words: string): Promise<Record<string, unknown>> => {
  const { stdout, stderr, exitCode, requests } = await swath(`schema ${words}`);
  expect({ stderr, exitCode, requests }).toEqual({ stderr: "", exitCode: 0, requests: [] });
  return JSON.parse(stdout) as Record<string, unknown>;
};

async function validatorOf(kind: BodyKind) {
  const ajv = new Ajv2020({ strict: true, strictTuples: false, allowUnionTypes: true });
  addFormats(ajv);
  return ajv.compile(await printed(kind));
}

describe.each(BODY_KIND_NAMES)("schema %s", (kind) => {
  it("is a JSON Schema that accepts its own template, as the program's rules do", async () => {
    const skeleton = await printed(`${kind} --skeleton`);
    const isValid = await validatorOf(kind);
    expect(isValid(skeleton), JSON.stringify(isValid.errors)).toBe(true);
    expect(await checkBody(BODY_KINDS[kind], skeleton)).toMatchObject({ ok: true });
  });

  it("shows the endpoint", async () => {
    const { title, $schema } = await printed(kind);
    expect(title).toMatch(/^(POST|PATCH|PUT) \/\S+: /);
    expect($schema).toBe("https://json-schema.org/draft/2020-12/schema");
  });
});

describe("the schema refuses whatever the program refuses", () => {
  const window = { windowOpen: "2026-03-11T00:00:00Z", windowClose: "2026-03-12T00:00:00Z" };
  const lisbon = { type: "Point", coordinates: [-9.14, 38.69] };
  const task = (members: object): object => ({
    type: "Feature",
    geometry: lisbon,
    properties: { ...window, ...members },
  });
  it.each<[string, BodyKind, unknown]>([
    ["TASK a window is required", "task", { type: "Feature", geometry: lisbon, properties: {} }],
    [
      "a tier of repeat requests",
      "task",
      { type: "Feature", geometry: lisbon, properties: { ...window, collectionTier: "routine" } },
    ],
    [
      "a time without zone",
      "task",
      { type: "Feature", geometry: lisbon, properties: { ...window, windowOpen: "2026-03-11" } },
    ],
    [
      "a line",
      "task",
      {
        type: "Feature",
        geometry: {
          type: "LineString",
          coordinates: [
            [-9, 38],
            [-8, 38],
          ],
        },
        properties: window,
      },
    ],
    [
      "a latitude of 91 degrees",
      "task",
      { type: "Feature", geometry: { type: "Point", coordinates: [0, 91] }, properties: window },
    ],
    [
      "two rings",
      "task",
      { type: "Feature", geometry: { type: "Polygon", coordinates: [[], []] }, properties: window },
    ],
    [
      "a polygon that repeats",
      "repeat",
      { type: "Feature", geometry: { type: "Polygon", coordinates: [] }, properties: {} },
    ],
    ["ORDER-01 no item", "order", { items: [] }],
    [
      "ORDER-02 ORDER-03 both shapes at once",
      "order",
      { items: [{ collectionId: "a", granuleId: "b", productType: "GEC", collectIds: ["c"] }] },
    ],
    ["SEARCH-T-06 a page too large", "search", { limit: 501 }],
    ["SEARCH-T-32 two operators", "search", { query: { "a.b": { gte: 1, lte: 2 } } }],
    ["SEARCH-T-36 a name below another one", "search", { query: { taskName: { lt: "a" } } }],
    [
      "SEARCH-R-07 a description below another one",
      "search-repeats",
      { query: { repeatrequestDescription: { lt: "a" } } },
    ],
    [
      "PRODUCTS-03 a task's product types without GEO",
      "task",
      task({ processingConfig: { productTypes: ["SLC"] } }),
    ],
    [
      "PRODUCTS-03 an update without GEO",
      "products",
      { properties: { processingConfig: { productTypes: ["SLC", "SICD"] } } },
    ],
    [
      "ORG-04 GEO that is not required",
      "organization",
      { defaultProductTypes: [{ productType: "geo", required: false }] },
    ],
    [
      "REPEAT-08 an interval of half a day",
      "repeat",
      {
        type: "Feature",
        geometry: lisbon,
        properties: { repetitionProperties: { repetitionInterval: 0.5 } },
      },
    ],
    ["RETASK-12 a look angle of 2 degrees", "retask-collect", { offNadirMin: 2 }],
    ["CATALOG-02 a box of three numbers", "catalog", { bbox: [1, 2, 3] }],
    ["CATALOG-12 the operator in", "catalog", { query: { platform: { in: ["a"] } } }],
    ["EXPORT-07 neither a format nor names", "export", { exportType: "latest" }],
    [
      "EXPORT-07 a format and names",
      "export",
      { exportType: "latest", exportFormat: "gpkg", fileNames: ["a.gpkg"] },
    ],
  ])("%s", async (_title, kind, body) => {
    const isValid = await validatorOf(kind);
    expect(isValid(body)).toBe(false);
    expect(await checkBody(BODY_KINDS[kind], body)).toMatchObject({ ok: false });
  });
});

it.each<[string, BodyKind, unknown]>([
  [
    "GEO in small letters",
    "products",
    { properties: { processingConfig: { productTypes: ["geo", "SLC"] } } },
  ],
  ["an optional type", "organization", { defaultProductTypes: [{ productType: "SLC", required: false }] }],
  ["look angles as text", "retask-collect", { properties: { offNadirMin: "27", offNadirMax: 37 } }],
  ["a box with heights", "catalog", { bbox: [1, 2, 0, 3, 4, 100] }],
  ["two operators on one property", "catalog", { query: { "view:incidence_angle": { gte: 20, lt: 35 } } }],
  ["a format and an empty list", "export", { exportType: "full", exportFormat: "gpkg", fileNames: [] }],
])("both the program and the schema accept %s", async (_title, kind, body) => {
  const isValid = await validatorOf(kind);
  expect(isValid(body), JSON.stringify(isValid.errors)).toBe(true);
  expect(await checkBody(BODY_KINDS[kind], body)).toMatchObject({ ok: true });
});

it("a template can be sent unchanged", async () => {
  const home = await tempHome();
  await writeFile(join(home, "task.json"), (await swath("schema task --skeleton")).stdout);
  const run = await swath("task create --file task.json --dry-run --json", { home });
  expect(run.exitCode, run.stderr).toBe(0);
  expect(JSON.parse(run.stdout)).toMatchObject({
    body: { properties: { windowOpen: "2026-03-11T00:00:00Z", windowClose: "2026-03-18T00:00:00Z" } },
  });
});

it("an unknown kind gets the nearest one as a suggestion", async () => {
  const run = await swath("schema taks");
  expect(run).toMatchObject({ exitCode: 2, stdout: "" });
  expect(run.stderr).toContain("Did you mean task?");
});
