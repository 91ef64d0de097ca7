import { expect, test } from "vitest";
import { findUnknownPath } from "../../../src/contract/refusals.ts";

const JSON_TYPE = { "content-type": "application/json" };
const sent = (status: number, body: unknown, headers: Record<string, string> = JSON_TYPE) =>
  findUnknownPath({ status, headers, text: typeof body === "string" ? body : JSON.stringify(body) });

test.each([
  [403, { message: "Missing Authentication Token" }],
  [403, { Message: "Missing Authentication Token" }],
  [403, { error: { message: "missing authentication token." } }],
  [403, { error: "Missing Authentication Token", code: "MISSING_AUTHENTICATION_TOKEN" }],
  [
    403,
    {
      message: "'***' not a valid key=value pair (missing equal-sign) in Authorization header: 'ApiKey ***'.",
    },
  ],
  [
    403,
    {
      message:
        "Invalid key=value pair (missing equal-sign) in Authorization header (hashed with SHA-256 and encoded with Base64): 'uS8=='.",
    },
  ],
  [
    403,
    {
      message:
        "Authorization header requires 'Credential' parameter. Authorization header requires 'Signature' parameter.",
    },
  ],
  [404, { message: "no Route matched with those values", request_id: "1" }],
  [404, { message: "no route and no API found with those values" }],
  [404, { error_msg: "404 Route Not Found" }],
  [404, { statusCode: 404, message: "Cannot POST /v1/orders", error: "Not Found" }],
  [404, { message: "Route POST:/v1/orders not found", error: "Not Found", statusCode: 404 }],
  [404, { code: 404, message: "The current request is not defined by this API." }],
  [404, { statusCode: 404, message: "Unable to match incoming request to an operation." }],
  [404, { error_code: "404", error_msg: "API does not exist or is not published in the environment." }],
  [404, { fault: { faultstring: "Unable to identify proxy for host: default and url: /v1/orders" } }],
  [
    404,
    {
      timestamp: "t",
      status: 404,
      error: "Not Found",
      message: "No static resource v1/orders.",
      path: "/v1/orders",
    },
  ],
])("ERRORS-14 %i %j states that there is no such path", (status, body) => {
  expect(sent(status, body)).toBe("stated");
});

test("ERRORS-14 a gateway's header states it, whatever its words", () => {
  const headers = { ...JSON_TYPE, "x-amzn-errortype": "MissingAuthenticationTokenException" };
  expect(sent(403, { message: "Forbidden" }, headers)).toBe("stated");
  expect(
    sent(403, { message: "Forbidden" }, { ...JSON_TYPE, "x-amzn-errortype": "ForbiddenException" }),
  ).toBe(undefined);
});

test.each([
  [404, ""],
  [404, { message: "Not Found" }],
  [404, { detail: "Not Found" }],
  [404, { statusCode: 404, message: "Resource not found" }],
  [404, { error: { code: "NOT_FOUND", message: "not found" } }],
  [404, { timestamp: "t", status: 404, error: "Not Found", path: "/v1/orders" }],
  [404, "<html><head><title>404 Not Found</title></head><body>nginx</body></html>"],
  [404, "<!DOCTYPE html><html><body><pre>We looked everywhere</pre></body></html>"],
  [405, { message: "Method Not Allowed" }],
  [405, { detail: "Method Not Allowed" }],
  [405, ""],
])("ERRORS-14 %i %j may be about the path, or about the record in it", (status, body) => {
  expect(sent(status, body)).toBe("possible");
});

test.each([
  [403, { message: "Forbidden" }],
  [403, ""],
  [403, { message: "User is not authorized to access this resource with an explicit deny" }],
  [403, { error: { code: "NOT_AUTHORIZED", message: "Missing Authentication Token" } }],
  [403, { message: "Missing Authentication Token", errors: [{ field: "role", message: "needs a manager" }] }],
  [401, { message: "Missing Authentication Token" }],
  [404, { error: { code: "TASK_NOT_FOUND", message: "not found" } }],
  [404, { message: "no such task" }],
  [404, { message: "task t-1 not found" }],
  [404, { error: { code: "ITEM_NOT_FOUND", message: "no granule g in collection c" } }],
  [404, { message: "Not Found", errors: [{ path: "items[0]", message: "unknown granule" }] }],
  [404, { message: "Not Found", orderId: "o-6" }],
  [404, { message: "no Route matched with those values", data: { task_id: 7 } }],
  [405, { error: "order rejected" }],
  [410, { message: "Not Found" }],
  [400, { message: "Not Found" }],
  [500, { message: "Not Found" }],
  [307, ""],
])("ERRORS-14 %i %j is about something else", (status, body) => {
  expect(sent(status, body)).toBe(undefined);
});
