/** `swath spend`: the spends of this month, a series by its commitment, and the rest of the budget. */
import { beforeAll, describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { changingJson, to } from "./changed-body.ts";
import { tempHome } from "./world.ts";

const { swath, clock, send, control } = await openBench({ archiveSize: 200 });

const [granule = ""] = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.split(
  "\n",
);
const OFFLINE = { env: { SWATH_BASE_URL: undefined, SWATH_API_KEY: undefined } };

let home: string;
let taskId: string;
let seriesId: string;
beforeAll(async () => {
  home = await tempHome();
  expect(
    (await swath(`order place --item vendor-archive/${granule} --yes --max-cost 100000`, { home })).exitCode,
  ).toBe(0);
  const task = await swath(
    "task create --point 14.99,37.75 --window-open +1d --window 7d --tier standard --type spotlight --wait --output id",
  );
  taskId = task.stdout.trim();
  expect((await swath(`task approve ${taskId} --yes`, { home })).exitCode).toBe(0);
  const series = await swath(
    "repeat create --point 14.43,40.82 --from +1h --interval 2 --count 3 --tier routine --type spotlight --wait --output id",
  );
  seriesId = series.stdout.trim();
  expect((await swath(`repeat approve ${seriesId} --yes`, { home })).exitCode).toBe(0);
  expect((await swath("config set budget 10000/month", { home })).exitCode).toBe(0);
});

interface Summary {
  rows: Record<string, unknown>[];
  total: unknown[];
  budget: Record<string, unknown> | null;
}
const summaryOf = async (words = "", options = {}): Promise<Summary> => {
  const run = await swath(`spend ${words} --json`, { home, ...options });
  expect(run.exitCode, run.stderr).toBe(0);
  return JSON.parse(run.stdout) as Summary;
};

describe("spend", () => {
  it("P16 an approved series counts with its commitment, not as NO PRICE 1", async () => {
    const { rows, total, budget } = await summaryOf();
    expect(rows).toEqual([
      expect.objectContaining({ kind: "order", requests: 1 }),
      {
        kind: "task",
        requests: 1,
        unpriced: 0,
        committed: { amount: 1250, currency: "USD", text: "$1,250.00" },
      },
      {
        kind: "series",
        requests: 1,
        unpriced: 0,
        committed: { amount: 3375, currency: "USD", text: "$3,375.00" },
        used: { amount: 0, currency: "USD", text: "$0.00" },
      },
    ]);
    const sum = rows.reduce((all, { committed }) => all + (committed as { amount: number }).amount, 0);
    expect(total).toMatchObject([{ requests: 3, committed: { amount: sum, currency: "USD" } }]);
    expect(budget).toMatchObject({ amount: 10000, currency: "USD", spent: sum, left: 10000 - sum });
  });

  it("asks the service once for the state of tasks and series, and once for the use of the series", async () => {
    const run = await swath("spend", { home });
    expect(run.requests.map(({ path, body }) => [path, body])).toEqual([
      ["/tasks/search", { query: { taskingrequestId: [taskId], includeRepeatingTasks: true }, limit: 500 }],
      ["/repeat-requests/search", { query: { repeatrequestId: [seriesId] }, limit: 500 }],
      [
        "/tasks/search",
        {
          query: { repeatrequestId: [seriesId], lastStatusCode: "completed", includeRepeatingTasks: true },
          limit: 500,
        },
      ],
    ]);
  });

  it("an exceeded budget is shown as over, not as nothing left", async () => {
    expect((await swath("config set budget 5000/month", { home })).exitCode).toBe(0);
    const { stdout } = await swath("spend --no-color", { home, stdoutTTY: true });
    expect((await swath("config set budget 10000/month", { home })).exitCode).toBe(0);
    expect(stdout).toContain("150.00 USD over");
    expect(stdout).not.toContain("0.00 USD left");
  });

  it("a terminal gets a total row and the budget as a bar, within 80 columns", async () => {
    const { stdout } = await swath("spend --no-color", { home, stdoutTTY: true });
    expect(stdout).toMatchInlineSnapshot(`
      "KIND    REQUESTS  COMMITTED  USED SO FAR
      order          1    $525.00
      task           1  $1,250.00
      series         1  $3,375.00        $0.00
      total          3  $5,150.00

      Budget 10,000.00 USD/month  [############------------]  4,850.00 USD left
      "
    `);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it("csv has numbers, and no total that would be counted twice", async () => {
    const { stdout } = await swath("spend --output csv --columns kind,committed.amount,used.amount", {
      home,
    });
    expect(stdout).toMatch(/^kind,committed\.amount,used\.amount\norder,\d+,\ntask,1250,\nseries,3375,0\n$/);
  });

  it("without the service the sums are the same, and the use is unknown", async () => {
    const run = await swath("spend --json", { home, ...OFFLINE });
    expect([run.exitCode, run.requests]).toEqual([0, []]);
    const { rows } = JSON.parse(run.stdout) as Summary;
    expect(rows.at(-1)).toMatchObject({ committed: { amount: 3375 }, used: null });
    expect(run.stderr).toContain("could not count the images of the series");
  });

  it("--by and --from choose rows and time; another month is empty", async () => {
    const { rows } = await summaryOf("--by period,kind --from 2026-01-01");
    expect(rows.map(({ period, kind }) => `${String(period)} ${String(kind)}`)).toEqual([
      "2026-03 order",
      "2026-03 task",
      "2026-03 series",
    ]);
    const all = await summaryOf("--by profile", OFFLINE);
    expect(all.rows).toMatchObject([{ profile: "default", requests: 3 }]);
    expect((await summaryOf("--to 2026-03-01 --from 2026-02-01")).rows).toEqual([]);
  });

  it("taken images count as used", async () => {
    clock.ms += 20 * 86_400_000;
    const { rows } = await summaryOf("--from 2026-01-01");
    const used = rows.at(-1)?.["used"] as { amount: number };
    expect(used.amount).toBeGreaterThan(0);
    expect(used.amount % 1125).toBe(0);
  });

  it("P16 a series with a recorded total is not reported as used beyond its commitment", async () => {
    const { stdout } = await swath("journal list --json", { home });
    const entry = (JSON.parse(stdout) as { intentId: string; id: string }[]).find(
      ({ id }) => id === seriesId,
    );
    const resolved = await swath(["journal", "resolve", entry?.intentId ?? "", "--price", "$3,375.00"], {
      home,
    });
    expect(resolved.exitCode, resolved.stderr).toBe(0);
    const { rows } = await summaryOf("--from 2026-01-01");
    expect(rows.at(-1)).toMatchObject({ kind: "series", committed: { amount: 3375 }, used: null });
  });

  it("P17 a start after the end is a usage error with both times", async () => {
    const run = await swath("spend --from 2026-12-01 --to 2026-11-01", { home });
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toContain("--from 2026-12-01 is not before --to 2026-11-01");
  });

  it.each([
    ["--by colour", "must be of profile, contract, period, kind"],
    ["--period week --by kind", "--period week has no effect"],
  ])("P17 %s is refused", async (flags, message) => {
    const run = await swath(`spend ${flags}`, { home });
    expect([run.exitCode, run.stdout, run.requests]).toEqual([2, "", []]);
    expect(run.stderr).toContain(message);
  });
});

describe("orders without a recorded price", () => {
  const items = async (count: number): Promise<string[]> =>
    (await swath(`catalog search --product-type GEO --limit ${count} --output id`)).stdout.trim().split("\n");

  it("spend -S counts orders without a price, and marks the total as a minimum", async () => {
    const own = await tempHome();
    const [first, ...rest] = await items(4);
    await swath(`order place --item vendor-archive/${first} --yes --max-cost 5000`, { home: own });
    clock.ms += 1000;
    await control("POST", "/faults", { route: "reviewOrder", count: 3, status: 404 });
    for (const id of rest) await swath(`order place --item vendor-archive/${id} --yes`, { home: own });
    const { stdout } = await swath("spend --no-color", { home: own, stdoutTTY: true });
    expect(stdout.replaceAll(/\$[\d,.]+/g, "$525.00")).toMatchInlineSnapshot(`
      "KIND   REQUESTS                             COMMITTED  USED SO FAR
      order         1                               $525.00
      order         3                             not known
      total         4  at least $525.00 (3 without a price)
      "
    `);
    const json = JSON.parse((await swath("spend --json", { home: own })).stdout) as Record<string, unknown>;
    expect(json).toMatchObject({
      requests: 4,
      unpriced: 3,
      rows: [
        { requests: 1, unpriced: 0 },
        { requests: 3, unpriced: 3, committed: null },
      ],
      total: [{ requests: 1 }],
    });
    const csv = await swath("spend --output csv --columns kind,requests,unpriced", { home: own });
    expect(csv.stdout).toBe("kind,requests,unpriced\norder,1,0\norder,3,3\n");
  });

  it("P16 periods have their first day, and --unresolved counts requests with an unknown outcome", async () => {
    const own = await tempHome();
    const [first, second] = await items(2);
    expect(
      (await swath(`order place --item vendor-archive/${first} --yes --max-cost 100000`, { home: own }))
        .exitCode,
    ).toBe(0);
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
    const lost = await swath(`order place --item vendor-archive/${second} --yes --max-cost 100000`, {
      home: own,
    });
    expect(lost.exitCode).toBe(13);
    const words =
      "spend --from 2026-01-01 --period week --output csv --columns period,kind,requests,unpriced";
    const certain = await swath(words, { home: own });
    expect(certain.stdout).toMatch(/^period,kind,requests,unpriced\n2026-\d\d-\d\d,order,1,0\n$/);
    expect(certain.stderr).toContain("1 more may have been paid, with an unknown outcome");
    const all = await swath(`${words} --unresolved`, { home: own });
    expect(all.stdout).toMatch(/,order,2,0\n$/);
    expect(all.stderr).not.toContain("unknown outcome");
  });

  it("P16 the sums of --period keep dollars and euros apart", async () => {
    const own = await tempHome();
    const totals = ["$1.50", "EUR 2.00", "$1.00"];
    const granules = await items(totals.length);
    await control("POST", "/faults", { route: "reviewOrder", count: totals.length, status: 404 });
    for (const [at, total] of totals.entries()) {
      const priced = changingJson(send, to("/orders"), (order: object) => ({ ...order, total }));
      const words = `order place --item vendor-archive/${granules[at]} --yes`;
      expect((await swath(words, { home: own, send: priced })).exitCode).toBe(0);
    }
    const words = "spend --from 2026-01-01 --period month --json";
    const { rows, total } = JSON.parse((await swath(words, { home: own })).stdout) as Summary;
    const dollars = { requests: 2, committed: { amount: 2.5, currency: "USD", text: "$2.50" } };
    const euros = { requests: 1, committed: { amount: 2, currency: "EUR", text: "EUR 2.00" } };
    expect(rows).toMatchObject([dollars, euros]);
    expect(total).toMatchObject([dollars, euros]);
  });

  it("spend of orders that all lack a price also has a total", async () => {
    const own = await tempHome();
    const [first] = await items(1);
    await control("POST", "/faults", { route: "reviewOrder", count: 1, status: 404 });
    await swath(`order place --item vendor-archive/${first} --yes`, { home: own });
    const { stdout } = await swath("spend --no-color", { home: own, stdoutTTY: true });
    expect(stdout).toMatch(/^total +1 +not known$/m);
  });

  it.each([
    ["total", "$350.00", "$350.00"],
    ["total as a count", 2, undefined],
  ])("an order placed with --yes records the price in the reply: %s", async (_title, total, price) => {
    const own = await tempHome();
    const [first] = await items(1);
    await control("POST", "/faults", { route: "reviewOrder", count: 1, status: 404 });
    const priced = changingJson(send, to("/orders"), (order: object) => ({ ...order, total }));
    const placed = await swath(`order place --item vendor-archive/${first} --yes`, {
      home: own,
      send: priced,
    });
    expect([placed.exitCode, placed.requests.map(({ path }) => path)]).toEqual([
      0,
      ["/orders/review", "/orders"],
    ]);
    const [entry] = JSON.parse((await swath("order history --json", { home: own })).stdout) as {
      price?: string;
    }[];
    expect(entry?.price).toBe(price);
  });
});
