/** Raw requests through the front door: the same credentials, consent, journal and errors as everywhere. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TransportError, type HttpResponse, type Send } from "../../src/contract/send.ts";
import { openBench } from "./bench.ts";
import { BASE_URL, runWords, tempHome, type Run, type Surroundings } from "./world.ts";

const bench = await openBench({ archiveSize: 50 });
const KEY = "k-3f0c-planted-secret-9z8y";

let home: string;
beforeEach(async () => {
  home = await tempHome();
});
afterEach(() => rm(home, { recursive: true, force: true }));

function answer(text: string, headers: Record<string, string> = {}, status = 200): Send {
  return async (): Promise<HttpResponse> => ({
    status,
    headers: { "content-type": "application/json", ...headers },
    body: (async function* () {
      yield Buffer.from(text);
    })(),
  });
}

const swath = (argv: readonly string[], given: Surroundings = {}): Promise<Run> =>
  runWords(["api", ...argv], {
    home,
    send: answer("{}"),
    ...given,
    env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: KEY, ...given.env },
  });

describe("request", () => {
  it.each([
    [["GET", "/collectiontypes"], "GET", "/collectiontypes"],
    [["get", "collectiontypes"], "GET", "/collectiontypes"],
    [["GET", `${BASE_URL}/tasks/paged?limit=2`], "GET", "/tasks/paged?limit=2"],
    [
      ["GET", "/x?a=1", "--query-param", "b=2 3", "--query-param", "b=ä", "--query-param", "c="],
      "GET",
      "/x?a=1&b=2+3&b=%C3%A4&c=",
    ],
    [["DELETE", "/task/a b/c", "--yes"], "DELETE", "/task/a b/c"],
  ])("%j", async (argv, method, path) => {
    const { exitCode, requests } = await swath(argv);
    expect(exitCode).toBe(0);
    expect(requests.map((request) => [request.method, request.path])).toEqual([[method, path]]);
    expect(requests[0]?.headers["authorization"]).toBe(`ApiKey ${KEY}`);
  });

  it("a JSON body is sent as written, large numbers included", async () => {
    const body = '{ "id": 12345678901234567890, "name": "Taveuni" }';
    let text: unknown;
    const send: Send = async (request) => {
      text = request.body;
      return answer("{}")(request);
    };
    expect((await swath(["POST", "/tasks/search", "--data", body], { send })).exitCode).toBe(0);
    expect(text).toBe(body);
    await writeFile(join(home, "body.json"), body);
    await swath(["POST", "/tasks/search", "--data", "@body.json"], { send });
    expect(text).toBe(body);
    await swath(["POST", "/tasks/search", "--data", "-"], { send, stdin: '{"limit":1}' });
    expect(text).toBe('{"limit":1}');
  });

  it("extra headers are sent, and content other than JSON is not parsed", async () => {
    const argv = ["PUT", "/notes", "--yes", "--data", "plain words", "--header", "Content-Type: text/plain"];
    const { requests } = await swath([...argv, "--header", "X-Trace:1", "--header", "x-trace: 2"]);
    expect(requests).toMatchObject([
      { body: "plain words", headers: { "content-type": "text/plain", "x-trace": "1, 2" } },
    ]);
  });

  it.each([
    [["GET", "https://elsewhere.example/x"], "elsewhere.example is not the service"],
    [["GET", "http://sar.example/v1/x"], "is not the service"],
    [["GETT", "/x"], "Did you mean GET?"],
    [["/collectiontypes", "GET"], "swath api <method> <path>"],
    [["GET", "/x#y"], "%23"],
    [["GET", "/x\r\nHost: y"], "control character"],
    [["GET", "/x", "--data", "{}"], "carries no body"],
    [["POST", "/x", "--data", "{"], "INPUT_NOT_JSON"],
    [["GET", "/x", "--header", "Authorization: mine"], "credential alone"],
    [["GET", "/x", "--header", "host:elsewhere.example"], "base URL"],
    [["GET", "/x", "--header", "Cookie: a=b"], "cookie"],
    [["GET", "/x", "--header", "no colon"], "name:value"],
    [["GET", "/x", "--query-param", "=1"], "name=value"],
    [["POST", "/token"], "a user name and a password, not a key"],
  ])("%j is refused before any request: %s", async (argv, words) => {
    const run = await swath(argv);
    expect([run.exitCode, run.stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(run.requests).toEqual([]);
    expect(run.stdout).toBe("");
  });

  it("the profile's credential header cannot be set", async () => {
    await runWords("config set dialect.auth.header X-API-Key", { home });
    const run = await swath(["GET", "/x", "--header", "x-api-key: another"]);
    expect([run.exitCode, run.requests]).toEqual([2, []]);
  });

  it("AUTH-01 without a key nothing is sent", async () => {
    const run = await swath(["GET", "/collectiontypes"], { env: { SWATH_API_KEY: "" } });
    expect([run.exitCode, run.requests]).toEqual([4, []]);
  });

  it("--dry-run shows the request with secrets masked, asks nothing and sends nothing", async () => {
    const run = await swath(["POST", "/orders", "--data", '{"items":[]}', "--dry-run", "--json"]);
    expect(run.exitCode).toBe(0);
    expect(run.requests).toEqual([]);
    expect(run.stdout).not.toContain(KEY);
    expect(JSON.parse(run.stdout)).toMatchObject({
      method: "POST",
      url: `${BASE_URL}/orders`,
      endpoint: "placeOrder",
      effect: "spend",
      body: { items: [] },
      headers: { authorization: "ApiKey ***" },
    });
  });
});

describe("consent and journal", () => {
  const spending = [
    ["POST", "/orders"],
    ["POST", "/v2//Orders/"],
    ["POST", "/orders/task/t-1"],
    ["PATCH", "/task/t-1/status", "--data", '{"status":"approved"}'],
    ["POST", "/task", "--data", '{"preApproval":true}'],
  ];
  /** TASK-11: a service may read a pre-approval wherever it is. */
  const preApproved = [
    [{ preApproval: true }],
    { type: "FeatureCollection", features: [{ properties: { preApproval: "true" } }] },
    { properties: { collectConstraints: { preApproval: true } } },
    { properties: { processingConfig: { products: [{ pre_approval: 1 }] } } },
  ].map((body) => ["POST", "/task", "--data", JSON.stringify(body)]);

  it.each([
    ...spending,
    ...preApproved,
    ["PATCH", "/task/t-1/status?status=approved", "--data", '{"status":"rejected"}'],
    ["PATCH", "/tasks/t-1", "--data", '{"status":"approved"}'],
    ["PATCH", "/tasks/t-1", "--data", '{"properties":{"preApproval":true}}'],
    ["PATCH", "/tasks/t-1", "--data", '{"properties":{"taskingrequestName":{"set":{"status":"approved"}}}}'],
    ["PATCH", "/tasks/t-1", "--data", '{"properties":{"processingConfig":{"status":"approved"}}}'],
    ["POST", "/task?preApproval=true", "--data", "{}"],
    ["POST", "/task", "--data", "{}", "--header", "X-Pre-Approval: true"],
    ["POST", "/Tasks/Search", "--data", "{}"],
    ["PATCH", "/task/t-1/status", "--data", '{"status":"canceled"}'],
    ["PATCH", "/repeat-requests/r-1/status", "--data", '{"code":"canceled"}'],
    ["PATCH", "/task/t-1/cancel"],
    ["DELETE", "/x"],
    ["PUT", "/organizations/o-1"],
  ])("%s %s is not sent without a yes", async (...argv) => {
    const words = argv.filter((word): word is string => typeof word === "string");
    const run = await swath(words);
    expect([run.exitCode, run.requests]).toEqual([12, []]);
    expect(run.stderr).toContain("--yes");
    const declined = await swath(words, { stdinTTY: true, ask: async () => false });
    expect([declined.exitCode, declined.requests]).toEqual([12, []]);
  });

  it.each([
    ["GET", "/unknown"],
    ["POST", "/tasks/search"],
    ["POST", "/orders/review"],
    ["POST", "/task"],
    ["PATCH", "/task/t-1/status", "--data", '{"status":"rejected"}'],
    ["PATCH", "/tasks/t-1", "--data", '{"properties":{"processingConfig":{"productTypes":["GEO"]}}}'],
    ["PATCH", "/tasks/t-1", "--data", '{"properties":{"taskingrequestName":"n","customAttribute1":null}}'],
    ["POST", "/tasks/search?limit=2", "--data", '{"query":{"preApproval":{"eq":true}}}'],
  ])("%s %s does not ask", async (...argv) => {
    const words = argv.filter((word): word is string => typeof word === "string");
    const { requests } = await swath(words);
    // A lost creation is looked up, which only reads.
    const isLook = ({ path }: { path: string }) => path === "/tasks/search" && argv[1] === "/task";
    expect(requests.filter((request) => !isLook(request))).toHaveLength(1);
  });

  it.each([
    [
      "a repeated key",
      ["--data", '{"status":"approved","status":"rejected"}'],
      'has "status" more than once',
    ],
    [
      "a repeated key in another content type",
      ["--header", "content-type:text/plain", "--data", '{"status":"approved","status":"rejected"}'],
      'has "status" more than once',
    ],
    [
      "a header with another method",
      ["--header", "X-HTTP-Method-Override: DELETE"],
      "must not change the method",
    ],
    ["a query with another method", ["--query-param", "_method=DELETE"], "must not change the method"],
    ["a body with another method", ["--data", '{"_method":"DELETE"}'], "must not change the method"],
    [
      "a form with another method",
      ["--header", "content-type:x/y", "--data", "a=1&_method=PUT"],
      "the method",
    ],
    ["a header with another path", ["--header", "X-Original-URL: /orders"], "or the path"],
    ["a header with another path, by another name", ["--header", "X-Rewrite-URL: /orders"], "or the path"],
    [
      "another charset",
      ["--header", "content-type: application/json; charset=utf-7", "--data", "{}"],
      "is sent in UTF-8",
    ],
  ])("%s is refused, also with --yes", async (_title, words, message) => {
    const run = await swath(["PATCH", "/task/t-1/status", ...words, "--yes"]);
    expect([run.exitCode, run.requests]).toEqual([2, []]);
    expect(run.stderr).toContain(message);
  });

  it.each([
    "/orders/task/t1/../../review",
    "/orders/task/t1/%2e%2E/%2e./review",
    "/orders/task/t1/%252e%252e/%252e%252e/review",
    "/orders/task/t1%2f..%2f..%2freview",
    "/orders/task/t1%5c..%5c..%5creview",
    "/orders/task/t1/..;/..;/review",
    "/orders\\task\\t1",
    "/tasks/search?_METHOD=DELETE",
    "/tasks/search?a=1;%5Fmethod=PUT",
    "/tasks/search?X-HTTP-Method-Override=PUT",
    "/tasks/search?_method%00=PUT",
  ])("%s, which a service may read as another request, is refused, also with --yes", async (path) => {
    const run = await swath(["POST", path, "--data", "{}", "--yes"]);
    expect([run.exitCode, run.requests]).toEqual([2, []]);
  });

  it("an encoded slash in the path of a reading request is sent as typed: it may belong to a name", async () => {
    const run = await swath(["GET", "/catalog/archive-export/files/2026%2F48%2Fweek.gpkg"]);
    expect([run.exitCode, run.requests.map(({ path }) => path)]).toEqual([
      0,
      ["/catalog/archive-export/files/2026%2F48%2Fweek.gpkg"],
    ]);
  });

  it.each([
    ["--max-cost", ["--max-cost", "1000000"], undefined, "COST_LIMIT_EXCEEDED"],
    ["a budget", [], ["budget", "1000000/month"], "BUDGET_EXCEEDED"],
    ["approval.above", [], ["approval.above", "1000000"], "APPROVAL_REQUIRED"],
  ])(
    "P5 under %s a request to an unknown path is refused, because its cost is never shown",
    async (_title, flags, setting, code) => {
      if (setting !== undefined) await runWords(["config", "set", ...setting], { home });
      for (const [method, path] of [
        ["POST", "/orders/bulk"],
        ["PUT", "/orders"],
        ["POST", "/task/t1/status"],
        ["POST", "/%256frders"],
        ["DELETE", "/x"],
      ] as const) {
        const run = await swath([method, path, "--yes", ...flags]);
        expect([run.exitCode, run.requests], path).toEqual([12, []]);
        expect(run.stderr).toContain(`code ${code}`);
      }
      expect((await swath(["GET", "/x", ...flags])).exitCode).toBe(0);
      expect((await swath(["POST", "/tasks/search", "--data", "{}", ...flags])).exitCode).toBe(0);
    },
  );

  it.each([
    ["a list", '[{"collectionId":"c","granuleId":"g"}]'],
    ["an order in an order", '{"order":{"items":[{"collectionId":"c","granuleId":"g"}]}}'],
    ["other names", '{"items":[{"collection_id":"c","granule_id":"g"}]}'],
  ])("an order that cannot be read (%s) is not sent after one of unknown outcome", async (_title, body) => {
    const lost = await swath(
      ["POST", "/orders", "--data", '{"items":[{"collectionId":"c","granuleId":"g"}]}', "--yes"],
      { send: answer("", {}, 502) },
    );
    expect(lost.exitCode).toBe(13);
    const run = await swath(["POST", "/orders", "--data", body, "--yes"], {
      send: answer('{"orderId":"o-2"}'),
    });
    expect([run.exitCode === 0, run.requests.filter(({ path }) => path === "/orders")]).toEqual([false, []]);
  });

  it("a spending request is in the journal, and is not sent twice by accident", async () => {
    const argv = ["POST", "/orders", "--data", '{"items":[{"collectionId":"c","granuleId":"g"}]}', "--yes"];
    const first = await swath(argv, { send: answer('{"orderId":"o-77"}') });
    expect(first.exitCode).toBe(0);
    const history = await runWords("order history --json", { home });
    expect(history.stdout).toContain("o-77");
    const again = await swath(argv, { send: answer('{"orderId":"o-78"}') });
    expect([again.exitCode, again.requests]).toEqual([12, []]);
    expect(again.stderr).toContain("code ALREADY_ORDERED");
  });

  it("a spending request that ends in 502 has an unknown outcome, and is sent once", async () => {
    const run = await swath(["POST", "/orders", "--data", "{}", "--yes"], { send: answer("", {}, 502) });
    expect(run.exitCode).toBe(13);
    expect(run.requests).toHaveLength(1);
  });
});

