/** Rules of the interface that concern several requests: squint, product types, searches, status messages. */
import { describe, expect, it } from "vitest";
import { at, idOf, LISBON, openSky, refusalOf, repeatBody, TAAL, taskBody } from "./requests.ts";

describe("the squint of stripmap types", () => {
  it.each([
    ["80 on a polygon without a type", TAAL, undefined, 80],
    ["-36 on stripmap_100", LISBON, "stripmap_100", -36],
    ["36 on stripmap_50", LISBON, "stripmap_50", 36],
  ])("TASK-51 a maximum of %s is refused", async (_title, geometry, collectionType, maxSquintAngle) => {
    const { ask } = await openSky();
    const constraints = { squint: "enabled", maxSquintAngle };
    const body = taskBody({ collectionType, collectConstraints: constraints }, { geometry });
    expect(refusalOf(await ask("POST", "/task", { body }))).toEqual([
      422,
      "SQUINT_ANGLE_TOO_LARGE",
      ["properties.collectConstraints.maxSquintAngle"],
    ]);
  });

  it("TASK-51 35 degrees to either side are accepted", async () => {
    const { create } = await openSky();
    for (const maxSquintAngle of [35, -35]) {
      const collectConstraints = { squint: "enabled", maxSquintAngle };
      const record = await create(taskBody({ collectConstraints }, { geometry: TAAL }));
      expect(record.properties.collectConstraints).toMatchObject({ maxSquintAngle });
    }
  });
});

describe("product types", () => {
  it("TASK-28 ORG-05 are read in any case", async () => {
    const { ask, create, manager } = await openSky();
    const record = await create(taskBody({ processingConfig: { productTypes: ["geo", "Sicd"] } }));
    expect(record.properties.processingConfig.productTypes).toEqual(["GEO", "SICD"]);
    const locked = await ask("PUT", `/organizations/${manager.organizationId}`, {
      body: { defaultProductTypes: [{ productType: "geo", required: false }] },
      as: manager,
    });
    expect(refusalOf(locked).slice(0, 2)).toEqual([422, "ORG_GEO_LOCKED"]);
    const twice = await ask("PUT", `/organizations/${manager.organizationId}`, {
      body: { defaultProductTypes: ["slc", "SLC"].map((productType) => ({ productType, required: true })) },
      as: manager,
    });
    expect(twice.status).toBe(422);
  });

  it("ORDER-03 are also accepted by an order, in any case", async () => {
    const { ask } = await openSky();
    const [item] = (await ask("POST", "/catalog/search", { body: { limit: 1 } })).json.features;
    const collectIds = [item.properties["vendor:collect_id"]];
    const items = ["geo", "vs"].map((productType) => ({ productType, collectIds }));
    const { status, json } = await ask("POST", "/orders/review", { body: { items } });
    expect([status, json.items.map(({ productType }: { productType: string }) => productType)]).toEqual([
      200,
      ["GEO", "VS"],
    ]);
  });
});

it("TASK-35 an azimuth may be any number: the interface has no limits", async () => {
  const { create, task, go } = await openSky();
  const passOf = async (azimuthAngleMin: number, azimuthAngleMax: number): Promise<string> => {
    const collectConstraints = { azimuthAngleMin, azimuthAngleMax };
    const id = idOf(
      await create(taskBody({ preApproval: true, windowClose: at(24 * 6), collectConstraints })),
    );
    await go(60);
    const { lastStatusCode, expectedCollectionTime } = (await task(id)).properties;
    expect(lastStatusCode).toBe("accepted");
    return expectedCollectionTime;
  };
  // One after the other, so that no task has the pass of the next one: only the existence of a pass counts.
  await passOf(-100, -60);
  await passOf(260, 300);
  await passOf(620, 660);
  await passOf(-180, 540);
});

