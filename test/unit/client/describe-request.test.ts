import { describe, expect, test } from "vitest";
import { DEFAULT_DIALECT, type Dialect } from "../../../src/contract/dialect.ts";
import { clientOf, scriptedSend } from "./doubles.ts";

const body = (value: object): never => value as never;
const record = { features: [] };

describe("a dry run", () => {
  test("shows the exact request, with the credential masked, and sends nothing", async () => {
    const send = scriptedSend({ body: record });
    const client = clientOf(send);
    const call = { body: body({ ids: ["x"] }), query: { "bbox-crs": "EPSG:4326" } };
    const shown = client.describe("searchCatalog", call);
    expect(send.requests).toEqual([]);
    expect(shown).toEqual({
      endpoint: "searchCatalog",
      method: "POST",
      url: "https://api.sar.example/v1/catalog/search?bbox-crs=EPSG%3A4326",
      path: "/v1/catalog/search",
      query: { "bbox-crs": "EPSG:4326" },
      headers: {
        accept: "application/json",
        "user-agent": "swath/0.1.0",
        "content-type": "application/json",
        authorization: "ApiKey ***",
      },
      effect: "read",
      body: { ids: ["x"] },
    });
    await client.searchCatalog(call).catch(() => {});
    const [sent] = send.requests;
    expect([sent?.method, sent?.url, JSON.parse(sent?.body as string)]).toEqual([
      shown.method,
      shown.url,
      shown.body,
    ]);
    expect(Object.keys(sent?.headers ?? {}).toSorted()).toEqual(Object.keys(shown.headers).toSorted());
  });

  test("works without a key, and masks a key in a header of another name", () => {
    expect(clientOf(scriptedSend(), { credential: undefined }).describe("listExports", {}).headers).toEqual({
      accept: "application/json",
      "user-agent": "swath/0.1.0",
    });
    const dialect: Dialect = { ...DEFAULT_DIALECT, "auth.header": "X-Token", "auth.scheme": "" };
    expect(clientOf(scriptedSend(), { dialect }).describe("listExports", {}).headers).toMatchObject({
      "x-token": "***",
    });
  });
});
