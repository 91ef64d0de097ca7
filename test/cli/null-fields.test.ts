/** Parts of a body or file beyond the interface's words: nulls, disabled squint, letter case, parts. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { errorOf, runScripted } from "./scripted-service.ts";
import { runWords, tempHome } from "./world.ts";

const WINDOW = { windowOpen: "2026-06-01T00:00:00Z", windowClose: "2026-06-08T00:00:00Z" };
const CHOSEN = { collectionTier: "standard", collectionType: "stripmap_100" };
const RING = [
  [15, 37.7],
  [15.1, 37.7],
  [15.1, 37.8],
  [15, 37.7],
];

async function planned(argv: readonly string[], home?: string) {
  const run = await runScripted([...argv, "--dry-run", "--json"], {}, home === undefined ? {} : { home });
  expect(run.exitCode, run.stderr).toBe(0);
  return { body: (JSON.parse(run.stdout) as { body: any }).body, stderr: run.stderr }; // oxlint-disable-line typescript/no-explicit-any
}

describe("null in a body", () => {
  it("counts as a missing field, wherever it is, and is never sent", async () => {
    const feature = {
      type: "Feature",
      geometry: { type: "Point", coordinates: [14, 40] },
      contractId: null,
      properties: {
        ...WINDOW,
        ...CHOSEN,
        customAttribute1: null,
        archiveHoldback: null,
        processingConfig: { productTypes: null },
        collectConstraints: { lookDirection: null, localTime: null },
      },
    };
    const { body } = await planned(["task", "create", "--data", JSON.stringify(feature)]);
    expect(JSON.stringify(body)).not.toContain("null");
    expect(body.properties).not.toHaveProperty("customAttribute1");
  });

  it.each([
    ["RETASK-T-02 task retask", "task retask t-1 --no-check --yes"],
    ["RETASK-C-16 collect retask", "collect retask c-1 --window-close +8d"],
    ["RETASK-R-14 repeat retask", "repeat retask r-1 --no-check --yes --count 2"],
  ])("%s accepts the empty feature with a null geometry and null properties", async (_title, line) => {
    const empty = '{"type":"Feature","geometry":null,"properties":null}';
    const { body } = await planned([...line.split(" "), "--data", empty]);
    expect(body).toMatchObject({ type: "Feature" });
    expect(JSON.stringify(body)).not.toContain("null");
  });

  it("searches and orders omit it too, except in a condition of a query", async () => {
    const search = await planned(["search", "tasks", "--data", '{"page":null,"query":null}']);
    expect(search.body).toEqual({});
    const catalog = await planned(["catalog", "search", "--data", '{"bbox":null,"ids":["a"]}']);
    expect(catalog.body).toEqual({ ids: ["a"] });
    const kept = await runWords(["catalog", "search", "--data", '{"query":{"platform":null}}', "--json"], {
      env: { SWATH_BASE_URL: "https://sar.example/v1", SWATH_API_KEY: "key" },
    });
    expect([kept.exitCode, errorOf(kept).code]).toEqual([3, "QUERY_OPERATOR_INVALID"]);
  });
});

it("TASK-49 squint disabled in a file is sent, with a note", async () => {
  const properties = { ...WINDOW, ...CHOSEN, collectConstraints: { squint: "disabled", offNadirMin: 20 } };
  const data = { type: "Feature", geometry: { type: "Point", coordinates: [14, 40] }, properties };
  const { body, stderr } = await planned(["task", "create", "--data", JSON.stringify(data)]);
  expect(body.properties.collectConstraints).toEqual({ squint: "disabled", offNadirMin: 20 });
  expect(stderr).toContain('squint "disabled" is not in the interface; it is sent as it is');
});

it("ORG-05 TASK-28 product types of a body are read in any case", async () => {
  const listed = { defaultProductTypes: [{ productType: "geo", required: true }] };
  const org = await planned(["org", "set-defaults", "o-1", "--data", JSON.stringify(listed)]);
  expect(org.body.defaultProductTypes).toEqual([{ productType: "GEO", required: true }]);
  const optional = { defaultProductTypes: [{ productType: "geo", required: false }] };
  const words = ["org", "set-defaults", "o-1", "--data", JSON.stringify(optional), "--yes", "--json"];
  expect(errorOf(await runScripted(words, {})).code).toBe("ORG_GEO_LOCKED");
});

describe("an area of several parts", () => {
  const multi = (...parts: unknown[]) => ({ type: "MultiPolygon", coordinates: parts });

  it("TASK-06 CATALOG-06 of one polygon is that polygon, with a note", async () => {
    const home = await tempHome();
    const area = multi([RING]);
    const feature = { type: "Feature", geometry: area, properties: { ...WINDOW, ...CHOSEN } };
    await writeFile(join(home, "f.json"), JSON.stringify(feature));
    const single = { type: "Polygon", coordinates: [RING] };
    for (const words of [
      ["--file", "f.json"],
      ["--data", JSON.stringify(feature)],
    ]) {
      const { body, stderr } = await planned(["task", "create", ...words], home);
      expect([body.geometry, stderr]).toEqual([
        single,
        expect.stringContaining("took the only part of the MultiPolygon"),
      ]);
    }
    for (const words of [
      ["--file", JSON.stringify(area)],
      ["--data", JSON.stringify({ intersects: area })],
      ["--file", "MULTIPOLYGON(((15 37.7,15.1 37.7,15.1 37.8,15 37.7)))"],
    ]) {
      const { body, stderr } = await planned(["catalog", "search", ...words]);
      expect([body.intersects, stderr]).toEqual([single, expect.stringContaining("took the only part")]);
    }
  });

  it("TASK-06 of two polygons is refused", async () => {
    const area = JSON.stringify(multi([RING], [RING.map(([lon = 0, lat = 0]) => [lon + 2, lat])]));
    const run = await runScripted(["task", "create", "--file", area, "--json"], {});
    expect(errorOf(run).details?.map(({ code }) => code)).toContain("GEOMETRY_TYPE_UNSUPPORTED");
  });
});

it("TASK-02 a GeoJSON text sequence is read: one text as itself, several with --each", async () => {
  const home = await tempHome();
  const feature = (lon: number) => ({
    type: "Feature",
    geometry: { type: "Point", coordinates: [lon, 40] },
    properties: { ...WINDOW, ...CHOSEN },
  });
  const texts = [feature(14), feature(15)].map((one) => `\u001e${JSON.stringify(one)}\n`);
  await writeFile(join(home, "one.geojsons"), texts[0]!);
  await writeFile(join(home, "two.geojsons"), texts.join(""));
  const { body } = await planned(["task", "create", "--file", "one.geojsons"], home);
  expect(body.geometry.coordinates).toEqual([14, 40]);
  const each = await runScripted(
    ["task", "create", "--file", "two.geojsons", "--each", "--dry-run", "--json"],
    {},
    { home },
  );
  const requests = JSON.parse(each.stdout) as { body: { geometry: { coordinates: number[] } } }[];
  expect(requests.map(({ body: { geometry } }) => geometry.coordinates)).toEqual([
    [14, 40],
    [15, 40],
  ]);
  const both = await runScripted(["task", "create", "--file", "two.geojsons", "--json"], {}, { home });
  expect([both.exitCode, errorOf(both).code]).toEqual([2, "INPUT_NOT_GEOJSON"]);
  await writeFile(join(home, "cut.geojsons"), `${texts[0]!}\u001e{"type":`);
  const cut = await runScripted(["task", "create", "--file", "cut.geojsons", "--json"], {}, { home });
  expect(errorOf(cut).message).toContain("cut.geojsons, text 2 is not JSON");
});
