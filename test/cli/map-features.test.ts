/** A Feature of a map: its name is the name of the request, and its other attributes stay on this machine. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runScripted, task } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const FLAGS = "--window-open 2026-06-01T00:00:00Z --window 7d --tier standard --type spotlight";
const CREATED = { "POST /task": [{ status: 201, body: task("t-1", "review") }] };
const QGIS = {
  type: "Feature",
  id: 0,
  bbox: [14, 40, 14, 40],
  geometry: { type: "Point", coordinates: [14.43, 40.82] },
  properties: { fid: 3, name: "harbour", owner: { phone: "555" }, area_ha: 12.5, customAttribute1: "p7" },
};

it.each(["", " --each"])(
  "TASK-63 only fields of requests are sent, and the name is the label:%s",
  async (each) => {
    const home = await tempHome();
    const document = each === "" ? QGIS : { type: "FeatureCollection", features: [QGIS] };
    await writeFile(join(home, "site.geojson"), JSON.stringify(document));
    const run = await runScripted(`task create --file site.geojson${each} ${FLAGS}`, CREATED, { home });
    expect(run.exitCode, run.stderr).toBe(0);
    const body = run.requests[0]?.body as { properties: object };
    expect(body).toMatchObject({ type: "Feature", customAttribute1: "p7" });
    expect(Object.keys(body).toSorted()).toEqual(["customAttribute1", "geometry", "properties", "type"]);
    expect(body.properties).toEqual({
      taskingrequestName: "harbour",
      customAttribute1: "p7",
      windowOpen: "2026-06-01T00:00:00Z",
      windowClose: "2026-06-08T00:00:00Z",
      collectionTier: "standard",
      collectionType: "spotlight",
    });
    expect(run.stderr).toContain("fid, owner, area_ha\n");
  },
);

it("TASK-63 --name overrides the feature's name, and a misspelt field is still reported", async () => {
  const home = await tempHome();
  const slip = { ...QGIS, properties: { ...QGIS.properties, colectionTier: "urgent" } };
  const run = await runScripted(
    ["task", "create", "--file", JSON.stringify(slip), ...FLAGS.split(" "), "--name", "quay"],
    CREATED,
    { home },
  );
  expect(run.requests[0]?.body).toMatchObject({ properties: { taskingrequestName: "quay" } });
  expect(run.stderr).toContain("did you mean collectionTier?");
});

it("TASK-63 a record of a task keeps all its fields, and not those of its state", async () => {
  const home = await tempHome();
  const record = {
    ...QGIS,
    properties: {
      taskingrequestName: "again",
      collectConstraints: { offNadirMax: 40, ascDsc: "ascending" },
      processingConfig: { productTypes: ["GEO", "SLC"] },
      statusHistory: [{ code: "completed" }],
      userId: "u-1",
    },
  };
  const run = await runScripted(
    ["task", "create", "--file", JSON.stringify(record), ...FLAGS.split(" ")],
    CREATED,
    { home },
  );
  expect(run.exitCode, run.stderr).toBe(0);
  const { properties } = run.requests[0]!.body as { properties: Record<string, unknown> };
  expect(properties).toMatchObject({
    taskingrequestName: "again",
    processingConfig: { productTypes: ["GEO", "SLC"] },
  });
  expect(properties).not.toHaveProperty("statusHistory");
  expect(properties).not.toHaveProperty("userId");
});

it("TASK-63 features that differ in such attributes only are one request of --each", async () => {
  const home = await tempHome();
  const twin = { ...QGIS, properties: { ...QGIS.properties, fid: 4 } };
  await writeFile(
    join(home, "sites.geojson"),
    JSON.stringify({ type: "FeatureCollection", features: [QGIS, twin] }),
  );
  const run = await runScripted(`task create --file sites.geojson --each ${FLAGS}`, CREATED, { home });
  expect(run.requests).toHaveLength(1);
});
