/* eslint-disable typescript/no-explicit-any */
import { describe, expect, it } from "vitest";
import { NOW } from "../../../cli/stopped-clock.ts";
import { findGranules, ofType } from "../service/granules.ts";
import { at, idOf, LISBON, openSky, refusalOf, repeatBody, taskBody, TAAL } from "./requests.ts";

const plain = (time: string): string => time.replace(".000", "");
const NOTHING = [undefined, {}, { type: "Feature" }, { type: "Feature", geometry: null, properties: {} }];

describe("retask of a task", () => {
  it.each(NOTHING.map((body) => [JSON.stringify(body) ?? "no body", body]))(
    "RETASK-T-02 RETASK-T-07 with %s it is the same request, from now on",
    async (_text, body) => {
      const sky = await openSky();
      const original = await sky.create(
        taskBody(
          {
            taskingrequestDescription: "the tower",
            collectionTier: "priority",
            archiveHoldback: "1_year",
            collectConstraints: { lookDirection: "left" },
            processingConfig: { productTypes: ["GEO", "SICD"] },
          },
          { customAttribute2: "x" },
        ),
      );
      await sky.go(3600);
      const headers = { "content-type": "application/json" };
      const sent = body === undefined ? { headers } : { body };
      const { status, json } = await sky.ask("POST", `/task/${idOf(original)}/retask`, sent);
      expect(status).toBe(201);
      expect(idOf(json)).not.toBe(idOf(original));
      expect(json.geometry).toEqual(LISBON);
      expect(json.properties).toMatchObject({
        taskingrequestName: "Belém",
        taskingrequestDescription: `the tower - TRID: ${idOf(original)}`,
        windowOpen: plain(at(1)),
        windowClose: plain(at(73)),
        collectionTier: "priority",
        archiveHoldback: "1_year",
        customAttribute2: "x",
        lastStatusCode: "review",
        processingConfig: { productTypes: ["GEO", "SICD"] },
        collectConstraints: original.properties.collectConstraints,
      });
    },
  );

  it("RETASK-T-04 RETASK-T-06 RETASK-T-08 given values override, wherever they are", async () => {
    const sky = await openSky();
    const id = idOf(await sky.create());
    const given = {
      retaskRequestName: "again",
      retaskRequestDescription: "closer",
      collectionTier: "flexible",
    };
    const window = { windowOpen: at(10), windowClose: at(20), archiveHoldback: "30_day" };
    const flat = await sky.ask("POST", `/task/${id}/retask`, { body: { ...given, ...window } });
    const inside = await sky.ask("POST", `/task/${id}/retask`, {
      body: { properties: { ...given, ...window } },
    });
    for (const { json } of [flat, inside]) {
      expect(json.properties).toMatchObject({
        taskingrequestName: "again",
        taskingrequestDescription: `closer - TRID: ${id}`,
        collectionTier: "flexible",
        archiveHoldback: "30_day",
        windowOpen: plain(at(10)),
        windowDuration: 36_000,
      });
    }
  });

  it("RETASK-T-11 pre-approval is inherited, unless the setting turns it off", async () => {
    const sky = await openSky();
    const id = idOf(await sky.create(taskBody({}, { preApproval: true })));
    const retask = async () =>
      (await sky.ask("POST", `/task/${id}/retask`, { body: {} })).json.properties.lastStatusCode;
    expect(await retask()).toBe("submitted");
    await sky.set({ retaskInheritsPreApproval: false });
    expect(await retask()).toBe("review");
  });

  it("RETASK-T-03 ERRORS-04 a polygon task cannot be retasked", async () => {
    const sky = await openSky();
    const id = idOf(await sky.create(taskBody({}, { geometry: TAAL })));
    const answer = await sky.ask("POST", `/task/${id}/retask`, { body: {} });
    expect(refusalOf(answer).slice(0, 2)).toEqual([422, "RETASK_POLYGON"]);
  });

  it("RETASK-T-07 a close before the default open is refused", async () => {
    const sky = await openSky();
    const id = idOf(await sky.create());
    const answer = await sky.ask("POST", `/task/${id}/retask`, { body: { windowClose: at(-1) } });
    expect(refusalOf(answer).slice(0, 2)).toEqual([422, "WINDOW_ORDER"]);
  });

  it("RETASK-T-01 a task of a series gives a single task", async () => {
    const sky = await openSky();
    await sky.ask("POST", "/repeat-requests", { body: repeatBody({}, { preApproval: true }) });
    const body = { query: { includeRepeatingTasks: true } };
    const [task] = (await sky.ask("POST", "/tasks/search", { body })).json.results;
    const { json } = await sky.ask("POST", `/task/${idOf(task)}/retask`, { body: {} });
    expect(json.properties).toMatchObject({ repeatrequestId: null, collectionTier: "standard" });
  });
});

