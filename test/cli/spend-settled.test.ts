/** Commitments that ended at the service: requests without costs free the budget, and a pre-approved task has its price. */
import { beforeEach, describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { runScripted } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const { swath, clock, control } = await openBench({ archiveSize: 100 });

const DAY = 86_400_000;
const POINT = "--point 14.99,37.75 --tier standard --type spotlight";
const WINDOW = "--window-open +1d --window 7d";

let home: string;
beforeEach(async () => {
  home = await tempHome();
});

const idOf = async (words: string): Promise<string> => {
  const run = await swath(`${words} --output id`, { home });
  expect(run.exitCode, run.stderr).toBe(0);
  return run.stdout.trim();
};
const approved = async (window = WINDOW): Promise<string> => {
  const id = await idOf(`task create ${POINT} ${window} --wait`);
  expect((await swath(`task approve ${id} --yes`, { home })).exitCode).toBe(0);
  return id;
};
const sent = ({ requests }: { requests: { method: string; path: string }[] }): string[] =>
  requests.map(({ method, path }) => `${method} ${path}`);
const spend = async (env = {}) =>
  JSON.parse((await swath("spend --from 2026-01-01 --json", { home, ...env })).stdout) as {
    requests: number;
    unpriced: number;
    total: { committed: { text: string } }[];
    budget: { spent: number } | null;
  };
const OFFLINE = { env: { SWATH_BASE_URL: undefined, SWATH_API_KEY: undefined } };

describe("an approved task that ended without an image", () => {
  it.each([
    ["spend", async () => undefined],
    ["task get", async (id: string) => swath(`task get ${id}`, { home })],
    ["task list", async () => swath("task list --all", { home })],
    ["search tasks", async () => swath("search tasks", { home })],
    ["task wait", async (id: string) => swath(`task wait ${id}`, { home })],
  ])("P5 is no longer committed once %s has read its state", async (name, look) => {
    const id = await approved();
    expect(await spend(OFFLINE)).toMatchObject({
      requests: 1,
      total: [{ committed: { text: "$1,250.00" } }],
    });
    await control("POST", `/tasks/${id}/cancel`);
    await look(id);
    expect(await spend(name === "spend" ? {} : OFFLINE)).toMatchObject({ requests: 0, total: [] });
    // The state is in the journal: it is not asked for again.
    const again = await swath("spend --from 2026-01-01", { home });
    expect(sent(again)).toEqual([]);
    const [entry] = JSON.parse((await swath("journal list --json", { home })).stdout) as object[];
    expect(entry).toMatchObject({ state: "confirmed", price: "$1,250.00" });
    expect(entry).not.toHaveProperty("commitment");
  });

  it("P5 also a rejected one: its window had closed before it was approved", async () => {
    const id = await idOf(`task create ${POINT} ${WINDOW} --wait`);
    clock.ms += 9 * DAY;
    expect((await swath(`task approve ${id} --yes`, { home })).exitCode).toBe(0);
    clock.ms += DAY;
    expect(JSON.parse((await swath(`task get ${id} --json`, { home })).stdout)).toMatchObject({
      properties: { lastStatusCode: "rejected" },
    });
    expect(await spend(OFFLINE)).toMatchObject({ requests: 0, total: [] });
  });

  it("P5 a budget without room asks once, by ids, and then has room", async () => {
    const first = await approved();
    expect((await swath("config set budget 2000/month", { home })).exitCode).toBe(0);
    const second = await idOf(`task create ${POINT} ${WINDOW} --wait`);
    const full = await swath(`task approve ${second} --yes`, { home });
    expect(full.exitCode).toBe(12);
    expect(full.stderr).toContain("code BUDGET_EXCEEDED");
    expect(full.stderr).toContain("$1,250.00");
    const asked = full.requests.filter(({ path }) => path === "/tasks/search");
    expect(asked.map(({ body }) => body)).toEqual([
      { query: { taskingrequestId: [first], includeRepeatingTasks: true }, limit: 500 },
    ]);
    expect(sent(full).some((line) => line.startsWith("PATCH"))).toBe(false);
    await control("POST", `/tasks/${first}/cancel`);
    const free = await swath(`task approve ${second} --yes`, { home });
    expect([free.exitCode, sent(free)], free.stderr).toEqual([
      0,
      [`GET /task/${second}`, "POST /tasks/search", `PATCH /task/${second}/status`],
    ]);
  });

  it("P5 stays committed while it may still be collected, and when the service cannot be asked", async () => {
    await approved();
    expect((await swath("config set budget 2000/month", { home })).exitCode).toBe(0);
    const second = await idOf(`task create ${POINT} ${WINDOW} --wait`);
    await control("POST", "/faults", { route: "searchTasks", when: "before", count: 9, status: 403 });
    const run = await swath(`task approve ${second} --yes`, { home });
    await control("DELETE", "/faults");
    expect(run.exitCode).toBe(12);
    expect(run.stderr).toContain("code BUDGET_EXCEEDED");
    expect(await spend()).toMatchObject({ requests: 1, budget: { spent: 1250 } });
  });

  it.each([
    ["rejected", {}, 0],
    ["expired", {}, 0],
    ["expired", { collectIds: ["c-1"] }, 1],
    ["failed", {}, 1],
    ["accepted", {}, 1],
  ])("P5 %s with %o: %i request stays committed", async (status, fields, requests) => {
    const task = (lastStatusCode: string) => ({
      properties: {
        taskingrequestId: "t-1",
        lastStatusCode,
        transactionStatus: "pending-customer-approval",
        order: { summary: { total: "$10.00" } },
        ...fields,
      },
    });
    const review = { "GET /task/t-1": [{ body: task("review") }], PATCH: [{ body: task("submitted") }] };
    expect((await runScripted("task approve t-1 --yes", review, { home })).exitCode).toBe(0);
    const ended = {
      "GET /task/t-1": [{ body: task(status) }],
      POST: [{ body: { results: [task(status)] } }],
    };
    expect((await runScripted("task get t-1", ended, { home })).exitCode).toBe(0);
    const run = await runScripted("spend --json --from 2026-01-01", ended, { home });
    expect(JSON.parse(run.stdout)).toMatchObject({ requests });
  });
});

it("P5 a pre-approved task counts with the price of task cost once it is completed, and no longer stops a budget", async () => {
  const id = await idOf(`task create ${POINT} ${WINDOW} --pre-approve --yes`);
  expect(await spend(OFFLINE)).toMatchObject({ requests: 1, unpriced: 1 });
  clock.ms += 9 * DAY;
  const cost = await swath(`task cost ${id} --json`, { home });
  const { total } = JSON.parse(cost.stdout) as { total: string };
  expect(await spend(OFFLINE)).toMatchObject({ unpriced: 0, total: [{ committed: { text: total } }] });
  expect(sent(await swath("spend --from 2026-01-01", { home }))).toEqual([]);
});

it("P5 a budget that an unknown price stops asks for it once", async () => {
  await idOf(`task create ${POINT} ${WINDOW} --pre-approve --yes`);
  expect((await swath("config set budget 5000/month", { home })).exitCode).toBe(0);
  const next = await idOf(`task create ${POINT} --window-open +9d --window 9d --wait`);
  const then = await swath(`task approve ${next} --yes`, { home });
  expect([then.exitCode, sent(then)], then.stderr).toEqual([
    0,
    [`GET /task/${next}`, "POST /tasks/search", `PATCH /task/${next}/status`],
  ]);
});

describe("a series that ended", () => {
  it("P5 commits the images that were collected", async () => {
    const id = await idOf(
      "repeat create --point 14.43,40.82 --from +1h --interval 2 --count 9 --tier routine --type spotlight --wait",
    );
    expect((await swath(`repeat approve ${id} --yes`, { home })).exitCode).toBe(0);
    expect(await spend()).toMatchObject({ total: [{ committed: { text: "$10,125.00" } }] });
    clock.ms += 6 * DAY;
    await control("POST", `/repeat-requests/${id}/cancel`);
    const { total } = await spend();
    const amount = Number(total[0]?.committed.text.replaceAll(/[$,]/g, ""));
    expect([amount % 1125, amount > 0, amount < 9 * 1125]).toEqual([0, true, true]);
  });

  it("P5 stays committed if the service lists none of its tasks", async () => {
    const series = (code: string) => ({
      properties: {
        repeatrequestId: "r-1",
        lastStatusCode: code,
        costPerImageEstimate: "$10.00",
        repetitionProperties: { repetitionCount: 3 },
      },
    });
    const script = {
      "GET /repeat-requests/r-1": [{ body: series("review") }],
      PATCH: [{ body: series("submitted") }],
      "POST /repeat-requests/search": [{ body: { results: [series("canceled")] } }],
      "POST /tasks/search": [{ body: { results: [] } }],
    };
    expect((await runScripted("repeat approve r-1 --yes", script, { home })).exitCode).toBe(0);
    const run = await runScripted("spend --json", script, { home });
    expect(JSON.parse(run.stdout)).toMatchObject({ total: [{ committed: { text: "$30.00" } }] });
  });
});
