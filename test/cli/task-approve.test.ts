/** Approving and rejecting: checks, output, question and request, in exactly this order. */
import { describe, expect, it } from "vitest";
import { TransportError } from "../../src/contract/send.ts";
import { errorOf, runScripted, task, type Script } from "./scripted-service.ts";
import { NOW, stoppedClock } from "./stopped-clock.ts";
import { tempHome } from "./world.ts";

const READY = { transactionStatus: "pending-customer-approval" };
const priced = (id: string, total: string): object =>
  task(id, "review", { ...READY, order: { summary: { total, subtotal: total } } });
const APPROVED = { body: task("t-1", "submitted") };
const script = (...records: object[]): Script => ({
  "GET /task/t-1": records.map((body) => ({ body })),
  "PATCH /task/t-1/status": [APPROVED],
});
const sentOf = ({ requests }: { requests: { method: string; path: string; body?: unknown }[] }): unknown[] =>
  requests.filter(({ method }) => method === "PATCH").map(({ body }) => body);

describe("task approve", () => {
  it("STATES-06 APPROVE-01 APPROVE-05 reads the price immediately before, and sends one body", async () => {
    const run = await runScripted("task approve t-1 --yes --json", script(priced("t-1", "$1,250.00")));
    expect(run.exitCode).toBe(0);
    expect(run.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /task/t-1",
      "PATCH /task/t-1/status",
    ]);
    expect(sentOf(run)).toEqual([{ status: "approved" }]);
    expect(JSON.parse(run.stdout)).toEqual([
      {
        id: "t-1",
        outcome: "approved",
        status: "submitted",
        price: "$1,250.00",
        commitment: { amount: 1250, currency: "USD" },
      },
    ]);
  });

  it.each([
    [{ subtotal: "$9,000.00" }, {}],
    [{ grandTotal: "$9,000.00" }, {}],
    [{}, { totalCost: "$9,000.00" }],
    [{}, { lineItems: [{ cost: "$4,000.00" }, { cost: "$5,000.00" }] }],
    [{ grandTotal: "1e6" }, {}],
    [{ betrag: 9000 }, {}],
  ])(
    "APPROVE-05 P5 the largest amount of an estimate bounds, and an unreadable one exceeds every limit: %j, %j",
    async (summary, more) => {
      const order = { ...more, summary: { total: "$10.00", ...summary } };
      const run = await runScripted(
        "task approve t-1 --yes --max-cost 500 --json",
        script(task("t-1", "review", { ...READY, order })),
      );
      expect([errorOf(run).code, sentOf(run)]).toEqual(["COST_LIMIT_EXCEEDED", []]);
    },
  );

  it("APPROVE-05 APPROVE-11 P5 a total below another amount is shown with it, in the question and in the result", async () => {
    const order = { summary: { total: "$1,250.00", subtotal: "$1,300.00" } };
    const service = script(task("t-1", "review", { ...READY, order }));
    const asked: string[] = [];
    const run = await runScripted("task approve t-1 --json", service, {
      stdinTTY: true,
      ask: async ({ message }) => {
        asked.push(message);
        return true;
      },
    });
    expect(asked).toEqual(["Approve task t-1: near Vesuvius (IT): $1,250.00, at most $1,300.00?"]);
    expect(run.stderr).toContain(
      "task t-1: the total is $1,250.00, but limits and the budget are compared with a higher amount of the price",
    );
    expect(JSON.parse(run.stdout)).toMatchObject([{ price: "$1,250.00", commitment: { amount: 1300 } }]);
    const limited = await runScripted("task approve t-1 --yes --max-cost 1299.99 --json", service);
    expect([errorOf(limited).code, sentOf(limited)]).toEqual(["COST_LIMIT_EXCEEDED", []]);
    const within = await runScripted("task approve t-1 --yes --max-cost 1300", service);
    expect(sentOf(within)).toHaveLength(1);
  });

  it("APPROVE-11 asks on a terminal, and no is the default answer", async () => {
    const asked: unknown[] = [];
    const run = await runScripted("task approve t-1", script(priced("t-1", "$1,250.00")), {
      stdinTTY: true,
      ask: async (question) => {
        asked.push(question);
        return question.default ?? true;
      },
    });
    const message = "Approve task t-1: near Vesuvius (IT): $1,250.00?";
    expect(asked).toEqual([{ kind: "confirm", message, default: false }]);
    expect([run.exitCode, sentOf(run)]).toEqual([12, []]);
    expect(run.stderr).toContain("ABORTED");
  });

  it("APPROVE-11 without --yes and a terminal no request is sent", async () => {
    const run = await runScripted("task approve t-1 --json", {});
    expect([run.exitCode, run.requests]).toEqual([12, []]);
    expect(errorOf(run).code).toBe("CONFIRMATION_REQUIRED");
  });

  it.each([
    ["$1,250.00", "1000"],
    ["$1,250.00", "EUR 2000"],
    ["about a thousand", "5000"],
  ])("APPROVE-11 a price of %s is above --max-cost %s", async (price, limit) => {
    const argv = ["task", "approve", "t-1", "--yes", "--json", "--max-cost", limit];
    const run = await runScripted(argv, script(priced("t-1", price)));
    expect([run.exitCode, sentOf(run)]).toEqual([12, []]);
    expect(errorOf(run).code).toBe("COST_LIMIT_EXCEEDED");
  });

  it("APPROVE-11 a limit in another currency is not compared with the price", async () => {
    const argv = ["task", "approve", "t-1", "--yes", "--json", "--max-cost", "USD 9000"];
    const run = await runScripted(argv, script(priced("t-1", "EUR 1,250.00")));
    expect([run.exitCode, sentOf(run)]).toEqual([12, []]);
    expect(errorOf(run)).toMatchObject({
      code: "COST_LIMIT_EXCEEDED",
      message: expect.stringMatching(/EUR 1,250\.00.*USD 9,000/) as string,
      reason: "otherCurrency",
    });
  });

  it("APPROVE-11 prices in several currencies are each in the question, and no limit covers them", async () => {
    const several = {
      "GET /task/t-1": [{ body: priced("t-1", "$600.00") }],
      "GET /task/t-2": [{ body: priced("t-2", "EUR 500.50") }],
      PATCH: [APPROVED],
    };
    const refused = await runScripted("task approve t-1 t-2 --yes --max-cost 9000 --json", several);
    expect([refused.exitCode, sentOf(refused)]).toEqual([12, []]);
    expect(errorOf(refused)).toMatchObject({
      code: "COST_LIMIT_EXCEEDED",
      message: expect.stringContaining("several currencies ($600.00 and EUR 500.50)") as string,
      reason: "currenciesMixed",
    });
    const asked: string[] = [];
    await runScripted("task approve t-1 t-2", several, {
      stdinTTY: true,
      ask: async ({ message }) => {
        asked.push(message);
        return false;
      },
    });
    expect(asked).toEqual(["Approve 2 tasks for $600.00 and EUR 500.50?"]);
  });

  it("APPROVE-11 --max-cost limits the sum of several prices", async () => {
    const several = {
      "GET /task/t-1": [{ body: priced("t-1", "$600.00") }],
      "GET /task/t-2": [{ body: priced("t-2", "$500.50") }],
      "PATCH /task/t-1/status": [APPROVED],
      "PATCH /task/t-2/status": [{ body: task("t-2", "submitted") }],
    };
    const refused = await runScripted("task approve t-1 t-2 --yes --max-cost 1100 --json", several);
    expect([errorOf(refused).code, sentOf(refused)]).toEqual(["COST_LIMIT_EXCEEDED", []]);
    const agreed = await runScripted("task approve t-1 t-2 --yes --max-cost 1100.50", several);
    expect([agreed.exitCode, sentOf(agreed).length]).toEqual([0, 2]);
  });

  it.each([
    ["", 1000],
    [", when the clock was set back meanwhile", -3_600_000],
  ])("APPROVE-11 P5 a price that changed during the question is not paid%s", async (_when, passedMs) => {
    const clock = stoppedClock();
    const run = await runScripted(
      "task approve t-1 --json",
      script(priced("t-1", "$1,250.00"), priced("t-1", "$1,300.00")),
      { stdinTTY: true, clock, ask: async () => ((clock.ms += passedMs), true) },
    );
    expect([run.exitCode, sentOf(run)]).toEqual([12, []]);
    expect(errorOf(run).code).toBe("PRICE_CHANGED");
  });

  it("P5 an error in a batch reports how many of its requests were sent before", async () => {
    const run = await runScripted(
      "task approve t-1 t-2 --yes --json",
      {
        "GET /task/t-1": [{ body: priced("t-1", "$600.00") }],
        "GET /task/t-2": [{ body: priced("t-2", "$500.00") }, { body: priced("t-2", "$501.00") }],
        "PATCH /task/t-1/status": [APPROVED],
      },
      { env: { SWATH_CONCURRENCY: "1" } },
    );
    expect([run.exitCode, sentOf(run).length]).toEqual([10, 1]);
    expect(errorOf(run).details).toMatchObject([
      {
        code: "PRICE_CHANGED",
        message: expect.stringMatching(
          /^t-2: .*\$500\.00 .*\$501\.00 .*, and 1 request before it was$/,
        ) as string,
      },
    ]);
  });

  it.each(["submitted", "accepted", "rejected", "completed"])(
    "APPROVE-04 APPROVE-12 a task that is %s is not approved",
    async (code) => {
      const run = await runScripted("task approve t-1 --yes --json", script(task("t-1", code)));
      expect([run.exitCode, sentOf(run)]).toEqual([7, []]);
      expect(errorOf(run)).toMatchObject({ code: "NOT_IN_REVIEW", message: expect.stringContaining(code) });
    },
  );

  it("APPROVE-04 --no-check sends without a check", async () => {
    const run = await runScripted("task approve t-1 --no-check --yes", script(task("t-1", "review")));
    expect(run.requests.map(({ method }) => method)).toEqual(["PATCH"]);
  });

  it("COST-02 APPROVE-11 waits for the estimate, and --without-estimate does not", async () => {
    const waited = await runScripted(
      "task approve t-1 --yes --json",
      script(task("t-1", "review"), task("t-1", "review"), priced("t-1", "$9.00")),
    );
    expect(JSON.parse(waited.stdout)).toMatchObject([{ price: "$9.00" }]);
    const never = await runScripted(
      "task approve t-1 --yes --wait-timeout 1m --json",
      script(task("t-1", "review")),
    );
    expect([never.exitCode, sentOf(never), errorOf(never).code]).toEqual([11, [], "WAIT_TIMEOUT"]);
    const blind = await runScripted(
      "task approve t-1 --yes --without-estimate",
      script(task("t-1", "review")),
    );
    expect(sentOf(blind)).toEqual([{ status: "approved" }]);
  });

  it.each([
    ["an empty body", undefined],
    ["an echo", { status: "approved" }],
  ])("APPROVE-10 STATES-02 %s is followed by a status request", async (_what, body) => {
    const run = await runScripted("task approve t-1 --yes --json", {
      "GET /task/t-1": [{ body: priced("t-1", "$9.00") }, { body: task("t-1", "submitted") }],
      "PATCH /task/t-1/status": [{ body }],
    });
    expect(JSON.parse(run.stdout)).toMatchObject([{ status: "submitted" }]);
  });

  it("APPROVE-05 --wait polls until the scheduler has accepted it", async () => {
    const run = await runScripted(
      "task approve t-1 --yes --wait --json",
      script(priced("t-1", "$9.00"), task("t-1", "submitted"), task("t-1", "accepted")),
    );
    expect(JSON.parse(run.stdout)).toMatchObject([{ outcome: "approved", status: "accepted" }]);
  });

  it("APPROVE-01 P1 ids also come from stdin; one that cannot be approved stops all of them", async () => {
    const run = await runScripted(
      "task approve - --yes --json",
      {
        "GET /task/t-1": [{ body: priced("t-1", "$9.00") }],
        "GET /task/t-2": [{ body: task("t-2", "accepted") }],
        "PATCH /task/t-1/status": [APPROVED],
      },
      { stdin: "t-1\nt-2\nt-1\n" },
    );
    expect(run.exitCode).toBe(10);
    expect([run.stdout, sentOf(run)]).toEqual(["", []]);
    expect(errorOf(run)).toMatchObject({
      code: "BATCH_PARTIAL",
      message: "1 of 2 tasks failed: nothing was sent",
      details: [{ code: "NOT_IN_REVIEW" }],
    });
  });

  it("--keep-going leaves out what is not in review or gets no estimate, and approves the rest", async () => {
    const run = await runScripted(
      "task approve t-1 t-2 t-3 --yes --keep-going --wait-timeout 1s --max-cost 10 --json",
      {
        "GET /task/t-1": [{ body: priced("t-1", "$9.00") }],
        "GET /task/t-2": [{ body: task("t-2", "accepted") }],
        "GET /task/t-3": [{ body: task("t-3", "review") }],
        "PATCH /task/t-1/status": [APPROVED],
      },
    );
    expect(run.exitCode).toBe(10);
    expect(sentOf(run)).toEqual([{ status: "approved" }]);
    expect(JSON.parse(run.stdout)).toMatchObject([
      { id: "t-1", outcome: "approved" },
      { id: "t-2", outcome: "failed", error: { code: "NOT_IN_REVIEW" } },
      { id: "t-3", outcome: "failed", error: { code: "WAIT_TIMEOUT" } },
    ]);
    expect(errorOf(run)).toMatchObject({ code: "BATCH_PARTIAL", message: "2 of 3 tasks failed" });
  });

  it("APPROVE-01 a dry run shows the body and reads nothing", async () => {
    const run = await runScripted("task approve t-1 --dry-run --json", {});
    expect(JSON.parse(run.stdout)).toMatchObject({ method: "PATCH", body: { status: "approved" } });
  });
});

