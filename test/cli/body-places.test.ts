/** Fields of a body at another place or in another spelling than the interface has them, in every body that people write. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { errorOf, runScripted } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const WINDOW = { windowOpen: "2026-06-01T00:00:00Z", windowClose: "2026-06-08T00:00:00Z" };
const TARGET = { type: "Feature", geometry: { type: "Point", coordinates: [14, 40] } };
const TASK = {
  ...TARGET,
  properties: { ...WINDOW, collectionTier: "standard", collectionType: "spotlight" },
};
const ID = "11111111-0000-4000-8000-000000000000";

interface Given {
  strict?: boolean;
  env?: Record<string, string>;
  home?: string;
}

async function planned(command: string, data: object, { strict = false, ...world }: Given = {}) {
  const words = [...command.split(" "), "--data", JSON.stringify(data), "--dry-run", "--json", "--yes"];
  const run = await runScripted([...words, ...(strict ? ["--strict"] : [])], {}, world);
  const body: unknown = run.exitCode === 0 ? (JSON.parse(run.stdout) as { body: unknown }).body : undefined;
  return { ...run, body };
}

async function homeWith(dialect: object): Promise<string> {
  const home = await tempHome();
  await mkdir(join(home, ".config", "swath"), { recursive: true });
  const config = JSON.stringify({ profiles: { default: { dialect } } });
  await writeFile(join(home, ".config", "swath", "config.json"), config);
  return home;
}

const within = (changes: object): object => ({ ...TASK, properties: { ...TASK.properties, ...changes } });

describe("a misplaced field moves to its place with a warning, and is refused with --strict", () => {
  it.each<[string, string, object, object, string]>([
    [
      "TASK-31 of a task",
      "task create",
      within({ lookDirection: "left" }),
      { properties: { collectConstraints: { lookDirection: "left" } } },
      "properties.lookDirection",
    ],
    [
      "TASK-27 of a task",
      "task create",
      within({ productTypes: ["GEO"] }),
      { properties: { processingConfig: { productTypes: ["GEO"] } } },
      "properties.productTypes",
    ],
    ["TASK-16 of a task", "task create", { ...TARGET, ...WINDOW }, { properties: WINDOW }, "windowOpen"],
    [
      "TASK-32 in another spelling",
      "task create",
      within({ asc_dsc: "ascending" }),
      { properties: { collectConstraints: { ascDesc: "ascending" } } },
      "properties.asc_dsc",
    ],
    [
      "TASK-24 with its object",
      "task create",
      { ...TASK, collectConstraints: { offNadirMax: 30 } },
      { properties: { collectConstraints: { offNadirMax: 30 } } },
      "collectConstraints",
    ],
    [
      "TASK-09 a contract",
      "task create",
      within({ contractId: "C9" }),
      { contractId: "C9" },
      "properties.contractId",
    ],
    [
      "REPEAT-09 of a series",
      "repeat create",
      { ...TARGET, properties: { repetitionInterval: 7, repetitionCount: 3 } },
      { properties: { repetitionProperties: { repetitionInterval: 7, repetitionCount: 3 } } },
      "properties.repetitionInterval",
    ],
    [
      "REPEAT-18 of a series",
      "repeat create",
      { ...TARGET, customAttribute1: "a" },
      { properties: { customAttribute1: "a" } },
      "customAttribute1",
    ],
    ["RETASK-T-06 of a retask", `task retask ${ID} --no-check`, WINDOW, { properties: WINDOW }, "windowOpen"],
    [
      "RETASK-C-08 of a retask of a collect",
      `collect retask ${ID}`,
      { properties: { collectConstraints: { offNadirMin: 27 } } },
      { properties: { offNadirMin: 27 } },
      "properties.collectConstraints.offNadirMin",
    ],
    [
      "RETASK-R-14 of a retask of a series",
      `repeat retask ${ID} --no-check`,
      { repetitionProperties: { repetitionInterval: 7 } },
      { properties: { repetitionInterval: 7 } },
      "repetitionProperties.repetitionInterval",
    ],
    [
      "SEARCH-T-03 of a search",
      "search tasks",
      { lastStatusCode: "review" },
      { query: { lastStatusCode: "review" } },
      "lastStatusCode",
    ],
    [
      "SEARCH-T-03 below the fields of a search",
      "search tasks",
      { query: { lookDirection: "left" } },
      { query: { "collectConstraints.lookDirection": "left" } },
      "lookDirection",
    ],
    [
      "CATALOG-13 of a catalog search",
      "catalog search",
      { platform: { eq: "P" } },
      { query: { platform: { eq: "P" } } },
      "platform",
    ],
    [
      "ORDER-01 in an item",
      "order place",
      { items: [{ collection_id: "c", granuleId: "g" }] },
      { items: [{ collectionId: "c", granuleId: "g" }] },
      "collection_id",
    ],
    [
      "PRODUCT-09 in a list of defaults",
      "org set-defaults o-1",
      { defaultProductTypes: [{ product_type: "GEO", required: true }] },
      { defaultProductTypes: [{ productType: "GEO", required: true }] },
      "product_type",
    ],
    [
      "EXPORT-08 of an export",
      "export links",
      { exportType: "latest", export_format: "gpkg" },
      { exportType: "latest", exportFormat: "gpkg" },
      "export_format",
    ],
  ])("%s", async (_title, command, data, expected, typed) => {
    const { body, stderr } = await planned(command, data);
    expect(body, stderr).toMatchObject(expected);
    expect(stderr).toContain(`${typed} was taken as `);
    const strict = await planned(command, data, { strict: true });
    expect([strict.exitCode, strict.requests]).toEqual([3, []]);
    expect(strict.stderr).toContain(`${typed} was taken as `);
  });

  it("TASK-24 a field at both places with one value is sent once, with a warning", async () => {
    const twice = within({ lookDirection: "left", collectConstraints: { lookDirection: "left" } });
    const { body, stderr } = await planned("task create", twice);
    expect((body as typeof TASK).properties).not.toHaveProperty("lookDirection");
    expect(stderr).toContain(
      "properties.lookDirection repeats properties.collectConstraints.lookDirection and is not sent",
    );
  });

  it("TASK-31 --each moves the fields of every feature, and --file those of one", async () => {
    const home = await tempHome();
    const sites = {
      type: "FeatureCollection",
      features: [within({ localTime: "day" }), within({ localTime: "night" })],
    };
    await writeFile(join(home, "sites.geojson"), JSON.stringify(sites));
    const each = await runScripted("task create --each --file sites.geojson --dry-run --json", {}, { home });
    const bodies = (JSON.parse(each.stdout) as { body: object }[]).map(({ body }) => body);
    expect(bodies).toMatchObject(
      ["day", "night"].map((localTime) => ({ properties: { collectConstraints: { localTime } } })),
    );
    expect(each.stderr).toContain(
      "properties.localTime was taken as properties.collectConstraints.localTime",
    );
  });
});

describe("PLACEMENT_CONFLICT: a field with two values is refused, with both", () => {
  it.each<[string, string, object, string, string]>([
    [
      "TASK-31",
      "task create",
      within({ lookDirection: "left", collectConstraints: { lookDirection: "right" } }),
      '"left"',
      '"right"',
    ],
    [
      "TASK-32",
      "task create",
      within({ collectConstraints: { ascDsc: "ascending", ascDesc: "descending" } }),
      '"ascending"',
      '"descending"',
    ],
    ["TASK-09", "task create", { ...within({ contractId: "C9" }), contractId: "C7" }, '"C9"', '"C7"'],
    [
      "TASK-24",
      "task create",
      { ...within({ collectConstraints: { offNadirMax: 20 } }), collectConstraints: { offNadirMax: 30 } },
      "30",
      "20",
    ],
    [
      "REPEAT-09",
      "repeat create",
      { ...TARGET, properties: { repetitionInterval: 7, repetitionProperties: { repetitionInterval: 9 } } },
      "7",
      "9",
    ],
    ["RETASK-C-08", `collect retask ${ID}`, { offNadirMin: 20, properties: { offNadirMin: 30 } }, "20", "30"],
    [
      "RETASK-R-04",
      `repeat retask ${ID}`,
      { properties: { repetitionInterval: 7, repetitionProperties: { repetitionInterval: 9 } } },
      "9",
      "7",
    ],
    [
      "SEARCH-T-03",
      "search tasks",
      { lastStatusCode: "review", query: { lastStatusCode: "accepted" } },
      '"review"',
      '"accepted"',
    ],
    [
      "ORDER-01",
      "order place",
      { items: [{ collectionId: "c", granuleId: "g", granule_id: "h" }] },
      '"h"',
      '"g"',
    ],
  ])("%s %s", async (_id, command, data, one, other) => {
    const run = await planned(command, data);
    expect([run.exitCode, run.requests]).toEqual([3, []]);
    const { code, message, details } = errorOf(run);
    expect(code).toBe("PLACEMENT_CONFLICT");
    expect(details?.length).toBe(1);
    expect(message).toContain(`${one} differs from`);
    expect(message).toContain(other);
  });
});

describe("TASK-09 a request has one contract", () => {
  it.each<[string, object, string, Record<string, string>, string]>([
    [
      "SWATH_CONTRACT and properties of the body",
      within({ contractId: "C9" }),
      "",
      { SWATH_CONTRACT: "C7" },
      "Add --contract C9, or --set properties.contractId=null for the other one",
    ],
    [
      "SWATH_CONTRACT and the body",
      { ...TASK, contractId: "C9" },
      "",
      { SWATH_CONTRACT: "C7" },
      "Add --contract C9, or --set contractId=null for the other one",
    ],
    [
      "--contract and the body",
      { ...TASK, contract_id: "C9" },
      " --contract C7",
      {},
      "Leave out --contract, or add --set contract_id=null to use it",
    ],
  ])("%s are refused if they differ, with a step to each", async (_title, data, words, env, hint) => {
    const run = await planned(`task create${words}`, data, { env });
    expect([run.exitCode, run.requests]).toEqual([3, []]);
    expect(errorOf(run)).toMatchObject({
      code: "PLACEMENT_CONFLICT",
      message: expect.stringContaining("the contract C7 differs from contractId C9 of the body") as string,
      hint,
    });
    const removal = /--set (\S+)/.exec(hint)![0];
    const other = await planned(`task create${words} ${removal}`, data, { env });
    expect(other.body).toMatchObject({ contractId: "C7" });
    if (words !== "") return;
    const own = await planned("task create --contract C9", data, { env });
    expect(own.body).toMatchObject({ contractId: "C9" });
  });

  it("two equal ones are sent once, and --each refuses a feature with another one", async () => {
    const same = await planned("task create", within({ contractId: "C7" }), {
      env: { SWATH_CONTRACT: "C7" },
    });
    expect(same.body).toMatchObject({ contractId: "C7" });
    expect((same.body as typeof TASK).properties).not.toHaveProperty("contractId");
    const home = await tempHome();
    await writeFile(
      join(home, "sites.json"),
      JSON.stringify({ type: "FeatureCollection", features: [TASK, { ...TASK, contractId: "C9" }] }),
    );
    const each = await runScripted(
      "task create --each --file sites.json --json",
      {},
      { home, env: { SWATH_CONTRACT: "C7" } },
    );
    expect([each.exitCode, each.requests]).toEqual([3, []]);
    expect(errorOf(each)).toMatchObject({
      code: "PLACEMENT_CONFLICT",
      message: expect.stringContaining("feature 2") as string,
    });
  });
});

it.each<[string, object, string, object, object]>([
  ["RETASK-T-02 flat", { retaskEnvelope: "flat" }, `task retask ${ID} --no-check`, WINDOW, WINDOW],
  [
    "RETASK-R-14 nested",
    { retaskRepetitionNested: true },
    `repeat retask ${ID} --no-check`,
    { properties: { repetitionProperties: { repeatEnd: "2026-09-01T00:00:00Z" } } },
    { properties: { repetitionProperties: { repeatEnd: "2026-09-01T00:00:00Z" } } },
  ],
  [
    "REPEAT-21 the count beside",
    { repetitionCountPath: "properties" },
    "repeat create",
    {
      ...TARGET,
      properties: {
        collectionTier: "routine",
        collectionType: "spotlight",
        repetitionCount: 3,
        repetitionProperties: { repeatStart: "2026-06-01T00:00:00Z", repetitionInterval: 7 },
      },
    },
    { properties: { repetitionCount: 3 } },
  ],
  [
    "TASK-32 ascDsc",
    { ascDescKey: "ascDsc" },
    "task create",
    within({ collectConstraints: { ascDsc: "ascending" } }),
    { properties: { collectConstraints: { ascDsc: "ascending" } } },
  ],
])(
  "%s: a body in the form of its deployment is sent as it is, without a warning",
  async (_title, dialect, command, data, expected) => {
    const { body, stderr, exitCode } = await planned(command, data, {
      home: await homeWith(dialect),
      strict: true,
    });
    expect(exitCode, stderr).toBe(0);
    expect(body).toMatchObject(expected);
    expect(stderr).not.toContain("Warning");
  },
);

it.each<[string, object, string]>([
  ["task create", within({ properties: { lookDirection: "left" } }), "properties.properties.lookDirection"],
  ["task create", within({ geometry: { localTime: "day" } }), "properties.geometry.localTime"],
  ["catalog search", { properties: { platform: { eq: "x" } } }, "properties.platform"],
  ["search tasks", { properties: { windowOpen: "../2026-01-01T00:00:00Z" } }, "properties.windowOpen"],
])(
  "TASK-24 %s: a field in the envelope of a Feature that is no envelope is named",
  async (command, data, field) => {
    const { stderr } = await planned(command, data);
    expect(stderr).toContain(`${field} is at a place that the interface does not have`);
  },
);

it("TASK-24 a field that cannot move is named: of another request, below an unknown name, outside an item", async () => {
  const odd = within({ repetitionInterval: 7, site: { localTime: "day" } });
  const { stderr } = await planned("task create", odd);
  expect(stderr).toContain("repetitionInterval is a field of other requests, not of this one");
  expect(stderr).toContain("properties.site.localTime is at a place that the interface does not have");
  const order = { items: [{ collectionId: "c", granuleId: "g" }], productType: "GEC" };
  const run = await planned("order place", order);
  expect(run.exitCode).toBe(3);
  expect(errorOf(run).message).toContain("productType belongs in an element of items");
});

it("TASK-02 a record that the service returned can be sent as a body: its own fields are at their places", async () => {
  const record = {
    ...TASK,
    contractId: "C7",
    order: { archiveHoldback: "none", lineItems: [] },
    properties: {
      ...TASK.properties,
      taskingrequestId: ID,
      statusHistory: [{ code: "review" }],
      collectConstraints: { localTime: [[21_600, 64_800]], numLooks: 1 },
      contractId: "C7",
      archiveHoldback: "none",
    },
  };
  const { body, stderr } = await planned("task create", record);
  expect(body).toMatchObject({ properties: { collectConstraints: { localTime: [21_600, 64_800] } } });
  expect(stderr).not.toContain("order.archiveHoldback");
});

it("REPEAT-27 TASK-09 the contract of the environment is for tasks: a series notes that it is not sent", async () => {
  const data = {
    type: "Feature",
    geometry: TASK.geometry,
    properties: { repetitionProperties: { repeatStart: "2026-06-01T00:00:00Z", repetitionInterval: 7 } },
  };
  const env = { SWATH_CONTRACT: "C7" };
  const series = await planned("repeat create --until-canceled", data, { env });
  expect(series.body).not.toHaveProperty("contractId");
  expect(series.stderr).toContain(
    "the contract C7 of SWATH_CONTRACT is for tasks, and is not sent with a series",
  );
  const own = await planned("repeat create --until-canceled --contract C9", data, { env });
  expect(own.body).toMatchObject({ contractId: "C9" });
  expect(own.stderr).not.toContain("C7");
});
