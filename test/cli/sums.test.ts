/** Money that adds up: numbers in JSON and csv, readable budgets, one line for a decision. */
import { beforeEach, describe, expect, it } from "vitest";
import { errorOf, runScripted, type Script } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const SERIES = {
  properties: {
    repeatrequestId: "r-1",
    repeatrequestName: "weekly",
    lastStatusCode: "review",
    costPerImageEstimate: "$1,125.00",
    collectionTier: "routine",
    collectionType: "spotlight",
    repetitionProperties: {
      repeatStart: "2026-03-01T00:00:00Z",
      repetitionInterval: 7,
      repetitionCount: 3,
    },
  },
};
const SETUBAL = {
  type: "Feature",
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [-8.95, 38.45],
        [-8.8, 38.45],
        [-8.8, 38.6],
        [-8.95, 38.6],
        [-8.95, 38.45],
      ],
    ],
  },
  properties: {
    taskingrequestId: "t-1",
    taskingrequestName: "setubal",
    lastStatusCode: "review",
    transactionStatus: "pending-customer-approval",
    collectionTier: "standard",
    collectionType: "stripmap_100",
    windowOpen: "2026-11-23T00:00:00Z",
    windowClose: "2026-11-30T00:00:00Z",
    order: {
      summary: { total: "$1,500.00", subtotal: "$1,500.00" },
      lineItems: [{ taskId: "t-1", accountingSize: { unit: "sqkm", value: 268.2 } }],
    },
  },
};
const SERVICE: Script = {
  "GET /task/t-1": [{ body: SETUBAL }],
  "GET /repeat-requests/r-1": [{ body: SERIES }],
  PATCH: [{ body: {} }],
};

let home: string;
beforeEach(async () => {
  home = await tempHome();
});
const config = async (...words: string[]) => {
  const run = await runScripted(["config", ...words], {}, { home });
  expect(run.exitCode, run.stderr).toBe(0);
  return run;
};

describe("prices as numbers", () => {
  it("COST-10 repeat cost --json has the price of one image, and the total of all", async () => {
    const { stdout } = await runScripted("repeat cost r-1 --json", SERVICE);
    expect(JSON.parse(stdout)).toEqual({
      id: "r-1",
      status: "review",
      estimate: "ready",
      perImage: { amount: 1125, currency: "USD", text: "$1,125.00" },
      count: 3,
      total: { amount: 3375, currency: "USD", text: "$3,375.00" },
      commitment: { amount: 3375, currency: "USD" },
    });
  });

  it("COST-10 its csv has the same numbers", async () => {
    const { stdout } = await runScripted("repeat cost r-1 --output csv", SERVICE);
    expect(stdout).toBe(
      "id,status,estimate,perImage,count,total,perImage.amount,perImage.currency,total.amount,total.currency\n" +
        'r-1,review,ready,"$1,125.00",3,"$3,375.00",1125,USD,3375,USD\n',
    );
  });

  it("COST-10 a person sees the price of one image, the count, and the total", async () => {
    const { stdout } = await runScripted("repeat cost r-1 --no-color", SERVICE, { stdoutTTY: true });
    expect(stdout).toContain("Per image:  $1,125.00\nImages:     3\nTotal:      $3,375.00\n");
  });

  it("COST-04 task cost has a number beside the service's text", async () => {
    const { stdout } = await runScripted("task cost t-1 --json", SERVICE);
    expect(JSON.parse(stdout)).toMatchObject({
      total: "$1,500.00",
      commitment: { amount: 1500, currency: "USD" },
    });
  });

  it("ORDER-09 order review has numbers beside the service's reply", async () => {
    const reply = { summary: { total: "$875.50" }, items: [{ granuleId: "g-1", cost: "$875.50" }] };
    const service: Script = { "POST /orders/review": [{ body: reply }] };
    const json = await runScripted("order review --item vendor-archive/g-1 --json", service);
    expect(JSON.parse(json.stdout)).toEqual({
      commitment: { amount: 875.5, currency: "USD" },
      lines: [{ item: "g-1", cost: "$875.50", amount: 875.5, currency: "USD" }],
      ...reply,
    });
    const csv = await runScripted("order review --item vendor-archive/g-1 --output csv", service);
    expect(csv.stdout).toBe("item,cost,cost.amount,cost.currency\ng-1,$875.50,875.5,USD\n");
  });

  it("dialect currency.$ sets the currency of a dollar sign", async () => {
    await config("set", "dialect.currency.$", "CAD");
    const cost = await runScripted("task cost t-1 --json", SERVICE, { home });
    expect(JSON.parse(cost.stdout)).toMatchObject({ commitment: { amount: 1500, currency: "CAD" } });
    const within = await runScripted("task approve t-1 --yes --max-cost CAD1500", SERVICE, { home });
    expect(within.exitCode, within.stderr).toBe(0);
    const other = await runScripted(["task", "approve", "t-1", "--yes", "--max-cost", "USD 9999"], SERVICE, {
      home,
    });
    expect(other.exitCode).toBe(12);
  });

  it("with an empty currency.$, a limit in USD is refused with that setting", async () => {
    await config("set", "dialect.currency.$", "");
    const limited = await runScripted(
      ["task", "approve", "t-1", "--yes", "--json", "--max-cost", "USD 9999"],
      SERVICE,
      { home },
    );
    expect([limited.exitCode, errorOf(limited).hint]).toEqual([
      12,
      expect.stringContaining("swath config set 'dialect.currency.$' USD"),
    ]);
    await config("set", "budget", "9999 USD/month");
    const budgeted = await runScripted("task approve t-1 --yes --json", SERVICE, { home });
    expect([errorOf(budgeted).code, errorOf(budgeted).hint]).toEqual([
      "BUDGET_EXCEEDED",
      expect.stringContaining("dialect.currency.$"),
    ]);
    await config("set", "budget", "$9999/month");
    expect((await runScripted("task approve t-1 --yes", SERVICE, { home })).exitCode).toBe(0);
  });

  it("P16 with an empty currency.$, the sums of spending are in $, and not in USD", async () => {
    await config("set", "dialect.currency.$", "");
    expect((await runScripted("task approve t-1 --yes", SERVICE, { home })).exitCode).toBe(0);
    const spend = await runScripted("spend --dry-run --json", {}, { home });
    expect(JSON.parse(spend.stdout)).toMatchObject({
      rows: [{ committed: { amount: 1500, currency: "$" } }],
      total: [{ requests: 1, committed: { amount: 1500, currency: "$", text: "$1,500.00" } }],
    });
  });

  it("a limit in USD applies to a price in $", async () => {
    const run = await runScripted(["task", "approve", "t-1", "--yes", "--max-cost", "1500 USD"], SERVICE);
    expect(run.exitCode, run.stderr).toBe(0);
  });
});