describe("retask of a collect", () => {
  it("RETASK-C-01 RETASK-C-13 RETASK-C-14 is a custom task at its centre, five degrees to both sides", async () => {
    const sky = await openSky();
    const { json } = await sky.ask("POST", "/catalog/search", { body: ofType("GEO", 20) });
    const item = json.features.find(
      (one: any) => one.properties["view:off_nadir"] > 15 && one.properties["view:off_nadir"] < 40,
    );
    const id = item.properties["vendor:collect_id"];
    const look = item.properties["view:off_nadir"];
    const created = await sky.ask("POST", `/collects/${id}/retask`, { body: {} });
    expect(created.status).toBe(201);
    const { lat, lon } = item.properties["proj:centroid"];
    expect(created.json.geometry).toEqual({ type: "Point", coordinates: [lon, lat] });
    expect(created.json.properties).toMatchObject({
      taskingrequestName: "Retask Request",
      taskingrequestDescription: ` - CID: ${id}`,
      productCategory: "custom",
      collectionTier: "standard",
      archiveHoldback: "none",
      windowOpen: plain(new Date(NOW).toISOString()),
      windowDuration: 7 * 86_400,
      collectionType: item.properties["vendor:collection_type"],
    });
    const { offNadirMin, offNadirMax } = created.json.properties.collectConstraints;
    expect([offNadirMin, offNadirMax]).toEqual([
      Math.round((look - 5) * 100) / 100,
      Math.round((look + 5) * 100) / 100,
    ]);
  });

  it("RETASK-C-08 RETASK-C-15 accepts numbers or texts, one of them or both", async () => {
    const sky = await openSky();
    const { json } = await sky.ask("POST", "/catalog/search", { body: ofType("GEO", 50) });
    const item = json.features.find((one: any) => Math.abs(one.properties["view:off_nadir"] - 32) < 5);
    const id = item.properties["vendor:collect_id"];
    const body = { offNadirMin: "26.5" };
    const created = await sky.ask("POST", `/collects/${id}/retask`, { body });
    const { offNadirMin, offNadirMax } = created.json.properties.collectConstraints;
    expect([offNadirMin, offNadirMax]).toEqual([
      26.5,
      Math.round((item.properties["view:off_nadir"] + 5) * 100) / 100,
    ]);
  });

  it.each([
    ["RETASK-C-02 a repeat field", { repetitionInterval: 3 }, "RETASK_COLLECT_NO_REPEAT"],
    ["RETASK-C-09 LIMITS-08 ERRORS-09 an angle below 5", { offNadirMin: 4.9 }, "RETASK_LOOK_ANGLE_RANGE"],
    ["RETASK-C-11 an angle above 50", { properties: { offNadirMax: 50.1 } }, "RETASK_LOOK_ANGLE_RANGE"],
    ["RETASK-C-09 a minimum at the maximum", { offNadirMin: 30, offNadirMax: 30 }, "OFF_NADIR_ORDER"],
    ["RETASK-C-09 a minimum above the default maximum", { offNadirMin: 50 }, "OFF_NADIR_ORDER"],
    ["RETASK-C-07 a tier of series", { collectionTier: "routine" }, "ENUM_INVALID"],
    ["RETASK-C-12 an unknown holdback", { archiveHoldback: "never" }, "ENUM_INVALID"],
  ])("%s is refused", async (_title, body, code) => {
    const sky = await openSky();
    const items = (await sky.ask("POST", "/catalog/search", { body: ofType("GEO", 100) })).json.features;
    const item = items.find((one: any) => one.properties["view:off_nadir"] < 40);
    const answer = await sky.ask("POST", `/collects/${item.properties["vendor:collect_id"]}/retask`, {
      body,
    });
    expect(refusalOf(answer).slice(0, 2)).toEqual([422, code]);
  });

  it("RETASK-C-01 an unknown collect, and one that is held back from the caller, is 404", async () => {
    const sky = await openSky({ archiveSize: 2000 });
    expect((await sky.ask("POST", "/collects/7/retask", { body: {} })).status).toBe(404);
    const [mine, theirs] = await Promise.all(
      [sky.member, sky.outsider].map(async (as) =>
        (await findGranules(sky, { ...ofType("GEO", 1000) }, as)).map(({ collectId }) => collectId),
      ),
    );
    const hidden = mine?.find((id) => !theirs?.includes(id)) as string;
    expect((await sky.ask("POST", `/collects/${hidden}/retask`, { body: {} })).status).toBe(201);
    expect((await sky.ask("POST", `/collects/${hidden}/retask`, { body: {}, as: sky.outsider })).status).toBe(
      404,
    );
  });
});

