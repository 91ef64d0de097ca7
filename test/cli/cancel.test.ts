/** `task cancel` and `repeat cancel`: one question, one request per id, and the truth about its outcome. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TransportError } from "../../src/contract/send.ts";
import { openBench } from "./bench.ts";
import { errorOf, runScripted, task, type Script } from "./scripted-service.ts";
import { NOW } from "./stopped-clock.ts";
import { tempHome, type Run } from "./world.ts";

const patches = ({ requests }: Run): unknown[] =>
  requests.filter(({ method }) => method === "PATCH").map(({ path, body }) => [path, body]);
const linesOf = ({ requests }: Run): string[] => requests.map(({ method, path }) => `${method} ${path}`);

const lost = (): never => {
  throw new TransportError("reset", "maybe", "connection reset");
};

/** A record as a deployment sends it: the newest entry of the history is its only status. */
const recorded = (id: string, code: string): object =>
  task(id, code, {
    taskingrequestName: "task accepted",
    taskingrequestType: "standard",
    repeatrequestId: null,
    windowOpen: "2026-04-21T22:18:57.936Z",
    windowClose: "2026-04-28T22:18:57.936Z",
    collectionTier: "standard",
    collectionType: "spotlight",
    statusHistory: [
      { time: "2026-04-23T00:59:50.210Z", code, message: "x" },
      { time: "2026-04-22T15:30:08.756Z", code: "accepted", message: "Request can be satisfied." },
    ],
    transactionStatus: "in-progress",
    order: { summary: { total: "$1,000.00", subtotal: "$1,000.00" } },
  });

const ofSeries = (id: string, code: string, repeatrequestId: string | null): object =>
  task(id, code, { repeatrequestId, statusHistory: [{ code }] });

const series = (id: string, code: string): object => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [14.43, 40.82] },
  properties: { repeatrequestId: id, repeatrequestName: "etna", statusHistory: [{ code }] },
});

const script = (before: string, patch: Script[string], after = "canceled"): Script => ({
  "GET /task/t-1": [{ body: recorded("t-1", before) }, { body: recorded("t-1", after) }],
  "PATCH /task/t-1/status": patch,
});
const CANCELLED = [{ body: recorded("t-1", "canceled") }];

describe("the request", () => {
  it("CANCEL-01 reads the task, sends one body, and reports the state that is read", async () => {
    const run = await runScripted("task cancel t-1 --yes --json", script("accepted", CANCELLED));
    expect(run.exitCode, run.stderr).toBe(0);
    expect(linesOf(run)).toEqual(["GET /task/t-1", "PATCH /task/t-1/status", "GET /task/t-1"]);
    expect(patches(run)).toEqual([["/task/t-1/status", { status: "canceled" }]]);
    expect(JSON.parse(run.stdout)).toEqual([
      {
        id: "t-1",
        name: "task accepted",
        before: "accepted",
        price: "$1,000.00",
        outcome: "cancelled",
        status: "canceled",
      },
    ]);
  });

  it("CANCEL-01 a repeat request is cancelled by the field code", async () => {
    const run = await runScripted("repeat cancel r-1 --yes --output id", {
      "GET /repeat-requests/r-1": [{ body: series("r-1", "accepted") }, { body: series("r-1", "canceled") }],
      "PATCH /repeat-requests/r-1/status": [{ body: [{ code: "canceled" }, { code: "accepted" }] }],
      "POST /tasks/search": [{ body: { results: [] } }],
    });
    expect([run.exitCode, run.stdout]).toEqual([0, "r-1\n"]);
    expect(patches(run)).toEqual([["/repeat-requests/r-1/status", { code: "canceled" }]]);
  });

  it("CANCEL-02 a deployment's dialect has another path, field and spelling", async () => {
    const home = await tempHome();
    const env = { SWATH_PROFILE: "acme" };
    const words = [
      ["paths.taskCancel", "/task/{taskingrequestId}/cancel"],
      ["cancel.taskField", "code"],
      ["cancel.repeatField", "status"],
      ["cancel.word", "cancelled"],
    ] as const;
    for (const [key, value] of words)
      await runScripted(["config", "set", `dialect.${key}`, value], {}, { home, env });
    const run = await runScripted(
      "task cancel t-1 --yes",
      { "GET /task/t-1": script("accepted", [])["GET /task/t-1"]!, "PATCH /task/t-1/cancel": [{}] },
      { home, env },
    );
    expect(run.exitCode, run.stderr).toBe(0);
    expect(patches(run)).toEqual([["/task/t-1/cancel", { code: "cancelled" }]]);
    const other = await runScripted("repeat cancel r-1 --dry-run --json", {}, { home, env });
    expect(other.stdout).toContain('"status": "cancelled"');
    // The path of a decision stays.
    const rejected = await runScripted(
      "task reject t-1 --yes --no-check",
      { "PATCH /task/t-1/status": [{ body: { status: "rejected" } }] },
      { home, env },
    );
    expect(patches(rejected)).toEqual([["/task/t-1/status", { status: "rejected" }]]);
  });

  it("CANCEL-01 --dry-run shows the request, and nothing is sent", async () => {
    const run = await runScripted("task cancel t-1 t-2 --dry-run --json", {});
    expect([run.exitCode, run.requests]).toEqual([0, []]);
    expect(JSON.parse(run.stdout)).toMatchObject({
      method: "PATCH",
      path: "/v1/task/t-1/status",
      effect: "write",
      body: { status: "canceled" },
    });
  });

  it("CANCEL-03 P3 it is no spend: no record in the journal, and no limit or budget stops it", async () => {
    const home = await tempHome();
    await runScripted("config set budget.month 1", {}, { home });
    const run = await runScripted("task cancel t-1 --yes", script("accepted", CANCELLED), { home });
    expect(run.exitCode, run.stderr).toBe(0);
    const journal = await runScripted("journal list --json", {}, { home });
    expect(JSON.parse(journal.stdout)).toEqual([]);
  });
});