describe("a reply that is the record of something else", () => {
  const ASKED = "0e0e0e0e-1111-4222-8333-444444440001";
  const OTHER = "0e0e0e0e-1111-4222-8333-444444449999";
  const cheap = task(OTHER, "review", { ...READY, order: { summary: { total: "$100.00" } } });
  const series = (id: string): object => ({ properties: { repeatrequestId: id, lastStatusCode: "review" } });

  it.each([
    [`task approve ${ASKED} --yes --max-cost 5000`, `GET /task/${ASKED}`, cheap],
    [`task cost ${ASKED}`, `GET /task/${ASKED}`, cheap],
    [`repeat approve ${ASKED} --yes`, `GET /repeat-requests/${ASKED}`, series(OTHER)],
    [`order task ${ASKED} --yes --max-cost 5000`, `GET /task/${ASKED}`, cheap],
    [
      `task retask ${ASKED} --window-open 2031-04-06T06:00:00Z --window-close 2031-04-13T06:00:00Z --yes`,
      `GET /task/${ASKED}`,
      cheap,
    ],
  ])("APPROVE-11 is not used for the requested one: %s", async (line, request, body) => {
    const run = await runScripted(`${line} --json`, { [request]: [{ body }] });
    expect([errorOf(run).code, run.exitCode]).toEqual(["RESPONSE_UNRECOGNISED", 8]);
    expect(errorOf(run).message).toContain(`the response contains "${OTHER}" instead of "${ASKED}"`);
    expect(run.requests.map(({ method }) => method)).toEqual(["GET"]);
  });

  it.each(["cancelled", "failed", "received"])(
    "P3 an approval without a reply is unknown while the request is %s",
    async (state) => {
      const run = await runScripted(`task approve ${ASKED} --yes --json`, {
        GET: [
          { body: task(ASKED, "review", { ...READY, order: { summary: { total: "$100.00" } } }) },
          { body: task(ASKED, state) },
        ],
        PATCH: [
          () => {
            throw new TransportError("reset", "maybe", "connection reset");
          },
        ],
      });
      expect(run.exitCode, run.stdout).toBe(13);
    },
  );

  it("APPROVE-11 a UUID in capitals is the same id", async () => {
    const run = await runScripted(`task approve ${ASKED.toUpperCase()} --yes --json`, {
      GET: [{ body: task(ASKED, "review", { ...READY, order: { summary: { total: "$100.00" } } }) }],
      PATCH: [{ body: task(ASKED, "submitted") }],
    });
    expect([run.exitCode, sentOf(run)]).toEqual([0, [{ status: "approved" }]]);
  });

  it("APPROVE-11 a series in the list of approvals whose record has another id is not approved", async () => {
    const run = await runScripted("approvals approve --all --yes --max-cost 5000 --json", {
      "POST /tasks/search": [
        {
          body: { results: [task(ASKED, "review", { ...READY, order: { summary: { total: "$100.00" } } })] },
        },
      ],
      "POST /repeat-requests/search": [{ body: { results: [] } }],
      [`GET /task/${ASKED}`]: [{ body: cheap }],
    });
    expect([run.exitCode === 0, sentOf(run)]).toEqual([false, []]);
    expect(errorOf(run).code).toBe("RESPONSE_UNRECOGNISED");
  });
});

