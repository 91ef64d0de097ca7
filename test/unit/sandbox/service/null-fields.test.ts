import { expect, it } from "vitest";
import { at, idOf, LISBON, openSky, refusalOf, repeatBody, taskBody } from "../tasking/requests.ts";

const NULLS = {
  customAttribute1: null,
  customAttribute2: null,
  collectionTier: null,
  archiveHoldback: null,
  processingConfig: null,
};

it("a task from the operator's client, which always sends customAttribute1: null, is created", async () => {
  const { ask } = await openSky();
  const body = taskBody(
    { ...NULLS, collectConstraints: { lookDirection: null, offNadirMax: null } },
    { contractId: null, preApproval: null },
  );
  const { status, json } = await ask("POST", "/task", { body });
  const plain = await ask("POST", "/task", { body: taskBody() });
  expect(status).toBe(201);
  const { taskingrequestId: _id, ...properties } = json.properties;
  expect(plain.json.properties).toMatchObject(properties);
  expect(json.properties).not.toHaveProperty("customAttribute1");
});

it("a series with null in every optional field is the series without them", async () => {
  const { ask } = await openSky();
  const repetition = { repeatEnd: null, repetitionCount: null, lookAngleTolerance: null };
  const body = repeatBody(repetition, { ...NULLS, collectConstraints: null });
  const { status, json } = await ask("POST", "/repeat-requests", { body });
  const plain = await ask("POST", "/repeat-requests", { body: repeatBody() });
  expect(status).toBe(201);
  const { repeatrequestId: _id, ...properties } = json.properties;
  expect(plain.json.properties).toMatchObject(properties);
});

it("a retask with a null geometry and null properties is the empty feature that is allowed", async () => {
  const { ask, create } = await openSky();
  const id = idOf(await create(taskBody()));
  const body = { type: "Feature", geometry: null, properties: null };
  expect((await ask("POST", `/task/${id}/retask`, { body })).status).toBe(201);
});

it("searches and orders also treat null as absent", async () => {
  const { ask } = await openSky();
  const search = { sort: null, order: null, page: null, limit: null, query: null, filter: null };
  expect((await ask("POST", "/tasks/search", { body: search })).status).toBe(200);
  const catalog = {
    bbox: null,
    intersects: LISBON,
    datetime: null,
    collections: null,
    ids: null,
    query: null,
  };
  const { status, json } = await ask("POST", "/catalog/search", { body: { ...catalog, sortby: null } });
  const plain = await ask("POST", "/catalog/search", { body: { intersects: LISBON } });
  expect([status, json.numberMatched]).toEqual([200, plain.json.numberMatched]);
  const [item] = (await ask("POST", "/catalog/search", { body: { limit: 1 } })).json.features;
  const items = [{ collectionId: item.collection, granuleId: item.id, productType: null, collectIds: null }];
  expect((await ask("POST", "/orders/review", { body: { items } })).status).toBe(200);
});

it("null in a required field, or as a condition of a search, is still refused", async () => {
  const { ask } = await openSky();
  const refused = async (path: string, body: object) => refusalOf(await ask("POST", path, { body }));
  expect(await refused("/task", taskBody({ windowClose: null }))).toEqual([
    422,
    "WINDOW_REQUIRED",
    ["properties.windowClose"],
  ]);
  expect((await refused("/orders", { items: null }))[1]).toBe("ORDER_EMPTY");
  expect((await refused("/catalog/search", { query: { platform: null } }))[1]).toBe("QUERY_OPERATOR_INVALID");
  expect((await refused("/catalog/search", { query: { platform: { eq: null } } }))[1]).toBe(
    "QUERY_OPERATOR_INVALID",
  );
  expect((await refused("/tasks/search", { query: { collectionTier: null } }))[1]).toBe(
    "QUERY_OPERATOR_INVALID",
  );
});

it("a task with squint disabled is a task without squint", async () => {
  const { create } = await openSky();
  const constraints = { squint: "disabled", maxSquintAngle: null, localTime: [[0, 43_200]] };
  const task = await create(taskBody({ windowClose: at(96), collectConstraints: constraints }));
  expect(task.properties.collectConstraints).toMatchObject({ localTime: [0, 43_200] });
  expect(task.properties.collectConstraints).not.toHaveProperty("squint");
  expect(task.properties.collectConstraints).not.toHaveProperty("maxSquintAngle");
});
