/** The built-in deployment `recorded`: responses have the members and types of recorded ones. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { DEPLOYMENTS } from "../../../../src/contract/deployments.ts";
import { taskBody, repeatBody } from "../tasking/requests.ts";
import { openBench, type Bench, type BenchOptions } from "./open.ts";

const FIXTURES = join(import.meta.dirname, "../../../fixtures/recorded");

const recorded = (name: string): unknown =>
  JSON.parse(readFileSync(join(FIXTURES, `${name}.json`), "utf8")) as unknown;

const openRecorded = (settings: BenchOptions["settings"] = {}): Promise<Bench> =>
  openBench({ settings: { deployment: "recorded", ...settings } });

/** Returns the paths of a value with their types: one line per member, whatever the number of elements in a list. */
function shapeOf(value: unknown): string[] {
  const lines = new Set<string>();
  const walk = (one: unknown, path: string): void => {
    if (Array.isArray(one)) {
      lines.add(`${path}: list`);
      for (const element of one) walk(element, `${path}[]`);
    } else if (typeof one === "object" && one !== null) {
      lines.add(`${path}: object`);
      for (const [key, member] of Object.entries(one))
        walk(member, `${path}.${key.replace(/^(?:HH|VV)$/, "POL")}`);
    } else lines.add(`${path}: ${one === null ? "null" : typeof one}`);
  };
  walk(value, "");
  return [...lines].toSorted();
}

/** Null is a value of every member, so it is compared by the name alone. */
const membersOf = (value: unknown, nullable: ReadonlySet<string>): string[] => {
  const lines = shapeOf(value).map((line) => {
    const [path = ""] = line.split(":");
    return nullable.has(path) ? path : line;
  });
  return [...new Set(lines)].filter(
    (line) => ![...nullable].some((path) => line.startsWith(`${path}.`) || line.startsWith(`${path}[`)),
  );
};

const nullsOf = (value: unknown): string[] =>
  shapeOf(value).flatMap((line) => (line.endsWith(": null") ? [line.slice(0, -": null".length)] : []));

function expectSameShape(given: unknown, name: string, ...others: string[]): void {
  const wanted = recorded(name);
  const nullable = new Set([...nullsOf(given), ...nullsOf(wanted), ...others]);
  expect(membersOf(given, nullable)).toEqual(membersOf(wanted, nullable));
}

it("SBX-14 the catalog answers with recorded items, and with links to another host without method and body", async () => {
  const { ask } = await openRecorded();
  const body = { limit: 2, bbox: [-20, 30, 40, 60], query: { "sar:product_type": { eq: "GEO" } } };
  const { json } = await ask("POST", "/catalog/search", { body });
  expectSameShape(json, "catalog-search");
  expect(json.links).toEqual([{ rel: "next", href: "https://gw.internal.example/prod/search?page=2" }]);
  const byQuery = (await ask("POST", "/catalog/search?page=2", { body })).json;
  const byBody = (await ask("POST", "/catalog/search", { body: { ...body, page: 2 } })).json;
  expect(byQuery.features).toEqual(byBody.features);
  expect(byQuery.features[0].id).not.toBe(json.features[0].id);
  const everything = (await ask("GET", "/catalog/search?page=2")).json;
  expect(everything.numberMatched).toBeGreaterThan(json.numberMatched * 2);
});

it("SBX-14 a filter with another prefix than the deployment's matches nothing", async () => {
  const { ask } = await openRecorded();
  const countOf = async (name: string): Promise<number> =>
    (await ask("POST", "/catalog/search", { body: { query: { [name]: { gt: 0 } } } })).json.numberMatched;
  expect(await countOf("acme:orbital_plane")).toBeGreaterThan(0);
  expect(await countOf("view:look_angle")).toBeGreaterThan(0);
  expect(await countOf("vendor:orbital_plane")).toBe(0);
});

