/** Quotes and real processes: buyers at once, a kill between the intent and the response, an approval on a terminal. */
import { chmod, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { need } from "../need.ts";
import { testFolder } from "../new-folder.ts";
import { sellingService, type SellingService } from "./selling-service.ts";
import { startSwath, swath, type Ended, type Running } from "./swath.ts";
import { HAS_TERMINAL, NEEDS_TERMINAL, openTerminal } from "./terminal.ts";

const BUY = ["quote", "buy", "quote.json", "--yes"];

/** A machine with a saved quote of $350.00. */
async function machine(server: SellingService, save: readonly string[]) {
  const home = await testFolder();
  const env = { SWATH_BASE_URL: server.url, SWATH_API_KEY: "k-123456789" };
  const run = (args: readonly string[]): Promise<Ended> => swath(args, { home, env });
  const saved = await run([...save, "--save", "quote.json"]);
  expect(saved.code, saved.stderr).toBe(0);
  return { home, env, run, start: (): Running => startSwath(BUY, { home, env }) };
}

const ORDER = ["order", "review", "--item", "c/g"];
const TASK = ["task", "cost", "t-1"];

describe("REACH-11 P1 P21 one quote, several processes", () => {
  it.each([
    ["an order", ORDER],
    ["an approval", TASK],
  ])("four buy %s at once: one request", async (_what, save) => {
    const server = await sellingService();
    const { start, run } = await machine(server, save);
    server.holds = true;
    const runs = Array.from({ length: 4 }, start);
    await server.until(1);
    let left = 3;
    await new Promise<void>((resolve) => {
      for (const { ended } of runs) void ended.then(() => (left -= 1) === 0 && resolve());
    });
    server.release();
    const ended = await Promise.all(runs.map((one) => one.ended));
    expect(ended.filter(({ code }) => code === 0)).toHaveLength(1);
    for (const { code, stderr } of ended) expect([0, 12, 13], stderr).toContain(code);
    expect(server.sold).toHaveLength(1);
    const again = await run(BUY);
    expect([again.code, again.stderr]).toEqual([12, expect.stringContaining("QUOTE_REFUSED")]);
    expect(server.sold).toHaveLength(1);
  });

  it.each([
    ["an order", ORDER],
    ["an approval", TASK],
  ])(
    "P3 a buyer of %s that was killed before the response leaves it unknown, and no other buys it",
    async (_what, save) => {
      const server = await sellingService();
      const { start, run } = await machine(server, save);
      server.holds = true;
      const killed = start();
      await server.until(1);
      killed.child.kill("SIGKILL");
      await killed.ended;
      server.holds = false;
      for (const args of [BUY, [...BUY, "--resend"]]) {
        const again = await run(args);
        expect([again.code, again.stderr]).toEqual([13, expect.stringContaining("INTENT_OPEN")]);
      }
      expect(server.sold).toHaveLength(1);
      const shown = await run(["quote", "show", "quote.json", "--json"]);
      expect(JSON.parse(shown.stdout)).toMatchObject({ state: "unknown" });
    },
  );
});

describe("REACH-11 an approval on a terminal", () => {
  it("is typed, and signed with a key that only its owner can read", async (context) => {
    need(HAS_TERMINAL, NEEDS_TERMINAL, context);
    const server = await sellingService();
    const { home, env, run } = await machine(server, ORDER);
    const terminal = await openTerminal("swath quote approve quote.json --by Ana", { home, env });
    await terminal.shows(/Type the amount to approve it \(\$350\.00\)/);
    terminal.type("350\r");
    await terminal.shows(/Ana at /);
    expect(await terminal.ended).toBe(0);
    const key = join(home, ".config/swath/approval-key.pem");
    expect((await stat(key)).mode & 0o777).toBe(0o600);
    expect(await readFile(join(home, "quote.json"), "utf8")).not.toContain("PRIVATE");
    await chmod(key, 0o644);
    const open = await run(["quote", "key"]);
    expect([open.code, open.stderr]).toEqual([4, expect.stringContaining("STORE_PERMISSIONS")]);
    expect(open.stdout).toBe("");
  });
});
