import { describe, expect, it } from "vitest";
import { ENDPOINTS, type EndpointName } from "../../../../src/contract/endpoints.ts";
import { HANDLERS } from "../../../../src/sandbox/handlers/handlers.ts";
import { MAX_BODY_BYTES, matchRoute } from "../../../../src/sandbox/router.ts";
import { openBench } from "./open.ts";

describe("routes", () => {
  it("SBX-01 every row of the endpoint table leads to its own name", () => {
    for (const [name, { method, path }] of Object.entries(ENDPOINTS)) {
      expect(HANDLERS[name as EndpointName], name).toBeTypeOf("function");
      expect(matchRoute(method, path.replaceAll(/\{\w+\}/g, "some%2Fid")).target).toBe(name);
    }
  });

  it("SBX-01 the spellings that the interface leaves open are also served", () => {
    expect(matchRoute("POST", "/orders/").target).toBe("placeOrder");
    expect(matchRoute("POST", "/repeat-requests/7/retask")).toMatchObject({
      target: "retaskRepeat",
      params: { repeatRequestId: "7" },
    });
    expect(matchRoute("PATCH", "/task/7").target).toBe("updateTask");
    expect(matchRoute("GET", "/task/7").target).toBe("getTask");
  });

  it("GEN-16 an id is decoded once and may contain anything", () => {
    expect(matchRoute("GET", "/orders/a%2Fb%252F%20c/download").params).toEqual({ orderId: "a/b%2F c" });
  });

  it("SBX-01 an unknown path is 404, with or without a key", async () => {
    const { ask } = await openBench();
    for (const path of [
      "/",
      "/order",
      "/orders//download",
      "/ORDERS",
      "//orders",
      "/orders/../orders/x",
      "/orders/%zz/download",
      "/assetsx",
    ]) {
      const { status, json } = await ask("GET", path, { as: "nobody" });
      expect([path, status, json.error.code]).toEqual([path, 404, "NOT_FOUND"]);
    }
  });

  it("SBX-01 a wrong method is 405 with Allow", async () => {
    const { ask } = await openBench();
    const allowed = async (method: string, path: string) => {
      const { status, headers } = await ask(method, path, { as: "nobody" });
      return [status, headers["allow"]];
    };
    expect(await allowed("DELETE", "/orders")).toEqual([405, "GET, POST"]);
    expect(await allowed("DELETE", "/orders/review")).toEqual([405, "POST"]);
    expect(await allowed("POST", "/orders/7/download")).toEqual([405, "GET"]);
    expect(await allowed("PUT", "/tasks/paged")).toEqual([405, "GET, POST"]);
    expect(await allowed("DELETE", "/task/7")).toEqual([405, "GET, PATCH"]);
    expect(await allowed("GET", "/tasks/search")).toEqual([405, "POST"]);
    expect(await allowed("POST", "/_sandbox/status")).toEqual([405, "GET"]);
    expect(await allowed("PUT", "/_sandbox/faults")).toEqual([405, "GET, POST, DELETE"]);
  });
});

describe("bodies", () => {
  const review = "/orders/review";

  it("GEN-03 a body that is not JSON is 400 MALFORMED_JSON", async () => {
    const { ask } = await openBench();
    for (const body of ["", "{", "{'items':[]}", "[1,]", "\uFEFF{", `{"items": NaN}`]) {
      const { status, json } = await ask("POST", review, { body: Buffer.from(body) });
      expect([body, status, json.error.code]).toEqual([body, 400, "MALFORMED_JSON"]);
    }
    const latin = await ask("POST", review, { body: Buffer.from([0x22, 0xe9, 0x22]) });
    expect(latin.status).toBe(400);
  });

  it("GEN-03 nesting is limited before any object is built", async () => {
    const { ask } = await openBench();
    const deep = Buffer.from(`${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`);
    const { status, json } = await ask("POST", review, { body: deep });
    expect([status, json.error.message]).toEqual([400, expect.stringContaining("64 levels")]);
    const brackets = await ask("POST", review, { body: { items: [], note: '[\\"['.repeat(100) } });
    expect(brackets.json.error.code).toBe("ORDER_EMPTY");
  });

  it("GEN-03 another content type, charset or coding is 415", async () => {
    const { ask } = await openBench();
    const body = Buffer.from('{"items":[]}');
    for (const headers of [
      { "content-type": "text/plain" },
      { "content-type": "application/jsonp" },
      { "content-type": "application/json; charset=latin1" },
      { "content-encoding": "gzip" },
    ]) {
      expect((await ask("POST", review, { body, headers })).status).toBe(415);
    }
    for (const type of ["application/json;charset=UTF-8", "application/geo+json", "Application/JSON"]) {
      expect((await ask("POST", review, { body, headers: { "content-type": type } })).json.error.code).toBe(
        "ORDER_EMPTY",
      );
    }
  });

  it("LIMITS-14 a body above 5 MiB is 413, announced or not", async () => {
    const { ask, sandbox, member } = await openBench();
    const announced = await ask("POST", review, {
      headers: { "content-length": String(MAX_BODY_BYTES + 1) },
    });
    expect(announced.status).toBe(413);
    let sent = 0;
    async function* trickle() {
      for (; sent < 100; sent += 1) yield new Uint8Array(1024 * 1024);
    }
    const headers = { authorization: `ApiKey ${member.apiKey}` };
    const response = await sandbox.handle({ method: "POST", path: review, headers, body: trickle() });
    expect(response.status).toBe(413);
    expect(sent).toBe(5);
  });

  it("a __proto__ property changes no prototype and is not kept", async () => {
    const { ask } = await openBench();
    const text = '{"__proto__": {"items": 1}, "\\u005f_proto__": {"items": 2}, "items": []}';
    const { json } = await ask("POST", review, {
      body: Buffer.from(text),
      headers: { "content-type": "application/json" },
    });
    expect(json.error.code).toBe("ORDER_EMPTY");
    expect(({} as Record<string, unknown>)["items"]).toBeUndefined();
  });

  it("ERRORS-12 every refusal has code, message and the path of each fault", async () => {
    const { ask } = await openBench();
    const { status, headers, json } = await ask("POST", review, {
      body: { items: [{}, { collectionId: "x" }] },
    });
    expect(status).toBe(422);
    expect(headers["content-type"]).toBe("application/json");
    expect(Object.keys(json)).toEqual(["error"]);
    expect(json.error.code).toBe("ORDER_ITEM_SHAPE");
    expect(json.error.detail.map(({ path }: { path: string }) => path)).toEqual(["items[0]", "items[1]"]);
  });
});