describe("PICK-02 a name whose search failed", () => {
  const FAILED: [string, Script[string]][] = [
    ["500", [{ status: 500, body: { error: "x" } }]],
    ["a response that is not a list", [{ body: "nothing" }]],
    [
      "a list with a value that is not a record",
      [
        {
          body: {
            results: [
              task("t-1", "review", {
                ...READY,
                taskingrequestName: "setubal",
                repeatrequestName: "setubal",
              }),
              5,
              null,
            ],
          },
        },
      ],
    ],
  ];

  it.each(FAILED)("is not an id to pay for: %s", async (_title, answers) => {
    for (const line of [
      "task approve setubal",
      "repeat approve setubal",
      "order task setubal",
      "approvals approve setubal",
      "task retask setubal --window-open 2031-04-06T06:00:00Z --window-close 2031-04-13T06:00:00Z",
    ]) {
      const run = await runScripted(`${line} --yes --retries 0 --json`, {
        "POST /tasks/search": answers,
        "POST /repeat-requests/search": answers,
        GET: [{ body: priced("t-1", "$9.00") }],
      });
      expect(run.exitCode, line).not.toBe(0);
      // The list of waiting requests reads a missing estimate.
      const others = run.requests.filter(({ method, path }) => !path.endsWith("/search") && method !== "GET");
      expect(others, line).toEqual([]);
      if (!line.startsWith("approvals"))
        expect(
          run.requests.some(({ method }) => method === "GET"),
          line,
        ).toBe(false);
      if (!line.startsWith("approvals") || answers[0] === FAILED[2]![1][0])
        expect(errorOf(run)).toMatchObject({
          message: expect.stringContaining('could not resolve "setubal"') as string,
          hint: expect.stringContaining("full id") as string,
        });
    }
  });

  it("is sent unchanged only for reading, or after a search that worked and found nothing", async () => {
    const found = { body: priced("setubal", "$9.00") };
    const read = await runScripted("task get setubal --json --retries 0", {
      "POST /tasks/search": FAILED[0]![1],
      "GET /task/setubal": [found],
    });
    expect(read.exitCode).toBe(0);
    const approved = await runScripted("task approve setubal --yes --json", {
      "POST /tasks/search": [{ body: { results: [] } }],
      "GET /task/setubal": [found],
      PATCH: [APPROVED],
    });
    expect(sentOf(approved)).toEqual([{ status: "approved" }]);
  });

  it("the short id of a scene is not paid either", async () => {
    for (const status of [500, 422]) {
      const run = await runScripted(
        "collect retask abcd0000 --window-open 2031-04-06T06:00:00Z --window-close 2031-04-13T06:00:00Z --yes --retries 0 --json",
        { "POST /catalog/search": [{ status, body: { error: "x" } }] },
      );
      expect(run.exitCode).not.toBe(0);
      expect(run.requests.map(({ path }) => path)).toEqual(["/catalog/search"]);
    }
  });
});

