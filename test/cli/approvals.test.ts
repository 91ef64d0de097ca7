/** `swath approvals`: requests that wait for an approval, and deciding on them with one confirmation of the total. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { Interrupts } from "../../src/app/interrupts.ts";
import type { Question } from "../../src/cli/world.ts";
import { openBench } from "./bench.ts";
import { errorOf, runScripted, type Script } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const { swath, clock } = await openBench({ archiveSize: 100 });

let home: string;
let [taskId, seriesId] = ["", ""];
beforeEach(async () => {
  home = await tempHome();
  clock.ms += 86_400_000;
  await swath("approvals reject --all --yes");
  const task = await swath(
    "task create --point -8.89,38.52 --window-open +1d --window 7d --tier standard --type spotlight --name setubal --wait --output id",
  );
  taskId = task.stdout.trim();
  clock.ms += 60_000;
  const series = await swath(
    "repeat create --point 14.43,40.82 --from +1h --interval 7 --count 3 --tier routine --type spotlight --name vesuvius --wait --output id",
  );
  seriesId = series.stdout.trim();
});

const sent = ({ requests }: { requests: { method: string; path: string }[] }): string[] =>
  requests.map(({ method, path }) => `${method} ${path}`);
const SEARCHES = ["POST /tasks/search", "POST /repeat-requests/search"];

const record = (id: string, more: object = {}) => ({
  properties: { taskingrequestId: id, lastStatusCode: "review", ...more },
});
const price = { transactionStatus: "pending-customer-approval", order: { summary: { total: "$5.00" } } };
const none: Script = { "POST /repeat-requests/search": [{ body: { results: [], totalPages: 1 } }] };

describe("P1 two waiting requests whose ids differ in their spelling only", () => {
  it("are approved once: the second one is refused", async () => {
    const ids = ["a-\u00e9", "A-\u00c9"];
    const run = await runScripted("approvals approve --all --yes --max-cost 100 --json", {
      ...none,
      "POST /tasks/search": [{ body: { results: ids.map((id) => record(id, price)), totalPages: 1 } }],
      GET: [{ body: record("a-\u00e9", price) }],
      PATCH: [{ body: {} }],
    });
    expect(
      sent(run).filter((request) => request.startsWith("PATCH")),
      run.stderr,
    ).toHaveLength(1);
    expect([run.exitCode, JSON.parse(run.stdout)]).toMatchObject([
      10,
      [{ outcome: "approved" }, { outcome: "failed", error: { code: "INTENT_CONFIRMED" } }],
    ]);
  });
});

describe("approvals", () => {
  it("lists tasks and series with place, window, price and total, in two requests", async () => {
    const run = await swath("approvals --json", { home });
    expect(sent(run)).toEqual(SEARCHES);
    expect(JSON.parse(run.stdout)).toMatchObject([
      {
        kind: "repeat",
        id: seriesId,
        name: "vesuvius",
        price: { amount: 1125, currency: "USD", per: "image", count: 3, total: 3375 },
        priceText: "3 x $1,125.00 = $3,375.00",
        commitment: { amount: 3375, currency: "USD" },
      },
      {
        kind: "task",
        id: taskId,
        name: "setubal",
        place: "near Setubal (PT)",
        price: { amount: 1250, currency: "USD", per: "order", total: 1250 },
        commitment: { amount: 1250, currency: "USD" },
      },
    ]);
    expect(run.stderr).toContain("Sum: $4,625.00");
  });

  it("the page has the command of its ids, unless one of them would be read as a flag", async () => {
    const pageWith = async (id: string): Promise<string> => {
      const body = { results: [record(id, price)], totalPages: 1 };
      return (await runScripted("approvals --output html", { ...none, "POST /tasks/search": [{ body }] }))
        .stdout;
    };
    expect(await pageWith("t-1")).toContain('"ofIds":["approvals","approve"]');
    expect(await pageWith("--all")).not.toContain('"ofIds":[');
  });

  it("approvals without a verb lists; csv has numbers", async () => {
    const own = await swath("approvals", { home });
    expect((await swath("approvals list", { home })).stdout).toBe(own.stdout);
    const csv = await swath("approvals --output csv --columns id,commitment.amount", { home });
    expect(csv.stdout).toBe(`id,commitment.amount\n${seriesId},3375\n${taskId},1250\n`);
  });

  it("at 80 columns, name, kind and place stay beside a long price, and a total that differs has its own column", async () => {
    const create =
      "repeat create --point 14.43,40.82 --from +1h --interval 7 --tier routine --type spotlight";
    clock.ms += 60_000;
    await swath(`${create} --until-canceled --name ves-open --wait`);
    clock.ms += 60_000;
    await swath(`${create} --to +60d --name ves-end --wait`);
    const { stdout } = await swath("approvals list --no-color", {
      home,
      stdoutTTY: true,
      env: { COLUMNS: "80" },
    });
    const lines = stdout.trimEnd().split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(lines.map((line) => line.replaceAll(/[0-9a-f]{8}/g, "<id>").replaceAll(/ +/g, " "))).toEqual([
      "ID NAME KIND PLACE PRICE COMMITTED +4",
      "<id> ves-end repeat Vesuvius (IT) up to 9 x $1,125.00 $10,125.00",
      "<id> ves-open repeat Vesuvius (IT) $1,125.00 per image no bound",
      "<id> vesuvius repeat Vesuvius (IT) 3 x $1,125.00 $3,375.00",
      "<id> setubal task Setubal (PT) $1,250.00",
    ]);
  });

  it("at 60 columns, name and place stay, and commands accept the shortened id", async () => {
    await swath(`approvals reject ${seriesId} --yes`, { home });
    const run = await swath("approvals list --no-color", { home, stdoutTTY: true, columns: 60 });
    const [head, row = "", ...others] = run.stdout.trimEnd().split("\n");
    expect(others).toEqual([]);
    // A price equal to the commitment of the approval is shown once.
    expect(head).toMatch(/^ID +NAME +KIND +PLACE +WINDOW +PRICE$/);
    expect(row).toMatch(/^\S{8} +setubal +task +Setubal \(PT\) +\S.+ +\$1,250\.00$/);
    const [id = ""] = row.split(" ");
    expect(taskId.startsWith(id)).toBe(true);
    const taken = await swath(`task get ${id} --output id`, { home });
    expect(taken.stdout.trim()).toBe(taskId);
  });

  it("with nothing waiting: a note, exit 0", async () => {
    await swath("approvals reject --all --yes", { home });
    const run = await swath("approvals", { home });
    expect([run.exitCode, run.stdout]).toEqual([0, ""]);
    expect(run.stderr).toContain("Nothing waits for approval");
  });

  it("records are read one by one only if the service's search omits prices", async () => {
    const bare = await runScripted("approvals --json", {
      ...none,
      "POST /tasks/search": [{ body: { results: [record("t-1"), record("t-2")], totalPages: 1 } }],
      "GET /task/t-1": [{ body: record("t-1", price) }],
      "GET /task/t-2": [{ body: record("t-2", price) }],
    });
    expect(sent(bare)).toHaveLength(4);
    expect(JSON.parse(bare.stdout)).toMatchObject([
      { commitment: { amount: 5 } },
      { commitment: { amount: 5 } },
    ]);
    const priced = await runScripted("approvals --json", {
      ...none,
      "POST /tasks/search": [{ body: { results: [record("t-1", price), record("t-2")], totalPages: 1 } }],
    });
    expect(sent(priced)).toHaveLength(2);
    expect(priced.stderr).toContain("Sum: $5.00, and 1 without a known total");
  });
});

describe("approvals when one of the two searches fails", () => {
  const tasks = { body: { results: [record("t-1", price), record("t-2", price)], totalPages: 1 } };
  const GATEWAY = { status: 403, body: { message: "Missing Authentication Token" } };
  const halfRead = (answer: Script[string][number]): Script => ({
    "POST /tasks/search": [tasks],
    "POST /repeat-requests/search": [answer],
    GET: [{ body: record("t-1", price) }],
    PATCH: [{ body: {} }],
  });
  const failures = [
    ["a 502", { status: 502, body: {} }],
    ["a gateway's 403", GATEWAY],
  ] as const;

  it.each(failures)(
    "%s: the tasks are listed, the repeat requests are named as unread, and the run fails",
    async (_title, answer) => {
      const run = await runScripted("approvals --json --retries 0", halfRead(answer));
      expect([run.exitCode, JSON.parse(run.stdout)]).toMatchObject([10, [{ id: "t-1" }, { id: "t-2" }]]);
      const { code, details } = errorOf(run);
      expect(code).toBe("BATCH_PARTIAL");
      expect(details?.map(({ value }) => value)).toEqual(["repeat requests"]);
      expect(run.stderr).not.toContain("Nothing waits");
    },
  );

  it("no request is known to wait: the run does not report that nothing waits", async () => {
    const run = await runScripted("approvals --retries 0", {
      ...halfRead(GATEWAY),
      "POST /tasks/search": [{ body: { results: [], totalPages: 1 } }],
    });
    expect([run.exitCode, run.stdout]).toEqual([10, ""]);
    expect(run.stderr).not.toContain("Nothing waits");
  });

  it("both fail: the run ends with the first error", async () => {
    const run = await runScripted("approvals --json --retries 0", {
      "POST /tasks/search": [{ status: 502, body: {} }],
      "POST /repeat-requests/search": [GATEWAY],
    });
    expect([run.exitCode, run.stdout]).toEqual([9, ""]);
  });

  it("a person sees the list, and is not asked to tick an incomplete one", async () => {
    const run = await runScripted("approvals --retries 0", halfRead(GATEWAY), {
      stdinTTY: true,
      stdoutTTY: true,
      stderrTTY: true,
      ask: () => Promise.reject(new Error("a question was asked")),
    });
    expect(run.exitCode, run.stderr).toBe(10);
    expect(run.stdout).toContain("t-1");
  });

  it("a quote of all requests is not saved", async () => {
    const run = await runScripted("approvals list --save q.json --json --retries 0", halfRead(GATEWAY), {
      home,
    });
    expect(run.exitCode).not.toBe(0);
    await expect(readFile(join(home, "q.json"))).rejects.toThrow("ENOENT");
  });

  it.each([
    "approve --all --max-cost 100",
    "approve t-1 t-9 --keep-going",
    "approve harbour",
    "reject --all",
    "reject --closed",
    "reject harbour",
  ])("P1 %s: a decision that may concern an unread request sends nothing", async (words) => {
    const run = await runScripted(`approvals ${words} --yes --json --retries 0`, halfRead(GATEWAY));
    expect(run.exitCode).not.toBe(0);
    expect(sent(run)).toEqual(SEARCHES);
    const { message, hint } = errorOf(run);
    expect(message).toMatch(/^the repeat requests could not be read: .*: nothing was sent$/);
    expect(hint).toContain("swath approvals --output id");
  });

  it("P1 requests that were read are approved by their full ids", async () => {
    const run = await runScripted("approvals approve t-1 --yes --json --retries 0", halfRead(GATEWAY));
    expect([run.exitCode, JSON.parse(run.stdout)], run.stderr).toMatchObject([
      0,
      [{ id: "t-1", outcome: "approved" }],
    ]);
  });
});

describe("approvals approve and reject in scripts", () => {
  it("approves everything if the total is below --max-cost", async () => {
    const dear = await swath("approvals approve --all --max-cost 4624.99 --yes --json", { home });
    expect([dear.exitCode, errorOf(dear).code, sent(dear)]).toEqual([12, "COST_LIMIT_EXCEEDED", SEARCHES]);
    const run = await swath("approvals approve --all --max-cost 4625 --yes --json", { home });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject([
      { id: seriesId, outcome: "approved", commitment: { amount: 3375 } },
      { id: taskId, outcome: "approved", price: "$1,250.00" },
    ]);
    expect((await swath("approvals --output id", { home })).stdout).toBe("");
  });

  it("--all skips requests without a price, and names them; those with a closed window are counted in one line", async () => {
    const closed = { windowClose: "2026-03-01T00:00:00Z" };
    const run = await runScripted("approvals approve --all --yes --max-cost 100 --json", {
      ...none,
      "POST /tasks/search": [
        {
          body: {
            results: [record("t-1", price), record("t-2"), record("t-3", { ...price, ...closed })],
            totalPages: 1,
          },
        },
      ],
      "GET /task/t-1": [{ body: record("t-1", price) }],
      "GET /task/t-2": [{ body: record("t-2") }],
      "PATCH /task/t-1/status": [{ body: { taskingrequestId: "t-1", status: "submitted" } }],
    });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(sent(run).filter((line) => line.startsWith("PATCH"))).toEqual(["PATCH /task/t-1/status"]);
    expect(run.stderr).toContain("task t-2 is not approved: it has no estimate yet");
    expect(run.stderr).toContain("1 closed request is left out (swath approvals --closed)");
    expect(run.stderr).not.toContain("t-3");
  });

  describe("P1 --all pays once for requests that differ in their ids only", () => {
    const patched = (run: Parameters<typeof sent>[0]): string[] =>
      sent(run).filter((line) => line.startsWith("PATCH"));
    const LINES = [
      "task create --point -8.89,38.52 --window-open 2030-01-01 --window 7d --tier standard --type spotlight --name port --output id",
      "repeat create --point 14.43,40.82 --from 2030-01-01 --interval 7 --count 3 --tier routine --type spotlight --name peak --output id",
    ];

    /** Creates each of the requests twice, and one that only looks alike. Returns the ids. */
    async function createTwice(): Promise<{ twins: string[][]; other: string }> {
      await swath("approvals reject --all --yes", { home });
      const create = async (line: string): Promise<string> => {
        clock.ms += 60_000;
        return (await swath(line, { home })).stdout.trim();
      };
      const twins: string[][] = [];
      for (const line of LINES) twins.push([await create(line), await create(line)]);
      const other = await create(LINES[0]!.replace("2030-01-01", "2030-01-02"));
      clock.ms += 600_000;
      return { twins, other };
    }

    it("the others are named, also by the next run after the first ones were approved", async () => {
      const { twins, other } = await createTwice();
      const run = await swath("approvals approve --all --yes --max-cost 20000", { home });
      expect(run.exitCode, run.stderr).toBe(0);
      expect(patched(run)).toHaveLength(3);
      for (const ids of twins)
        expect(ids.filter((id) => patched(run).some((line) => line.includes(id)))).toEqual([ids[0]]);
      expect(patched(run).some((line) => line.includes(other))).toBe(true);
      const [[task, second] = [], [series, other2] = []] = twins;
      expect(run.stderr).toContain(`task ${second} is not approved: it asks for the same as task ${task}`);
      expect(run.stderr).toContain(
        `repeat request ${other2} is not approved: it asks for the same as repeat request ${series}`,
      );
      expect(run.stderr).toContain(`swath task reject ${second}`);
      const next = await swath("approvals approve --all --yes --max-cost 20000", { home });
      expect(patched(next)).toEqual([]);
      expect(next.stderr).toContain(`it asks for the same as task ${task}, which was approved before`);
      expect(patched(await swath(`task approve ${second} --yes --max-cost 20000`, { home }))).toHaveLength(1);
    });

    it("a request that this machine created is approved in place of an older one whose id it never had", async () => {
      await swath("approvals reject --all --yes", { home });
      const elsewhere = await tempHome();
      const [line = ""] = LINES;
      await swath(line, { home: elsewhere });
      clock.ms += 60_000;
      const own = (await swath(line, { home })).stdout.trim();
      clock.ms += 600_000;
      const run = await swath("approvals approve --all --yes --max-cost 20000", { home });
      expect(patched(run)).toEqual([`PATCH /task/${own}/status`]);
    });

    it("a request beside a pre-approved one that asks for the same is not approved", async () => {
      await swath("approvals reject --all --yes", { home });
      const [line = ""] = LINES;
      const paid = (await swath(`${line} --pre-approve --yes`, { home })).stdout.trim();
      await swath(line, { home });
      clock.ms += 600_000;
      const run = await swath("approvals approve --all --yes --max-cost 20000", { home });
      expect(patched(run)).toEqual([]);
      expect(run.stderr).toContain(`it asks for the same as task ${paid}, which was approved before`);
    });

    it("a quote of all has one of them", async () => {
      const { twins, other } = await createTwice();
      await swath("approvals list --save quote.json", { home });
      const { approve } = JSON.parse(await readFile(join(home, "quote.json"), "utf8")) as {
        approve: { id: string }[];
      };
      expect(approve.map(({ id }) => id).toSorted()).toEqual(
        [...twins.map(([id]) => id as string), other].toSorted(),
      );
    });
  });

  it("tasks and series have their commitment in csv, and a series has its full price on a terminal", async () => {
    const csv = await swath(
      `approvals approve ${taskId} ${seriesId} --yes --output csv --columns id,commitment.amount,commitment.currency`,
      { home },
    );
    expect(csv.stdout.split("\n").sort()).toEqual(
      ["", `${seriesId},3375,USD`, `${taskId},1250,USD`, "id,commitment.amount,commitment.currency"].sort(),
    );
    const journal = await swath("journal list --no-color", { home, stdoutTTY: true });
    expect(journal.stdout).toMatch(/PRICE +COMMITTED/);
    expect(journal.stdout).toMatch(/\$1,125\.00 +\$3,375\.00/);
  });

  it("approving a series on a terminal shows its commitment, not only the price of one image", async () => {
    const run = await swath(`approvals approve ${seriesId} --yes --no-color`, { home, stdoutTTY: true });
    expect(run.stdout).toMatch(/PRICE +COMMITTED/);
    expect(run.stdout).toMatch(/\$1,125\.00 +\$3,375\.00/);
  });

  it("APPROVE-11 the price of a single id is read again before its approval", async () => {
    const run = await swath(`approvals approve ${taskId} --yes --max-cost 1250`, { home });
    expect([run.exitCode, sent(run)]).toEqual([
      0,
      [...SEARCHES, `GET /task/${taskId}`, `PATCH /task/${taskId}/status`],
    ]);
    const left = await swath("approvals --output id", { home });
    expect(left.stdout).toBe(`${seriesId}\n`);
  });

  it("rejects several of both kinds, ids on stdin", async () => {
    const run = await swath("approvals reject - --yes --json", { home, stdin: `${taskId}\n${seriesId}\n` });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject([{ outcome: "rejected" }, { outcome: "rejected" }]);
  });

  it("P5 the budget also limits the total", async () => {
    expect((await swath("config set budget 4000/month", { home })).exitCode).toBe(0);
    const run = await swath("approvals approve --all --yes --json", { home });
    expect([run.exitCode, errorOf(run).code, sent(run)]).toEqual([12, "BUDGET_EXCEEDED", SEARCHES]);
  });

  it.each([
    ["--all", "--all with --yes would approve all waiting requests"],
    ["", "no id is given"],
    ["t-1 --all", "--all and ids are given"],
  ])("P17 approve %s --yes: a usage error before any request", async (words, message) => {
    const run = await swath(`approvals approve ${words} --yes`, { home });
    expect(run).toMatchObject({ exitCode: 2, requests: [] });
    expect(run.stderr).toContain(message);
  });

  it("an id that is not waiting stops all: nothing is sent", async () => {
    const run = await swath(`approvals approve ${taskId} t-77 --yes --json`, { home });
    expect([run.exitCode, errorOf(run).code, sent(run)]).toEqual([7, "NOT_IN_REVIEW", SEARCHES]);
  });

  it("APPROVE-11 without --yes and a terminal no request is sent", async () => {
    const run = await swath(`approvals approve ${taskId}`, { home });
    expect(run).toMatchObject({ exitCode: 12, requests: [] });
  });
});

