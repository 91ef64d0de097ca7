/** Whatever ends the process between "intent written" and "id printed", the journal on disk is true. Real signals, real disk. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { sellingService, type SellingService } from "./selling-service.ts";
import { startSwath, swath, tempDir, type Ended, type Running } from "./swath.ts";

const order = (item = "g"): string[] => ["order", "place", "--item", `c/${item}`, "--yes"];
const CREATE = [
  ..."task create --point 14.99,37.75 --window-open 2031-05-01T00:00:00Z --window-close 2031-05-08T00:00:00Z".split(
    " ",
  ),
  ..."--tier standard --type spotlight --name etna".split(" "),
];

interface Entry {
  intentId: string;
  state: string;
  open: boolean;
  id?: string;
}

/** A person's machine and the service that they buy from. */
async function machine(server: SellingService) {
  const home = await tempDir();
  const env = { SWATH_BASE_URL: server.url, SWATH_API_KEY: "k-123456789" };
  return {
    home,
    start: (args: readonly string[]): Running => startSwath(args, { home, env }),
    run: (args: readonly string[]): Promise<Ended> => swath(args, { home, env }),
    journal: async (): Promise<Entry[]> => {
      const { stdout } = await swath(["journal", "list", "--json"], { home, env });
      return JSON.parse(stdout) as Entry[];
    },
    /** Resolves when a record stands in the journal. */
    written: async (run: Running): Promise<void> => {
      const dir = join(home, ".local", "state", "swath", "journal");
      while (run.child.exitCode === null && run.child.signalCode === null) {
        const names = await readdir(dir).catch(() => []);
        if (names.some((name) => /^[0-9a-f]{16}-\d+\.json$/.test(name))) return;
        await sleep(1);
      }
    },
  };
}

describe("kill -9", () => {
  it("P1 P3 while the answer is awaited: unknown, blocked, and settled by hand", async () => {
    await using server = await sellingService();
    server.holds = true;
    const { start, run, journal } = await machine(server);
    const killed = start(order());
    await server.until(1);
    killed.child.kill("SIGKILL");
    await killed.ended;
    const [entry] = await journal();
    expect(entry).toMatchObject({ state: "unknown", open: true });
    const again = await run(order());
    expect(again.code).toBe(13);
    expect(again.stderr).toContain("INTENT_OPEN");
    expect(server.sold).toHaveLength(1);
    const resolved = await run(["journal", "resolve", entry!.intentId, "--order-id", "o-1"]);
    expect(resolved.code).toBe(0);
    expect(await journal()).toMatchObject([{ state: "confirmed", id: "o-1", open: false }]);
  });

  it("P2 as soon as the intent is written: never more requests than records that own up to them", async () => {
    await using server = await sellingService();
    for (let round = 0; round < 4; round += 1) {
      const before = server.sold.length;
      const { start, run, journal, written } = await machine(server);
      const killed = start(order(`g-${round}`));
      await written(killed);
      killed.child.kill("SIGKILL");
      await killed.ended;
      const arrived = server.sold.length - before;
      const states = (await journal()).map(({ state }) => state);
      if (arrived > 0) expect(["unknown", "confirmed"]).toContain(states[0]);
      const again = await run(order(`g-${round}`));
      // Either the first may have left, and this one does not; or it provably did not.
      expect(server.sold.length - before).toBeLessThanOrEqual(1);
      expect([0, 12, 13]).toContain(again.code);
    }
  });

  it("P1 at any moment of a run: at most one request, and the journal knows of it", async () => {
    await using server = await sellingService();
    for (const delayMs of [40, 80, 120, 160, 200, 240, 280, 320]) {
      const before = server.sold.length;
      const { start, run, journal } = await machine(server);
      const killed = start(order(`k-${delayMs}`));
      // Wherever that is in the run, which no signal of the program's own can say.
      await Promise.race([sleep(delayMs), killed.ended]);
      killed.child.kill("SIGKILL");
      await killed.ended;
      const entries = await journal();
      if (server.sold.length > before) expect(["unknown", "confirmed"]).toContain(entries[0]?.state);
      await run(order(`k-${delayMs}`));
      expect(server.sold.length - before).toBeLessThanOrEqual(1);
    }
  });

  it("P4 a task that was made is found by the next run, which makes none", async () => {
    await using server = await sellingService();
    server.holds = true;
    const { start, run, journal } = await machine(server);
    const killed = start(CREATE);
    await server.until(1);
    killed.child.kill("SIGKILL");
    await killed.ended;
    server.holds = false;
    const next = await run([...CREATE, "--output", "id"]);
    expect(next.stderr).toContain("No reply came, but the service received it: t-1");
    expect(next).toMatchObject({ code: 0, stdout: "t-1\n" });
    expect(server.sold).toHaveLength(1);
    expect(await journal()).toMatchObject([{ state: "confirmed", id: "t-1" }]);
  });
});