describe("cancellation", () => {
  const PATHS = [
    ["/task/t-1/status", { status: "canceled" }],
    ["/repeat-requests/r-1/status", { code: "canceled" }],
    ["/v1/task/t-1/status/", { status: "cancelled" }],
  ] as const;
  const record = { properties: { statusHistory: [{ code: "canceled" }, { code: "accepted" }] } };

  it.each(
    PATHS.flatMap(([path, body]) =>
      [JSON.stringify(record), '[{"code":"canceled"}]', "{}", ""].map((text) => [path, body, text] as const),
    ),
  )(
    "APPROVE-14 PATCH %s %j that is answered with %j succeeds, and is sent once",
    async (path, body, text) => {
      const url = path.startsWith("/v1") ? `${BASE_URL}${path.slice(3)}` : path;
      const run = await swath(["PATCH", url, "--data", JSON.stringify(body), "--yes", "--json"], {
        send: answer(text),
      });
      expect([run.exitCode, run.stderr, run.requests.length]).toEqual([0, "", 1]);
      expect(JSON.parse(run.stdout)).toEqual(text === "" ? null : JSON.parse(text));
      const journal = await runWords("journal list --json", { home });
      expect(JSON.parse(journal.stdout)).toEqual([]);
    },
  );

  it("APPROVE-14 a cancellation asks, and is not refused under a limit: it costs nothing", async () => {
    const words = ["PATCH", "/task/t-1/status", "--data", '{"status":"canceled"}'];
    const asked: string[] = [];
    const run = await swath(words, {
      stdinTTY: true,
      ask: async ({ message }) => {
        asked.push(message);
        return false;
      },
    });
    expect([run.exitCode, run.requests, asked.length]).toEqual([12, [], 1]);
    expect(asked[0]).toContain("cancels task t-1");
    expect((await swath([...words, "--yes", "--max-cost", "1"])).exitCode).toBe(0);
  });

  it("P16 APPROVE-14 an approval that is answered with a cancelled record is not proven", async () => {
    const run = await swath(["PATCH", "/task/t-1/status", "--data", '{"status":"approved"}', "--yes"], {
      send: answer(JSON.stringify(record)),
    });
    expect(run.exitCode).toBe(13);
    expect(run.stderr).not.toContain("No response came");
  });

  it("P3 a cancellation without a response is a network failure, and is not repeated", async () => {
    const run = await swath(["PATCH", "/task/t-1/status", "--data", '{"status":"canceled"}', "--yes"], {
      send: async () => {
        throw new TransportError("reset", "maybe", "sar.example: closed");
      },
    });
    expect([run.exitCode, run.requests.length]).toEqual([9, 1]);
    expect(run.stderr).toContain("the service may have carried it out");
  });
});

