/** Paths that a deployment spells in another way: the other spelling is tried once, where nothing can have been done. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rm } from "node:fs/promises";
import { TransportError } from "../../src/contract/send.ts";
import { runScripted, type Script } from "./scripted-service.ts";
import { runWords, tempHome, type Run } from "./world.ts";

let home: string;
beforeEach(async () => {
  home = await tempHome();
});
afterEach(() => rm(home, { recursive: true, force: true }));

const GATEWAY = { status: 403, body: { message: "Missing Authentication Token" } };
const KONG = { status: 404, body: { message: "no Route matched with those values" } };
const BARE = { status: 404, body: { message: "Not Found" } };
const NOT_ALLOWED = { status: 405, body: { message: "Method Not Allowed" } };
const NONE = { status: 404 };
const ABSENT = { GATEWAY, KONG, BARE, NOT_ALLOWED, NONE } as const;

const lost = (): never => {
  throw new TransportError("reset", "maybe", "sar.example: closed");
};

interface Spelled {
  title: string;
  words: string;
  /** Requests before the meant one. */
  before?: Script;
  first: string;
  other: string;
  worked: object;
}

const REPEAT = {
  repeatrequestId: "r-1",
  preApproval: false,
  statusHistory: [{ code: "active" }],
  properties: { repeatrequestId: "r-1", preApproval: false, windowOpen: "2026-01-01T00:00:00Z" },
};

const FREE: readonly Spelled[] = [
  {
    title: "an update of a task",
    words: "task set-products t-1 --product-type GEO,SLC",
    first: "PATCH /tasks/t-1",
    other: "PATCH /task/t-1",
    worked: { taskingrequestId: "t-1" },
  },
];

const PAID: readonly Spelled[] = [
  {
    title: "an order",
    words: "order place --item coast/lisbon-1 --yes",
    first: "POST /orders",
    other: "POST /orders/",
    worked: { orderId: "o-1", orderStatus: "completed" },
  },
  {
    title: "a retask of a series",
    words: "repeat retask r-1 --from 2026-04-01T00:00:00Z --count 2 --interval 7 --yes",
    before: {
      "GET /repeat-requests/r-1": [{ body: REPEAT }],
      "POST /repeat-requests/search": [{ body: { results: [] } }],
    },
    first: "POST /repeat-request/r-1/retask",
    other: "POST /repeat-requests/r-1/retask",
    worked: { repeatrequestId: "r-2", statusHistory: [{ code: "review" }] },
  },
];

const changes = ({ requests }: Run): string[] =>
  requests
    .filter(({ method, path }) => method !== "GET" && !/search|review/.test(path))
    .map(({ method, path }) => `${method} ${path}`);

const journal = async (): Promise<{ id: string; state: string }[]> =>
  JSON.parse((await runWords("journal list --json", { home })).stdout) as never;

/** The request of a record. */
const recorded = async (id = ""): Promise<string> => {
  const { method, path } = JSON.parse(
    (await runWords(`journal show ${id} --json`, { home })).stdout,
  ) as Record<"method" | "path", string>;
  return `${method} ${path}`;
};

const cases = (rows: readonly Spelled[]) =>
  rows.flatMap((row) =>
    Object.entries(ABSENT).map(([how, answer]) => [row.title, how, row, answer] as const),
  );

