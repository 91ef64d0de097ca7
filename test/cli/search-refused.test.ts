/** Searches that are refused before anything is sent. */
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";

const bench = await openBench({ archiveSize: 100 });
const { swath, send, member } = bench;

/** Title, words, exit, `CODE flag at path`. */
const REFUSED: readonly (readonly [title: string, words: string, exit: number, facts: string])[] = [
  ["SEARCH-T-04 an unknown direction", "tasks --order descending", 3, "ENUM_INVALID --order at order"],
  ["SEARCH-T-05 page 0", "tasks --page 0", 3, "FIELD_TYPE_INVALID --page at page"],
  ["SEARCH-T-05 a page that is not a number", "tasks --page x", 2, "USAGE --page at "],
  ["SEARCH-T-06 a page too large", "tasks --page-size 501", 3, "PAGE_LIMIT_EXCEEDED --page-size at limit"],
  ["SEARCH-T-06 a page size of zero", "tasks --page-size 0", 3, "PAGE_LIMIT_EXCEEDED --page-size at limit"],
  ["SEARCH-R-02 a page too large", "repeats --page-size 501", 3, "PAGE_LIMIT_EXCEEDED --page-size at limit"],
  ["a limit of zero", "tasks --limit 0", 2, "USAGE --limit at "],
  ["--limit and --all", "tasks --limit 5 --all", 2, "USAGE --limit at "],
  ["--page and --all", "tasks --page 5 --all", 2, "USAGE --page at "],
  [
    "SEARCH-T-07 a field by two flags",
    "tasks --name a --name-eq b",
    3,
    "QUERY_FIELD_DUPLICATE --name-eq at query.taskingrequestName",
  ],
  [
    "SEARCH-T-07 a flag and a condition",
    "tasks --status a --where lastStatusCode=b",
    3,
    "QUERY_FIELD_DUPLICATE --where at query.lastStatusCode",
  ],
  [
    "SEARCH-T-07 two lower bounds of one field",
    "tasks --where 'a.b>1' --where 'a.b>2'",
    3,
    'QUERY_FIELD_DUPLICATE --where at query["a.b"]',
  ],
  [
    "SEARCH-T-21 two flags for the time of submission",
    "tasks --submitted 2026-01-01 --from -7d",
    3,
    "QUERY_FIELD_DUPLICATE --from at query.submissionTime",
  ],
  [
    "SEARCH-T-26 said twice",
    "tasks --include-repeating --where includeRepeatingTasks=true",
    3,
    "QUERY_FIELD_DUPLICATE --include-repeating at query.includeRepeatingTasks",
  ],
  [
    "SEARCH-T-19 an interval of a status time",
    "tasks --status-time 2026-01-01T00:00:00Z/..",
    3,
    "QUERY_OPERATOR_INVALID --status-time at query.lastStatusTime",
  ],
  [
    "SEARCH-T-19 a value that is not a time",
    "tasks --status-time '>=soon'",
    3,
    "TIMESTAMP_INVALID --status-time at query.lastStatusTime",
  ],
  [
    "SEARCH-T-23 a value that is not a number",
    "tasks --window-duration '>=1d'",
    2,
    "USAGE --window-duration at ",
  ],
  ["SEARCH-T-28 no comparison", "tasks --where offNadir", 2, "USAGE --where at "],
  [
    "SEARCH-T-32 no operator",
    `tasks --set 'query={"type":{}}'`,
    3,
    "QUERY_OPERATOR_INVALID --set at query.type",
  ],
  [
    "SEARCH-T-32 two operators",
    `tasks --set 'query={"a.b":{"gte":1,"lte":2}}'`,
    3,
    'QUERY_OPERATOR_INVALID --set at query["a.b"]',
  ],
  [
    "SEARCH-T-32 an unknown operator",
    `repeats --set 'query={"a.b":{"ne":1}}'`,
    3,
    'QUERY_OPERATOR_INVALID --set at query["a.b"]',
  ],
  [
    "SEARCH-T-33 an operator of another set",
    `tasks --set 'query={"taskName":{"gt":"a"}}'`,
    3,
    "QUERY_OPERATOR_INVALID --set at query.taskName",
  ],
  [
    "SEARCH-T-33 a list of names",
    `tasks --set 'query={"taskName":["a"]}'`,
    3,
    "QUERY_OPERATOR_INVALID --set at query.taskName",
  ],
  [
    "SEARCH-T-35 an invalid interval",
    "tasks --window-open soon",
    3,
    "DATETIME_INTERVAL_INVALID --window-open at query.windowOpen",
  ],
  [
    "SEARCH-T-35 it ends before it starts",
    "tasks --submitted 2026-03-02/2026-03-01",
    3,
    "DATETIME_INTERVAL_INVALID --submitted at query.submissionTime",
  ],
  [
    "SEARCH-T-35 open at both ends",
    "tasks --window-close ../..",
    3,
    "DATETIME_INTERVAL_INVALID --window-close at query.windowClose",
  ],
  [
    "SEARCH-T-35 an object for a time",
    `tasks --set 'query={"windowOpen":{"gte":"2026-01-01T00:00:00Z"}}'`,
    3,
    "DATETIME_INTERVAL_INVALID --set at query.windowOpen",
  ],
  [
    "SEARCH-T-35 two contradictory bounds of a time",
    "tasks --where 'windowOpen>=2026-01-02' --where 'windowOpen<2026-01-01'",
    3,
    "DATETIME_INTERVAL_INVALID --where at query.windowOpen",
  ],
  [
    "SEARCH-T-35 a bound that is an interval",
    "tasks --where 'windowOpen>2026-01-01/2026-01-02'",
    3,
    "DATETIME_INTERVAL_INVALID --where at query.windowOpen",
  ],
  [
    "SEARCH-T-36 a name below another one",
    "tasks --where 'taskName<b'",
    3,
    "QUERY_OPERATOR_INVALID --where at query.taskName",
  ],
  [
    "SEARCH-T-36 a part of a status",
    "tasks --where 'lastStatusCode*=acc'",
    3,
    "QUERY_OPERATOR_INVALID --where at query.lastStatusCode",
  ],
  [
    "SEARCH-T-36 SEARCH-R-08 a prefix of a message",
    "repeats --where 'lastStatusMessage^=no'",
    3,
    "QUERY_OPERATOR_INVALID --where at query.lastStatusMessage",
  ],
  [
    "SEARCH-R-07 a description below another one",
    "repeats --where 'repeatrequestDescription>b'",
    3,
    "QUERY_OPERATOR_INVALID --where at query.repeatrequestDescription",
  ],
  [
    "SEARCH-R-12 --window-open, a flag of tasks",
    "repeats --window-open 2026-01-01",
    2,
    "USAGE undefined at ",
  ],
  [
    "SEARCH-R-12 --include-repeating, a flag of tasks",
    "repeats --include-repeating",
    2,
    "USAGE undefined at ",
  ],
  ["a query as text", `tasks --data '{"query":"x"}'`, 3, "FIELD_TYPE_INVALID --data at query"],
];

