/** The requests of `search tasks` and `search repeats`: a command line, and the one request it sends. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath } = await openBench({ archiveSize: 100 });

type Row = readonly [title: string, words: string, body: object];

/** The clock stands at 2026-03-10T11:47:00Z. */
const TASKS: readonly Row[] = [
  ["SEARCH-T-01 SEARCH-T-07 without filters the body is empty", "", {}],
  ["SEARCH-T-02 a sort key, verbatim", "--sort windowOpen", { sort: "windowOpen" }],
  [
    "SEARCH-T-03 any sort key, however odd",
    "--sort collectConstraints.imageLength.submissionTime",
    { sort: "collectConstraints.imageLength.submissionTime" },
  ],
  [
    "SEARCH-T-02 no prefix is taken off a sort key",
    "--sort properties.windowOpen",
    { sort: "properties.windowOpen" },
  ],
  ["SEARCH-T-04 a direction", "--order asc", { order: "asc" }],
  ["SEARCH-T-05 a page", "--page 3", { page: 3 }],
  ["SEARCH-T-06 a page size is the limit of the body", "--page-size 500", { limit: 500 }],
  ["SEARCH-T-06 a total within one page is not sent", "--limit 7", {}],
  ["SEARCH-T-06 a total beyond the usual page makes pages of its own", "--limit 400", { limit: 400 }],
  ["SEARCH-T-06 SEARCH-T-09 everything comes in the largest pages", "--all", { limit: 500 }],
  [
    "SEARCH-T-07 different fields",
    "--status accepted --mode spotlight",
    { query: { lastStatusCode: "accepted", type: "spotlight" } },
  ],
  [
    "SEARCH-T-12 SEARCH-T-34 a part of a name is the plain text",
    "--name Etna",
    { query: { taskingrequestName: "Etna" } },
  ],
  ["SEARCH-T-33 a whole name", "--name-eq Etna", { query: { taskingrequestName: { eq: "Etna" } } }],
  ["SEARCH-T-33 a beginning", "--name-prefix Et", { query: { taskingrequestName: { startsWith: "Et" } } }],
  [
    "SEARCH-T-29 case is left as typed",
    "--name 'ISTANBUL ıi'",
    { query: { taskingrequestName: "ISTANBUL ıi" } },
  ],
  [
    "SEARCH-T-33 the three operators of texts",
    "--where 'taskName==Etna' --where 'taskingrequestName^=Et' ",
    { query: { taskName: { eq: "Etna" }, taskingrequestName: { startsWith: "Et" } } },
  ],
  [
    "SEARCH-T-33 contains, given explicitly",
    "--where 'taskName*=tna'",
    { query: { taskName: { contains: "tna" } } },
  ],
  ["SEARCH-T-13 SEARCH-T-34 an alias", "--where taskName=tna", { query: { taskName: "tna" } }],
  ["a name of digits stays a name", "--where taskName==007", { query: { taskName: { eq: "007" } } }],
  ["SEARCH-T-14 one id", "--id t-1", { query: { taskingrequestId: "t-1" } }],
  [
    "SEARCH-T-14 SEARCH-T-31 several ids match any",
    "--id t-1 --id t-2,t-3",
    { query: { taskingrequestId: ["t-1", "t-2", "t-3"] } },
  ],
  ["SEARCH-T-15 an alias of the id", "--where taskId=t-1", { query: { taskId: "t-1" } }],
  [
    "SEARCH-T-16 SEARCH-T-35 windows as intervals",
    "--window-open 2026-03-01T00:00:00Z/.. --window-close ../2026-04-01T00:00:00Z",
    { query: { windowOpen: "2026-03-01T00:00:00Z/..", windowClose: "../2026-04-01T00:00:00Z" } },
  ],
  [
    "SEARCH-T-16 a day is the whole day",
    "--window-open 2026-03-01",
    { query: { windowOpen: "2026-03-01T00:00:00Z/2026-03-01T23:59:59.999Z" } },
  ],
  [
    "SEARCH-T-35 an interval by --where, with relative ends",
    "--where windowClose=now/+2d",
    { query: { windowClose: "2026-03-10T11:47:00Z/2026-03-12T11:47:00Z" } },
  ],
  [
    "SEARCH-T-35 GEN-04 an offset becomes UTC, the instant stays",
    "--submitted 2026-03-01T00:00:00+05:30/..",
    { query: { submissionTime: "2026-02-28T18:30:00Z/.." } },
  ],
  ["SEARCH-T-17 one status", "--status anomaly_x", { query: { lastStatusCode: "anomaly_x" } }],
  [
    "SEARCH-T-17 SEARCH-T-31 several statuses",
    "--status accepted --status completed",
    { query: { lastStatusCode: ["accepted", "completed"] } },
  ],
  [
    "SEARCH-T-18 a message keeps its commas",
    "--status-message 'no pass, sorry'",
    { query: { lastStatusMessage: "no pass, sorry" } },
  ],
  [
    "SEARCH-T-19 a bound on the status time",
    "--status-time '>=2026-01-01T00:00:00Z'",
    { query: { lastStatusTime: { gte: "2026-01-01T00:00:00Z" } } },
  ],
  [
    "SEARCH-T-19 a relative bound",
    "--status-time '< -2d'",
    { query: { lastStatusTime: { lt: "2026-03-08T11:47:00Z" } } },
  ],
  [
    "SEARCH-T-19 one moment",
    "--status-time 2026-01-01T00:00:00Z",
    { query: { lastStatusTime: "2026-01-01T00:00:00Z" } },
  ],
  ["SEARCH-T-20 a collect mode", "--mode stripmap", { query: { type: "stripmap" } }],
  [
    "SEARCH-T-21 submitted in a year",
    "--submitted 2025-01-01/2025-12-31",
    { query: { submissionTime: "2025-01-01T00:00:00Z/2025-12-31T23:59:59.999Z" } },
  ],
  [
    "SEARCH-T-21 submitted since a week",
    "--from -7d",
    { query: { submissionTime: "2026-03-03T11:47:00Z/.." } },
  ],
  [
    "SEARCH-T-21 submitted since a day",
    "--from 2026-03-01",
    { query: { submissionTime: "2026-03-01T00:00:00Z/.." } },
  ],
  [
    "SEARCH-T-22 SEARCH-T-26 SEARCH-T-27 a series includes its tasks",
    "--repeat-id r-1",
    { query: { repeatrequestId: "r-1", includeRepeatingTasks: { eq: true } } },
  ],
  [
    "SEARCH-T-27 --no-include-repeating excludes the tasks of a series",
    "--repeat-id r-1 --no-include-repeating",
    { query: { repeatrequestId: "r-1" } },
  ],
  [
    "SEARCH-T-27 also by --where",
    "--where repeatrequestId=r-1",
    { query: { repeatrequestId: "r-1", includeRepeatingTasks: { eq: true } } },
  ],
  [
    "SEARCH-T-27 a condition that excludes them is kept",
    "--repeat-id r-1 --where includeRepeatingTasks=false",
    { query: { repeatrequestId: "r-1", includeRepeatingTasks: { eq: false } } },
  ],
  [
    "SEARCH-T-27 a raw query is sent unchanged",
    `--set 'query={"repeatrequestId":"r-1"}'`,
    { query: { repeatrequestId: "r-1" } },
  ],
  ["SEARCH-T-26 all tasks", "--include-repeating", { query: { includeRepeatingTasks: { eq: true } } }],
  [
    "SEARCH-T-23 a duration, as typed",
    "--window-duration '>=86400'",
    { query: { windowDuration: { gte: 86400 } } },
  ],
  ["SEARCH-T-23 exactly", "--window-duration 3600.5", { query: { windowDuration: { eq: 3600.5 } } }],
  ["SEARCH-T-24 a holdback", "--holdback 30_day", { query: { archiveHoldback: "30_day" } }],
  ["SEARCH-T-25 a reseller of digits is a text", "--reseller-id 42", { query: { resellerId: "42" } }],
  [
    "SEARCH-T-28 SEARCH-T-32 a path with every operator",
    "--where collectConstraints.offNadirMin=20 --where 'a.b<2' --where 'c.d<=3' --where 'e.f>4.5' --where 'g.h>=-5'",
    {
      query: {
        "collectConstraints.offNadirMin": { eq: 20 },
        "a.b": { lt: 2 },
        "c.d": { lte: 3 },
        "e.f": { gt: 4.5 },
        "g.h": { gte: -5 },
      },
    },
  ],
  [
    "SEARCH-T-30 a text is a plain text",
    "--where productCategory=standard",
    { query: { productCategory: "standard" } },
  ],
  ["SEARCH-T-30 true is a boolean", "--where preApproval=true", { query: { preApproval: { eq: true } } }],
  [
    "SEARCH-T-31 any of several",
    "--where 'productCategory=a, b'",
    { query: { productCategory: ["a", "b"] } },
  ],
  [
    "SEARCH-T-32 quotes make a text of a number",
    `--where 'customAttribute1="7"'`,
    { query: { customAttribute1: "7" } },
  ],
  [
    "SEARCH-T-32 quotes keep a comma",
    `--where 'customAttribute1="a,b"'`,
    { query: { customAttribute1: "a,b" } },
  ],
  [
    "--where-string makes a text of anything",
    "--where-string customAttribute1=7,8 --where-string 'customAttribute2>=9'",
    { query: { customAttribute1: "7,8", customAttribute2: { gte: "9" } } },
  ],
  [
    "a number that would lose digits stays a text",
    "--where customAttribute1=00420 --where customAttribute2=12345678901234567890",
    { query: { customAttribute1: "00420", customAttribute2: "12345678901234567890" } },
  ],
  [
    "SEARCH-T-28 a raw query, joined by flags",
    `--set 'query={"collectConstraints.offNadirMin":{"gte":20}}' --status accepted`,
    { query: { "collectConstraints.offNadirMin": { gte: 20 }, lastStatusCode: "accepted" } },
  ],
  [
    "a whole body; flags win over --set, which wins over --data",
    `--data '{"sort":"a","order":"asc","query":{"type":"x"},"extra":1}' --set sort=b --sort submissionTime --mode y`,
    { sort: "submissionTime", order: "asc", query: { type: "y" }, extra: 1 },
  ],
  ["a page and a size of a whole body", `--data '{"page":2,"limit":9}'`, { page: 2, limit: 9 }],
];

