import { describe, expect, it } from "vitest";
import { at, LISBON, openSky, refusalOf, repeatBody, taskBody, TAAL } from "./requests.ts";

const bowTie = {
  type: "Polygon",
  coordinates: [
    [
      [120, 13],
      [121, 14],
      [121, 13],
      [120, 14],
      [120, 13],
    ],
  ],
};
const withHole = {
  type: "Polygon",
  coordinates: [
    ...TAAL.coordinates,
    [
      [121, 14],
      [121.02, 14],
      [121.01, 14.02],
      [121, 14],
    ],
  ],
};
const constraints = (collectConstraints: object, rest: object = {}) =>
  taskBody({ collectConstraints, ...rest });

type Row = [title: string, body: unknown, code: string, path: string];

const TASKS: Row[] = [
  ["TASK-02 a type other than Feature", { ...taskBody(), type: "Point" }, "FEATURE_REQUIRED", "type"],
  [
    "TASK-03 a latitude beyond the pole",
    taskBody({}, { geometry: { type: "Point", coordinates: [38.7, -99.1] } }),
    "GEOMETRY_COORDINATES_INVALID",
    "geometry.coordinates",
  ],
  [
    "TASK-04 an open ring",
    taskBody({}, { geometry: { type: "Polygon", coordinates: [TAAL.coordinates[0]?.slice(0, 4)] } }),
    "GEOMETRY_RING_NOT_CLOSED",
    "geometry.coordinates[0]",
  ],
  ["TASK-05 a hole", taskBody({}, { geometry: withHole }), "GEOMETRY_RING_COUNT", "geometry.coordinates"],
  [
    "TASK-06 ERRORS-02 a multi-polygon",
    taskBody({}, { geometry: { type: "MultiPolygon", coordinates: [TAAL.coordinates] } }),
    "GEOMETRY_TYPE_UNSUPPORTED",
    "geometry.type",
  ],
  [
    "TASK-07 ERRORS-02 a ring that crosses itself",
    taskBody({}, { geometry: bowTie }),
    "GEOMETRY_SELF_INTERSECTING",
    "geometry.coordinates[0]",
  ],
  [
    "TASK-08 a line",
    taskBody(
      {},
      {
        geometry: {
          type: "LineString",
          coordinates: [
            [1, 2],
            [3, 4],
          ],
        },
      },
    ),
    "GEOMETRY_TYPE_UNSUPPORTED",
    "geometry.type",
  ],
  ["TASK-10 no properties", { type: "Feature", geometry: LISBON }, "PROPERTIES_REQUIRED", "properties"],
  [
    "TASK-13 contradictory preApproval",
    taskBody({ preApproval: true }, { preApproval: false }),
    "PLACEMENT_CONFLICT",
    "preApproval",
  ],
  ["TASK-16 no windowOpen", taskBody({ windowOpen: undefined }), "WINDOW_REQUIRED", "properties.windowOpen"],
  [
    "TASK-17 no windowClose",
    taskBody({ windowClose: undefined }),
    "WINDOW_REQUIRED",
    "properties.windowClose",
  ],
  [
    "TASK-18 a window that closes before it opens",
    taskBody({ windowOpen: at(5), windowClose: at(4) }),
    "WINDOW_ORDER",
    "properties.windowClose",
  ],
  [
    "TASK-18 a window in the past",
    taskBody({ windowOpen: at(-9), windowClose: at(-1) }),
    "WINDOW_ORDER",
    "properties.windowClose",
  ],
  [
    "TASK-19 a tier of series only",
    taskBody({ collectionTier: "routine" }),
    "ENUM_INVALID",
    "properties.collectionTier",
  ],
  [
    "TASK-20 an unknown collection type",
    taskBody({ collectionType: "spotlight_narrow" }),
    "COLLECTION_TYPE_UNKNOWN",
    "properties.collectionType",
  ],
  [
    "TASK-21 ERRORS-01 a polygon of another type",
    taskBody({ collectionType: "spotlight" }, { geometry: TAAL }),
    "POLYGON_COLLECTION_TYPE",
    "properties.collectionType",
  ],
  [
    "TASK-25 an unknown holdback",
    taskBody({ archiveHoldback: "30_days" }),
    "ENUM_INVALID",
    "properties.archiveHoldback",
  ],
  [
    "TASK-27 product types that are not a list",
    taskBody({ processingConfig: { productTypes: "GEO" } }),
    "FIELD_TYPE_INVALID",
    "properties.processingConfig.productTypes",
  ],
  [
    "TASK-28 product types without GEO",
    taskBody({ processingConfig: { productTypes: ["SLC"] } }),
    "GEO_REQUIRED",
    "properties.processingConfig.productTypes",
  ],
  [
    "TASK-31 an unknown side",
    constraints({ lookDirection: "up" }),
    "ENUM_INVALID",
    "properties.collectConstraints.lookDirection",
  ],
  [
    "TASK-32 ascDesc and ascDsc that differ",
    constraints({ ascDesc: "ascending", ascDsc: "descending" }),
    "PLACEMENT_CONFLICT",
    "properties.collectConstraints.ascDsc",
  ],
  [
    "TASK-33 an unknown plane",
    constraints({ orbitalPlanes: [45, 50] }),
    "ORBITAL_PLANE_INVALID",
    "properties.collectConstraints.orbitalPlanes[1]",
  ],
  [
    "TASK-34 ERRORS-09 look angles in the wrong order",
    constraints({ offNadirMin: 40, offNadirMax: 30 }),
    "OFF_NADIR_ORDER",
    "properties.collectConstraints.offNadirMin",
  ],
  [
    "TASK-34 a look angle beyond the type's default for the other",
    constraints({ offNadirMin: 52 }),
    "OFF_NADIR_ORDER",
    "properties.collectConstraints.offNadirMin",
  ],
  [
    "TASK-35 an azimuth that is not a number",
    constraints({ azimuthAngleMax: "361" }),
    "FIELD_TYPE_INVALID",
    "properties.collectConstraints.azimuthAngleMax",
  ],
  [
    "TASK-43 LIMITS-07 a second beyond the day",
    constraints({ localTime: [0, 86_401] }),
    "LOCAL_TIME_INVALID",
    "properties.collectConstraints.localTime",
  ],
  [
    "TASK-49 an unknown squint",
    constraints({ squint: "sideways" }),
    "ENUM_INVALID",
    "properties.collectConstraints.squint",
  ],
  [
    "TASK-51 LIMITS-05 too much squint for a stripmap",
    constraints({ maxSquintAngle: 36 }, { collectionType: "stripmap_50" }),
    "SQUINT_ANGLE_TOO_LARGE",
    "properties.collectConstraints.maxSquintAngle",
  ],
  [
    "TASK-55 a collect mode that is not the type's",
    constraints({ collectMode: "stripmap" }, { collectionType: "spotlight" }),
    "COLLECT_MODE_CONFLICT",
    "properties.collectConstraints.collectMode",
  ],
  [
    "PRODUCTS-09 an unknown product type",
    taskBody({ processingConfig: { productTypes: ["GEO", "VC"] } }),
    "ENUM_INVALID",
    "properties.processingConfig.productTypes[1]",
  ],
];

