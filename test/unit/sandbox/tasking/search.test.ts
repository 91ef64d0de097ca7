/* eslint-disable typescript/no-explicit-any */
import { describe, expect, it } from "vitest";
import type { Account } from "../../../../src/sandbox/accounts.ts";
import { at, idOf, openSky, refusalOf, repeatBody, type Sky, taskBody } from "./requests.ts";

const PLACES = ["Lisboa", "Lisbon Harbour", "Porto", "Ponta Delgada", "İzmir", "LISBOA norte"];

/** Six tasks a minute apart, with look angles 10 to 15; the last but one is pre-approved. */
async function openSearch(): Promise<Sky & { find: Find; search: Search }> {
  const sky = await openSky();
  for (const [index, taskingrequestName] of PLACES.entries()) {
    await sky.create(
      taskBody(
        {
          taskingrequestName,
          windowOpen: at(index * 10),
          windowClose: at(index * 10 + 24),
          collectionType: index % 2 === 0 ? "spotlight" : "stripmap_50",
          archiveHoldback: index < 3 ? "none" : "1_year",
          collectConstraints: { offNadirMin: 10 + index, orbitalPlanes: index === 0 ? [45, 53] : [] },
          ...(index === 2 ? { sensor: { gain: "High" } } : {}),
        },
        { customAttribute1: index < 2 ? `PO-${index + 9}` : "7", preApproval: index === 4 },
      ),
    );
    await sky.go(1);
  }
  const search: Search = async (body, as) => (await sky.ask("POST", "/tasks/search", { body, as })).json;
  const find: Find = async (query, rest = {}) =>
    (await search({ query, order: "asc", ...rest })).results.map((record: any) =>
      PLACES.indexOf(record.properties.taskingrequestName),
    );
  return { ...sky, find, search };
}

type Find = (query: object, rest?: object) => Promise<number[]>;
type Search = (body: object, as?: Account) => Promise<any>;

