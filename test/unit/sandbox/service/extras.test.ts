/** The setting `extras`: requests of public clients that are not part of the interface. */
import { expect, it } from "vitest";
import { at, idOf, openSky, refusalOf, taskBody } from "../tasking/requests.ts";

/** A sandbox whose extras are on. */
async function openExtras(settings: object = { extras: "on" }) {
  const sky = await openSky();
  await sky.set(settings);
  return sky;
}

it("SBX-13 without the setting it is not served", async () => {
  const { ask, create } = await openSky();
  const id = idOf(await create());
  for (const path of ["/user", `/collects/list/${id}`]) {
    const { status } = await ask("GET", path);
    expect([path, status === 404 || status === 405]).toEqual([path, true]);
  }
  const query = { "sar:product_type": { in: ["GEO"] } };
  const searched = await ask("POST", "/catalog/search", { body: { query } });
  expect(refusalOf(searched).slice(0, 2)).toEqual([422, "QUERY_OPERATOR_INVALID"]);
  const body = taskBody({ pre_approval: true });
  expect((await ask("POST", "/task", { body })).json.properties.lastStatusCode).toBe("review");
});

it("SBX-13 a client can read its user and its orders", async () => {
  const { ask, member, outsider } = await openExtras();
  expect((await ask("GET", "/user")).json).toMatchObject({
    id: member.userId,
    organizationId: member.organizationId,
  });
  const [item] = (await ask("POST", "/catalog/search", { body: { limit: 1 } })).json.features;
  const items = [{ collectionId: item.collection, granuleId: item.id }];
  const { json: order } = await ask("POST", "/orders", { body: { items } });
  expect((await ask("GET", "/orders")).json).toEqual([order]);
  expect((await ask("GET", `/orders/${order.orderId}`)).json).toEqual(order);
  expect((await ask("GET", "/orders", { as: outsider })).json).toEqual([]);
  expect((await ask("GET", `/orders/${order.orderId}`, { as: outsider })).status).toBe(404);
  expect((await ask("GET", "/orders", { as: "nobody" })).status).toBe(401);
});

it("SBX-13 the collects of a task are listed from its plan on", async () => {
  const { ask, create, go } = await openExtras();
  const id = idOf(await create(taskBody({ preApproval: true, windowClose: at(24 * 6) })));
  expect((await ask("GET", `/collects/list/${id}`)).json).toEqual([]);
  await go(60);
  const { json } = await ask("GET", `/collects/list/${id}`);
  expect(json).toEqual([expect.objectContaining({ taskingrequestId: id, collectStatus: "accepted" })]);
  expect((await ask("GET", "/collects/list/unknown")).status).toBe(404);
});

it("SBX-13 the operator in finds any of several values, in the catalog and among tasks", async () => {
  const { ask, create } = await openExtras();
  const search = async (query: object) =>
    (await ask("POST", "/catalog/search", { body: { query, limit: 1 } })).json.numberMatched;
  const types = "sar:product_type";
  const both = (await search({ [types]: { eq: "GEO" } })) + (await search({ [types]: { eq: "GEC" } }));
  expect(await search({ [types]: { in: ["GEO", "GEC"] } })).toBe(both);
  expect(await search({ [types]: { in: ["GEO", "GEC"], eq: "GEO" } })).toBeLessThan(both);
  expect(await search({ "view:incidence_angle": { gt: 20, in: [] } })).toBe(0);
  const ids = [idOf(await create()), idOf(await create())];
  const body = { query: { taskId: { in: ids } } };
  expect((await ask("POST", "/tasks/search", { body })).json.results).toHaveLength(2);
});

it("SBX-13 pre_approval is preApproval", async () => {
  const { ask } = await openExtras();
  for (const body of [taskBody({ pre_approval: true }), taskBody({}, { pre_approval: true })]) {
    const { json } = await ask("POST", "/task", { body });
    expect(json.properties).toMatchObject({ preApproval: true, lastStatusCode: "submitted" });
    expect(json.properties).not.toHaveProperty("pre_approval");
  }
});

