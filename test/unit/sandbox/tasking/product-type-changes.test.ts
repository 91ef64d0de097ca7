/* eslint-disable typescript/no-explicit-any */
import { describe, expect, it } from "vitest";
import { at, idOf, openSky, refusalOf, type Sky, taskBody } from "./requests.ts";

const update = (productTypes: unknown) => ({ properties: { processingConfig: { productTypes } } });

const typesOf = (record: any): string[] => record.properties.processingConfig.productTypes;

const putDefaults = ({ ask, manager, member }: Sky, defaultProductTypes: unknown, as = manager) =>
  ask("PUT", `/organizations/${member.organizationId}`, { body: { defaultProductTypes }, as });

/** A task with a plan, and the seconds between the clock and its collect. */
async function planned(sky: Sky): Promise<{ id: string; secondsAhead: number }> {
  const body = taskBody({ windowOpen: at(24) }, { preApproval: true });
  const id = idOf(await sky.create(body));
  await sky.go(30);
  const record = await sky.task(id);
  expect(record.properties.lastStatusCode).toBe("accepted");
  const { now } = (await sky.ask("GET", "/_sandbox/clock")).json;
  return {
    id,
    secondsAhead: (Date.parse(record.properties.expectedCollectionTime) - Date.parse(now)) / 1000,
  };
}

describe("product types of a task", () => {
  it("PRODUCTS-01 PRODUCTS-02 PRODUCTS-05 both paths change them and nothing else", async () => {
    const sky = await openSky();
    const id = idOf(await sky.create());
    const body = { ...update(["GEO", "sicd", "GEO"]), geometry: null };
    Object.assign(body.properties, { taskingrequestName: "other" });
    const plural = await sky.ask("PATCH", `/tasks/${id}`, { body });
    expect([plural.status, typesOf(plural.json)]).toEqual([200, ["GEO", "SICD"]]);
    expect(plural.json.properties.taskingrequestName).toBe("Belém");
    const singular = await sky.ask("PATCH", `/task/${id}`, { body: update(["GEO"]) });
    expect([singular.status, typesOf(singular.json)]).toEqual([200, ["GEO"]]);
    expect(typesOf(await sky.task(id))).toEqual(["GEO"]);
  });

  it("PRODUCTS-04 LIMITS-09 exactly 3 hours before the collect is in time, and a second later is too late", async () => {
    const sky = await openSky();
    const { id, secondsAhead } = await planned(sky);
    await sky.go(secondsAhead - 3 * 3600);
    expect((await sky.ask("PATCH", `/tasks/${id}`, { body: update(["GEO", "GEC"]) })).status).toBe(200);
    await sky.go(1);
    const late = await sky.ask("PATCH", `/tasks/${id}`, { body: update(["GEO"]) });
    expect(refusalOf(late).slice(0, 2)).toEqual([409, "PRODUCT_EDIT_CUTOFF"]);
    expect(typesOf(await sky.task(id))).toEqual(["GEO", "GEC"]);
  });

  it.each([
    ["PRODUCTS-03 ERRORS-07 without GEO", update(["SLC"]), "GEO_REQUIRED"],
    ["PRODUCTS-02 no properties", {}, "PROPERTIES_REQUIRED"],
    ["PRODUCTS-02 no list", update("GEO"), "FIELD_TYPE_INVALID"],
    ["PRODUCTS-09 an unknown type", update(["GEO", "ACD"]), "ENUM_INVALID"],
  ])("%s is refused", async (_title, body, code) => {
    const sky = await openSky();
    const id = idOf(await sky.create());
    const answer = await sky.ask("PATCH", `/tasks/${id}`, { body });
    expect(refusalOf(answer).slice(0, 2)).toEqual([422, code]);
  });

  it("PRODUCTS-06 ERRORS-08 ORG-07 an unavailable type cannot be chosen, on create or later", async () => {
    const sky = await openSky();
    const before = idOf(await sky.create(taskBody({ processingConfig: { productTypes: ["GEO", "SLC"] } })));
    const path = `/_sandbox/organizations/${sky.member.organizationId}`;
    const marked = await sky.ask("POST", path, { body: { unavailableProductTypes: ["SLC"] } });
    expect(marked.json.unavailableProductTypes).toEqual(["SLC"]);
    const body = taskBody({ processingConfig: { productTypes: ["GEO", "SLC"] } });
    expect(refusalOf(await sky.ask("POST", "/task", { body })).slice(0, 2)).toEqual([
      422,
      "PRODUCT_TYPE_UNAVAILABLE",
    ]);
    expect((await sky.ask("POST", "/task", { body, as: sky.outsider })).status).toBe(201);
    const plain = await sky.create();
    expect(typesOf(plain)).toEqual(["GEO", "GEC"]);
    const added = await sky.ask("PATCH", `/tasks/${idOf(plain)}`, { body: update(["GEO", "SLC"]) });
    expect(refusalOf(added).slice(0, 2)).toEqual([422, "PRODUCT_TYPE_UNAVAILABLE"]);
    // Existing users may keep it.
    const kept = await sky.ask("PATCH", `/tasks/${before}`, { body: update(["GEO", "SLC", "GEC"]) });
    expect(kept.status).toBe(200);
  });

  it("PRODUCTS-06 the setting unavailableProductTypes applies to every user", async () => {
    const sky = await openSky({ settings: { unavailableProductTypes: ["VS"] } });
    const body = taskBody({ processingConfig: { productTypes: ["GEO", "VS"] } });
    for (const as of [sky.member, sky.outsider]) {
      expect((await sky.ask("POST", "/task", { body, as })).status).toBe(422);
    }
  });
});

