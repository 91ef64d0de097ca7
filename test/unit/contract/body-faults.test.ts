import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENDPOINTS, type EndpointName } from "../../../src/contract/endpoints.ts";
import { checkBody } from "../../../src/contract/parse.ts";
import { ERROR_CODES } from "../../../src/errors.ts";

async function messagesOf(name: EndpointName, body: unknown): Promise<string[]> {
  const result = await checkBody(name, body);
  return result.ok ? [] : result.faults.map(({ message }) => message);
}

const windowed = { windowOpen: "2026-03-01T00:00:00Z", windowClose: "2026-03-02T00:00:00Z" };
const etna = { type: "Point", coordinates: [15, 37.75] };

describe("messages", () => {
  test("a value outside an enum is shown with the allowed ones", async () => {
    const body = { type: "Feature", geometry: etna, properties: { ...windowed, collectionTier: "urgnt" } };
    expect(await messagesOf("createTask", body)).toEqual([
      'collectionTier "urgnt" is not one of urgent, priority, standard, flexible',
    ]);
  });

  test("TASK-19 a tier of the other kind of request is refused with the tiers of this kind", async () => {
    const body = { type: "Feature", geometry: etna, properties: { ...windowed, collectionTier: "routine" } };
    expect(await messagesOf("createTask", body)).toEqual([
      'collectionTier "routine" is not one of urgent, priority, standard, flexible',
    ]);
  });

  test("missing, of the wrong type, and in the wrong place", async () => {
    expect(await messagesOf("setTaskStatus", {})).toEqual([
      "status is missing; it must be one of approved, rejected",
    ]);
    expect(await messagesOf("searchTasks", { sort: 5 })).toEqual(["sort 5 is not a string"]);
    expect(await messagesOf("createTask", [])).toEqual(["the body [] is not an object"]);
    expect(await messagesOf("searchTasks", { query: { windowOpen: "2026-03-01" } })).toEqual([
      'windowOpen "2026-03-01" is a date without time and zone, such as T00:00:00Z',
    ]);
  });

  test("a huge value is cut in the message and omitted from the fault", async () => {
    const productTypes = Array.from({ length: 5000 }, (_, index) => `T${index}`);
    const result = await checkBody("updateTask", { properties: { processingConfig: { productTypes } } });
    const fault = result.ok ? undefined : result.faults[0];
    expect(fault?.message.length).toBeLessThan(200);
    expect(fault?.value).toBeUndefined();
  });
});

test("all faults are reported at once, including those of rules across fields", async () => {
  const body = {
    type: "Feature",
    geometry: { type: "Point", coordinates: [200, 10] },
    properties: {
      windowClose: "soon",
      collectConstraints: { lookDirection: "up", offNadirMin: 30, offNadirMax: 20 },
      processingConfig: { productTypes: ["SLC", 5] },
    },
  };
  const result = await checkBody("createTask", body);
  expect(result.ok ? [] : result.faults.map(({ code }) => code).sort()).toEqual([
    "ENUM_INVALID",
    "FIELD_TYPE_INVALID",
    "GEOMETRY_COORDINATES_INVALID",
    "GEO_REQUIRED",
    "OFF_NADIR_ORDER",
    "TIMESTAMP_INVALID",
    "WINDOW_REQUIRED",
  ]);
});

const names = Object.keys(ENDPOINTS) as EndpointName[];
const members = fc.constantFrom(
  "type",
  "geometry",
  "properties",
  "items",
  "query",
  "bbox",
  "sortby",
  "fileNames",
  "repetitionProperties",
  "collectConstraints",
  "__proto__",
);

test("any JSON gets stable codes and our own messages, without an exception", async () => {
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(members, tie("value"), { maxKeys: 5 }),
    ),
  })).value;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), json, async (name, body) => {
      const result = await checkBody(name, body);
      for (const { code, message } of result.ok ? [] : result.faults) {
        expect(ERROR_CODES).toHaveProperty(code);
        expect(message).not.toMatch(/Invalid input|undefined|\[object Object\]|expected .* received/);
      }
    }),
    { numRuns: 400 },
  );
});