describe("P5 --max-cost of a request that is not pre-approved", () => {
  const NEW =
    "task create --point -8.89,38.52 --window-open +1d --window 7d --tier standard --type spotlight --output id --name";

  it("holds at its approval, until a run gives another limit", async () => {
    const created = await swath(`${NEW} limited --max-cost 1000`, { home });
    expect(created.exitCode, created.stderr).toBe(0);
    const id = created.stdout.trim();
    await swath(`task cost ${id} --wait`, { home });
    for (const words of [`task approve ${id} --yes`, `approvals approve ${id} --yes`]) {
      const run = await swath(`${words} --json`, { home });
      expect([run.exitCode, errorOf(run).code]).toEqual([12, "COST_LIMIT_EXCEEDED"]);
      expect(errorOf(run)).toMatchObject({
        code: "COST_LIMIT_EXCEEDED",
        message: expect.stringMatching(/\$1,250\.00.*\$1,000/) as string,
      });
      expect(sent(run).filter((line) => line.startsWith("PATCH"))).toEqual([]);
    }
    expect((await swath(`task approve ${id} --yes --max-cost 1250`, { home })).exitCode).toBe(0);
  });

  it("holds where the price is not read, and at the approval of a retask", async () => {
    const created = await swath(`${NEW} unread --max-cost 1000`, { home });
    const id = created.stdout.trim();
    const copied = await swath(`task retask ${id} --max-cost 1000 --output id`, { home });
    expect(copied.exitCode, copied.stderr).toBe(0);
    const copy = copied.stdout.trim();
    await swath(`task cost ${id} ${copy} --wait`, { home });
    for (const words of [`${id} --no-check`, copy]) {
      const run = await swath(`task approve ${words} --yes --json`, { home });
      expect([run.exitCode, errorOf(run).code], words).toEqual([12, "COST_LIMIT_EXCEEDED"]);
      expect(errorOf(run).message).toContain("was created with this limit");
    }
  });

  it("ends a wait for a higher estimate with 12; the request waits in review", async () => {
    const run = await swath(`${NEW} awaited --max-cost 1000 --wait`, { home });
    expect(run.exitCode, run.stderr).toBe(12);
    expect(run.stderr).toContain("above the limit of $1,000: it waits in review");
    const [, id] = /Approve it at a higher limit: swath task approve (\S+) --max-cost/.exec(run.stderr) ?? [];
    expect(run.stdout).toContain(id);
    expect(run.stdout).not.toBe("");
    expect((await swath(`${NEW} paid --max-cost 1250 --wait`, { home })).exitCode).toBe(0);
  });
});