const REPEATS: Row[] = [
  [
    "REPEAT-02 a type other than Feature",
    { ...repeatBody(), type: "FeatureCollection" },
    "FEATURE_REQUIRED",
    "type",
  ],
  [
    "REPEAT-03 ERRORS-03 a polygon",
    repeatBody({}, {}, { geometry: TAAL }),
    "REPEAT_GEOMETRY_NOT_POINT",
    "geometry.type",
  ],
  [
    "REPEAT-08 two end dates",
    repeatBody({ repeatEnd: at(99), repetitionEnd: at(98) }),
    "REPEAT_END_CONFLICT",
    "properties.repetitionProperties.repetitionEnd",
  ],
  [
    "REPEAT-10 LIMITS-04 more often than daily",
    repeatBody({ repetitionInterval: 0.99 }),
    "REPEAT_INTERVAL_TOO_SHORT",
    "properties.repetitionProperties.repetitionInterval",
  ],
  [
    "REPEAT-15 a tier of single tasks",
    repeatBody({}, { collectionTier: "urgent" }),
    "ENUM_INVALID",
    "properties.collectionTier",
  ],
  [
    "REPEAT-16 an unknown collection type",
    repeatBody({}, { collectionType: "x" }),
    "COLLECTION_TYPE_UNKNOWN",
    "properties.collectionType",
  ],
  [
    "REPEAT-17 look angles in the wrong order",
    repeatBody({}, { collectConstraints: { offNadirMax: 4 } }),
    "OFF_NADIR_ORDER",
    "properties.collectConstraints.offNadirMin",
  ],
  [
    "REPEAT-19 a count and an end date",
    repeatBody({ repetitionCount: 3, repeatEnd: at(99) }),
    "REPEAT_END_CONFLICT",
    "properties.repetitionProperties.repetitionCount",
  ],
  [
    "REPEAT-21 two counts",
    repeatBody({ repetitionCount: 3 }, { repetitionCount: 4 }),
    "REPEAT_END_CONFLICT",
    "properties.repetitionCount",
  ],
  [
    "REPEAT-22 an end in the past",
    repeatBody({ repeatStart: at(-90), repeatEnd: at(-1) }),
    "WINDOW_ORDER",
    "properties.repetitionProperties.repeatEnd",
  ],
];