describe("product types of an organization", () => {
  it("ORG-01 ORG-10 TASK-29 a manager replaces the defaults, and new tasks have them", async () => {
    const sky = await openSky();
    const before = await sky.create();
    const defaults = [
      { productType: "GEO", required: true },
      { productType: "SICD", required: true },
      { productType: "SLC", required: false },
    ];
    const { status, json } = await putDefaults(sky, defaults);
    expect([status, json]).toEqual([
      200,
      { id: sky.member.organizationId, defaultProductTypes: defaults, unavailableProductTypes: [] },
    ]);
    expect(typesOf(await sky.create())).toEqual(["GEO", "SICD", "SLC"]);
    expect(typesOf(await sky.task(idOf(before)))).toEqual(["GEO", "GEC", "SLC"]);
  });

  it("PRODUCTS-07 PRODUCTS-08 ORG-03 a required type is added and locked, others may be removed", async () => {
    const sky = await openSky();
    const unlocked = idOf(await sky.create());
    await putDefaults(sky, [
      { productType: "SICD", required: true },
      { productType: "SLC", required: false },
    ]);
    const task = await sky.create(taskBody({ processingConfig: { productTypes: ["GEO", "GEC"] } }));
    expect(typesOf(task)).toEqual(["GEO", "GEC", "SICD"]);
    const path = `/tasks/${idOf(task)}`;
    const removed = await sky.ask("PATCH", path, { body: update(["GEO", "GEC"]) });
    expect(refusalOf(removed).slice(0, 2)).toEqual([422, "PRODUCT_TYPE_LOCKED"]);
    expect((await sky.ask("PATCH", path, { body: update(["GEO", "SICD"]) })).status).toBe(200);
    // Locked for new tasks only.
    expect((await sky.ask("PATCH", `/tasks/${unlocked}`, { body: update(["GEO"]) })).status).toBe(200);
  });

  it("ORG-05 GEO is added if it is missing", async () => {
    const sky = await openSky();
    const { json } = await putDefaults(sky, [{ productType: "slc", required: false }]);
    expect(json.defaultProductTypes).toEqual([
      { productType: "GEO", required: true },
      { productType: "SLC", required: false },
    ]);
    expect((await putDefaults(sky, [])).json.defaultProductTypes).toEqual([
      { productType: "GEO", required: true },
    ]);
  });

  it.each([
    ["ORG-05 GEO that is optional", [{ productType: "GEO", required: false }], "ORG_GEO_LOCKED"],
    ["ORG-02 no list", { productType: "GEO", required: true }, "FIELD_TYPE_INVALID"],
    ["ORG-02 required is missing", [{ productType: "GEO" }], "FIELD_TYPE_INVALID"],
    [
      "ORG-10 a type twice",
      [
        { productType: "SLC", required: true },
        { productType: "SLC", required: false },
      ],
      "FIELD_TYPE_INVALID",
    ],
    ["PRODUCTS-09 an unknown type", [{ productType: "ACD", required: true }], "ENUM_INVALID"],
  ])("%s is refused", async (_title, defaults, code) => {
    const sky = await openSky();
    expect(refusalOf(await putDefaults(sky, defaults)).slice(0, 2)).toEqual([422, code]);
  });

  it("ORG-06 only a manager of that very organization may change them", async () => {
    const sky = await openSky();
    const body = { defaultProductTypes: [{ productType: "GEO", required: true }] };
    for (const as of [sky.member, sky.outsider]) {
      const answer = await putDefaults(sky, body.defaultProductTypes, as);
      expect(refusalOf(answer).slice(0, 2)).toEqual([403, "ORG_MANAGER_REQUIRED"]);
    }
    for (const id of [sky.outsider.organizationId, "unheard-of"]) {
      expect((await sky.ask("PUT", `/organizations/${id}`, { body, as: sky.manager })).status).toBe(403);
    }
  });
});
