import { describe, expect, test } from "vitest";
import { listTasks } from "../../../src/client/request-pages.ts";
import { clientOf, failureOf, scriptedSend, type Answer } from "./doubles.ts";

const askFor = (answer: Answer) =>
  failureOf(clientOf(scriptedSend(answer), { retries: 0 }).getTask({ params: { taskingrequestId: "t" } }));

describe("an invalid success", () => {
  test.each([
    [
      "a captive portal",
      { headers: { "content-type": "text/html; charset=utf-8" }, body: "<html>Log in</html>" },
      "a web page (text/html)",
    ],
    ["truncated JSON", { body: '{"a":' }, "not JSON"],
    ["nothing", { body: "" }, "missing"],
    ["a list", { body: [] }, "is not a record"],
    ["endless depth", { body: "[".repeat(100_000) }, "not JSON"],
    ["endless depth, well-formed", { body: `${'{"a":'.repeat(65)}1${"}".repeat(65)}` }, "64 levels"],
    ["a number out of range", { body: '{"total":1e999}' }, "too large"],
  ])("%s is RESPONSE_UNRECOGNISED, with its status", async (_what, answer, words) => {
    const error = await askFor({ status: 200, ...answer });
    expect(error).toMatchObject({ code: "RESPONSE_UNRECOGNISED", status: 200, exitCode: 8 });
    expect(error.message).toContain(words);
  });

  test("brackets inside a text are not depth, and 64 levels are allowed", async () => {
    const body = {
      taskingrequestId: "t",
      text: `\\"${"[{".repeat(500)}`,
      deep: JSON.parse(`${"[".repeat(63)}${"]".repeat(63)}`) as unknown,
    };
    await expect(
      clientOf(scriptedSend({ body })).getTask({ params: { taskingrequestId: "t" } }),
    ).resolves.toMatchObject({ source: body });
  });

  test("bytes that are not UTF-8", async () => {
    const client = clientOf(async () => ({
      status: 200,
      headers: {},
      body: (async function* () {
        yield Uint8Array.of(0x22, 0xff, 0x22);
      })(),
    }));
    expect((await failureOf(client.listCollectionTypes())).message).toContain("not UTF-8");
  });

  test("an endless reply is not read in full", async () => {
    let sentBytes = 0;
    const client = clientOf(
      async () => ({
        status: 200,
        headers: {},
        body: (async function* () {
          for (;;) {
            sentBytes += 1 << 20;
            yield Buffer.alloc(1 << 20, 0x20);
          }
        })(),
      }),
      { retries: 0 },
    );
    expect((await failureOf(client.listExports())).message).toContain("64 MiB");
    expect(sentBytes).toBeLessThanOrEqual(65 * (1 << 20));
  });
});

describe("an empty body", () => {
  test.each([204, 200])("is a success of PATCH and PUT (%i)", async (status) => {
    const client = clientOf(scriptedSend({ status }));
    await expect(client.updateOrganization({ params: { id: "o" }, body: {} as never })).resolves.toEqual({});
  });
});

describe("ERRORS-12 a failure status", () => {
  test.each([
    [401, "NOT_AUTHENTICATED", 4],
    [403, "NOT_AUTHORIZED", 5],
    [404, "NOT_FOUND", 6],
    [409, "CONFLICT", 7],
    [422, "SERVICE_REJECTED", 8],
    [429, "RATE_LIMITED", 9],
    [503, "SERVICE_ERROR", 9],
  ])("%i is %s", async (status, code, exitCode) => {
    const error = await askFor({ status, body: { error: { code: "X_OWN", message: "says the service" } } });
    expect(error).toMatchObject({
      code,
      exitCode,
      status,
      serviceCode: "X_OWN",
      request: { method: "GET", path: "/v1/task/t" },
    });
    expect(error.message).toContain("says the service");
  });

  test("a redirect is reported with its host, and is not followed", async () => {
    const send = scriptedSend({
      status: 302,
      headers: { location: "https://login.sar.example/?state=secret" },
    });
    const error = await failureOf(clientOf(send).listExports());
    expect(error).toMatchObject({ code: "REDIRECT_REFUSED", exitCode: 9, status: 302 });
    expect(error.message).toContain("login.sar.example");
    expect(error.message + JSON.stringify(error)).not.toContain("state=secret");
    expect(send.requests).toHaveLength(1);
  });

  test("LIMITS-14 a wait longer than the limit is reported instead", async () => {
    const send = scriptedSend({ status: 429, headers: { "retry-after": "3600" } });
    const error = await failureOf(clientOf(send).listExports());
    expect(error).toMatchObject({
      code: "RATE_LIMITED",
      data: { retryAfterSeconds: 3600 },
    });
    expect(send.requests).toHaveLength(1);
  });

  test("LIMITS-14 a Retry-After of 0 is not reported as a wait of 0 s", async () => {
    const error = await askFor({ status: 429, headers: { "retry-after": "0" } });
    expect(error).toMatchObject({ code: "RATE_LIMITED", data: undefined });
  });
});

describe("the observer", () => {
  test("receives each request once, its retries, and the service's clock", async () => {
    const log: string[] = [];
    const date = "Mon, 12 May 2031 09:31:00 GMT";
    const client = clientOf(scriptedSend({ status: 503 }, { status: 200, headers: { date }, body: [] }), {
      onRequest: ({ method, path, headers }) => log.push(`> ${method} ${path} ${headers["authorization"]}`),
      onRetry: ({ attempt, cause }) => log.push(`retry ${attempt} after ${cause}`),
      onResponse: ({ status }, { endpoint }) => log.push(`< ${status} ${endpoint}`),
    });
    await client.listCollectionTypes({ onResponse: ({ headers }) => log.push(headers["date"]!) });
    expect(log).toEqual([
      "> GET /v1/collectiontypes ApiKey ***",
      "retry 2 after 503",
      "< 200 listCollectionTypes",
      date,
    ]);
  });
});

describe("BULK-04 the paged list", () => {
  test.each([404, 405])(
    "continues with POST when GET is answered with %i, once, with a note",
    async (status) => {
      const found: string[] = [];
      const send = scriptedSend({ status }, { body: { results: [] } });
      const reply = await listTasks(clientOf(send), {
        method: "get",
        query: { limit: 5 } as never,
        onMethodFound: (m) => found.push(m),
      });
      expect(reply.records).toEqual([]);
      expect(send.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
        ["GET", "https://api.sar.example/v1/tasks/paged?limit=5", undefined],
        ["POST", "https://api.sar.example/v1/tasks/paged?limit=5", undefined],
      ]);
      expect(found).toEqual(["post"]);
    },
  );

  test("does not treat another failure as a wrong method, nor report a POST that fails as well", async () => {
    const found: string[] = [];
    const onMethodFound = (m: string): number => found.push(m);
    const refused = scriptedSend({ status: 403 });
    expect(await failureOf(listTasks(clientOf(refused), { method: "get", onMethodFound }))).toMatchObject({
      status: 403,
    });
    expect(refused.requests).toHaveLength(1);
    const neither = scriptedSend({ status: 405 });
    expect(await failureOf(listTasks(clientOf(neither), { method: "get", onMethodFound }))).toMatchObject({
      status: 405,
    });
    expect([neither.requests.length, found]).toEqual([2, []]);
  });

  test("starts with the given method, and continues with the other one", async () => {
    const found: string[] = [];
    const send = scriptedSend({ status: 405 }, { body: [] });
    await listTasks(clientOf(send), { method: "post", onMethodFound: (m) => found.push(m) });
    expect(send.requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
    expect(found).toEqual(["get"]);
  });
});