describe("GEN-22 a path that the service does not have", () => {
  it.each(cases([...FREE, ...PAID]))(
    "%s, answered like %s: the other spelling is sent once, and works",
    async (_title, _how, row, answer) => {
      const run = await runScripted(
        row.words,
        { ...row.before, [row.first]: [answer], [row.other]: [{ body: row.worked }] },
        { home },
      );
      expect([run.exitCode, changes(run)], run.stderr).toEqual([0, [row.first, row.other]]);
      // Both carry the same body.
      const [one, two] = run.requests.filter(({ method, path }) =>
        [row.first, row.other].includes(`${method} ${path}`),
      );
      expect(two?.body).toEqual(one?.body);
    },
  );

  it.each(cases(PAID))(
    "P1 %s, answered like %s: one record of the journal, in the interface's spelling",
    async (_title, _how, row, answer) => {
      await runScripted(
        row.words,
        { ...row.before, [row.first]: [answer], [row.other]: [{ body: row.worked }] },
        { home },
      );
      const records = await journal();
      expect(records.map(({ state }) => state)).toEqual(["confirmed"]);
      expect(await recorded(records[0]?.id)).toBe(row.first.replace("/", "/v1/"));
      const again = await runScripted(
        row.words,
        { ...row.before, [row.first]: [answer], [row.other]: [{ body: row.worked }] },
        { home },
      );
      if (row.title === "an order") expect([again.exitCode, changes(again)]).toEqual([12, []]);
    },
  );

  it.each(cases(PAID))(
    "P3 %s, answered like %s, then lost: unknown, and not sent again",
    async (_title, _how, row, answer) => {
      const script = { ...row.before, [row.first]: [answer], [row.other]: [lost] };
      const run = await runScripted(row.words, script, { home });
      expect([run.exitCode, changes(run)], run.stderr).toEqual([13, [row.first, row.other]]);
      expect((await journal()).map(({ state }) => state)).toEqual(["unknown"]);
      const again = await runScripted(row.words, script, { home });
      expect([again.exitCode, changes(again)]).toEqual([13, []]);
    },
  );

  it.each(PAID.map((row) => [row.title, row] as const))(
    "P1 %s whose first response is lost is not sent in the other spelling",
    async (_title, row) => {
      const run = await runScripted(
        row.words,
        { ...row.before, [row.first]: [lost], [row.other]: [{ body: row.worked }] },
        { home },
      );
      expect([run.exitCode, changes(run)]).toEqual([13, [row.first]]);
    },
  );

  it.each(
    PAID.flatMap((row) =>
      [200, 202, 307, 408, 409, 500, 502, 503].map((status) => [row.title, status, row] as const),
    ),
  )(
    "P1 %s that is answered with %i and says 'Not Found' is not sent in the other spelling",
    async (_title, status, row) => {
      const answer = { status, body: { message: "Not Found" } };
      const run = await runScripted(
        row.words,
        { ...row.before, [row.first]: [answer], [row.other]: [{ body: row.worked }] },
        { home },
      );
      expect([run.exitCode, changes(run)]).toEqual([13, [row.first]]);
    },
  );

  it.each([...FREE, ...PAID].map((row) => [row.title, row] as const))(
    "%s: a refusal of the record is not hidden by a second request",
    async (_title, row) => {
      const refusals = [
        { status: 404, body: { error: { code: "TASK_NOT_FOUND", message: "not found" } } },
        { status: 404, body: { message: "no such record" } },
        { status: 403, body: { message: "Forbidden" } },
        { status: 422, body: { message: "Not Found" } },
      ];
      for (const answer of refusals) {
        const run = await runScripted(
          row.words,
          { ...row.before, [row.first]: [answer], [row.other]: [{ body: row.worked }] },
          { home },
        );
        expect(changes(run)).toEqual([row.first]);
        expect(run.stderr).toContain(`${answer.status} from ${row.first.replace("/", "/v1/")}`);
      }
    },
  );

  it.each([...FREE, ...PAID].map((row) => [row.title, row] as const))(
    "%s: with both spellings unknown, the first error is reported and names both",
    async (_title, row) => {
      const run = await runScripted(
        row.words,
        { ...row.before, [row.first]: [KONG], [row.other]: [GATEWAY] },
        { home },
      );
      expect([run.exitCode, changes(run)]).toEqual([6, [row.first, row.other]]);
      expect(run.stderr).toContain("the service has no such path");
      expect(run.stderr).toContain(
        `; the other spelling ${row.other.replace("/", "/v1/")} was answered with 403`,
      );
      expect(run.stderr).not.toMatch(/credential|auth/i);
    },
  );

  it("the error of the other spelling is reported where it says more", async () => {
    const [row] = FREE as [Spelled];
    const second = { status: 404, body: { message: "no task t-1" } };
    const run = await runScripted(row.words, { [row.first]: [GATEWAY], [row.other]: [second] }, { home });
    expect([run.exitCode, run.stderr]).toEqual([
      6,
      expect.stringContaining("no task t-1 (404 from PATCH /v1/task/t-1)"),
    ]);
  });

  it("a typed path is sent as typed, and guarded in each spelling", async () => {
    const words = (path: string) => ["api", "POST", path, "--data", "{}", "--yes"];
    const one = await runScripted(words("/repeat-request/r-1/retask"), { POST: [GATEWAY] }, { home });
    expect(changes(one)).toEqual(["POST /repeat-request/r-1/retask"]);
    const found = { body: { repeatrequestId: "r-2" } };
    await runScripted(words("/repeat-requests/r-1/retask"), { POST: [found] }, { home });
    const twice = await runScripted(words("/repeat-request/r-1/retask"), { POST: [found] }, { home });
    expect([twice.exitCode, changes(twice)]).toEqual([12, []]);
    expect(twice.stderr).toContain("code INTENT_CONFIRMED");
  });
});
