/** The setting `idStyle`: the two forms of item ids. */
import { expect, it } from "vitest";
import { openSky } from "../tasking/requests.ts";

it("SBX-13 with idStyle long an item has the names of both its seconds, and is found by either id", async () => {
  const { ask, set } = await openSky();
  await set({ idStyle: "long" });
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