describe("APPROVE-15 requests whose window is over", () => {
  const searches = (ids: readonly string[]): Script => ({
    ...none,
    "POST /tasks/search": [
      {
        body: {
          results: [
            ...ids.map((id) => record(id, { ...price, windowClose: "2026-03-01T00:00:00Z" })),
            record("open", price),
          ],
          totalPages: 1,
        },
      },
    ],
  });
  const patched = (run: { requests: { method: string; path: string }[] }): string[] =>
    sent(run).filter((line) => line.startsWith("PATCH"));
  const answers = { PATCH: [{ body: {} }], GET: [{ body: record("any") }] };

  it("are in no list and no sum; one line counts them, and --closed lists them", async () => {
    const run = await runScripted("approvals --output id", searches(["t-1", "t-2"]));
    expect(run.stdout).toBe("open\n");
    expect(run.stderr).toContain("2 closed requests are left out (swath approvals --closed)");
    expect(run.stderr).toContain("Sum: $5.00\n");
    for (const words of ["approvals --closed", "approvals list --closed"])
      expect((await runScripted(`${words} --output id`, searches(["t-1", "t-2"]))).stdout).toBe("t-1\nt-2\n");
  });

  it("are rejected by reject --closed, and left out by reject --all", async () => {
    const closed = await runScripted("approvals reject --closed --yes", {
      ...searches(["t-1", "t-2"]),
      ...answers,
    });
    expect(patched(closed)).toEqual(["PATCH /task/t-1/status", "PATCH /task/t-2/status"]);
    const all = await runScripted("approvals reject --all --yes", { ...searches(["t-1"]), ...answers });
    expect(patched(all)).toEqual(["PATCH /task/open/status"]);
    expect(all.stderr).toContain("1 closed request is left out");
    const both = await runScripted("approvals reject --all --closed --yes", {
      ...searches(["t-1"]),
      ...answers,
    });
    expect(patched(both).toSorted()).toEqual(["PATCH /task/open/status", "PATCH /task/t-1/status"]);
    const ids = await runScripted("approvals reject t-1 --closed --yes --json", searches(["t-1"]));
    expect([ids.exitCode, errorOf(ids).code, sent(ids)]).toEqual([2, "USAGE", []]);
  });

  it("are counted by status, beside its sum of the others", async () => {
    const script = { ...searches(["t-1", "t-2"]), "POST /catalog/search": [{ body: { features: [] } }] };
    const json = await runScripted("status --json", script);
    expect(JSON.parse(json.stdout)).toMatchObject({
      approvals: { rows: [{ id: "open" }], sum: "$5.00", closed: 2 },
    });
    const { stdout } = await runScripted("status", script, { stdoutTTY: true, env: { NO_COLOR: "1" } });
    expect(stdout).toContain("To approve: 1 task, $5.00 (2 closed)\n");
  });

  it("are not offered for an approval, and come last for a rejection, marked", async () => {
    const shown = async (words: string): Promise<string[]> => {
      let lines: string[] = [];
      const ask = async ({ find }: Question) => {
        lines = (find?.("") ?? []).map(({ name = "" }) => name);
        return [];
      };
      const on = { stdinTTY: true, stderrTTY: true, columns: 80, ask };
      await runScripted(words, searches(["t-1"]), on);
      return lines;
    };
    expect(await shown("task approve")).toEqual([expect.not.stringContaining("closed")]);
    expect(await shown("task reject")).toEqual([
      expect.not.stringContaining("closed"),
      expect.stringMatching(/ closed  \$5\.00$/),
    ]);
  });
});