describe("a lost response", () => {
  const lost = (): never => {
    throw new TransportError("reset", "maybe", "connection reset");
  };

  it("APPROVE-05 P1 a task that left review was approved, and the journal records it", async () => {
    const run = await runScripted("task approve t-1 --yes --json", {
      "GET /task/t-1": [{ body: priced("t-1", "$9.00") }, { body: task("t-1", "accepted") }],
      "PATCH /task/t-1/status": [lost],
    });
    expect(run.exitCode).toBe(0);
    expect(sentOf(run)).toHaveLength(1);
    expect(JSON.parse(run.stdout)).toMatchObject([{ outcome: "approved", status: "accepted" }]);
  });

  it("APPROVE-05 P3 a task still in review is reported as unknown, and may be approved again", async () => {
    const home = await tempHome();
    const run = await runScripted(
      "task approve t-1 --yes --json",
      { "GET /task/t-1": [{ body: priced("t-1", "$9.00") }], "PATCH /task/t-1/status": [lost] },
      { home },
    );
    expect(run.exitCode).toBe(13);
    expect(errorOf(run)).toMatchObject({
      code: "OUTCOME_UNKNOWN",
      hint: expect.stringContaining("task approve t-1"),
    });
    const later = { home, clock: stoppedClock(NOW + 120_000) };
    const again = await runScripted("task approve t-1 --yes", script(priced("t-1", "$9.00")), later);
    expect([again.exitCode, sentOf(again)]).toEqual([0, [{ status: "approved" }]]);
  });
});

