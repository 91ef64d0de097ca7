import { describe, expect, test } from "vitest";
import { parseReply } from "../../src/contract/parse.ts";
import { AppError } from "../../src/errors.ts";
import { INTERFACE_ROWS, item, order, page, record } from "./interface.ts";

const cases = (kind: "allowed" | "unknown") =>
  INTERFACE_ROWS.flatMap(([name, answers]) => answers[kind].map((reply) => [name, reply] as const));

/** The values of each field are proven in ../unit/contract/readers.test.ts. */
test.each(cases("allowed"))("%s accepts the answer %j, and leaves it as it is", async (name, reply) => {
  const before = structuredClone(reply);
  expect(await parseReply(name, reply)).toBeDefined();
  expect(reply).toEqual(before);
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

describe("answers without required properties", () => {
  test.each(cases("unknown"))("%s answering %j is RESPONSE_UNRECOGNISED", async (name, reply) => {
    const error = await parseReply(name, reply).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ kind: "service", code: "RESPONSE_UNRECOGNISED", exitCode: 8 });
  });
});