describe("the question", () => {
  it("CANCEL-04 names the task, its state, window and agreed price, and no is the default answer", async () => {
    const asked: unknown[] = [];
    const run = await runScripted("task cancel t-1", script("accepted", CANCELLED), {
      stdinTTY: true,
      ask: async (question) => {
        asked.push(question);
        return question.default ?? true;
      },
    });
    const message =
      'Cancel task t-1: "task accepted": near Vesuvius (IT), spotlight standard, 21-28 Apr, accepted, ' +
      "at an agreed price of $1,000.00? Whether an agreed price is refunded is not known. This cannot be undone.";
    expect(asked).toEqual([{ kind: "confirm", message, default: false }]);
    expect([run.exitCode, patches(run)]).toEqual([12, []]);
  });

  it("CANCEL-04 of a task in review no agreed price is named", async () => {
    const asked: string[] = [];
    await runScripted("task cancel t-1", script("review", CANCELLED), {
      stdinTTY: true,
      ask: async ({ message }) => {
        asked.push(message);
        return true;
      },
    });
    expect(asked).toEqual([
      'Cancel task t-1: "task accepted": near Vesuvius (IT), spotlight standard, 21-28 Apr, review? This cannot be undone.',
    ]);
  });

  it("CANCEL-04 of a rejection names the task, its window and price as that of a cancellation does", async () => {
    const asked: string[] = [];
    const run = await runScripted("task reject t-1", script("review", CANCELLED), {
      stdinTTY: true,
      ask: async ({ message }) => {
        asked.push(message);
        return false;
      },
    });
    expect(asked).toEqual([
      'Reject task t-1: "task accepted": near Vesuvius (IT), spotlight standard, 21-28 Apr, priced at $1,000.00? This cannot be undone.',
    ]);
    expect([run.exitCode, patches(run)]).toEqual([12, []]);
  });

  it("CANCEL-04 a script without --yes is refused before anything is read", async () => {
    const run = await runScripted("task cancel t-1 --json", {});
    expect([run.exitCode, run.requests]).toEqual([12, []]);
    expect(errorOf(run).code).toBe("CONFIRMATION_REQUIRED");
  });
});

it("CANCEL-04 a request that can no longer be rejected leads to its cancellation", async () => {
  const run = await runScripted("task reject t-1 --yes --json", script("accepted", []));
  expect([run.exitCode, patches(run)]).toEqual([7, []]);
  expect(errorOf(run)).toMatchObject({ code: "NOT_IN_REVIEW", hint: "swath task cancel t-1" });
  const ended = await runScripted("task reject t-1 --yes --json", script("completed", []));
  expect(errorOf(ended).hint).toContain("swath task get t-1");
});

