import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENDPOINT_NAMES, getEndpoint, type EndpointName } from "../../../src/contract/endpoints.ts";
import { clientOf, failureOf, KEY, scriptedSend } from "./doubles.ts";

describe("a raw request", () => {
  const raw = (method: string, path: string, more: object = {}) =>
    clientOf(scriptedSend()).describeRaw({ method, path, ...more });

  test.each([
    ["post", "/orders", "placeOrder", "spend"],
    ["POST", "orders/", "placeOrder", "spend"],
    ["POST", "/Orders//?x=1", "placeOrder", "spend"],
    ["POST", "/%6Frders", "placeOrder", "spend"],
    ["POST", "/catalog/../orders", "placeOrder", "spend"],
    ["POST", "/../v2/orders", "placeOrder", "spend"],
    ["POST", "https://api.sar.example/v1/orders", "placeOrder", "spend"],
    ["POST", "https://api.sar.example/orders", "placeOrder", "spend"],
    ["POST", "/orders/task/a%2Fb", "orderTask", "spend"],
    ["POST", "/task/t1/retask", "retaskTask", "spend"],
    ["PATCH", "/task/t1/status", "setTaskStatus", "spend"],
    ["POST", "/task", "createTask", "write"],
    ["POST", "/catalog/search", "searchCatalog", "read"],
    ["POST", "/orders/review", "reviewOrder", "read"],
    ["GET", "/orders", "listOrders", "read"],
    ["POST", "/elsewhere/catalog/search", undefined, "write"],
    ["DELETE", "/task/t1", undefined, "write"],
  ])("%s %s is guarded as %s: %s", (method, path, endpoint, effect) => {
    expect(raw(method, path)).toMatchObject({ effect, ...(endpoint && { endpoint }) });
    expect(raw(method, path).endpoint).toBe(endpoint);
  });

  test("GEN-17 a spending endpoint is found in any letter case, coding, slashes, dot segments, prefix, query and fragment", () => {
    const isSpending = (name: EndpointName): boolean => {
      const { effect } = getEndpoint(name);
      return effect === "spend" || typeof effect === "function";
    };
    const spending = ENDPOINT_NAMES.filter(isSpending);
    const id = fc.nat({ max: 99_999 }).map((number) => `t${number}`);
    const before = fc.constantFrom("", "/v1", "/V2", "/api/v3");
    const after = fc.constantFrom("", "/", "//", "?x=1", "/?x=/catalog/search", "#top");
    const parameters = [
      fc.constantFrom(...spending),
      id,
      before,
      after,
      fc.infiniteStream(fc.nat({ max: 9 })),
    ] as const;
    const property = fc.property(...parameters, (name, taskId, prefix, end, choices) => {
      const choice = (): number => choices.next().value as number;
      const respelled = (char: string): string => {
        const way = choice();
        if (way === 0) return char.toUpperCase();
        return way === 1 ? `%${char.charCodeAt(0).toString(16)}` : char;
      };
      const slash = (): string => ["/", "//", "/./", "/x/../"][choice()] ?? "/";
      const { method, path } = getEndpoint(name);
      const segments = path
        .slice(1)
        .replace(/\{\w+\}/, taskId)
        .split("/");
      const typed = segments.map((segment) => slash() + Array.from(segment, respelled).join("")).join("");
      expect(raw(method, `${prefix}${typed}${end}`).endpoint, typed).toBe(name);
    });
    fc.assert(property, { numRuns: 500 });
    expect(spending.length).toBeGreaterThan(5);
  });

  test("GEN-17 only the exact path of a free endpoint is free: any other spelling, or a query that is not its own, is not", () => {
    const isFree = (name: EndpointName): boolean =>
      getEndpoint(name).effect !== "spend" &&
      getEndpoint(name).method !== "GET" &&
      getEndpoint(name).login !== true;
    const respell = fc.constantFrom<(path: string) => string>(
      (path) => path.toUpperCase(),
      (path) => `/${path}`,
      (path) => `/x/..${path}`,
      (path) => path.replace(/[a-z]/, (char) => `%${char.charCodeAt(0).toString(16)}`),
      (path) => path.replace(/[a-z]/, (char) => `%25${char.charCodeAt(0).toString(16)}`),
      (path) => `${path};a=b`,
      (path) => `/other${path}`,
      (path) => `${path}.json`,
    );
    const body = { status: "rejected" };
    fc.assert(
      fc.property(fc.constantFrom(...ENDPOINT_NAMES.filter(isFree)), respell, (name, spell) => {
        const { method, path, query = [] } = getEndpoint(name);
        const typed = path.replace(/\{\w+\}/, "t1");
        const { endpoint, effect } = raw(method, spell(typed), { body });
        // An id may be spelled in any way.
        const isSame = path.endsWith("}") && effect === raw(method, typed, { body }).effect;
        if (!isSame) expect(effect, spell(typed)).toBe(endpoint === undefined ? "write" : "spend");
        const hasAffects = getEndpoint(name).affects !== undefined;
        if (raw(method, typed, { body }).effect !== "write" || query.length > 0 || hasAffects) return;
        expect(raw(method, `${typed}?status=approved`, { body }).effect).toBe("spend");
      }),
    );
  });

  test("the body decides as for a typed call, even as text", () => {
    expect(raw("POST", "/task", { body: '{"preApproval": true}' }).effect).toBe("spend");
    expect(raw("POST", "/task", { body: { properties: { preApproval: true } } }).effect).toBe("spend");
    expect(raw("PATCH", "/task/t1/status", { body: { status: "rejected" } }).effect).toBe("write");
  });

  test("a spending one cannot be declared a read; an unknown POST can", () => {
    expect(() => raw("POST", "/orders", { effect: "read" })).toThrow(
      expect.objectContaining({ code: "USAGE" }),
    );
    expect(raw("POST", "/orders", { effect: "write" }).effect).toBe("spend");
    expect(raw("POST", "/retasks/query", { effect: "read" }).effect).toBe("read");
  });

  test.each([
    "https://evil.example/v1/task",
    "https://api.sar.example.evil.example/task",
    "https://api.sar.example@evil.example/task",
    "https://me@api.sar.example/task",
    "http://api.sar.example/v1/task",
    "https://api.sar.example:8443/task",
    "javascript:alert(1)",
  ])("P11 is not sent for %s", (path) => {
    expect(() => raw("GET", path)).toThrow(expect.objectContaining({ code: "USAGE" }));
  });

  test.each(["//evil.example/task", "/\\evil.example/task", "@evil.example/task", ".evil.example", "?x=1"])(
    "P11 %s stays below the base URL",
    (path) => {
      expect(raw("GET", path).url.startsWith("https://api.sar.example/v1/")).toBe(true);
    },
  );

  test("is sent as typed, and its credential cannot be replaced", async () => {
    const send = scriptedSend({ status: 201, headers: { "x-id": "7" }, body: "plain" });
    const reply = await clientOf(send).raw({
      method: "put",
      path: "/organizations/org?dry=1",
      query: { a: "b" },
      headers: { "X-Note": "n", Authorization: "ApiKey other", "Content-Type": "text/plain" },
      body: "not json",
    });
    expect(reply).toMatchObject({ status: 201, text: "plain", headers: { "x-id": "7" } });
    expect(send.requests[0]).toMatchObject({
      method: "PUT",
      url: "https://api.sar.example/v1/organizations/org?dry=1&a=b",
      body: "not json",
      headers: { "x-note": "n", authorization: `ApiKey ${KEY}`, "content-type": "text/plain" },
    });
  });

  test("fails like every command", async () => {
    const send = scriptedSend({ status: 404, body: { error: { message: "no such thing" } } });
    const error = await failureOf(clientOf(send).raw({ method: "GET", path: "/nothing" }));
    expect(error).toMatchObject({
      code: "NOT_FOUND",
      exitCode: 6,
      request: { method: "GET", path: "/v1/nothing" },
    });
  });
});