describe("approvals on a terminal", () => {
  const person = (answer: (question: Question) => string | boolean | string[], asked: Question[]) => ({
    home,
    stdinTTY: true,
    stdoutTTY: true,
    env: { COLUMNS: "80" },
    ask: async (question: Question) => (asked.push(question), answer(question)),
  });

  it("approves the selected ones with one confirmation of the total", async () => {
    const asked: Question[] = [];
    expect((await swath("config set budget 5000/month", { home })).exitCode).toBe(0);
    const run = await swath(
      "approvals",
      person(
        ({ kind }) => ({ "search-many": [taskId, seriesId], select: "approve" })[kind as string] ?? true,
        asked,
      ),
    );
    expect(run.exitCode, run.stderr).toBe(0);
    expect(asked.map(({ message }) => message)).toEqual([
      "Choose the requests to approve or reject",
      "2 ticked, $4,625.00:",
      "Approve 2 requests for $4,625.00 of $5,000.00 left?",
    ]);
    const names = asked[0]?.find?.("").map(({ name = "" }) => name) ?? [];
    expect(names[1]).toMatch(/^"setubal": 25 km2 near Setubal \(PT\), spotlight sta.* {2}\$1,250\.00$/);
    // The price of a series yields to its name and place: its commitment decides.
    expect(names[0]).toMatch(/^"vesuvius": .*[^ ] {2}\$3,375\.00$/);
    expect(asked[0]?.find?.("").map(({ short }) => short)).toEqual(['"vesuvius"', '"setubal"']);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(75);
    expect(run.stderr).toContain(`${taskId} approved (submitted)`);
    expect(run.stdout).toBe("");
  });

  it.each(["--map", "--output html", "--output table", "--open"])(
    "approvals %s prints the list, without the picker",
    async (words) => {
      const asked: Question[] = [];
      const map = join(home, "a.html");
      const run = await swath(`approvals ${words === "--map" ? `--map ${map}` : words}`, {
        ...person(() => [], asked),
        // A page is for a file: a terminal would show its thousands of lines.
        stdoutTTY: words !== "--output html",
      });
      expect(asked, run.stderr).toEqual([]);
      if (words === "--map") expect(await readFile(map, "utf8")).toContain("vesuvius");
      if (words === "--output html") expect(run.stdout).toContain("</html>");
    },
  );

  it("the list of approvals is searched by typing, like every list with ticks", async () => {
    const asked: Question[] = [];
    await swath(
      "approvals",
      person(({ kind }) => (kind === "search-many" ? [seriesId] : "leave"), asked),
    );
    expect(asked[0]?.find?.("setubal spot").map(({ value }) => value)).toEqual([taskId]);
    expect(asked[0]?.sum?.([seriesId])).toBe("1 of 2 ticked, $3,375.00");
    expect(asked[0]?.sum?.([])).toBe("0 of 2 ticked");
  });

  it("declining the total sends nothing", async () => {
    const run = await swath(
      "approvals",
      person(({ kind }) => ({ "search-many": [seriesId], select: "approve" })[kind as string] ?? false, []),
    );
    expect(run.exitCode).toBe(12);
    expect(sent(run)).toEqual(SEARCHES);
  });

  it("Ctrl-C at the action for the selected ones reports that nothing was sent", async () => {
    const interrupts = new Interrupts();
    const run = await swath("approvals", {
      ...person(({ kind }) => {
        if (kind === "search-many") return [seriesId];
        interrupts.press("SIGINT");
        return interrupts.signal.throwIfAborted() ?? "";
      }, []),
      interrupts,
    });
    expect([run.exitCode, sent(run)]).toEqual([130, SEARCHES]);
    expect(run.stderr.trimEnd().split("\n").at(-1)).toBe("Nothing was sent");
  });

  it("with nothing selected: the list, and nothing is sent", async () => {
    const run = await swath(
      "approvals --no-color",
      person(() => [], []),
    );
    expect([run.exitCode, sent(run)]).toEqual([0, SEARCHES]);
    expect(run.stderr).toContain("Nothing was ticked, and nothing was sent");
    expect(run.stdout).toContain(taskId.slice(0, 8));
  });

  it("--json does not ask", async () => {
    const asked: Question[] = [];
    const run = await swath(
      "approvals --json",
      person(() => [], asked),
    );
    expect([run.exitCode, asked]).toEqual([0, []]);
  });
});