describe("task search", () => {
  it("SEARCH-T-34 SEARCH-T-29 a text is found anywhere in a name, in any case", async () => {
    const { find } = await openSearch();
    expect(await find({ taskingrequestName: "lis" })).toEqual([0, 1, 5]);
    expect(await find({ taskName: { contains: "BON" } })).toEqual([1]);
    expect(await find({ taskName: "ta del" })).toEqual([3]);
    expect(await find({ taskName: "zmir" })).toEqual([4]);
  });

  it("SEARCH-T-33 startsWith and eq", async () => {
    const { find } = await openSearch();
    expect(await find({ taskName: { startsWith: "lisboa" } })).toEqual([0, 5]);
    expect(await find({ taskName: { eq: "LISBOA" } })).toEqual([0]);
  });

  it("SEARCH-T-30 SEARCH-T-31 SEARCH-T-32 a value, one of several, and comparisons", async () => {
    const { find } = await openSearch();
    expect(await find({ archiveHoldback: "1_YEAR" })).toEqual([3, 4, 5]);
    expect(await find({ customAttribute1: ["po-9", "7"] })).toEqual([0, 2, 3, 4, 5]);
    expect(await find({ lastStatusCode: { eq: "submitted" } })).toEqual([4]);
    expect(await find({ windowDuration: { gt: 86_399 } })).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await find({ windowDuration: { gt: "86400" } })).toEqual([]);
  });

  it("SEARCH-T-28 SEARCH-T-20 dot paths and aliases; numbers as numbers", async () => {
    const { find } = await openSearch();
    expect(await find({ "collectConstraints.offNadirMin": { gte: 13 } })).toEqual([3, 4, 5]);
    // As texts, "9" would be above all of them.
    expect(await find({ "collectConstraints.offNadirMin": { lt: "9" } })).toEqual([]);
    expect(await find({ type: "Stripmap" })).toEqual([1, 3, 5]);
    expect(await find({ "sensor.gain": "high" })).toEqual([2]);
    expect(await find({ "sensor.gain.deeper": "high" })).toEqual([]);
    expect(await find({ "collectConstraints.orbitalPlanes": { eq: 53 } })).toEqual([0]);
    expect(await find({ preApproval: { eq: true } })).toEqual([4]);
    expect(await find({ "x\"y'; DROP TABLE requests": "1" })).toEqual([]);
  });

  it("SEARCH-T-07 conditions are combined with AND", async () => {
    const { find } = await openSearch();
    expect(await find({ taskName: "lis", type: "spotlight" })).toEqual([0]);
    expect(await find({})).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("SEARCH-T-16 SEARCH-T-35 times by moment and by interval, ends included", async () => {
    const { find } = await openSearch();
    expect(await find({ windowOpen: at(20) })).toEqual([2]);
    expect(await find({ windowOpen: `${at(10)}/${at(30)}` })).toEqual([1, 2, 3]);
    expect(await find({ windowClose: `../${at(34)}` })).toEqual([0, 1]);
    expect(await find({ submissionTime: `${at(4 / 3600)}/..` })).toEqual([4, 5]);
    expect(await find({ windowOpen: at(20).replace("T07:47:00.000Z", "T09:47:00+02:00") })).toEqual([2]);
  });

  it("SEARCH-T-19 lastStatusTime compares as a moment in the standard set", async () => {
    const { find } = await openSearch();
    expect(await find({ lastStatusTime: { lt: at(2 / 3600).replace("Z", "+00:00") } })).toEqual([0, 1]);
  });

  it("SEARCH-T-02 SEARCH-T-04 sorts by any path, newest first by default, missing values last", async () => {
    const { find } = await openSearch();
    expect(await find({}, { order: undefined })).toEqual([5, 4, 3, 2, 1, 0]);
    expect(await find({}, { sort: "collectConstraints.offNadirMin", order: "desc" })).toEqual([
      5, 4, 3, 2, 1, 0,
    ]);
    expect(await find({}, { sort: "taskName" })).toEqual([4, 0, 5, 1, 3, 2]);
    expect(await find({}, { sort: "customAttribute1" })).toEqual([2, 3, 4, 5, 1, 0]);
    for (const order of ["asc", "desc"]) expect((await find({}, { sort: "sensor.gain", order }))[0]).toBe(2);
  });

  it("SEARCH-T-03 a path that leads nowhere changes nothing", async () => {
    const { find } = await openSearch();
    for (const order of ["asc", "desc"]) {
      const sort = "collectConstraints.imageLength.submissionTime";
      expect(await find({}, { sort, order })).toEqual([0, 1, 2, 3, 4, 5]);
    }
  });

  it("SEARCH-T-05 SEARCH-T-08 pages in the body or the query string", async () => {
    const { search, ask } = await openSearch();
    const names = (page: any) => page.results.map((record: any) => record.properties.taskingrequestName);
    const second = await search({ limit: 4, page: 2, order: "asc" });
    expect(second).toMatchObject({ currentPage: 2, totalPages: 2 });
    expect(names(second)).toEqual(PLACES.slice(4));
    expect(await search({ limit: 4, page: 3 })).toEqual({ results: [], currentPage: 3, totalPages: 2 });
    expect(Object.keys(await search({ query: { taskName: "nowhere" } }))).toEqual([
      "results",
      "currentPage",
      "totalPages",
    ]);
    expect((await search({ query: { taskName: "nowhere" } })).totalPages).toBe(1);
    const { json } = await ask("POST", "/tasks/search?limit=4&page=2", { body: { order: "asc" } });
    expect(names(json)).toEqual(names(second));
  });

  it("SEARCH-T-05 a kept page never shows later changes", async () => {
    const { search, create, patch } = await openSearch();
    const query = { lastStatusCode: "review" };
    const before = await search({ query });
    await patch(idOf(before.results[0]), "rejected");
    expect((await search({ query })).results.length).toBe(before.results.length - 1);
    await create();
    expect((await search({ query })).results.length).toBe(before.results.length);
  });

  it("SEARCH-T-10 SEARCH-T-11 finds one's own, or the organization's for its manager", async () => {
    const { search, create, manager, outsider } = await openSearch();
    await create(taskBody(), manager);
    await create(taskBody(), outsider);
    const count = async (as?: Account) => (await search({}, as)).results.length;
    expect([await count(), await count(manager), await count(outsider)]).toEqual([6, 7, 1]);
  });

  it("SEARCH-T-26 SEARCH-T-27 finds tasks of a series only on request", async () => {
    const sky = await openSky();
    const created = await sky.ask("POST", "/repeat-requests", {
      body: repeatBody({}, { preApproval: true }),
    });
    const id = created.json.properties.repeatrequestId;
    await sky.create();
    const count = async (query: object) =>
      (await sky.ask("POST", "/tasks/search", { body: { query } })).json.results.length;
    expect(await count({})).toBe(1);
    expect(await count({ repeatrequestId: id })).toBe(0);
    for (const form of [true, "true", { eq: true }, { eq: "TRUE" }, ["true"]]) {
      expect(await count({ includeRepeatingTasks: form })).toBe(4);
      expect(await count({ includeRepeatingTasks: form, repeatrequestId: id })).toBe(3);
    }
    for (const form of [false, "false", { eq: false }])
      expect(await count({ includeRepeatingTasks: form })).toBe(1);
  });

  it.each([
    ["SEARCH-T-04 another order", { order: "up" }, "ENUM_INVALID"],
    ["SEARCH-T-06 LIMITS-01 more than 500 per page", { limit: 501 }, "PAGE_LIMIT_EXCEEDED"],
    ["SEARCH-T-06 less than one per page", { limit: 0 }, "PAGE_LIMIT_EXCEEDED"],
    ["SEARCH-T-05 page 0", { page: 0 }, "FIELD_TYPE_INVALID"],
    ["SEARCH-T-32 no operator", { query: { archiveHoldback: {} } }, "QUERY_OPERATOR_INVALID"],
    ["SEARCH-T-32 two operators", { query: { "a.b": { gt: 1, lt: 2 } } }, "QUERY_OPERATOR_INVALID"],
    [
      "SEARCH-T-36 contains in the standard set",
      { query: { archiveHoldback: { contains: "x" } } },
      "QUERY_OPERATOR_INVALID",
    ],
    [
      "SEARCH-T-33 SEARCH-T-36 gt in the text set",
      { query: { taskName: { gt: "x" } } },
      "QUERY_OPERATOR_INVALID",
    ],
    [
      "SEARCH-T-35 an interval without an end",
      { query: { windowOpen: `${at(0)}/` } },
      "DATETIME_INTERVAL_INVALID",
    ],
  ])("%s is refused", async (_title, body, code) => {
    const { ask } = await openSky();
    expect(refusalOf(await ask("POST", "/tasks/search", { body })).slice(0, 2)).toEqual([422, code]);
  });
});

describe("search of repeat requests", () => {
  it("SEARCH-R-01 SEARCH-R-06 SEARCH-R-13 the same grammar over series", async () => {
    const sky = await openSky();
    for (const [index, repeatRequestName] of ["Etna weekly", "Taal daily", "Etna daily"].entries()) {
      const properties = { repeatRequestName, repeatRequestDescription: `volcano ${index}` };
      await sky.ask("POST", "/repeat-requests", {
        body: repeatBody({ repetitionInterval: 7 - index }, properties),
      });
    }
    const find = async (query: object, rest: object = {}): Promise<string[]> => {
      const body = { order: "asc", ...rest, ...query };
      const { json } = await sky.ask("POST", "/repeat-requests/search", { body });
      expect(json).toMatchObject({ currentPage: 1, totalPages: 1 });
      return json.results.map((record: any) => record.properties.repeatrequestName);
    };
    expect(await find({ query: { repeatrequestName: { startsWith: "etna" } } })).toEqual([
      "Etna weekly",
      "Etna daily",
    ]);
    expect(await find({ filter: { repeatrequestDescription: "NO 1" } })).toEqual(["Taal daily"]);
    expect(await find({ query: { "repetitionProperties.repetitionInterval": { lte: 6 } } })).toEqual([
      "Taal daily",
      "Etna daily",
    ]);
    expect(await find({ query: { windowDuration: { lt: 6 * 86_400 } } })).toEqual(["Etna daily"]);
    expect(
      await find({ query: { type: "spotlight", lastStatusCode: ["review"] } }, { sort: "repeatrequestName" }),
    ).toEqual(["Etna daily", "Etna weekly", "Taal daily"]);
    expect(await find({ query: { includeRepeatingTasks: "true" } })).toEqual([]);
    const others = await sky.ask("POST", "/repeat-requests/search", { body: {}, as: sky.outsider });
    expect(others.json.results).toEqual([]);
  });
});

describe("tasks/paged", () => {
  it("BULK-03 BULK-04 BULK-05 lists newest first by both methods, with the tasks of series", async () => {
    const { ask } = await openSearch();
    await ask("POST", "/repeat-requests", { body: repeatBody({}, { preApproval: true }) });
    const { json } = await ask("GET", "/tasks/paged?limit=8");
    expect(json).toMatchObject({ currentPage: 1, totalPages: 2 });
    expect(json.results.length).toBe(8);
    expect(json.results[3].properties.taskingrequestName).toBe("LISBOA norte");
    expect((await ask("POST", "/tasks/paged?limit=8", { body: Buffer.from("not read") })).json).toEqual(json);
    expect((await ask("GET", "/tasks/paged?limit=8&page=2")).json.results.length).toBe(1);
  });

  it("BULK-04 either method may be the only one", async () => {
    for (const [variant, method, allow] of [
      ["paged-get", "POST", "GET"],
      ["paged-post", "GET", "POST"],
    ] as const) {
      const { ask } = await openSky({ settings: { variant } });
      const answer = await ask(method, "/tasks/paged");
      expect([answer.status, answer.headers["allow"]]).toEqual([405, allow]);
      expect((await ask(allow, "/tasks/paged")).status).toBe(200);
    }
  });

  it("BULK-06 another organization is 403; a member sees only the own tasks", async () => {
    const sky = await openSearch();
    const path = (account: Account) => `/tasks/paged?organizationId=${account.organizationId}`;
    const answer = await sky.ask("GET", path(sky.outsider));
    expect(refusalOf(answer).slice(0, 2)).toEqual([403, "NOT_AUTHORIZED"]);
    expect((await sky.ask("GET", path(sky.member), { as: sky.manager })).json.results.length).toBe(6);
    await sky.create(taskBody(), sky.manager);
    expect((await sky.ask("GET", path(sky.member))).json.results.length).toBe(6);
  });

  it.each(["limit=0", "limit=501", "limit=x", "limit=1.5"])("BULK-02 %s is refused", async (text) => {
    const { ask } = await openSky();
    expect(refusalOf(await ask("GET", `/tasks/paged?${text}`)).slice(0, 2)).toEqual([
      422,
      "PAGE_LIMIT_EXCEEDED",
    ]);
  });
});