describe("retask of a series", () => {
  it("RETASK-R-01 RETASK-R-08 inherits, and an end date moves with it; both paths", async () => {
    const sky = await openSky();
    const body = repeatBody(
      { repeatEnd: at(240), maintainSceneFraming: true, lookAngleTolerance: 2 },
      { collectionTier: "flexible" },
    );
    const id = (await sky.ask("POST", "/repeat-requests", { body })).json.properties.repeatrequestId;
    await sky.go(3600);
    for (const path of ["repeat-request", "repeat-requests"]) {
      const { status, json } = await sky.ask("POST", `/${path}/${id}/retask`, { body: {} });
      expect([status, json.geometry]).toEqual([201, LISBON]);
      expect(json.properties).toMatchObject({
        repeatrequestName: "Tejo",
        repeatrequestDescription: ` - RRID: ${id}`,
        collectionTier: "flexible",
        repetitionProperties: {
          repeatStart: plain(at(1)),
          repeatEnd: plain(at(241)),
          repetitionInterval: 2,
          maintainSceneFraming: true,
          lookAngleTolerance: 2,
        },
      });
    }
  });

  it.each([
    [{ untilCanceled: true }, {}],
    [{ properties: { repetitionCount: 3 } }, { repetitionCount: 3 }],
    [{ properties: { repetitionProperties: { repeatEnd: at(99) } } }, { repeatEnd: plain(at(99)) }],
    [{ untilCanceled: false }, { repetitionCount: 9 }],
  ])("RETASK-R-07 RETASK-R-14 the trigger of %j", async (body, trigger) => {
    const sky = await openSky();
    const id = (await sky.ask("POST", "/repeat-requests", { body: repeatBody({ repetitionCount: 9 }) })).json
      .properties.repeatrequestId;
    const { json } = await sky.ask("POST", `/repeat-request/${id}/retask`, { body });
    const { repeatEnd, repetitionCount } = json.properties.repetitionProperties;
    expect(JSON.parse(JSON.stringify({ repeatEnd, repetitionCount }))).toEqual(trigger);
  });

  it.each([
    ["RETASK-R-08 two triggers", { repetitionCount: 3, untilCanceled: true }, "REPEAT_END_CONFLICT"],
    ["RETASK-R-04 more often than daily", { repetitionInterval: 0.5 }, "REPEAT_INTERVAL_TOO_SHORT"],
    ["RETASK-R-10 a tier of single tasks", { collectionTier: "standard" }, "ENUM_INVALID"],
    ["RETASK-R-11 an unknown holdback", { archiveHoldback: "ever" }, "ENUM_INVALID"],
  ])("%s is refused", async (_title, body, code) => {
    const sky = await openSky();
    const id = (await sky.ask("POST", "/repeat-requests", { body: repeatBody() })).json.properties
      .repeatrequestId;
    const answer = await sky.ask("POST", `/repeat-request/${id}/retask`, { body });
    expect(refusalOf(answer).slice(0, 2)).toEqual([422, code]);
  });
});