describe("a series without an end", () => {
  const SERIES = "repeat create --interval 2 --from +1d --tier routine --type spotlight --yes --json";
  const created = (repetition: object): object => ({
    properties: { repeatrequestId: "r-9", lastStatusCode: "review", repetitionProperties: repetition },
  });
  const NOTE = "Repeat request r-9 runs until it is cancelled (swath repeat cancel r-9)";

  it.each([
    ["--until-canceled", {}, true],
    ["--count 3", { repetitionCount: 3 }, false],
    ["--count 3", {}, false],
    ["--to +30d", { repetitionEnd: "2031-05-01T00:00:00Z" }, false],
    ['--until-canceled --data \'{"properties":{"untilCanceled":true}}\'', { remainingCount: null }, true],
  ])(
    "CANCEL-08 REPEAT-23 is noted with the command that ends it: %s %j",
    async (flags, repetition, isEndless) => {
      const run = await runScripted(`${SERIES} --point 14.43,40.82 ${flags}`, {
        "POST /repeat-requests": [{ body: created(repetition) }],
      });
      expect(run.exitCode, run.stderr).toBe(0);
      expect(run.stderr.includes(NOTE), run.stderr).toBe(isEndless);
      expect(run.stderr).not.toContain("no end is given");
    },
  );

  it("CANCEL-08 REPEAT-23 a retask without an end, and the series of a file, are noted as well", async () => {
    const retasked = await runScripted("repeat retask r-1 --from +1d --until-canceled --yes --json", {
      "GET /repeat-requests/r-1": [{ body: series("r-1", "accepted") }],
      "POST /repeat-requests/search": [{ body: { results: [], currentPage: 1, totalPages: 1 } }],
      "POST /repeat-request/r-1/retask": [{ body: created({}) }],
    });
    expect(retasked.stderr).toContain(NOTE);
    const home = await tempHome();
    const points = [14, 15].map((lon) => ({
      type: "Feature",
      properties: {},
      geometry: { type: "Point", coordinates: [lon, 40] },
    }));
    await writeFile(
      join(home, "sites.geojson"),
      JSON.stringify({ type: "FeatureCollection", features: points }),
    );
    const each = await runScripted(
      `${SERIES} --file sites.geojson --each --until-canceled`,
      {
        "POST /repeat-requests/search": [{ body: { results: [] } }],
        "POST /repeat-requests": ["r-1", "r-2"].map((id) => ({ body: series(id, "review") })),
      },
      { home },
    );
    expect(each.exitCode, each.stderr).toBe(0);
    expect(each.stderr).toContain(
      "2 repeat requests run until they are cancelled (swath repeat cancel r-1 r-2)",
    );
  });
});

