/** Simultaneous spending processes share one journal. `test/faults/killed-spenders.test.ts` kills and interrupts them. */
import { describe, expect, it } from "vitest";
import { testFolder } from "../new-folder.ts";
import { sellingService, type SellingService } from "./selling-service.ts";
import { startSwath, swath, type Ended, type Running } from "./swath.ts";

const order = (item = "g"): string[] => ["order", "place", "--item", `c/${item}`, "--yes"];

interface Entry {
  state: string;
}

/** A person's machine and its service. */
async function machine(server: SellingService) {
  const home = await testFolder();
  const env = { SWATH_BASE_URL: server.url, SWATH_API_KEY: "k-123456789" };
  return {
    home,
    start: (args: readonly string[]): Running => startSwath(args, { home, env }),
    run: (args: readonly string[]): Promise<Ended> => swath(args, { home, env }),
    journal: async (): Promise<Entry[]> => {
      const { stdout } = await swath(["journal", "list", "--json"], { home, env });
      return JSON.parse(stdout) as Entry[];
    },
  };
}

describe("simultaneous processes", () => {
  it("P21 four place the same order: one request", async () => {
    const server = await sellingService();
    server.holds = true;
    const { start, journal } = await machine(server);
    const runs = Array.from({ length: 4 }, () => start(order()));
    await server.until(1);
    // The three later ones report it and end, while the first still waits for its answer.
    let left = 3;
    await new Promise<void>((resolve) => {
      for (const { ended } of runs) void ended.then(() => (left -= 1) === 0 && resolve());
    });
    server.release();
    const codes = (await Promise.all(runs.map(({ ended }) => ended))).map((ended) => ended.code);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    for (const code of codes) expect([0, 12, 13]).toContain(code);
    expect(server.sold).toHaveLength(1);
    expect(await journal()).toHaveLength(1);
  });

  it("P5 P21 four orders of $350.00 never exceed a budget of $800 together", async () => {
    const server = await sellingService();
    const { start, run } = await machine(server);
    expect((await run(["config", "set", "budget", "800/month"])).code).toBe(0);
    const runs = ["a", "b", "c", "d"].map((item) => start(order(item)));
    const ended = await Promise.all(runs.map((one) => one.ended));
    expect(server.sold.length).toBeLessThanOrEqual(2);
    expect(ended.filter(({ code }) => code === 0)).toHaveLength(server.sold.length);
    for (const { code } of ended) expect([0, 12]).toContain(code);
  });

  it("P5 P21 simultaneous orders and approvals of tasks and series: the sum of their commitments stays within the budget", async () => {
    const server = await sellingService();
    const { start, run, journal } = await machine(server);
    expect((await run(["config", "set", "budget", "1200/month"])).code).toBe(0);
    const lines = [
      order("a"),
      order("b"),
      ["task", "approve", "t-1", "--yes"],
      ["task", "approve", "t-2", "t-3", "--yes"],
      ["repeat", "approve", "r-1", "--yes"],
      ["repeat", "approve", "r-2", "--yes"],
    ];
    const ended = await Promise.all(lines.map((line) => start(line).ended));
    for (const { code, stderr } of ended) expect([0, 10, 12], stderr).toContain(code);
    // A series counts with both of its images.
    const committed = server.sold.reduce((sum, { path }) => sum + (path.includes("repeat") ? 400 : 350), 0);
    expect(committed).toBeGreaterThan(0);
    expect(committed).toBeLessThanOrEqual(1200);
    expect((await journal()).filter(({ state }) => state === "confirmed")).toHaveLength(server.sold.length);
    const { stdout } = await run(["spend", "--json"]);
    expect((JSON.parse(stdout) as { budget: { spent: number } }).budget.spent).toBe(committed);
  });

  it("P5 P21 retasks under a budget: every process refuses one without a price, and sends a free one", async () => {
    const server = await sellingService();
    const { start, run } = await machine(server);
    expect((await run(["config", "set", "budget", "1000000/month"])).code).toBe(0);
    const refused = await Promise.all(
      [
        ["task", "retask", "paid-1", "--yes"],
        ["task", "retask", "paid-2", "--yes"],
        ["task", "retask", "t-1", "--no-check", "--yes"],
      ].map((line) => start(line).ended),
    );
    expect(refused.map(({ code }) => code)).toEqual([12, 12, 12]);
    for (const { stderr } of refused) expect(stderr).toContain("BUDGET_EXCEEDED");
    expect(server.sold).toEqual([]);
    const free = await Promise.all(["t-1", "t-2", "t-3"].map((id) => start(["task", "retask", id]).ended));
    expect(free.map(({ code, stderr }) => [code, stderr.includes("BUDGET")])).toEqual([
      [0, false],
      [0, false],
      [0, false],
    ]);
    expect(server.sold.map(({ path }) => path).toSorted()).toEqual([
      "/task/t-1/retask",
      "/task/t-2/retask",
      "/task/t-3/retask",
    ]);
  });
});