describe("APPROVE-11 P5 the limit that was given when a task was created here", () => {
  const CREATE =
    "task create --point 14.43,40.82 --window-open +1d --window 7d --tier standard --type spotlight --max-cost 100";
  const CREATED = "3f2b0000-0000-4000-8000-0000000000ab";
  const expensive = (id: string): Script => ({
    [`GET /task/${id}`]: [{ body: priced(id, "$900.00") }],
    PATCH: [{ body: task(id, "submitted") }],
  });

  it.each([
    `task approve ${CREATED} --yes`,
    `task approve ${CREATED.toUpperCase()} --yes`,
    `task approve ${CREATED.toUpperCase()} --yes --no-check`,
    `api PATCH /task/${CREATED}/status --data '{"status":"approved"}' --yes`,
    `api PATCH /task/${CREATED.toUpperCase()}/status --data '{"status":"approved"}' --yes`,
    `api PATCH /task/%33${CREATED.slice(1)}/status/ --data '{"status":"approved"}' --yes`,
  ])("holds at its approval: %s", async (line) => {
    const home = await tempHome();
    const created = await runScripted(
      CREATE,
      { "POST /task": [{ status: 201, body: task(CREATED, "received") }] },
      { home },
    );
    expect(created.stderr).toContain("the limit of 100 holds at its approval");
    const id = /approve (\S+)/.exec(line)?.[1] ?? CREATED;
    const run = await runScripted(`${line} --json`, expensive(id), { home });
    expect([run.exitCode, sentOf(run)], run.stderr).toEqual([12, []]);
    expect(errorOf(run)).toMatchObject({ code: "COST_LIMIT_EXCEEDED", maxCost: "100" });
  });
});