interface Detail {
  code: string;
  flag?: string;
  path?: string;
  message: string;
}

it.each(REFUSED)("%s", async (_title, words, exit, facts) => {
  const { exitCode, stderr, stdout, requests } = await swath(`search ${words} --json`);
  expect({ exitCode, stdout, requests }, stderr).toEqual({ exitCode: exit, stdout: "", requests: [] });
  const { error } = JSON.parse(stderr.trimEnd().split("\n").at(-1)!) as { error: { details: Detail[] } };
  expect(error.details.map(({ code, flag, path = "" }) => `${code} ${flag} at ${path}`)).toEqual([facts]);
});

describe("message", () => {
  it("stdin is read by one flag", async () => {
    const run = await swath("search tasks --data - --api-key-file -", { stdin: "{}" });
    expect(run).toMatchObject({ exitCode: 2, requests: [] });
    expect(run.stderr).toContain("code INPUT_AMBIGUOUS, exit 2");
  });

  it("all faults are reported at once, each with its flag and the next step", async () => {
    const { stderr, exitCode } = await swath(
      "search tasks --page-size 900 --order up --status-time 2026-01-01/.. --where 'windowOpen^=2026-01-01' --name a --where 'taskingrequestName<b'",
    );
    expect({ stderr, exitCode }).toMatchInlineSnapshot(`
      {
        "exitCode": 3,
        "stderr": "Error: 6 problems in the input
        - --status-time: lastStatusTime takes one time, compared with = < <= > >=, not "2026-01-01/.." [QUERY_OPERATOR_INVALID at query.lastStatusTime]
          Use one time, compared with = < <= > >=
        - --where: windowOpen takes = < <= > >= with one time, or = with an interval, not windowOpen^=2026-01-01 [DATETIME_INTERVAL_INVALID at query.windowOpen]
        - --where: taskingrequestName takes = == ^= *=, not taskingrequestName<b [QUERY_OPERATOR_INVALID at query.taskingrequestName]
          Use = == ^= *=
        - --where: taskingrequestName is compared twice [QUERY_FIELD_DUPLICATE at query.taskingrequestName]
          Keep only one of --name, --where
        - --order "up" is not one of asc, desc [ENUM_INVALID at order]
          For example: --order asc
        - --page-size 900 is not an integer from 1 to 500 [PAGE_LIMIT_EXCEEDED at limit]
          For example: --page-size 100
        code QUERY_OPERATOR_INVALID, exit 3
      ",
      }
    `);
  });

  it("--no-validate sends the request", async () => {
    const { requests, stderr } = await swath(
      `search tasks --no-validate --set 'query={"a.b":{"gte":1,"lte":2}}' --page-size 900`,
    );
    expect(requests[0]?.body).toEqual({ limit: 900, query: { "a.b": { gte: 1, lte: 2 } } });
    expect(stderr).toContain("[PAGE_LIMIT_EXCEEDED]; sent anyway (--no-validate)");
  });
});

describe("the sandbox refuses the same request by raw HTTP", () => {
  it.each([
    ["SEARCH-T-04", { order: "up" }, "ENUM_INVALID"],
    ["SEARCH-T-06 SEARCH-R-02", { limit: 501 }, "PAGE_LIMIT_EXCEEDED"],
    ["SEARCH-T-06", { limit: 0 }, "PAGE_LIMIT_EXCEEDED"],
    ["SEARCH-T-32", { query: { "a.b": { gte: 1, lte: 2 } } }, "QUERY_OPERATOR_INVALID"],
    ["SEARCH-T-32 SEARCH-R-13", { query: { type: {} } }, "QUERY_OPERATOR_INVALID"],
    ["SEARCH-T-35 SEARCH-R-10", { query: { submissionTime: "../.." } }, "DATETIME_INTERVAL_INVALID"],
    ["SEARCH-T-36", { query: { lastStatusCode: { contains: "a" } } }, "QUERY_OPERATOR_INVALID"],
  ])("%s %j", async (_ids, body, code) => {
    for (const path of ["/tasks/search", "/repeat-requests/search"]) {
      const reply = await send({
        method: "POST",
        url: `https://sar.example/v1${path}`,
        headers: { authorization: `ApiKey ${member.apiKey}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      expect([reply.status, await text(reply.body)]).toEqual([422, expect.stringContaining(code)]);
    }
  });
});