describe("a structured setting", () => {
  it.each([
    ["5000/month", "5,000.00 USD/month", { amount: 5000, currency: "USD", period: "month" }],
    ["$200.5/day", "200.50 USD/day", { amount: 200.5, currency: "USD", period: "day" }],
    ["EUR 1,000.00/week", "1,000.00 EUR/week", { amount: 1000, currency: "EUR", period: "week" }],
  ])("config get and list print %s as %s", async (given, text, data) => {
    await config("set", "budget", given);
    expect((await config("get", "budget")).stdout).toBe(`${text}\n`);
    expect(JSON.parse((await config("get", "budget", "--json")).stdout)).toMatchObject({ value: data });
    expect((await config("list")).stdout).toContain(`budget\t${text}\tprofile\t`);
    expect(JSON.parse((await config("list", "--json")).stdout)).toContainEqual(
      expect.objectContaining({ key: "budget", value: data }),
    );
    // The printed value can be typed again.
    await config("set", "budget", text);
    expect((await config("get", "budget")).stdout).toBe(`${text}\n`);
  });
});

describe("the line for a decision", () => {
  const questionsOf = async (argv: string): Promise<string[]> => {
    const asked: string[] = [];
    await runScripted(argv, SERVICE, {
      home,
      stdinTTY: true,
      ask: async ({ message }) => (asked.push(message), false),
    });
    return asked;
  };

  it("APPROVE-11 shows a task with size, place, type, tier and window, and the rest of the budget", async () => {
    await config("set", "budget", "5000/month");
    expect(await questionsOf("task approve t-1")).toEqual([
      'Approve "setubal": 268 km2 near Setubal (PT), stripmap_100 standard, 23-30 Nov: $1,500.00 of $5,000.00 left?',
    ]);
  });

  it("APPROVE-11 the rest of the budget excludes an earlier approval", async () => {
    await config("set", "budget", "5000 USD/month");
    expect((await runScripted("repeat approve r-1 --yes", SERVICE, { home })).exitCode).toBe(0);
    expect(await questionsOf("task approve t-1")).toEqual([
      'Approve "setubal": 268 km2 near Setubal (PT), stripmap_100 standard, 23-30 Nov: $1,500.00 of $1,625.00 left?',
    ]);
  });

  it("APPROVE-11 a series shows its count, the price of one image and the total", async () => {
    expect(await questionsOf("repeat approve r-1")).toEqual([
      'Approve "weekly": spotlight routine, from 1 Mar, every 7 days: 3 x $1,125.00 = $3,375.00?',
    ]);
  });

  it("P13 a name from the service cannot control the terminal, nor fill it", async () => {
    const name = `\u001b[2J\u202e${"x".repeat(200)}`;
    const hostile = { ...SETUBAL, properties: { ...SETUBAL.properties, taskingrequestName: name } };
    const asked: string[] = [];
    await runScripted(
      "task approve t-1",
      { "GET /task/t-1": [{ body: hostile }] },
      {
        stdinTTY: true,
        ask: async ({ message }) => (asked.push(message), false),
      },
    );
    expect(asked[0]).toMatch(/^Approve "\\x1b\[2J\\u202ex+\.\.\.": 268 km2/);
    expect(asked[0]?.length).toBeLessThan(140);
  });
});

describe("--max-cost and the budget agree", () => {
  it.each([
    ["3374.99", 12],
    ["3375", 0],
    ["USD 3375", 0],
    ["EUR 9999", 12],
  ])("P5 on a series of three at $1,125 under %s: exit %i", async (limit, exitCode) => {
    const limited = await runScripted(
      ["repeat", "approve", "r-1", "--yes", "--max-cost", limit, "--json"],
      SERVICE,
    );
    await config("set", "budget", `${limit}/month`);
    const budgeted = await runScripted("repeat approve r-1 --yes --json", SERVICE, { home });
    expect([limited.exitCode, budgeted.exitCode]).toEqual([exitCode, exitCode]);
    if (exitCode === 0) return;
    expect([errorOf(limited).code, errorOf(budgeted).code]).toEqual([
      "COST_LIMIT_EXCEEDED",
      "BUDGET_EXCEEDED",
    ]);
  });

  it("P5 BUDGET_EXCEEDED contains its currency", async () => {
    await config("set", "budget", "2000/month");
    const run = await runScripted("repeat approve r-1 --yes --json", SERVICE, { home });
    expect(errorOf(run)).toMatchObject({
      code: "BUDGET_EXCEEDED",
      message: expect.stringMatching(/2,000\.00 USD\/month; \$0\.00 .*\$3,375\.00/) as string,
      budget: "2,000.00 USD/month",
    });
  });
});
