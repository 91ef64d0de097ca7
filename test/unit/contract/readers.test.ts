import { describe, expect, test } from "vitest";
import { readCollectionTypes } from "../../../src/contract/read-collection-types.ts";
import { readExportList, readPresigned } from "../../../src/contract/read-exports.ts";
import { readItems, readRecordPage } from "../../../src/contract/read-items.ts";
import { readOrder } from "../../../src/contract/read-order.ts";
import * as record from "../../../src/contract/read-record.ts";
import { readReview } from "../../../src/contract/read-review.ts";
import { readToken } from "../../../src/contract/read-token.ts";

const recordPage = (reply: unknown) => readRecordPage(reply, (one) => one);
const item = { id: "g1", collection: "vendor-archive", assets: {} };

describe("lists", () => {
  test.each([[[item]], [{ features: [item] }], [{ items: [item] }], [{ results: [item] }]])(
    "CATALOG-01 DOWNLOAD-02 items are found in %j",
    (reply) => {
      expect(readItems(reply)?.items).toEqual([item]);
    },
  );

  test("CATALOG-36 the next link keeps method, body and merge; counts are read in both styles", () => {
    const next = {
      rel: "next",
      href: "https://api.test/catalog/search",
      method: "POST",
      body: { token: "t" },
      merge: true,
    };
    expect(
      readItems({ features: [item], numberMatched: 40, numberReturned: 1, links: [{ rel: "self" }, next] }),
    ).toEqual({
      items: [item],
      numberMatched: 40,
      next: { href: next.href, method: "POST", body: { token: "t" }, merge: true },
    });
    expect(readItems({ features: [], context: { matched: 7 } })?.numberMatched).toBe(7);
    expect(readItems({ features: [], links: [{ rel: "next", href: "/p2" }] })?.next).toMatchObject({
      method: "GET",
      merge: false,
    });
  });

  test("an object without a list has no items", () => {
    expect(readItems({ message: "generating" })).toBeUndefined();
    expect(readItems("soon")).toBeUndefined();
  });

  test("SEARCH-T-08 BULK-05 a page is read in both casings, and bare", () => {
    expect(recordPage({ results: [{}], currentPage: 2, totalPages: 3 })).toEqual({
      records: [{}],
      currentPage: 2,
      totalPages: 3,
    });
    expect(recordPage({ results: [{}], current_page: 2, total_pages: 3 })).toMatchObject({
      currentPage: 2,
      totalPages: 3,
    });
    expect(recordPage({ tasks: [{ id: 1 }] })).toMatchObject({ records: [{ id: 1 }] });
    expect(recordPage([{}])).toEqual({ records: [{}] });
  });
});

describe("records", () => {
  test.each([
    [{ properties: { taskingrequestId: "a" }, id: "z" }, "a"],
    [{ properties: { taskingRequestId: "b" }, id: "z" }, "b"],
    [{ taskingrequestId: "c" }, "c"],
    [{ id: "z" }, "z"],
    [{ id: "" }, undefined],
    [undefined, undefined],
  ])("the task id of %j", (reply, id) => {
    expect(record.readTaskId(reply)).toBe(id);
  });

  test("a repeat's own id, and the series of a task", () => {
    expect(record.readRepeatId({ properties: { repeatrequestId: "r" } })).toBe("r");
    expect(record.readRepeatId({ id: "r2" })).toBe("r2");
    expect(record.readTask({ id: "t", properties: { taskingrequestId: "t" } }).repeatId).toBeUndefined();
  });

  test("SEARCH-R-16 APPROVE-10 the newest status, in every shape of a status reply", () => {
    expect(
      record.readStatusCode({ properties: { statusHistory: [{ code: "submitted" }, { code: "review" }] } }),
    ).toBe("submitted");
    expect(
      record.readStatusCode({ properties: { lastStatusCode: "review", statusHistory: [{ code: "x" }] } }),
    ).toBe("review");
    expect(record.readStatusCode({ status: "submitted" })).toBe("submitted");
    expect(record.readStatusCode({ code: "rejected" })).toBe("rejected");
    expect(record.readStatusCode([{ code: "submitted" }, { code: "review" }])).toBe("submitted");
    expect(record.readStatusCode(undefined)).toBeUndefined();
  });

  test("COST-02 COST-04 the estimate, beside or inside properties, unchanged", () => {
    const order = { summary: { total: "$1,250.00", subtotal: "$1,250.00" } };
    const estimate = {
      isReady: true,
      transactionStatus: "pending-customer-approval",
      order,
      price: "$1,250.00",
      subtotal: "$1,250.00",
    };
    const transactionStatus = "pending-customer-approval";
    expect(record.readTask({ properties: { transactionStatus, order } }).estimate).toEqual(estimate);
    expect(record.readTask({ transactionStatus, order }).estimate).toEqual(estimate);
    expect(record.readTask({ properties: { transactionStatus: null } }).estimate).toEqual({
      isReady: false,
      transactionStatus: "",
    });
    expect(record.readRepeat({ costPerImageEstimate: "$900.00" }).estimate).toMatchObject({
      isReady: true,
      price: "$900.00",
    });
  });

  test("pre-approval is unknown if the record does not have it", () => {
    expect(record.readTask({ preApproval: true }).preApproval).toBe(true);
    expect(record.readTask({ properties: { preApproval: false } }).preApproval).toBe(false);
    expect(record.readTask({ properties: {} }).preApproval).toBeUndefined();
  });
});