const REPEATS: readonly Row[] = [
  ["SEARCH-R-01 without filters the body is empty", "", {}],
  [
    "SEARCH-R-02 SEARCH-R-03 sort, direction, page and size",
    "--sort repetitionProperties.repeatStart --order asc --page 2 --page-size 10",
    { sort: "repetitionProperties.repeatStart", order: "asc", page: 2, limit: 10 },
  ],
  ["SEARCH-R-05 ids", "--id r-1,r-2", { query: { repeatrequestId: ["r-1", "r-2"] } }],
  ["SEARCH-R-06 a name", "--name Etna", { query: { repeatrequestName: "Etna" } }],
  ["SEARCH-R-06 a whole name", "--name-eq Etna", { query: { repeatrequestName: { eq: "Etna" } } }],
  ["SEARCH-R-06 a beginning", "--name-prefix Et", { query: { repeatrequestName: { startsWith: "Et" } } }],
  ["SEARCH-R-07 a description", "--description lava", { query: { repeatrequestDescription: "lava" } }],
  [
    "SEARCH-R-07 a whole description",
    "--description-eq lava",
    { query: { repeatrequestDescription: { eq: "lava" } } },
  ],
  [
    "SEARCH-R-07 its beginning",
    "--description-prefix la",
    { query: { repeatrequestDescription: { startsWith: "la" } } },
  ],
  [
    "SEARCH-R-08 status, message and time",
    "--status submitted --status-message x --status-time '>=2026-01-01'",
    {
      query: {
        lastStatusCode: "submitted",
        lastStatusMessage: "x",
        lastStatusTime: { gte: "2026-01-01T00:00:00Z" },
      },
    },
  ],
  ["SEARCH-R-09 a collect mode", "--mode spotlight", { query: { type: "spotlight" } }],
  [
    "SEARCH-R-10 submission",
    "--submitted 2026-03-01T00:00:00Z",
    { query: { submissionTime: "2026-03-01T00:00:00Z" } },
  ],
  [
    "SEARCH-R-11 duration, holdback, reseller",
    "--window-duration '<60' --holdback none --reseller-id x",
    { query: { windowDuration: { lt: 60 }, archiveHoldback: "none", resellerId: "x" } },
  ],
  [
    "SEARCH-R-12 a field of tasks is a path like any other",
    "--where windowOpen=a",
    { query: { windowOpen: "a" } },
  ],
  [
    "SEARCH-R-13 any path",
    "--where 'repetitionProperties.repetitionInterval<=7'",
    { query: { "repetitionProperties.repetitionInterval": { lte: 7 } } },
  ],
  ["SEARCH-R-13 a raw query", `--set 'query={"type":"spotlight"}'`, { query: { type: "spotlight" } }],
];