describe("the outcome", () => {
  it("CANCEL-05 P1 after a lost response the state is read, and nothing is sent again", async () => {
    const run = await runScripted("task cancel t-1 --yes --json", script("accepted", [lost]));
    expect(run.exitCode, run.stderr).toBe(0);
    expect(linesOf(run)).toEqual(["GET /task/t-1", "PATCH /task/t-1/status", "GET /task/t-1"]);
    expect(JSON.parse(run.stdout)).toMatchObject([{ outcome: "cancelled", status: "canceled" }]);
    expect(run.stderr).toContain("No response came, but task t-1 is now canceled: the cancellation arrived");
  });

  it("CANCEL-05 after a lost response a task that is not cancelled is reported with its state", async () => {
    const run = await runScripted("task cancel t-1 --yes --json", script("accepted", [lost], "accepted"));
    expect(run.exitCode).toBe(9);
    expect(patches(run)).toHaveLength(1);
    expect(errorOf(run)).toMatchObject({
      code: "NETWORK",
      message: expect.stringContaining("task t-1 is accepted, so it can be cancelled again") as string,
      hint: expect.stringContaining("swath task cancel t-1") as string,
    });
  });

  it("CANCEL-05 without response and state the outcome is unknown", async () => {
    const run = await runScripted("task cancel t-1 --yes --json --retries 0", {
      "GET /task/t-1": [{ body: recorded("t-1", "accepted") }, lost],
      "PATCH /task/t-1/status": [{ status: 502 }],
    });
    expect([run.exitCode, patches(run).length]).toEqual([13, 1]);
    expect(errorOf(run)).toMatchObject({
      code: "OUTCOME_UNKNOWN",
      hint: expect.stringContaining("swath task get t-1") as string,
    });
  });

  it("CANCEL-05 a response that repeats the word proves nothing: the state is read", async () => {
    const patch = [{ body: { status: "canceled" } }];
    const run = await runScripted("task cancel t-1 --yes --json", script("accepted", patch, "accepted"));
    expect(run.exitCode).toBe(11);
    expect(errorOf(run)).toMatchObject({
      code: "CANCEL_PENDING",
      message: "the service took the cancellation of task t-1, and it is still accepted",
    });
    const empty = await runScripted("task cancel t-1 --yes --json", script("accepted", [{}]));
    expect(JSON.parse(empty.stdout)).toMatchObject([{ outcome: "cancelled", status: "canceled" }]);
  });

  it.each([409, 400, 422])(
    "CANCEL-06 a task that ended meanwhile is reported in words, whatever the status of the refusal: %i",
    async (status) => {
      const error = { code: "UNABLE_TO_UPDATE_FINALIZED_TRANSACTION", message: "finalized" };
      const refusal = [{ status, body: { error } }];
      const ended = await runScripted(
        "task cancel t-1 --yes --json",
        script("accepted", refusal, "completed"),
      );
      expect([ended.exitCode, errorOf(ended).code]).toEqual([7, "REQUEST_ENDED"]);
      expect(errorOf(ended).message).toContain("task t-1 is already completed");
      const open = await runScripted("task cancel t-1 --yes --json", script("accepted", refusal, "accepted"));
      expect([open.exitCode, errorOf(open).code]).toEqual([7, "REQUEST_ENDED"]);
      expect(errorOf(open).message).toContain(
        "task t-1 is accepted, and the service cannot cancel it any more: finalized",
      );
      const cancelled = await runScripted("task cancel t-1 --yes", script("accepted", refusal));
      expect(cancelled.exitCode, cancelled.stderr).toBe(0);
    },
  );

  it("CANCEL-06 a completed task is refused here, and a cancelled one is none to send", async () => {
    const ended = await runScripted("task cancel t-1 --yes --json", script("completed", []));
    expect([ended.exitCode, patches(ended)]).toEqual([7, []]);
    expect(errorOf(ended)).toMatchObject({
      code: "REQUEST_ENDED",
      message: expect.stringContaining("task t-1 is already completed") as string,
    });
    for (const state of ["canceled", "cancelled"]) {
      const run = await runScripted("task cancel t-1 --yes --json", script(state, []));
      expect([run.exitCode, patches(run)]).toEqual([0, []]);
      const [row] = JSON.parse(run.stdout) as object[];
      expect(row).toMatchObject({ outcome: "already-cancelled", status: state });
      // It may have been in review before.
      expect(row).not.toHaveProperty("price");
      expect(run.stderr).toContain(`task t-1 is already ${state}: nothing was sent`);
    }
  });

  it("CANCEL-07 of several ids each has its result, and one that cannot be cancelled stops no other", async () => {
    const run = await runScripted("task cancel t-1 t-2 t-3 --yes --json", {
      ...script("accepted", CANCELLED),
      "GET /task/t-2": [{ body: recorded("t-2", "completed") }],
      "GET /task/t-3": [{ status: 404 }],
    });
    expect(run.exitCode).toBe(10);
    expect(JSON.parse(run.stdout)).toMatchObject([
      { id: "t-1", outcome: "cancelled" },
      { id: "t-2", outcome: "failed", status: "completed", error: { code: "REQUEST_ENDED" } },
      { id: "t-3", outcome: "failed", error: { code: "NOT_FOUND" } },
    ]);
  });
});