describe("orders", () => {
  test("ORDER-11 ORDER-13 ORDER-15 an order result", () => {
    const reply = {
      orderId: "o-1",
      orderStatus: "in-progress",
      expirationDate: "2026-03-08T00:00:00Z",
      items: [{ collectionId: "c", granuleId: null, previouslyOrdered: false, type: "spotlight", extra: 1 }],
    };
    expect(readOrder(reply)).toMatchObject({
      orderId: "o-1",
      orderStatus: "in-progress",
      expirationDate: "2026-03-08T00:00:00Z",
      items: [
        { collectionId: "c", granuleId: undefined, previouslyOrdered: false, type: "spotlight", extra: 1 },
      ],
    });
    expect(readOrder({ order_id: "o-2", order_status: "completed" })).toMatchObject({
      orderId: "o-2",
      orderStatus: "completed",
    });
    expect(readOrder([reply])?.orderId).toBe("o-1");
    expect(readOrder({ orderStatus: "completed" })).toBeUndefined();
  });

  test.each([
    [
      {
        authorized: true,
        orderDetails: { summary: { total: "$10.00" }, lineItems: [{ granuleId: "g", cost: "$10.00" }] },
      },
      { authorized: true, total: "$10.00", label: "g", cost: "$10.00" },
    ],
    [
      { summary: { total: 10.5 }, items: [{ productType: "GEC", price: 10.5 }] },
      { authorized: true, total: "10.5", label: "GEC", cost: "10.5" },
    ],
  ])("ORDER-08 the review %j", (reply, { label, cost, ...expected }) => {
    expect(readReview(reply)).toMatchObject({ ...expected, lines: [{ label, cost }] });
  });

  test.each([
    [{ cost: "$3.00" }, "$3.00"],
    [{ data: { total_cost: "$4.00" } }, "$4.00"],
    [{ price_total: "$5.00" }, "$5.00"],
  ])("ORDER-08 the total of a review under another name is read: %j", (reply, total) => {
    expect(readReview(reply)).toMatchObject({ total });
  });

  test("ORDER-08 the costs of a review by product are read", () => {
    expect(readReview({ total: "$3.00", costPerProduct: { GEO: "$1.00", SICD: 2 } })).toMatchObject({
      lines: [
        { label: "GEO", cost: "$1.00" },
        { label: "SICD", cost: "2" },
      ],
    });
  });

  test("ORDER-08 a denial with its reason", () => {
    expect(
      readReview({ authorized: false, authorizationDenialReason: { message: "no contract" } }),
    ).toMatchObject({
      authorized: false,
      denialReason: "no contract",
      lines: [],
    });
  });
});

test("TASK-58 collection types in three shapes, bare or wrapped", () => {
  expect(readCollectionTypes(["spotlight"])).toEqual([{ name: "spotlight" }]);
  expect(readCollectionTypes([{ collectionType: "spotlight", numLooks: 1 }])).toEqual([
    { name: "spotlight", collectionType: "spotlight", numLooks: 1 },
  ]);
  expect(readCollectionTypes({ spotlight: { numLooks: 1 }, stripmap_100: { numLooks: 2 } })).toEqual([
    { name: "spotlight", numLooks: 1 },
    { name: "stripmap_100", numLooks: 2 },
  ]);
  expect(readCollectionTypes({ collectionTypes: ["a"] })).toEqual([{ name: "a" }]);
  expect(readCollectionTypes({ collectionTypes: { a: { x: 1 } } })).toEqual([{ name: "a", x: 1 }]);
  expect(readCollectionTypes({ spotlight: { constraints: {} } })).toEqual([
    { name: "spotlight", constraints: {} },
  ]);
  expect(readCollectionTypes({ message: "no" })).toBeUndefined();
});

test("EXPORT-01 EXPORT-05 export lists and signed files", () => {
  expect(readExportList({ weekly: ["2026/09/x.gpkg", 5] })).toEqual({
    latest: [],
    weekly: ["2026/09/x.gpkg"],
    skipped: 1,
    full: [],
  });
  const file = { exportType: "full", exportFile: "x.gpkg", downloadHref: "https://files.test/x" };
  expect(readPresigned([file])).toEqual([file]);
  expect(readPresigned({ results: [file] })).toEqual([file]);
  expect(readPresigned([{ exportFile: "x" }])).toBeUndefined();
});

test("AUTH-06 a token with its lifetime, which is the stated hour if it is missing", () => {
  expect(readToken({ accessToken: "t", expiresIn: 60, tokenType: "Bearer", refreshToken: "x" })).toEqual({
    accessToken: "t",
    expiresIn: 60,
    tokenType: "Bearer",
  });
  expect(readToken({ accessToken: "t" })?.expiresIn).toBe(3600);
  // Its end could not be written as a date.
  expect(readToken({ accessToken: "t", expiresIn: 1e300 })?.expiresIn).toBe(3600);
  expect(readToken({})).toBeUndefined();
});
