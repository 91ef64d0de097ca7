/* eslint-disable typescript/no-explicit-any */
import { describe, expect, it } from "vitest";
import { NOW } from "../../../cli/stopped-clock.ts";
import { at, idOf, LISBON, openSky, refusalOf, type Sky, taskBody, TAAL } from "./requests.ts";

async function collect(
  sky: Sky,
  body: object = taskBody({}, { preApproval: true }),
  as = sky.member,
): Promise<any> {
  const id = idOf(await sky.create(body, as));
  await sky.go(30);
  const done = await sky.ask("POST", `/_sandbox/tasks/${id}/complete`, { body: {} });
  expect(done.status).toBe(200);
  return sky.task(id, as);
}

const itemsOf = async ({ ask }: Sky, collectIds: string[], as?: any): Promise<any[]> => {
  const found = await Promise.all(
    collectIds.map(async (id) => {
      const body = { query: { "vendor:collect_id": { eq: id } }, limit: 100 };
      return (await ask("POST", "/catalog/search", { body, as })).json.features;
    }),
  );
  return found.flat();
};

describe("results of a completed task", () => {
  it("STATES-13 TASK-16 TASK-17 its collect is in the catalog, inside the window, with the requested constraints", async () => {
    const sky = await openSky();
    const body = taskBody(
      {
        windowOpen: at(6),
        windowClose: at(100),
        collectionType: "spotlight_wide",
        collectConstraints: {
          lookDirection: "left",
          ascDesc: "descending",
          offNadirMin: 20,
          offNadirMax: 40,
          polarization: "VV",
        },
        processingConfig: { productTypes: ["GEO", "SLC"] },
      },
      { preApproval: true },
    );
    const { properties } = await collect(sky, body);
    expect(properties.lastStatusCode).toBe("completed");
    const items = await itemsOf(sky, properties.collectIds);
    expect(items.map((item): string => item.properties["sar:product_type"]).toSorted()).toEqual([
      "GEO",
      "SLC",
    ]);
    const [item] = items;
    expect(item.properties).toMatchObject({
      "sar:instrument_mode": "sliding_spotlight",
      "sar:observation_direction": "left",
      "sat:orbit_state": "descending",
      "sar:polarizations": ["VV"],
      "proj:centroid": { lon: LISBON.coordinates[0], lat: LISBON.coordinates[1] },
      start_datetime: properties.expectedCollectionTime,
    });
    expect(item.properties["view:off_nadir"]).toBeGreaterThanOrEqual(20);
    expect(item.properties["view:off_nadir"]).toBeLessThanOrEqual(40);
    expect(Date.parse(item.properties.start_datetime)).toBeGreaterThanOrEqual(NOW + 6 * 3_600_000);
    expect(Date.parse(item.properties.end_datetime)).toBeLessThanOrEqual(NOW + 100 * 3_600_000);
    const near = await sky.ask("POST", "/catalog/search", {
      body: {
        intersects: LISBON,
        datetime: properties.expectedCollectionTime.replace(/$/, "/.."),
        limit: 100,
      },
    });
    expect(near.json.features.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(items.map(({ id }) => id)),
    );
  });

  it("STATES-13 it is not in the catalog before it is processed", async () => {
    const sky = await openSky();
    const id = idOf(await sky.create(taskBody({}, { preApproval: true })));
    await sky.go(30);
    const { properties } = await sky.task(id);
    const { now } = (await sky.ask("GET", "/_sandbox/clock")).json;
    await sky.go((Date.parse(properties.expectedCollectionTime) - Date.parse(now)) / 1000 + 18 + 599);
    const body = { intersects: LISBON, datetime: `${at(0)}/..`, limit: 100 };
    const count = async () => (await sky.ask("POST", "/catalog/search", { body })).json.features.length;
    const before = await count();
    await sky.go(1);
    expect(await count()).toBe(before + 3);
  });

  it.each([
    ["none", 0],
    ["30_day", 30],
    ["1_year", 365],
    ["permanent", Infinity],
  ])("TASK-26 with the holdback %s others see it after %d days", async (archiveHoldback, days) => {
    const sky = await openSky();
    const { properties } = await collect(sky, taskBody({ archiveHoldback }, { preApproval: true }));
    const seen = async (as: any) => (await itemsOf(sky, properties.collectIds, as)).length > 0;
    expect(await seen(sky.manager)).toBe(true);
    expect(await seen(sky.outsider)).toBe(days === 0);
    const order = { items: [{ productType: "GEO", collectIds: properties.collectIds }] };
    const refused = await sky.ask("POST", "/orders/review", { body: order, as: sky.outsider });
    expect(refused.status).toBe(days === 0 ? 200 : 422);
    await sky.go(Math.min(days, 4000) * 86_400);
    expect(await seen(sky.outsider)).toBe(days !== Infinity);
  });

  it("TASK-04 a polygon is covered by strips, each a collect of its own", async () => {
    const sky = await openSky();
    const corner = [
      [120.6, 13.7],
      [121.3, 13.7],
      [121.3, 14.3],
      [120.6, 14.3],
      [120.6, 13.7],
    ];
    const area = { type: "Polygon", coordinates: [corner] };
    const { properties } = await collect(
      sky,
      taskBody({ windowClose: at(24 * 14) }, { geometry: area, preApproval: true }),
    );
    expect(properties.collectIds.length).toBeGreaterThan(1);
    const items = await itemsOf(sky, properties.collectIds);
    expect(new Set(items.map((item) => item.properties["vendor:collect_id"])).size).toBe(
      properties.collectIds.length,
    );
    for (const item of items) expect(item.properties["vendor:collection_type"]).toBe("stripmap_100");
  });

  it("ORDER-16 a complete task is one order, with files behind its links", async () => {
    const sky = await openSky();
    const task = await collect(sky);
    const { status, json } = await sky.ask("POST", `/orders/task/${idOf(task)}`, { body: { ignored: true } });
    expect([status, json.orderStatus]).toEqual([201, "completed"]);
    expect(json.items.map(({ granuleId }: any): string => granuleId).toSorted()).toEqual(
      (await itemsOf(sky, task.properties.collectIds)).map(({ id }): string => id).toSorted(),
    );
    const download = await sky.ask("GET", `/orders/${json.orderId}/download`);
    const [item] = download.json;
    const { pathname, search } = new URL(Object.values<{ href: string }>(item.assets)[0]?.href ?? "");
    const file = await sky.ask("GET", pathname + search, { as: "nobody" });
    expect([file.status, Number(file.headers["content-length"]) > 100]).toEqual([200, true]);
    const again = await sky.ask("POST", `/orders/task/${idOf(task)}`);
    expect(again.json.items.every(({ previouslyOrdered }: any) => previouslyOrdered)).toBe(true);
  });

  it("ORDER-16 TASK-27 PRODUCTS-09 every requested product of a task is ordered with it, in its own file", async () => {
    const sky = await openSky();
    const productTypes = ["GEO", "GEC", "SLC", "SICD", "SIDD", "CPHD", "VS"];
    const task = await collect(sky, taskBody({ processingConfig: { productTypes } }, { preApproval: true }));
    const { json } = await sky.ask("POST", `/orders/task/${idOf(task)}`);
    const download = await sky.ask("GET", `/orders/${json.orderId}/download`);
    const rows = await Promise.all(
      download.json.map(async ({ properties, assets }: any): Promise<string[]> => {
        const data = Object.values<any>(assets).find(({ roles }) => roles[0] === "data");
        const { pathname, search } = new URL(data.href);
        const file = await sky.ask("GET", pathname + search, { as: "nobody" });
        expect(file.headers).toMatchObject({
          "content-length": String(data["file:size"]),
          "content-type": data.type,
        });
        expect(data["file:checksum"]).toMatch(/^1220[0-9a-f]{64}$/);
        const ending = pathname.replace(/.*_/, "_").replace(/_[HV]{2}/, "");
        return [properties["sar:product_type"], data.type, ending, file.text.slice(0, 9)];
      }),
    );
    expect(rows.toSorted(([a = ""], [b = ""]) => a.localeCompare(b))).toEqual([
      ["CPHD", "application/octet-stream", ".cphd", "CPHD/1.1."],
      [
        "GEC",
        "image/tiff; application=geotiff; profile=cloud-optimized",
        ".tif",
        expect.stringMatching(/^II\*/),
      ],
      [
        "GEO",
        "image/tiff; application=geotiff; profile=cloud-optimized",
        ".tif",
        expect.stringMatching(/^II\*/),
      ],
      ["SICD", "application/vnd.nitf", ".ntf", "NITF02.10"],
      ["SIDD", "application/vnd.nitf", ".ntf", "NITF02.10"],
      ["SLC", "image/tiff; application=geotiff", ".tif", expect.stringMatching(/^II\*/)],
      ["VS", "application/geo+json", "_detections.geojson", expect.stringMatching(/^\{/)],
    ]);
  });

  it("ORDER-16 a type that the task did not request can be generated", async () => {
    const sky = await openSky();
    const task = await collect(
      sky,
      taskBody({ processingConfig: { productTypes: ["GEO"] } }, { preApproval: true }),
    );
    const items = [{ productType: "GEC", collectIds: task.properties.collectIds }];
    const placed = await sky.ask("POST", "/orders", { body: { items } });
    expect([placed.status, placed.json.orderStatus]).toEqual([201, "in-progress"]);
    await sky.go(60);
    expect((await sky.ask("GET", `/orders/${placed.json.orderId}/download`)).json.length).toBe(1);
    expect((await itemsOf(sky, task.properties.collectIds)).length).toBe(2);
  });

  it("TASK_HAS_NO_COLLECTS a task without collects cannot be ordered", async () => {
    const sky = await openSky();
    const id = idOf(await sky.create(taskBody({}, { preApproval: true })));
    for (const seconds of [0, 30]) {
      await sky.go(seconds);
      const answer = await sky.ask("POST", `/orders/task/${id}`, { body: {} });
      expect(refusalOf(answer).slice(0, 2)).toEqual([409, "TASK_HAS_NO_COLLECTS"]);
    }
  });

  it("RETASK-C-01 RETASK-C-06 its collect can be retasked, for the window of the task if that is set", async () => {
    const sky = await openSky({ settings: { collectRetaskWindow: "original" } });
    const task = await collect(sky);
    const { json } = await sky.ask("POST", `/collects/${task.properties.collectIds[0]}/retask`, { body: {} });
    expect(json.properties).toMatchObject({ windowDuration: 72 * 3600, productCategory: "custom" });
    expect(json.geometry).toEqual(LISBON);
  });

  it("SBX-02 reset clears requests, collects and organizations", async () => {
    const sky = await openSky();
    const task = await collect(sky);
    await sky.ask("POST", "/_sandbox/reset", { body: {} });
    expect((await sky.ask("GET", `/task/${idOf(task)}`)).status).toBe(404);
    expect(await itemsOf(sky, task.properties.collectIds)).toEqual([]);
    expect((await sky.ask("POST", "/tasks/search", { body: {} })).json.results).toEqual([]);
  });

  it("STATES-15 a planned task can be cancelled, a collected one cannot", async () => {
    const sky = await openSky();
    const id = idOf(
      await sky.create(
        taskBody(
          {},
          {
            preApproval: true,
            geometry: TAAL,
            properties: { ...(taskBody()["properties"] as object), windowClose: at(200) },
          },
        ),
      ),
    );
    await sky.go(30);
    expect((await sky.task(id)).properties.lastStatusCode).toBe("accepted");
    const { json } = await sky.ask("POST", `/_sandbox/tasks/${id}/cancel`, { body: {} });
    expect(json.properties).toMatchObject({ lastStatusCode: "canceled" });
    await sky.go(300 * 3600);
    expect((await sky.task(id)).properties.lastStatusCode).toBe("canceled");
    const done = await collect(sky, taskBody({ windowClose: at(400) }, { preApproval: true }));
    const late = await sky.ask("POST", `/_sandbox/tasks/${idOf(done)}/cancel`, { body: {} });
    expect(refusalOf(late).slice(0, 2)).toEqual([422, "UNABLE_TO_UPDATE_FINALIZED_TRANSACTION"]);
  });
});