const rows = (table: readonly Row[]) =>
  table.map(([title, words, body]) => [title, { words, body }] as const);

describe("search tasks", () => {
  it.each(rows(TASKS))("%s", async (_title, { words, body }) => {
    const { exitCode, requests, stderr } = await swath(`search tasks ${words}`);
    expect(
      requests.map(({ method, path, body: sent }) => ({ method, path, body: sent })),
      stderr,
    ).toEqual([{ method: "POST", path: "/tasks/search", body }]);
    expect(exitCode, stderr).toBe(0);
  });
});

describe("search repeats", () => {
  it.each(rows(REPEATS))("%s", async (_title, { words, body }) => {
    const { exitCode, requests, stderr } = await swath(`search repeats ${words}`);
    expect(
      requests.map(({ method, path, body: sent }) => ({ method, path, body: sent })),
      stderr,
    ).toEqual([{ method: "POST", path: "/repeat-requests/search", body }]);
    expect(exitCode, stderr).toBe(0);
  });
});

describe("the words of another deployment", () => {
  const homeWith = async (dialect: object): Promise<string> => {
    const home = await tempHome();
    const config = join(home, ".config", "swath");
    await mkdir(config, { recursive: true });
    await writeFile(join(config, "config.json"), JSON.stringify({ profiles: { default: { dialect } } }));
    return home;
  };

  it.each([
    ["query", "/tasks/search?page=2&limit=10", { order: "asc" }],
    ["both", "/tasks/search?page=2&limit=10", { order: "asc", page: 2, limit: 10 }],
  ])("page and limit in %s", async (searchPagingIn, path, body) => {
    const home = await homeWith({ searchPagingIn });
    const { requests } = await swath("search tasks --page 2 --page-size 10 --order asc", { home });
    expect(requests.map((request) => [request.path, request.body])).toEqual([[path, body]]);
  });

  it("the filters of repeat requests under another key, those of tasks under the usual one", async () => {
    const home = await homeWith({ repeatSearchKey: "filter" });
    const repeats = await swath("search repeats --status submitted", { home });
    expect(repeats.requests[0]?.body).toEqual({ filter: { lastStatusCode: "submitted" } });
    const tasks = await swath("search tasks --status submitted", { home });
    expect(tasks.requests[0]?.body).toEqual({ query: { lastStatusCode: "submitted" } });
  });
});

