import { describe, expect, test } from "vitest";
import type { EndpointName } from "../../../src/contract/endpoints.ts";
import { makeServiceError } from "../../../src/contract/service-error.ts";
import { CHECK_CONNECTION } from "../../../src/contract/send.ts";
import { suggestDialect } from "../../../src/contract/dialect.ts";

const fail = (status: number, body: unknown, endpoint?: EndpointName, headers: Record<string, string> = {}) =>
  makeServiceError(
    {
      status,
      headers: { "content-type": "application/json", ...headers },
      text: body === undefined ? "" : JSON.stringify(body),
      request: { method: "POST", path: "/v1/task" },
      url: "https://sar.example/v1/task",
    },
    endpoint,
  );

const coded = (code: string) => ({ error: { code, message: "no" } });

test.each([
  [400, undefined, "SERVICE_REJECTED", 8],
  [401, undefined, "NOT_AUTHENTICATED", 4],
  [403, undefined, "NOT_AUTHORIZED", 5],
  [403, "updateOrganization", "ORG_MANAGER_REQUIRED", 5],
  [404, "getTask", "NOT_FOUND", 6],
  [404, "getOrderDownload", "ORDER_NOT_FOUND", 6],
  [405, "listTasks", "METHOD_NOT_ALLOWED", 8],
  [409, "setTaskStatus", "CONFLICT", 7],
  [409, "getOrderDownload", "ORDER_IN_PROGRESS", 11],
  [410, "getOrderDownload", "ORDER_EXPIRED", 7],
  [410, "getTask", "NOT_FOUND", 6],
  [413, undefined, "SERVICE_REJECTED", 8],
  [415, undefined, "SERVICE_REJECTED", 8],
  [418, undefined, "SERVICE_REJECTED", 8],
  [422, undefined, "SERVICE_REJECTED", 8],
  [429, undefined, "RATE_LIMITED", 9],
  [500, undefined, "SERVICE_ERROR", 9],
  [503, undefined, "SERVICE_ERROR", 9],
  [302, undefined, "REDIRECT_REFUSED", 9],
] as const)("ERRORS-12 %i without a known code on %s is %s, exit %i", (status, endpoint, code, exitCode) => {
  expect(fail(status, { message: "no" }, endpoint)).toMatchObject({ code, exitCode, status });
});

test("ERRORS-12 413 explains how to send a smaller body", () => {
  expect(fail(413, { message: "no" }).next).toEqual("Send fewer items at a time");
});

describe("codes from the service", () => {
  test.each([
    [422, "WINDOW_ORDER", "WINDOW_ORDER", 8],
    [422, "RETASK_POLYGON", "RETASK_POLYGON", 7],
    [409, "NOT_IN_REVIEW", "NOT_IN_REVIEW", 7],
    [409, "PRODUCT_EDIT_CUTOFF", "PRODUCT_EDIT_CUTOFF", 7],
    [404, "EXPORT_FILE_NOT_FOUND", "EXPORT_FILE_NOT_FOUND", 6],
    [401, "TOKEN_EXPIRED", "AUTH_EXPIRED", 4],
    [400, "MALFORMED_JSON", "MALFORMED_JSON", 8],
  ])(
    "ERRORS-05 %i %s keeps its code; a local rule then exits 8, because something was sent",
    (status, sent, code, exit) => {
      expect(fail(status, coded(sent))).toMatchObject({
        code,
        exitCode: exit,
        serviceCode: sent,
        kind: "service",
      });
    },
  );

  test.each(["INTERNAL", "ABORTED", "DISK_WRITE_FAILED", "OUTCOME_UNKNOWN", "USAGE", "constructor", "E1234"])(
    "%s is not a code of a service: the status decides, and the code is kept beside it",
    (sent) => {
      expect(fail(422, coded(sent))).toMatchObject({
        code: "SERVICE_REJECTED",
        exitCode: 8,
        serviceCode: sent,
      });
    },
  );

  test("a 5xx is a server failure whatever its code", () => {
    expect(fail(500, coded("WINDOW_ORDER"))).toMatchObject({ code: "SERVICE_ERROR", exitCode: 9 });
  });
});

test("ERRORS-14 a web page with 403 is not about the key or a role", () => {
  const page = {
    status: 403,
    headers: { "content-type": "text/html" },
    text: "<title>Request blocked</title>",
  };
  const request = { method: "PUT", path: "/v1/organizations/o-1" };
  const error = makeServiceError({ ...page, request, url: "https://sar.example/v1/x" }, "updateOrganization");
  expect([error.code, error.exitCode, error.next]).toEqual(["NOT_AUTHORIZED", 5, CHECK_CONNECTION]);
  expect(error.message).toContain("a web page instead of the service: Request blocked (403");
});

test("ERRORS-12 a 405 shows the methods that are allowed", () => {
  expect(fail(405, { message: "no" }, "getTask", { allow: "GET, \u001b[2J, OPTIONS" }).message).toBe(
    "no (405 from POST /v1/task, which allows GET, OPTIONS)",
  );
});

test("the message is the service's own text, followed by status and request", () => {
  expect(fail(422, coded("WINDOW_ORDER")).message).toBe("no (422 from POST /v1/task)");
  expect(fail(502, undefined).message).toBe("the service answered 502 from POST /v1/task");
});

test("details become faults with their paths", () => {
  const error = fail(422, {
    error: { code: "ENUM_INVALID", message: "no", detail: [{ path: "a.b", message: "bad" }] },
  });
  expect(error.issues).toEqual([{ code: "ENUM_INVALID", path: "a.b", message: "bad" }]);
});

describe("next steps", () => {
  test.each([
    [404, "updateTask", "paths.taskUpdate"],
    [405, "updateTask", "paths.taskUpdate"],
    [404, "retaskRepeat", "paths.repeatRetask"],
    [405, "listTasks", "paged.method"],
  ] as const)("%i on %s suggests the setting %s", (status, endpoint, setting) => {
    expect(fail(status, {}, endpoint).next).toEqual(suggestDialect(setting));
  });

  test("a redirect is reported with its host, never with its query, which may be signed", () => {
    const { message } = fail(302, undefined, undefined, {
      location: "https://login.test/in?signature=secret",
    });
    expect(message).toContain("login.test");
    expect(message).not.toContain("secret");
  });
});