it("SBX-14 collection types are pages behind a redirect, and refused to an account without tasking", async () => {
  const { ask, sandbox } = await openRecorded({ collectionTypesPageSize: 4 });
  const redirect = await ask("GET", "/collectiontypes?page=2");
  expect(redirect.status).toBe(307);
  expect(redirect.headers["location"]).toMatch(/\/collectiontypes\/\?page=2$/);
  const { json } = await ask("GET", "/collectiontypes/");
  expectSameShape(json, "collection-types");
  const pages = [
    json,
    (await ask("GET", "/collectiontypes/?page=2")).json,
    (await ask("GET", "/collectiontypes/?page=3")).json,
  ];
  expect(json.total_pages).toBe(3);
  expect(pages.map(({ results }) => results.length)).toEqual([4, 4, 1]);
  const buyer = sandbox.users.find(({ name }) => name === "buyer");
  expect((await ask("GET", "/collectiontypes/", { as: buyer })).status).toBe(403);
  expect((await ask("POST", "/catalog/search", { body: { limit: 1 }, as: buyer })).status).toBe(200);
});

it("SBX-14 tasks and series have recorded members, spellings and states", async () => {
  const { ask, clock } = await openRecorded();
  const { json: made } = await ask("POST", "/task", { body: taskBody() });
  await clock.sleep(60_000);
  const id = made.properties.taskingrequestId;
  const { json: task } = await ask("GET", `/task/${id}`);
  expectSameShape(task, "task-review");
  expect(task.properties.statusHistory.map(({ code }: { code: string }) => code)).toEqual([
    "review",
    "received",
  ]);
  const { json: series } = await ask("POST", "/repeat-requests", { body: repeatBody() });
  await clock.sleep(60_000);
  const status = await ask("PATCH", `/repeat-requests/${series.properties.repeatrequestId}/status`, {
    body: { code: "submitted" },
  });
  expectSameShape(status.json, "repeat-status");
  expectSameShape((await ask("POST", "/tasks/search", { body: { limit: 250 } })).json, "tasks-search");
  await clock.sleep(60_000);
  const { json: found } = await ask("POST", "/repeat-requests/search", { body: { limit: 250 } });
  expectSameShape(found, "repeat-search");
  expect(found.results[0].properties.statusHistory[0].code).toBe("active");
  expectSameShape((await ask("GET", "/user")).json, "user");
});

it("SBX-14 GEN-23 members in another spelling are ignored, or refused with one detail", async () => {
  const ignoring = await openRecorded();
  const body = taskBody({ collectConstraints: { ascDesc: "ascending" } });
  const spelled = taskBody({ collectConstraints: { ascDsc: "ascending" } });
  const directionOf = async (sent: object): Promise<string> =>
    (await ignoring.ask("POST", "/task", { body: sent })).json.properties.collectConstraints.ascDsc;
  expect([await directionOf(body), await directionOf(spelled)]).toEqual(["either", "ascending"]);
  const refusing = await openRecorded({ unknownMembers: "refuse" });
  const { status, json } = await refusing.ask("POST", "/task", { body });
  expect([status, json]).toEqual([422, recorded("error-422")]);
  expect((await refusing.ask("POST", "/tasks/search", { body: { limit: 250 } })).json.results).toEqual([]);
  expect((await refusing.ask("POST", "/task", { body: spelled })).status).toBe(201);
});

it("SBX-14 a retask reads a flat body only, and only the plural path of a series", async () => {
  const { ask } = await openRecorded();
  const { json: made } = await ask("POST", "/task", { body: taskBody() });
  const path = `/task/${made.properties.taskingrequestId}/retask`;
  const nameOf = async (body: object): Promise<string> =>
    (await ask("POST", path, { body })).json.properties.taskingrequestName;
  expect(await nameOf({ retaskRequestName: "again" })).toBe("again");
  expect(await nameOf({ type: "Feature", properties: { retaskRequestName: "again" } })).not.toBe("again");
  const series = (await ask("POST", "/repeat-requests", { body: repeatBody() })).json.properties
    .repeatrequestId;
  expect((await ask("POST", `/repeat-requests/${series}/retask`, { body: {} })).status).toBe(201);
  for (const [method, unknown] of [
    ["POST", `/repeat-request/${series}/retask`],
    ["PATCH", `/tasks/${made.properties.taskingrequestId}`],
    ["POST", "/tasks/paged"],
    ["GET", "/nowhere"],
  ] as const) {
    const { status, json } = await ask(method, unknown, { body: {} });
    expect([unknown, status, json]).toEqual([unknown, 403, recorded("error-unknown-path")]);
  }
});

