import { describe, expect, test } from "vitest";
import type { EndpointName } from "../../src/contract/endpoints.ts";
import { parseReply } from "../../src/contract/parse.ts";
import { AppError } from "../../src/errors.ts";

const record = {
  type: "Feature",
  geometry: { type: "Point", coordinates: [4.03, 51.95] },
  properties: {
    taskingrequestId: "t-1",
    transactionStatus: "",
    statusHistory: [{ code: "review" }],
    somethingNew: { kept: true },
  },
};
const page = { results: [record], currentPage: 1, totalPages: 1 };
const order = {
  userId: "u",
  organizationId: "o",
  orderDate: "2026-03-01T00:00:00Z",
  expirationDate: "2026-03-08T00:00:00Z",
  orderId: "o-1",
  orderStatus: "completed",
  items: [
    {
      collectionId: "c",
      granuleId: "g",
      previouslyOrdered: false,
      type: "spotlight",
      collectionDate: "2026-02-01T00:00:00Z",
    },
  ],
};
const item = { id: "g", collection: "c", assets: { HH: { href: "https://files.test/g.tif?signature=x" } } };

/** What each endpoint may answer, by hand from the interface, and an answer that none of it could be. */
const REPLIES: Record<EndpointName, { allowed: unknown[]; unknown: unknown[] }> = {
  listCollectionTypes: {
    allowed: [["spotlight"], [{ name: "spotlight", numLooks: 1 }], { spotlight: { numLooks: 1 } }],
    unknown: ["spotlight", {}, null],
  },
  createTask: { allowed: [record], unknown: ["<html>", [record], null] },
  createRepeat: { allowed: [record], unknown: [undefined] },
  retaskTask: { allowed: [record], unknown: [1] },
  retaskCollect: { allowed: [record], unknown: ["ok"] },
  retaskRepeat: { allowed: [record], unknown: [[]] },
  getTask: { allowed: [record, { properties: {} }], unknown: [null, {}, { error: { message: "no" } }] },
  getRepeat: { allowed: [{ properties: { costPerImageEstimate: "$900.00" } }], unknown: ["x"] },
  setTaskStatus: {
    allowed: [undefined, { status: "submitted" }, record, [{ code: "submitted" }]],
    unknown: [],
  },
  setRepeatStatus: { allowed: [undefined, { code: "rejected" }], unknown: [] },
  updateTask: { allowed: [undefined, record], unknown: [] },
  updateOrganization: { allowed: [undefined, { id: "o" }], unknown: [] },
  searchTasks: { allowed: [page, { ...page, results: [] }], unknown: [{ currentPage: 1 }, null] },
  searchRepeats: { allowed: [page], unknown: ["x"] },
  listTasks: {
    allowed: [page, [record], { tasks: [record] }, { features: [] }, { items: [] }],
    unknown: [{}],
  },
  listTasksByPost: { allowed: [page], unknown: [1] },
  reviewOrder: { allowed: [{ authorized: true, summary: { total: "$1.00" } }], unknown: ["$1.00"] },
  placeOrder: { allowed: [order], unknown: [undefined] },
  orderTask: { allowed: [order], unknown: [undefined] },
  getOrderDownload: { allowed: [[item], { items: [] }, undefined], unknown: ["soon"] },
  searchCatalog: {
    allowed: [{ type: "FeatureCollection", features: [item] }, [item]],
    unknown: [{ links: [] }],
  },
  listExports: { allowed: [{ latest: ["a.gpkg"], weekly: [], full: [] }], unknown: [{}, ["a.gpkg"]] },
  presignExports: {
    allowed: [
      [{ exportType: "full", exportFile: "a.gpkg", downloadHref: "https://files.test/a" }],
      { results: [] },
    ],
    unknown: [[{ exportFile: "a.gpkg" }], {}],
  },
  createToken: {
    allowed: [{ accessToken: "e30.e30.x", expiresIn: 3600, tokenType: "Bearer" }],
    unknown: [{ token: "x" }, { accessToken: "" }],
  },
};

const cases = (kind: "allowed" | "unknown") =>
  Object.entries(REPLIES).flatMap(([name, replies]) =>
    replies[kind].map((reply) => [name as EndpointName, reply] as const),
  );

test.each(cases("allowed"))("%s may answer %j", async (name, reply) => {
  expect(await parseReply(name, reply)).toBeDefined();
});

describe("unknown properties are kept", () => {
  test.each(["createTask", "createRepeat", "retaskTask", "retaskCollect", "retaskRepeat"] as const)(
    "in the record of %s",
    async (name) => expect((await parseReply(name, record)).source).toBe(record),
  );
  test.each(["getTask", "getRepeat", "updateTask"] as const)("in the record of %s", async (name) =>
    expect((await parseReply(name, record)).source).toBe(record),
  );
  test.each(["placeOrder", "orderTask"] as const)("in the order of %s", async (name) =>
    expect((await parseReply(name, order)).source).toBe(order),
  );
  test.each(["searchTasks", "searchRepeats", "listTasks", "listTasksByPost"] as const)(
    "in the records of %s",
    async (name) => expect((await parseReply(name, page)).records[0]?.source).toBe(record),
  );
  test("in items, reviews, organizations and collection types", async () => {
    const own = { ...item, somethingNew: { kept: true } };
    expect((await parseReply("searchCatalog", { features: [own] })).items[0]).toBe(own);
    expect((await parseReply("getOrderDownload", [own])).items?.[0]).toBe(own);
    const review = { authorized: true, somethingNew: 1 };
    expect((await parseReply("reviewOrder", review)).source).toBe(review);
    expect(await parseReply("updateOrganization", review)).toBe(review);
    expect(await parseReply("listCollectionTypes", [{ name: "spotlight", somethingNew: 1 }])).toEqual([
      { name: "spotlight", somethingNew: 1 },
    ]);
  });
});

describe("answers in which nothing needed is found", () => {
  test.each(cases("unknown"))("%s answering %j is RESPONSE_UNRECOGNISED", async (name, reply) => {
    const error = await parseReply(name, reply).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ kind: "service", code: "RESPONSE_UNRECOGNISED", exitCode: 8 });
  });
});