describe("prices of searches and lists, on request", () => {
  it.each([
    ["search repeats --limit 1", "3 x $1,125.00 = $3,375.00", 3375],
    ["task list --limit 1", "$1,250.00", 1250],
    ["search tasks --limit 1", "$1,250.00", 1250],
  ])(
    "%s --price adds a column, with numbers in csv and JSON; without it nothing changes",
    async (line, text, amount) => {
      const priced = await swath(`${line} --price`, { home });
      expect(priced.stdout.trimEnd().split("\t").at(-1)).toBe(text);
      const screen = await swath(`${line} --price --no-color`, { home, stdoutTTY: true });
      expect(screen.stdout).toMatch(/ +PRICE( {2}\+\d)?\n/);
      const csv = await swath(`${line} --price --output csv --columns commitment.amount`, { home });
      expect(csv.stdout).toBe(`commitment.amount\n${amount}\n`);
      const json = await swath(`${line} --price --json`, { home });
      expect(JSON.parse(json.stdout)).toMatchObject([{ commitment: { amount, currency: "USD" } }]);
      expect(priced.requests).toHaveLength(1);
      const plain = await swath(`${line} --output csv`, { home });
      expect(plain.stdout).not.toContain("price");
      expect(plain.stdout).not.toContain("commitment");
    },
  );
});