describe("searches", () => {
  it.each(["/tasks/search", "/repeat-requests/search"])(
    "SEARCH-T-07 %s accepts a missing body",
    async (path) => {
      const { ask } = await openSky();
      expect((await ask("POST", path)).json).toEqual({ results: [], currentPage: 1, totalPages: 1 });
    },
  );

  it.each(["maybe", 1, { eq: "perhaps" }, { lt: true }, ["true", "false"]])(
    "SEARCH-T-26 includeRepeatingTasks %j is refused",
    async (includeRepeatingTasks) => {
      const { ask } = await openSky();
      const answer = await ask("POST", "/tasks/search", { body: { query: { includeRepeatingTasks } } });
      expect(refusalOf(answer).slice(0, 2)).toEqual([422, "QUERY_OPERATOR_INVALID"]);
    },
  );

  it.each([true, "true", "False", { eq: true }, { eq: "TRUE" }, ["true"]])(
    "SEARCH-T-26 includeRepeatingTasks %j is read",
    async (includeRepeatingTasks) => {
      const { ask } = await openSky();
      const { status } = await ask("POST", "/tasks/search", { body: { query: { includeRepeatingTasks } } });
      expect(status).toBe(200);
    },
  );

  it("CATALOG-02 a box of values other than numbers is BBOX_INVALID", async () => {
    const { ask } = await openSky();
    for (const bbox of [["a", 1, 2, 3], "1,2,3,4", [1, 2, 3]]) {
      const answer = await ask("POST", "/catalog/search", { body: { bbox } });
      expect([bbox, ...refusalOf(answer).slice(0, 2)]).toEqual([bbox, 422, "BBOX_INVALID"]);
    }
  });

  it("CATALOG-11 beside ids every other filter is ignored, even an invalid one", async () => {
    const { ask } = await openSky();
    const [item] = (await ask("POST", "/catalog/search", { body: { limit: 1 } })).json.features;
    const filters = { bbox: ["a"], intersects: 7, datetime: "never", collections: ["x"], query: { a: 1 } };
    const { status, json } = await ask("POST", "/catalog/search", { body: { ids: [item.id], ...filters } });
    expect([status, json.features.map(({ id }: { id: string }) => id)]).toEqual([200, [item.id]]);
    const wrong = await ask("POST", "/catalog/search", { body: { ids: [item.id], limit: 0 } });
    expect(wrong.status).toBe(422);
  });
});

describe("status messages of the scheduler", () => {
  it("TASK-60 daily planning adds no status, and the rejection has the complete window", async () => {
    const { create, task, go } = await openSky();
    const windowClose = at(24 * 20);
    const constraints = { lookDirection: "left", azimuthAngleMin: 0, azimuthAngleMax: 0.1 };
    const id = idOf(
      await create(taskBody({ preApproval: true, windowClose, collectConstraints: constraints })),
    );
    await go(86_400 * 5);
    const waiting = (await task(id)).properties;
    expect(waiting.statusHistory.map(({ code }: { code: string }) => code)).toEqual(["submitted"]);
    expect(waiting.lastStatusMessage).toMatch(/^no pass yet, planned again at 2026-03-15T/);
    await go(86_400 * 15);
    const { statusHistory, lastStatusMessage } = (await task(id)).properties;
    expect(statusHistory.map(({ code }: { code: string }) => code)).toEqual(["rejected", "submitted"]);
    expect(lastStatusMessage).toMatch(/between 2026-03-10T\S+ and 2026-03-30T/);
    expect(lastStatusMessage).toContain("azimuth 0 to 0.1");
  });

  it("REPEAT-22 a series that ended by its date has that reason", async () => {
    const { ask, go } = await openSky();
    const body = repeatBody({ repeatEnd: at(24 * 5) }, { preApproval: true });
    const { repeatrequestId } = (await ask("POST", "/repeat-requests", { body })).json.properties;
    await go(86_400 * 6);
    const { properties } = (await ask("GET", `/repeat-requests/${repeatrequestId}`)).json;
    expect(properties.lastStatusMessage).toMatch(
      /^ended at its end date 2026-03-15T\S+, after \d+ completed/,
    );
  });
});