describe("in the sandbox", () => {
  const DAY_MS = 86_400_000;
  const SPOTLIGHT = "--point -9.14,38.69 --tier urgent --type spotlight --pre-approve --yes --output id";

  it("CANCEL-08 STATES-15 a cancelled task is never collected, ends a wait, is found by its state and costs nothing", async () => {
    const { swath, clock } = await openBench();
    const home = await tempHome();
    const created = await swath(`task create ${SPOTLIGHT} --window-open +1h --window 7d --name tagus`, {
      home,
    });
    const id = created.stdout.trim();
    // By its name.
    const run = await swath("task cancel tagus --yes --output id", { home });
    expect([run.exitCode, run.stdout.trim()]).toEqual([0, id]);
    clock.ms += 9 * DAY_MS;
    const waited = await swath(["task", "wait", id, "--json"], { home });
    expect([waited.exitCode, errorOf(waited).code]).toEqual([7, "ENDED_UNEXPECTEDLY"]);
    const found = await swath("search tasks --status canceled --output id", { home });
    expect(found.stdout.trim()).toBe(id);
    const order = await swath(["order", "task", id, "--yes", "--json"], { home });
    expect(order.exitCode).not.toBe(0);
    const spent = await swath("spend --json", { home });
    expect(spent.stdout).not.toContain(id);
    const status = await swath("status --json", { home });
    expect(status.stdout).not.toContain(id);
    const waiting = await swath("approvals list --json", { home });
    expect(JSON.parse(waiting.stdout)).toEqual([]);
  });

  it("CANCEL-08 STATES-15 a collected task cannot be cancelled", async () => {
    const { swath, clock, send, member } = await openBench();
    const created = await swath(`task create ${SPOTLIGHT} --window-open +1h --window 7d`);
    const id = created.stdout.trim();
    clock.ms += 9 * DAY_MS;
    const run = await swath(["task", "cancel", id, "--yes", "--no-check", "--json"]);
    expect(run.exitCode).toBe(7);
    expect(errorOf(run).message).toContain(`task ${id} is already completed`);
    const reply = await send({
      method: "PATCH",
      url: `https://sar.example/v1/task/${id}/status`,
      headers: { authorization: `ApiKey ${member.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ status: "canceled" }),
    });
    expect(reply.status).toBe(422);
  });

  it("CANCEL-08 STATES-15 a cancelled series makes no new tasks, its open tasks are cancelled, and collected ones stay", async () => {
    const { swath, clock } = await openBench();
    const created = await swath(
      `repeat create --point 14.9934,37.751 --name etna --from ${new Date(NOW).toISOString()} --interval 2 ` +
        "--until-canceled --tier routine --type spotlight --pre-approve --yes --output id",
    );
    const id = created.stdout.trim();
    expect(created.stderr).toContain(`swath repeat cancel ${id}`);
    clock.ms += 7 * DAY_MS;
    await swath(["repeat", "get", id]);
    const run = await swath(["repeat", "cancel", id, "--yes", "--json"]);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject([{ id, outcome: "cancelled", status: "canceled" }]);
    const tasks = async (): Promise<string[]> => {
      const found = await swath(["search", "tasks", "--repeat-id", id, "--all", "--json"]);
      return (JSON.parse(found.stdout) as { properties: { lastStatusCode: string } }[]).map(
        ({ properties }) => properties.lastStatusCode,
      );
    };
    const states = await tasks();
    expect(new Set(states)).toEqual(new Set(["completed", "canceled"]));
    clock.ms += 30 * DAY_MS;
    expect(await tasks()).toEqual(states);
    expect((await swath(["repeat", "wait", id])).exitCode).toBe(7);
  });

  it("CANCEL-08 an open task of a cancelled series, and no other, is named with the command that cancels it", async () => {
    const run = await runScripted("repeat cancel r-1 --yes --json", {
      "GET /repeat-requests/r-1": [{ body: series("r-1", "accepted") }, { body: series("r-1", "canceled") }],
      "PATCH /repeat-requests/r-1/status": [{}],
      "POST /tasks/search": [
        {
          body: {
            results: [
              ofSeries("t-1", "accepted", "r-1"),
              ofSeries("t-2", "completed", "R-1"),
              ofSeries("t-3", "canceled", "r-1"),
              // A service may ignore the filter.
              ofSeries("t-8", "accepted", "r-2"),
              ofSeries("t-9", "accepted", null),
            ],
          },
        },
      ],
    });
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain("1 task of the series may still be collected: t-1");
    expect(run.stderr).toContain("swath task cancel t-1");
    expect(run.stderr).not.toMatch(/t-[89]/);
    expect(run.stderr).toContain("1 collected task of the series: the images stay");
  });
});