describe("signals while something is bought", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("P3 %s once: the answer is waited for, the id printed, exit %i", async (signal, code) => {
    await using server = await sellingService();
    server.holds = true;
    const { start, journal } = await machine(server);
    const pressed = start([...order(), "--output", "id"]);
    await server.until(1);
    pressed.child.kill(signal);
    await pressed.until("stderr", /waiting for the answer/);
    server.release();
    expect(await pressed.ended).toMatchObject({ code, stdout: "o-1\n" });
    expect(await journal()).toMatchObject([{ state: "confirmed", id: "o-1" }]);
  });

  it("P3 twice: given up, unknown, exit 13, and what to type", async () => {
    await using server = await sellingService();
    server.holds = true;
    const { start, journal } = await machine(server);
    const pressed = start(order());
    await server.until(1);
    pressed.child.kill("SIGINT");
    await pressed.until("stderr", /waiting for the answer/);
    pressed.child.kill("SIGTERM");
    const ended = await pressed.ended;
    expect(ended.code).toBe(13);
    const [entry] = await journal();
    expect(entry).toMatchObject({ state: "unknown", open: true });
    expect(ended.stderr).toContain(`swath journal resolve ${entry?.intentId}`);
  });
});

describe("processes at the same time", () => {
  it("P21 four place the same order: one request", async () => {
    await using server = await sellingService();
    server.holds = true;
    const { start, journal } = await machine(server);
    const runs = Array.from({ length: 4 }, () => start(order()));
    await server.until(1);
    // The three that came second say so and end, while the first still waits for its answer.
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

  it("P5 P21 four orders of $350.00 never get past a budget of $800 together", async () => {
    await using server = await sellingService();
    const { start, run } = await machine(server);
    expect((await run(["config", "set", "budget", "800/month"])).code).toBe(0);
    const runs = ["a", "b", "c", "d"].map((item) => start(order(item)));
    const ended = await Promise.all(runs.map((one) => one.ended));
    expect(server.sold.length).toBeLessThanOrEqual(2);
    expect(ended.filter(({ code }) => code === 0)).toHaveLength(server.sold.length);
    for (const { code } of ended) expect([0, 12]).toContain(code);
  });

  it("P5 P21 orders, approvals of tasks and of series at one moment: the sum of their commitments stays within the budget", async () => {
    await using server = await sellingService();
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
    for (const { code } of ended) expect([0, 10, 12]).toContain(code);
    // A series counts with both of its images.
    const committed = server.sold.reduce((sum, { path }) => sum + (path.includes("repeat") ? 400 : 350), 0);
    expect(committed).toBeGreaterThan(0);
    expect(committed).toBeLessThanOrEqual(1200);
    expect((await journal()).filter(({ state }) => state === "confirmed")).toHaveLength(server.sold.length);
    const { stdout } = await run(["spend", "--json"]);
    expect((JSON.parse(stdout) as { budget: { spent: number } }).budget.spent).toBe(committed);
  });

  it("P5 P21 retasks under a budget: what has no price is refused in every process, what costs nothing is sent by each", async () => {
    await using server = await sellingService();
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