it("SBX-14 page sizes below the accepted range are 422", async () => {
  const { ask } = await openRecorded();
  const statusOf = async (limit: number): Promise<number> =>
    (await ask("POST", "/tasks/search", { body: { limit } })).status;
  expect([await statusOf(249), await statusOf(250), await statusOf(500)]).toEqual([422, 200, 200]);
  expect((await ask("GET", "/tasks/paged?limit=4")).status).toBe(422);
  expect((await ask("GET", "/tasks/paged?limit=5")).status).toBe(200);
});

it("SBX-14 an order lives for one hour, can be read, and costs nothing a second time", async () => {
  const { ask, clock, member } = await openRecorded();
  const { json: page } = await ask("POST", "/catalog/search", {
    body: { limit: 1, bbox: [-20, 30, 40, 60], query: { "sar:product_type": { eq: "GEO" } } },
  });
  const [item] = page.features;
  const items = [{ collectionId: item.collection, granuleId: item.id }];
  const review = (await ask("POST", "/orders/review", { body: { items } })).json;
  expectSameShape(review, "order-review");
  const contractId = member.contractIds[1];
  const { json: order } = await ask("POST", "/orders", { body: { items, contractId } });
  expectSameShape(order, "order-placed");
  expect(order).toMatchObject({ contractId, orderStatus: "completed" });
  expect(Date.parse(order.expirationDate) - Date.parse(order.orderDate)).toBe(3_600_000);
  expect((await ask("GET", `/orders/${order.orderId}`)).json).toEqual(order);
  expect((await ask("GET", "/orders")).json).toEqual([order]);
  expectSameShape((await ask("GET", `/orders/${order.orderId}/download`)).json, "order-download");
  await clock.sleep(3_600_000);
  const expired = await ask("GET", `/orders/${order.orderId}/download`);
  expect([expired.status, expired.json]).toEqual([400, { error: "order expired" }]);
  const again = (await ask("POST", "/orders/review", { body: { items } })).json;
  expect(again.orderDetails.lineItems[0]).toMatchObject({ previouslyOrdered: true, cost: "$0.00" });
  expect(again.orderDetails.summary.total).toBe("$0.00");
  const second = (await ask("POST", "/orders", { body: { items } })).json;
  expect(second.items[0].previouslyOrdered).toBe(true);
});

it("SBX-14 a rejected order answers its download with 405, an unfinished one with 400", async () => {
  const { ask } = await openRecorded();
  const { json: page } = await ask("POST", "/catalog/search", { body: { limit: 1 } });
  const collectId = page.features[0].properties["acme:collect_id"];
  const items = [
    { collectIds: [collectId], productType: "GEO" },
    { collectIds: [collectId], productType: "VS" },
  ];
  const { json: order } = await ask("POST", "/orders", { body: { items } });
  const download = () => ask("GET", `/orders/${order.orderId}/download`);
  expect(await download()).toMatchObject({ status: 400, json: { error: "order is not complete" } });
  await ask("POST", `/_sandbox/orders/${order.orderId}/reject`);
  expect((await download()).status).toBe(405);
  expect((await ask("GET", `/orders/${order.orderId}`)).json.orderStatus).toBe("rejected");
});