it("SBX-13 with idStyle long an item has the names of both its seconds, and is found by either id", async () => {
  const { ask, set } = await openExtras({ idStyle: "long" });
  const search = { body: { limit: 1, query: { "sar:product_type": { eq: "GEO" } } } };
  const [item] = (await ask("POST", "/catalog/search", search)).json.features;
  expect(item.id).toMatch(/^VENDOR_C\d\d_[A-Z]{2}_GEO_(HH|VV)_\d{14}_\d{14}$/);
  const digits = (time: string): string => time.slice(0, 19).replaceAll(/\D/g, "");
  const { start_datetime: start, end_datetime: end } = item.properties;
  expect(item.id.endsWith(`_${digits(start)}_${digits(end)}`)).toBe(true);
  const found = await ask("POST", "/catalog/search", { body: { ids: [item.id] } });
  expect(found.json.features.map(({ id }: { id: string }) => id)).toEqual([item.id]);
  const page = await ask("GET", `/stac/collections/${item.collection}/items/${item.id}`);
  expect(page.json.id).toBe(item.id);
  const items = [{ collectionId: item.collection, granuleId: item.id }];
  const { json: order } = await ask("POST", "/orders", { body: { items } });
  expect(order.items[0].granuleId).toBe(item.id);
  const [delivered] = (await ask("GET", `/orders/${order.orderId}/download`)).json;
  expect(delivered.id).toBe(item.id);
  const { pathname, search: signature } = new URL(Object.values<any>(delivered.assets)[0].href); // eslint-disable-line typescript/no-explicit-any
  const [folder, file = ""] = pathname.split("/").slice(-2);
  expect([folder, file.startsWith(`${item.id}_`)]).toEqual([item.id, true]);
  expect((await ask("GET", pathname + signature, { as: "nobody" })).status).toBe(200);
  await set({ idStyle: null });
  const [plain] = (await ask("POST", "/catalog/search", { body: { ids: [item.id] } })).json.features;
  expect(plain.properties).toEqual(item.properties);
  expect(plain.id).not.toBe(item.id);
});

it.each([
  ["short", {}],
  ["long", { idStyle: "long" }],
  ["recorded", { deployment: "recorded", catalogPaging: "next" }],
])("SBX-13 sorting by id is the order of the ids that are shown: %s", async (_form, settings) => {
  const { ask, set } = await openSky();
  const idsOf = async (sortby: unknown, pages = 1): Promise<string[]> => {
    const found: string[] = [];
    let more: object = {};
    for (let page = 0; page < pages; page++) {
      const { json } = await ask("POST", "/catalog/search", { body: { sortby, limit: 300, ...more } });
      found.push(...json.features.map(({ id }: { id: string }) => id));
      more = json.links.find(({ rel }: { rel: string }) => rel === "next")?.body ?? {};
    }
    return found;
  };
  // Searched in the other form first: what is remembered of a search belongs to its form.
  await idsOf("id");
  await set(settings);
  const ascending = await idsOf("id", 2);
  expect(ascending).toHaveLength(600);
  expect(ascending).toEqual([...ascending].sort());
  expect(new Set(ascending).size).toBe(600);
  const descending = await idsOf("-id", 2);
  expect(descending).toEqual([...descending].sort().reverse());
  expect(await idsOf([{ field: "id", direction: "desc" }])).toEqual(descending.slice(0, 300));
});

it("SBX-13 sort fields without a prefix, several ids and comparisons of the submission time are served", async () => {
  const { ask, create, go } = await openExtras();
  const first = idOf(await create());
  await go(60);
  const second = idOf(await create());
  const tasks = async (query: object): Promise<string[]> =>
    (await ask("POST", "/tasks/search", { body: { query, order: "asc" } })).json.results.map(idOf);
  expect(await tasks({ taskingrequestIds: [first, "unknown"] })).toEqual([first]);
  const [made, later] = [at(0), at(1 / 60)];
  expect(await tasks({ submissionTime: { gt: made } })).toEqual([second]);
  expect(await tasks({ submissionTime: { gte: made } })).toEqual([first, second]);
  expect(await tasks({ submissionTime: { lt: later } })).toEqual([first]);
  expect(await tasks({ submissionTime: { lte: later } })).toEqual([first, second]);
  for (const wanted of [{ gt: "yesterday" }, { gt: made, lt: later }, { near: made }]) {
    const body = { query: { submissionTime: wanted } };
    expect((await ask("POST", "/tasks/search", { body })).status).toBe(422);
  }
  const repeats = await ask("POST", "/repeat-requests/search", {
    body: { query: { repeatrequestIds: [first] } },
  });
  expect(repeats.json.results).toEqual([]);
  for (const name of ["look_angle", "incidence_angle"]) {
    const sortedBy = async (field: string) => {
      const body = { sortby: [{ field: `properties.${field}`, direction: "desc" }], limit: 50 };
      return (await ask("POST", "/catalog/search", { body })).json.features;
    };
    expect(await sortedBy(name)).toEqual(await sortedBy(`view:${name}`));
  }
});

it("SBX-13 without the setting, those forms are refused", async () => {
  const { ask } = await openSky();
  const body = { sortby: [{ field: "properties.look_angle", direction: "desc" }] };
  expect((await ask("POST", "/catalog/search", { body })).status).toBe(422);
  const query = { submissionTime: { gt: at(0) } };
  expect((await ask("POST", "/tasks/search", { body: { query } })).status).toBe(422);
});