describe("APPROVE-05 a reply that does not prove the approval", () => {
  it.each([
    ["an error", { error: "quota exceeded" }],
    ["the record of another task", task("t-9", "submitted")],
    ["a rejection", task("t-1", "rejected")],
  ])("%s: the outcome is unknown, exit 13, and it is sent once", async (_title, body) => {
    const home = await tempHome();
    const run = await runScripted(
      "task approve t-1 --yes --json",
      { "GET /task/t-1": [{ body: priced("t-1", "$9.00") }], "PATCH /task/t-1/status": [{ body }] },
      { home },
    );
    expect([run.exitCode, errorOf(run).code, sentOf(run).length]).toEqual([13, "OUTCOME_UNKNOWN", 1]);
  });

  it("an empty list of errors is not an error", async () => {
    const run = await runScripted("task approve t-1 --yes --json", {
      "GET /task/t-1": [{ body: priced("t-1", "$9.00") }, { body: task("t-1", "submitted") }],
      "PATCH /task/t-1/status": [{ body: { errors: [] } }],
    });
    expect(run.exitCode, run.stderr).toBe(0);
  });
});

describe("task reject, repeat approve, repeat reject", () => {
  const series = (code: string, more = {}): object => ({
    properties: { repeatrequestId: "r-1", lastStatusCode: code, ...more },
  });

  it("STATES-07 APPROVE-06 a rejection reads no price", async () => {
    const run = await runScripted("task reject t-1 --yes --json", {
      "GET /task/t-1": [{ body: task("t-1", "review") }],
      "PATCH /task/t-1/status": [{ body: task("t-1", "rejected") }],
    });
    expect(sentOf(run)).toEqual([{ status: "rejected" }]);
    expect(JSON.parse(run.stdout)).toEqual([{ id: "t-1", outcome: "rejected", status: "rejected" }]);
  });

  it.each([
    ["approve", { code: "submitted" }, "submitted"],
    ["reject", { code: "rejected" }, "rejected"],
  ])("STATES-09 APPROVE-02 APPROVE-03 APPROVE-07 APPROVE-08 repeat %s", async (verb, body, code) => {
    const run = await runScripted(`repeat ${verb} r-1 --yes`, {
      "GET /repeat-requests/r-1": [{ body: series("review", { costPerImageEstimate: "$900.00" }) }],
      "PATCH /repeat-requests/r-1/status": [{ body: series(code) }],
    });
    expect([run.exitCode, sentOf(run)]).toEqual([0, [body]]);
  });

  it("APPROVE-09 a series that is not in review is left unchanged", async () => {
    const run = await runScripted("repeat approve r-1 --yes --json", {
      "GET /repeat-requests/r-1": [{ body: series("submitted") }],
    });
    expect([run.exitCode, errorOf(run).code]).toEqual([7, "NOT_IN_REVIEW"]);
  });
});