describe("output", () => {
  const printed = async (text: string, argv: readonly string[] = []): Promise<string> =>
    (await swath(["GET", "/x", ...argv], { send: answer(text) })).stdout;

  it("JSON is data, text is text, no content is null", async () => {
    expect(await printed('{"a":[1,2]}')).toBe('{\n  "a": [\n    1,\n    2\n  ]\n}\n');
    expect(await printed("two\nlines")).toBe("two\nlines\n");
    expect(await printed("two\nlines", ["--json"])).toBe('"two\\nlines"\n');
    expect(await printed("")).toBe("null\n");
    expect(await printed('[{"a":1},{"a":2}]', ["--output", "ndjson"])).toBe('{"a":1}\n{"a":2}\n');
    expect(await printed('{"a":{"b":7}}', ["--query", "a.b"])).toBe("7\n");
  });

  it("text from the service cannot control the terminal", async () => {
    for (const argv of [[], ["--json"]]) {
      expect(await printed("a\u001B[2Jb", argv)).not.toContain("\u001B");
      expect(await printed('{"a":"\\u001b[2J"}', argv)).not.toContain("\u001B");
    }
  });

  it("--include adds the status, and headers without secrets", async () => {
    const headers = { etag: '"7"', "set-cookie": "session=planted", "x-request-id": "r-1" };
    const run = await swath(["GET", "/x", "--include", "--json"], { send: answer("[1]", headers) });
    expect(JSON.parse(run.stdout)).toEqual({
      status: 200,
      headers: { "content-type": "application/json", etag: '"7"', "x-request-id": "r-1" },
      body: [1],
    });
  });

  it.each([
    [401, 4, "NOT_AUTHENTICATED"],
    [404, 6, "NOT_FOUND"],
    [302, 9, "REDIRECT_REFUSED"],
    [400, 8, "SERVICE_REJECTED"],
  ])("status %i is exit %i %s", async (status, exitCode, code) => {
    const run = await swath(["GET", "/x"], { send: answer(`{"message":"no ${KEY}"}`, {}, status) });
    expect([run.exitCode, run.stderr]).toEqual([exitCode, expect.stringContaining(code)]);
    expect(run.stderr).not.toContain(KEY);
    expect(run.stdout).toBe("");
  });

  it.each([
    [200, 8, "GET /collectiontypes was answered with a web page"],
    [404, 6, "404 from"],
    [405, 8, "405 from"],
  ])(
    "a web server in place of the service, which answers %i, leads to the base URL",
    async (status, exit, text) => {
      const send = answer("<!doctype html><title>Welcome</title>", { "content-type": "text/html" }, status);
      const run = await runWords(["task", "types", "--base-url", "https://www.example.com"], {
        home,
        send,
        env: { SWATH_API_KEY: KEY },
      });
      expect(run.exitCode, run.stderr).toBe(exit);
      expect(run.stderr).toContain(text);
      expect(run.stderr).toMatch(/set its base URL: swath config set baseUrl <url>$/m);
    },
  );

  it("beside the sandbox a person reads that SWATH_BASE_URL is ignored, and a script does not", async () => {
    const own = { home, env: { SWATH_BASE_URL: BASE_URL, NO_COLOR: "1" } };
    const line = ["catalog", "search", "--sandbox", "--limit", "1", "--dry-run"];
    const person = await runWords(line, { ...own, send: bench.send, stderrTTY: true });
    const script = await runWords(line, { ...own, send: bench.send });
    expect(person.stderr).toContain("SWATH_BASE_URL is ignored: the sandbox has its own address");
    expect(script.stderr).not.toContain("SWATH_BASE_URL");
    expect([person.exitCode, script.exitCode]).toEqual([0, 0]);
  });

  it("the error for an unknown path names the path and the base URL", async () => {
    const run = await bench.swath(["api", "GET", "/nothing"]);
    expect(run.exitCode).toBe(6);
    expect(run.stderr).toContain("Check the address, which begins with the --base-url");
  });

  it("reaches the sandbox like every command", async () => {
    const search = await bench.swath([
      "api",
      "POST",
      "/catalog/search",
      "--data",
      '{"limit":1}',
      "--query",
      "type",
    ]);
    expect([search.exitCode, search.stdout]).toEqual([0, "FeatureCollection\n"]);
  });
});
