import { describe, expect, it } from "vitest";
import { readStatusCode, readTask, readTaskId } from "../../../../src/contract/read-record.ts";
import { readCollectionTypes } from "../../../../src/contract/read-collection-types.ts";
import { readList } from "../../../../src/contract/read-items.ts";
import { NOW } from "../../../cli/stopped-clock.ts";
import { at, idOf, LISBON, openSky, repeatBody, TAAL, taskBody } from "./requests.ts";

describe("the record of a new task", () => {
  it("TASK-24 TASK-59 has every default filled in", async () => {
    const { create, member } = await openSky();
    const record = await create();
    const now = new Date(NOW).toISOString().replace(".000", "");
    expect(record).toEqual({
      type: "Feature",
      geometry: LISBON,
      contractId: member.contractIds[0],
      properties: {
        taskingrequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        taskingrequestName: "Belém",
        taskingrequestDescription: "",
        repeatrequestId: null,
        repeatrequestName: null,
        repeatrequestDescription: null,
        windowOpen: now,
        windowClose: at(72).replace(".000", ""),
        windowDuration: 259_200,
        transactionStatus: "",
        userId: member.userId,
        organizationId: member.organizationId,
        contractId: member.contractIds[0],
        resellerId: null,
        submissionTime: now,
        collectionTier: "standard",
        collectionType: "spotlight",
        collectConstraints: {
          lookDirection: "either",
          ascDesc: "either",
          orbitalPlanes: [],
          offNadirMin: 5,
          offNadirMax: 50,
          localTime: "anytime",
          polarization: "HH",
          collectMode: "spotlight",
          numLooks: 9,
          resolutionRange: 0.3,
          resolutionAzimuth: 0.5,
          imageLength: 5,
          imageWidth: 5,
        },
        archiveHoldback: "none",
        processingConfig: { productTypes: ["GEO", "GEC", "SLC"], lockedProductTypes: ["GEO"] },
        preApproval: false,
        lastStatusCode: "review",
        lastStatusMessage: "waits for the approval of its cost",
        lastStatusTime: now,
        statusHistory: [{ time: now, code: "review", message: "waits for the approval of its cost" }],
      },
    });
  });

  it("TASK-21 TASK-23 a polygon is stripmap_100, which decides mode and looks", async () => {
    const { create } = await openSky();
    const { properties, geometry } = await create(taskBody({}, { geometry: TAAL }));
    expect(geometry).toEqual(TAAL);
    expect(properties).toMatchObject({
      collectionType: "stripmap_100",
      collectConstraints: { collectMode: "stripmap", numLooks: 1, imageLength: 100 },
    });
  });

  it("TASK-44 seconds that equal a name are returned as the name", async () => {
    const { create } = await openSky();
    const pairs = [
      [21_600, 64_800],
      [64_800, 21_600],
      [0, 86_400],
      [23_400, 32_400.5],
    ];
    const times = [];
    for (const localTime of pairs) {
      const { properties } = await create(taskBody({ collectConstraints: { localTime } }));
      times.push(properties.collectConstraints.localTime);
    }
    expect(times).toEqual(["day", "night", "anytime", [23_400, 32_400.5]]);
  });

  it("TASK-43 accepts a nested localTime: one range is plain, one that equals a name is the name", async () => {
    const { create, ask } = await openSky();
    const times = [];
    for (const localTime of [
      [[21_600, 64_800]],
      [
        [0, 21_600],
        [64_800, 86_400],
      ],
      [[0, 86_400]],
      [[3600, 7200]],
      [
        [10_000, 20_000],
        [3600, 7200],
      ],
    ]) {
      const { properties } = await create(taskBody({ collectConstraints: { localTime } }));
      times.push(properties.collectConstraints.localTime);
    }
    const several = [
      [3600, 7200],
      [10_000, 20_000],
    ];
    expect(times).toEqual(["day", "night", "anytime", [3600, 7200], several]);
    for (const localTime of [[], [[]], [[5, 5]], [[1, 2, 3]], [[0, 90_000]]]) {
      const reply = await ask("POST", "/task", { body: taskBody({ collectConstraints: { localTime } }) });
      expect(reply, JSON.stringify(localTime)).toMatchObject({
        status: 422,
        json: { error: { code: "LOCAL_TIME_INVALID" } },
      });
    }
  });

  it("TASK-32 TASK-37 TASK-38 accepts the other spelling, a wrapping azimuth and a single one", async () => {
    const { create } = await openSky();
    const wrapped = await create(
      taskBody({ collectConstraints: { ascDsc: "ascending", azimuthAngleMin: 340, azimuthAngleMax: 20 } }),
    );
    expect(wrapped.properties.collectConstraints).toMatchObject({
      ascDesc: "ascending",
      azimuthAngleMin: 340,
      azimuthAngleMax: 20,
    });
    expect(wrapped.properties.collectConstraints).not.toHaveProperty("ascDsc");
    const single = await create(
      taskBody({ collectConstraints: { azimuthAngleMin: 90, azimuthAngleMax: 90 } }),
    );
    expect(single.properties.collectConstraints.azimuthAngleMax).toBe(90);
  });

  it("TASK-12 TASK-13 reads preApproval and the attributes beside or inside properties", async () => {
    const { create } = await openSky();
    const beside = await create(taskBody({}, { preApproval: true, customAttribute1: "PO 7" }));
    const inside = await create(taskBody({ preApproval: true, customAttribute1: "PO 7" }));
    for (const { properties } of [beside, inside]) {
      expect(properties).toMatchObject({
        preApproval: true,
        customAttribute1: "PO 7",
        lastStatusCode: "submitted",
      });
    }
  });

  it("STATES-11 COST-12 a pre-approved task is never in review and has its price for information", async () => {
    const sky = await openSky();
    const id = idOf(await sky.create(taskBody({ collectionTier: "urgent" }, { preApproval: true })));
    await sky.go(5);
    const { properties } = await sky.task(id);
    expect(properties).toMatchObject({ lastStatusCode: "submitted", transactionStatus: "" });
    expect(properties.order).toMatchObject({
      summary: { total: "$2,500.00" },
      lineItems: [{ taskId: id, accountingSize: { unit: "sqkm", value: 25 } }],
      archiveHoldback: "none",
      managedOrganizationIds: [sky.member.organizationId],
    });
  });

  it("REPEAT-04 REPEAT-21 REPEAT-24 a series is returned in one spelling, however it was sent", async () => {
    const { ask } = await openSky();
    const body = repeatBody(
      { repetitionEnd: at(200) },
      { repeatRequestName: undefined, repeatrequestName: "Tejo" },
    );
    const { status, json } = await ask("POST", "/repeat-requests", { body });
    expect(status).toBe(201);
    expect(json.properties).toMatchObject({
      repeatrequestName: "Tejo",
      taskingrequestId: null,
      collectionTier: "routine",
      repetitionProperties: {
        repeatEnd: at(200).replace(".000", ""),
        repetitionInterval: 2,
        maintainSceneFraming: false,
      },
    });
    const counted = await ask("POST", "/repeat-requests", { body: repeatBody({}, { repetitionCount: 4 }) });
    expect(counted.json.properties.repetitionProperties.repetitionCount).toBe(4);
    const bare = await ask("POST", "/repeat-requests", {
      body: { type: "Feature", geometry: LISBON, properties: {} },
    });
    expect(bare.json.properties.repetitionProperties).toMatchObject({ repetitionInterval: 7 });
  });

  it("STATES-12 with initialStatus received it is reviewed after its price is known", async () => {
    const sky = await openSky({ settings: { initialStatus: "received" } });
    const id = idOf(await sky.create());
    expect((await sky.patch(id, "approved")).status).toBe(409);
    await sky.go(5);
    const { properties } = await sky.task(id);
    expect(properties).toMatchObject({
      lastStatusCode: "review",
      transactionStatus: "pending-customer-approval",
    });
  });

  it("a task may be approved before its price is known", async () => {
    const sky = await openSky();
    const id = idOf(await sky.create());
    expect((await sky.patch(id, "approved")).status).toBe(200);
    await sky.go(5);
    expect((await sky.task(id)).properties).toMatchObject({
      lastStatusCode: "submitted",
      transactionStatus: "in-progress",
    });
  });

  it("STATES-07 a rejected task stays rejected and is not scheduled", async () => {
    const sky = await openSky();
    const id = idOf(await sky.create());
    const { json } = await sky.patch(id, "rejected");
    expect(json.properties).toMatchObject({ lastStatusCode: "rejected", transactionStatus: "" });
    await sky.go(90 * 86_400);
    expect((await sky.task(id)).properties.statusHistory.length).toBe(2);
  });
});