describe("warnings", () => {
  it.each([
    [
      "SEARCH-T-27 a series implies its tasks",
      "tasks --repeat-id r-1",
      "a series is selected, so tasks of series are included",
    ],
    [
      "SEARCH-T-27 a raw query that finds nothing",
      `tasks --set 'query={"repeatrequestId":"r-1"}'`,
      "Warning: tasks of series are excluded by default, so repeatrequestId alone finds nothing. Add --include-repeating",
    ],
    [
      "SEARCH-T-02 a needless prefix",
      "tasks --sort properties.a",
      "Warning: properties.a: keys are looked up below properties already; it is sent as typed",
    ],
    [
      "SEARCH-T-17 an unknown status, which a service may have",
      "tasks --status compelted",
      'Warning: --status: "compelted" is not a status that the interface names; did you mean completed?',
    ],
    [
      "SEARCH-R-08 a status unlike the known ones",
      "repeats --where lastStatusCode=paused",
      'Warning: --where: "paused" is not a status that the interface names',
    ],
    [
      "a day",
      "repeats --submitted 2026-03-01",
      "submissionTime: 2026-03-01 was taken as the whole day, 2026-03-01T00:00:00Z/2026-03-01T23:59:59.999Z",
    ],
    [
      "SEARCH-T-34 = on a name",
      "tasks --where taskName=x",
      "taskName=x finds it anywhere in the text (== is the whole text)",
    ],
    [
      "SEARCH-T-31 commas",
      "tasks --where a.b=x,y",
      "a.b may be any of x, y (a text with commas needs quotes)",
    ],
  ])("%s", async (_title, words, said) => {
    const { stderr, exitCode } = await swath(`search ${words}`);
    expect(stderr).toBe(`${said}\nNothing found\n`);
    expect(exitCode).toBe(0);
  });
});

describe("searches without a possible result", () => {
  it.each([
    ["SEARCH-T-28 a misspelt field", "tasks --where lastStatsCode=review", "lastStatusCode"],
    ["SEARCH-R-13 a misspelt field of series", "repeats --where 'repeatrequestNam=x'", "repeatrequestName"],
    ["SEARCH-T-24 an unknown holdback", "tasks --holdback 30day", "30_day"],
    ["SEARCH-R-11 an unknown holdback among others", "repeats --where archiveHoldback=none,1year", "1_year"],
  ])("%s is refused, with the intended word", async (_title, words, meant) => {
    const run = await swath(`search ${words} --json`);
    expect([run.exitCode, run.requests]).toEqual([3, []]);
    expect(run.stderr).toContain('"code":"ENUM_INVALID"');
    expect(run.stderr).toContain(`Did you mean ${meant}?`);
    const forced = await swath(`search ${words} --no-validate`);
    expect([forced.exitCode, forced.requests.length]).toEqual([0, 1]);
  });
});