it("SBX-14 files come from a store: signed in base 64, tagged by parts, without a type, with their digests", async () => {
  const { ask } = await openRecorded();
  const { json: page } = await ask("POST", "/catalog/search", { body: { limit: 1 } });
  const [item] = page.features;
  const items = [{ collectionId: item.collection, granuleId: item.id }];
  const { json: order } = await ask("POST", "/orders", { body: { items } });
  const [delivered] = (await ask("GET", `/orders/${order.orderId}/download`)).json;
  const fetchFile = (href: string) => ask("GET", href.replace(/^https?:\/\/[^/]+/, ""), { as: "nobody" });
  const digests = JSON.parse((await fetchFile(delivered.assets.digest.href)).text) as {
    files: { name: string; md5: string; sha256: string }[];
  };
  expect(digests.files.map(({ name }) => name)).toContain(`${item.id}_profile.json`);
  const { createHash } = await import("node:crypto");
  for (const { href, hrefDownload, roles } of Object.values<Record<string, string>>(delivered.assets)) {
    if (roles?.includes("license")) continue;
    expect(href).toMatch(/\?Expires=\d{10}&Signature=[\w%]+$/);
    const { status, headers, bytes } = await fetchFile(href ?? "");
    expect(headers).toMatchObject({
      "content-type": "binary/octet-stream",
      etag: expect.stringMatching(/^"[0-9a-f]{32}-1"$/),
    });
    expect([status, headers["content-disposition"]]).toEqual([200, undefined]);
    expect((await fetchFile(hrefDownload ?? "")).headers["content-disposition"]).toBe("attachment");
    const name = new URL(href ?? "").pathname.split("/").at(-1);
    const listed = digests.files.find((one) => one.name === name);
    if (name?.endsWith("_digest.json") === true) continue;
    expect(listed).toMatchObject({
      md5: createHash("md5").update(bytes).digest("hex"),
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
  }
  const altered = delivered.assets.metadata.href.replace(/Signature=./, "Signature=_");
  expect((await fetchFile(altered)).status).toBe(403);
});

it("SBX-14 exports have recorded names", async () => {
  const { ask } = await openRecorded();
  const { json } = await ask("GET", "/catalog/archive-export/available");
  expectSameShape(json, "exports-available");
  const formOf = (name: string): string => name.replaceAll(/\d/g, "0");
  const wanted = recorded("exports-available") as Record<string, string[]>;
  for (const type of ["latest", "weekly", "full"])
    expect(new Set(json[type].map(formOf))).toEqual(new Set(wanted[type]?.map(formOf)));
});

it("SBX-14 a deployment is refused with each of its faults, and its settings are overridden by explicit ones", async () => {
  const { ask } = await openBench();
  const set = (body: object) => ask("POST", "/_sandbox/settings", { body });
  for (const deployment of [
    "unheard-of",
    7,
    { swathDeployment: 1, name: "x", dialect: { ascDescKey: "up" } },
  ]) {
    expect([deployment, (await set({ deployment })).status]).toEqual([deployment, 422]);
  }
  const unknown = { swathDeployment: 1, name: "x", sandbox: { unheardOf: 1, orderTtl: "soon" } };
  const { status, text } = await set({ deployment: unknown });
  expect(status).toBe(422);
  expect(text).toMatch(/unheardOf.*orderTtl/);
  const own = {
    swathDeployment: 1,
    name: "own",
    dialect: { paged: { method: "post" } },
    sandbox: { orderTtl: 60 },
  };
  expect((await set({ deployment: own })).json).toMatchObject({ orderTtl: 60, pagedMethod: "post" });
  expect((await set({ orderTtl: 90 })).json.orderTtl).toBe(90);
  expect((await ask("GET", "/_sandbox/status")).json.deployment).toBe("own");
  expect((await set({ deployment: null, orderTtl: null })).json).toMatchObject({
    orderTtl: 604_800,
    dialect: {},
  });
});

it("SBX-14 every key and setting of the built-in deployments is valid", async () => {
  const { ask } = await openBench();
  for (const name of Object.keys(DEPLOYMENTS))
    expect((await ask("POST", "/_sandbox/settings", { body: { deployment: name } })).status).toBe(200);
});