describe("refused requests, by raw HTTP", () => {
  it.each(TASKS)("%s", async (_title, body, code, path) => {
    const { ask } = await openSky();
    const [status, found, paths] = refusalOf(await ask("POST", "/task", { body }));
    expect([status, found]).toEqual([422, code]);
    expect(paths).toContain(path);
    expect((await ask("GET", "/tasks/paged")).json.results).toEqual([]);
  });

  it.each(REPEATS)("%s", async (_title, body, code, path) => {
    const { ask } = await openSky();
    const [status, found, paths] = refusalOf(await ask("POST", "/repeat-requests", { body }));
    expect([status, found]).toEqual([422, code]);
    expect(paths).toContain(path);
  });

  it("SBX-09 all faults of a request that only the service can find are reported together", async () => {
    const { ask } = await openSky();
    const body = taskBody({
      collectionType: "x",
      windowClose: at(-1),
      windowOpen: at(-2),
      collectConstraints: { offNadirMax: 1 },
      processingConfig: { productTypes: ["GEO", "ACD"] },
    });
    const [, , paths] = refusalOf(await ask("POST", "/task", { body }));
    expect(paths.toSorted()).toEqual([
      "properties.collectConstraints.offNadirMin",
      "properties.collectionType",
      "properties.processingConfig.productTypes[1]",
      "properties.windowClose",
    ]);
  });

  it.each([
    ["approved by the other kind's word", { status: "submitted" }],
    ["the other kind's key", { code: "approved" }],
    ["another value", { status: "completed" }],
    ["nothing", {}],
  ])("APPROVE-01 APPROVE-03 a task's status patch with %s", async (_what, body) => {
    const sky = await openSky();
    const { properties } = await sky.create();
    const path = `/task/${properties.taskingrequestId}/status`;
    const answer = await sky.ask("PATCH", path, { body });
    expect([answer.status, answer.json.error.code]).toEqual([422, "ENUM_INVALID"]);
    expect((await sky.task(properties.taskingrequestId)).properties.lastStatusCode).toBe("review");
  });

  it.each([
    ["the word of single tasks", { code: "approved" }],
    ["the key of single tasks", { status: "submitted" }],
  ])("APPROVE-02 APPROVE-03 a series's status patch with %s", async (_what, body) => {
    const { ask } = await openSky();
    const { json } = await ask("POST", "/repeat-requests", { body: repeatBody() });
    const answer = await ask("PATCH", `/repeat-requests/${json.properties.repeatrequestId}/status`, { body });
    expect([answer.status, answer.json.error.code]).toEqual([422, "ENUM_INVALID"]);
  });

  it("APPROVE-04 APPROVE-12 ERRORS-05 only a request in review can be decided", async () => {
    const sky = await openSky();
    const id = (await sky.create()).properties.taskingrequestId;
    await sky.patch(id, "approved");
    const preApproved = (await sky.create(taskBody({}, { preApproval: true }))).properties.taskingrequestId;
    for (const [task, status] of [
      [id, "approved"],
      [id, "rejected"],
      [preApproved, "approved"],
    ] as const) {
      expect(refusalOf(await sky.patch(task, status)).slice(0, 2)).toEqual([409, "NOT_IN_REVIEW"]);
    }
  });

  it("APPROVE-09 a series is decided once", async () => {
    const { ask } = await openSky();
    const { json } = await ask("POST", "/repeat-requests", { body: repeatBody({}, { preApproval: true }) });
    expect(json.properties.lastStatusCode).toBe("submitted");
    const path = `/repeat-requests/${json.properties.repeatrequestId}/status`;
    const answer = await ask("PATCH", path, { body: { code: "rejected" } });
    expect(refusalOf(answer).slice(0, 2)).toEqual([409, "NOT_IN_REVIEW"]);
  });

  it("TASK-61 APPROVE-13 requests of others are not found", async () => {
    const sky = await openSky();
    const id = (await sky.create()).properties.taskingrequestId;
    const series = (await sky.ask("POST", "/repeat-requests", { body: repeatBody() })).json.properties
      .repeatrequestId;
    const products = { properties: { processingConfig: { productTypes: ["GEO"] } } };
    const rows: [string, string, unknown][] = [
      ["GET", `/task/${id}`, undefined],
      ["PATCH", `/task/${id}/status`, { status: "approved" }],
      ["POST", `/task/${id}/retask`, {}],
      ["PATCH", `/tasks/${id}`, products],
      ["PATCH", `/task/${id}`, products],
      ["POST", `/orders/task/${id}`, undefined],
      ["GET", `/repeat-requests/${series}`, undefined],
      ["PATCH", `/repeat-requests/${series}/status`, { code: "submitted" }],
      ["POST", `/repeat-request/${series}/retask`, {}],
      ["POST", `/repeat-requests/${series}/retask`, {}],
      ["GET", `/task/${series}`, undefined],
    ];
    for (const [method, path, body] of rows) {
      const answer = await sky.ask(method, path, { body, as: sky.outsider });
      expect([path, answer.status, answer.json.error.code]).toEqual([path, 404, "NOT_FOUND"]);
    }
    const theirs = (await sky.create(taskBody(), sky.manager)).properties.taskingrequestId;
    expect((await sky.ask("GET", `/task/${theirs}`)).status).toBe(404);
    expect((await sky.ask("GET", `/task/${id}`, { as: sky.manager })).status).toBe(200);
    expect((await sky.patch(id, "approved", sky.manager)).status).toBe(200);
  });
});