describe("variants of records", () => {
  it.each([
    ["status-reply-status", { status: "submitted" }],
    ["status-reply-code", { code: "submitted" }],
  ])("%s", async (variant, body) => {
    const sky = await openSky({ settings: { variant } });
    const { json } = await sky.patch(idOf(await sky.create()), "approved");
    expect(json).toEqual(body);
    expect(readStatusCode(json)).toBe("submitted");
  });

  it("a status patch may return the entries, or nothing", async () => {
    const sky = await openSky({ settings: { variant: "status-reply-history" } });
    expect(readStatusCode((await sky.patch(idOf(await sky.create()), "approved")).json)).toBe("submitted");
    const mute = await openSky({ settings: { variant: "status-reply-empty" } });
    expect(await mute.patch(idOf(await mute.create()), "approved")).toMatchObject({ status: 200, text: "" });
  });

  it("with record-root, status, cost and pre-approval are beside properties", async () => {
    const sky = await openSky({ settings: { variant: "record-root,create-200" } });
    const answer = await sky.ask("POST", "/task", { body: taskBody({}, { preApproval: true }) });
    expect(answer.status).toBe(200);
    const id = readTaskId(answer.json) as string;
    await sky.go(5);
    const record = await sky.task(id);
    expect(record.properties).not.toHaveProperty("order");
    const { estimate, status, preApproval } = readTask(record);
    expect(estimate.price).toBe("$1,250.00");
    expect([status, preApproval]).toEqual(["submitted", true]);
  });

  it("status-words and local-time-nested", async () => {
    const sky = await openSky({ settings: { variant: "status-words,local-time-nested" } });
    const created = await sky.create(taskBody({ collectConstraints: { localTime: "night" } }));
    expect(created.properties).toMatchObject({
      lastStatusCode: "received",
      transactionStatus: "pending-cost-calculation",
    });
    expect(created.properties.collectConstraints.localTime).toEqual([
      [64_800, 86_400],
      [0, 21_600],
    ]);
    await sky.go(5);
    await sky.patch(idOf(created), "approved");
    await sky.go(30);
    expect(
      (await sky.task(idOf(created))).properties.statusHistory.map(({ code }: { code: string }) => code),
    ).toEqual(["active", "submitted", "review", "received"]);
  });

  it.each(["", "types-names", "types-results", "types-keyed"])(
    "TASK-58 collection types %s",
    async (variant) => {
      const { ask } = await openSky({ settings: { variant } });
      const { json } = await ask("GET", "/collectiontypes");
      const names = readCollectionTypes(json)?.map(({ name }) => name);
      expect(names).toEqual(
        expect.arrayContaining(["spotlight", "spotlight_wide", "stripmap_100", "parallel_stripmap_50"]),
      );
    },
  );

  it.each(["search-features", "search-items", "search-array", "paging-snake"])("%s", async (variant) => {
    const sky = await openSky({ settings: { variant } });
    await sky.create();
    const { json } = await sky.ask("POST", "/tasks/search", { body: {} });
    expect(readList(json)?.length).toBe(1);
    if (variant === "paging-snake") expect(json).toMatchObject({ current_page: 1, total_pages: 1 });
  });
});
