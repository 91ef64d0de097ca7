/** Limits of spending: the budget of a profile, prices that change, and items that were bought before. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { openBench } from "./bench.ts";
import { runScripted } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const { swath, clock, send, control } = await openBench();

const found = await swath("catalog search --product-type GEO --limit 2 --output id");
const [first = "", second = ""] = found.stdout.split("\n");
/** $350.00 and $525.00. */
const ONE = `order place --item vendor-archive/${first} --yes`;
const TWO = `order place --item vendor-archive/${second} --yes`;

const IN_REVIEW = {
  properties: {
    taskingrequestId: "t-1",
    lastStatusCode: "review",
    transactionStatus: "completed",
    order: { summary: { total: "$10.00" } },
  },
};

let home: string;
beforeEach(async () => {
  home = await tempHome();
  await control("DELETE", "/faults");
});

const paths = (run: { requests: { path: string }[] }): string[] => run.requests.map(({ path }) => path);
const setBudget = async (text: string): Promise<void> => {
  expect((await swath(`config set budget ${text}`, { home })).exitCode).toBe(0);
};

describe("a budget", () => {
  it("P5 starts no new month while the service's clock is in the old one, though this machine's is ahead", async () => {
    await setBudget("800/month");
    await control("POST", "/clock", { mode: "manual", now: new Date(clock.ms).toISOString() });
    expect((await swath(ONE, { home })).exitCode).toBe(0);
    const before = clock.ms;
    clock.ms += 30 * 86_400_000;
    const run = await swath(TWO, { home });
    clock.ms = before;
    await control("POST", "/clock", { mode: "auto" });
    expect([run.exitCode, paths(run)], run.stderr).toEqual([12, ["/orders/review"]]);
    expect(run.stderr).toContain("$350.00 of it is spent or reserved");
  });

  it.each(["day", "week", "month"])(
    "P5 counts in this %s what was bought while the clock of this machine was behind",
    async (period) => {
      await setBudget(`800/${period}`);
      const date = new Date(clock.ms).toUTCString();
      const dated: Send = async (request) => {
        const reply = await send(request);
        return { ...reply, headers: { ...reply.headers, date } };
      };
      await control("POST", "/clock", { mode: "manual", now: new Date(clock.ms).toISOString() });
      const before = clock.ms;
      clock.ms -= 40 * 86_400_000;
      const behind = await swath(ONE, { home, send: dated });
      clock.ms = before;
      await control("POST", "/clock", { mode: "auto" });
      expect(behind.exitCode, behind.stderr).toBe(0);
      const run = await swath(TWO, { home, send: dated });
      expect([run.exitCode, paths(run)], run.stderr).toEqual([12, ["/orders/review"]]);
      expect(run.stderr).toContain("$350.00 of it is spent or reserved");
      expect((await swath("spend --json", { home })).stdout).toContain("350");
    },
  );

  it("P5 allows prices that fit, and refuses others", async () => {
    await setBudget("800/month");
    expect((await swath(ONE, { home })).exitCode).toBe(0);
    const run = await swath(TWO, { home });
    expect(paths(run)).toEqual(["/orders/review"]);
    expect(run.exitCode).toBe(12);
    expect(run.stderr).toContain("code BUDGET_EXCEEDED, exit 12");
    expect(run.stderr).toContain("$350.00");
    expect(run.stderr).toContain("$525.00");
  });

  it("P5 the next month starts at zero", async () => {
    await setBudget("800/month");
    await swath(ONE, { home });
    clock.ms += 31 * 86_400_000;
    expect((await swath(TWO, { home })).exitCode).toBe(0);
  });

  it("P5 an unknown outcome counts as spent", async () => {
    await setBudget("800/month");
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
    expect((await swath(ONE, { home })).exitCode).toBe(13);
    expect((await swath(TWO, { home })).exitCode).toBe(12);
  });

  it("P3 P5 the same order after a lost response is reported as unresolved, not as over budget", async () => {
    await setBudget("600/month");
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
    expect((await swath(ONE, { home })).exitCode).toBe(13);
    const again = await swath(ONE, { home });
    expect(again.exitCode).toBe(13);
    expect(again.stderr).toContain("code INTENT_OPEN, exit 13");
    expect(again.stderr).toContain("code INTENT_OPEN");
  });

  it("P5 a refused order releases its reservation", async () => {
    await setBudget("800/month");
    await control("POST", "/faults", { route: "placeOrder", count: 1, status: 422 });
    expect((await swath(ONE, { home })).exitCode).toBe(8);
    expect((await swath(TWO, { home })).exitCode).toBe(0);
  });

  it("P5 an earlier request without a price stops the next one, until its price is recorded", async () => {
    await control("POST", "/faults", { route: "reviewOrder", count: 1, status: 404 });
    expect((await swath(ONE, { home })).exitCode).toBe(0);
    await setBudget("8000/month");
    const run = await swath(TWO, { home });
    expect(run.exitCode).toBe(12);
    expect(run.stderr).toContain("the price of 1 earlier request of this month is unknown");
    const [, id = ""] = /\(journal (\S+)\)/.exec(run.stderr) ?? [];
    expect((await swath(["journal", "resolve", id, "--price", "$350.00"], { home })).exitCode).toBe(0);
    expect((await swath(TWO, { home })).exitCode).toBe(0);
  });

  it("P5 a file in the journal's folder that is not a record does not count", async () => {
    expect((await swath(`${ONE} --max-cost 5000`, { home })).exitCode).toBe(0);
    await writeFile(join(home, ".local/state/swath/journal/notes.txt"), "mine");
    await setBudget("800/month");
    expect((await swath(TWO, { home })).stderr).toContain("$350.00 of it is spent or reserved");
    await setBudget("900/month");
    expect((await swath(TWO, { home })).exitCode).toBe(0);
  });

  it("P5 a record that cannot be read stops it, and the next step shows the record", async () => {
    await mkdir(join(home, ".local/state/swath/journal"), { recursive: true });
    await writeFile(join(home, ".local/state/swath/journal/0123456789abcdef-1.json"), "{");
    await setBudget("8000/month");
    const approve = (words: string) =>
      runScripted(`task approve t-1 ${words}`, { "GET /task/t-1": [{ body: IN_REVIEW }] }, { home });
    const open = await approve("--yes");
    expect([open.exitCode, open.requests.length], open.stderr).toEqual([13, 1]);
    const refused = await approve("--yes --resend");
    expect([refused.exitCode, refused.requests.length]).toEqual([12, 1]);
    expect(refused.stderr).toContain("swath journal show 0123456789abcdef-1.json");
    const shown = await swath("journal show 0123456789abcdef-1.json", { home });
    expect(shown.stderr).toContain("swath journal resolve 0123456789abcdef-1");
  });

  it("P5 a pre-approval has no price, so it does not fit any budget", async () => {
    await setBudget("1000000/month");
    const run = await swath(
      "task create --point 14.99,37.75 --window-open +1d --window 7d --tier standard --type spotlight --pre-approve --yes",
      { home },
    );
    expect(run).toMatchObject({ exitCode: 12, requests: [] });
    expect(run.stderr).toContain("BUDGET_EXCEEDED");
    expect((await swath("journal list", { home })).stdout).toBe("");
  });

  it.each([
    ["patch /task/t-1/status", '{"status":"submitted"}'],
    ["patch /repeat-requests/r%201/status", '{"code":"submitted"}'],
    ["post /orders", '{"items":[]}'],
    ["post /orders/task/t-1", "{}"],
    ["post /task/t-1/retask", "{}"],
  ])("P5 api %s shows no price, so it does not fit any budget or limit", async (call, body) => {
    const words = ["api", ...call.split(" "), "--data", body, "--yes"];
    const limited = await swath([...words, "--max-cost", "9"], { home });
    expect(limited).toMatchObject({ exitCode: 12, requests: [] });
    expect(limited.stderr).toContain("code COST_LIMIT_EXCEEDED");
    await setBudget("1000000/month");
    const run = await swath(words, { home });
    expect(run).toMatchObject({ exitCode: 12, requests: [] });
    expect(run.stderr).toContain("code BUDGET_EXCEEDED");
  });

  it("P5 --no-check reads no price, so it does not fit any budget", async () => {
    await setBudget("1000000/month");
    const run = await swath("task approve t-1 --no-check --yes", { home });
    expect(run).toMatchObject({ exitCode: 12, requests: [] });
    expect(run.stderr).toContain("the price is not read without the check");
  });

  it("P5 a free request passes", async () => {
    await setBudget("1/day");
    const run = await swath(
      "task create --point 14.99,37.75 --window-open +1d --window 7d --tier standard --type spotlight",
      { home },
    );
    expect(run.exitCode).toBe(0);
  });

  it.each(["5000", "5000/year", "lots/month", "1.250/month"])("P17 %s is not a budget", async (text) => {
    const run = await swath(`config set budget ${text}`, { home });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain("must be an amount and a period");
  });

  it("P5 an unreadable budget stops every run, instead of counting as none", async () => {
    const config = join(home, ".config", "swath");
    await mkdir(config, { recursive: true });
    await writeFile(join(config, "config.json"), '{"profiles":{"default":{"budget":"plenty"}}}');
    expect(await swath(ONE, { home })).toMatchObject({ exitCode: 2, requests: [] });
  });

  it("P21 two simultaneous orders never exceed it together", async () => {
    await setBudget("800/month");
    const runs = await Promise.all([swath(ONE, { home }), swath(TWO, { home })]);
    const placed = runs.filter(({ exitCode }) => exitCode === 0);
    expect(placed.length).toBeLessThanOrEqual(1);
    for (const { exitCode } of runs) expect([0, 12]).toContain(exitCode);
  });
});

describe("the shown price", () => {
  it("P5 the same amount in another format is the same price", async () => {
    let reviews = 0;
    const reformatted: Send = async (request) => {
      if (!request.url.endsWith("/orders/review")) return send(request);
      reviews += 1;
      const body = JSON.stringify({ summary: { total: reviews === 1 ? "$350.00" : "US$350" } });
      return {
        status: 200,
        headers: { "content-type": "application/json" },
        body: [Buffer.from(body)] as never,
      };
    };
    const ask = async (): Promise<boolean> => {
      clock.ms += 60_000;
      return true;
    };
    const run = await swath(ONE.replace(" --yes", ""), { home, send: reformatted, ask, stdinTTY: true });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(paths(run)).toEqual(["/orders/review", "/orders/review", "/orders"]);
  });

  it("P5 a price that changes during the question is PRICE_CHANGED", async () => {
    let reviews = 0;
    const dearer: Send = async (request) => {
      if (request.url.endsWith("/orders/review")) {
        reviews += 1;
        const body = JSON.stringify({ summary: { total: reviews === 1 ? "$350.00" : "$351.00" } });
        return {
          status: 200,
          headers: { "content-type": "application/json" },
          body: [Buffer.from(body)] as never,
        };
      }
      return send(request);
    };
    const ask = async (): Promise<boolean> => {
      clock.ms += 60_000;
      return true;
    };
    const run = await swath(ONE.replace(" --yes", ""), { home, send: dearer, ask, stdinTTY: true });
    expect(paths(run)).toEqual(["/orders/review", "/orders/review"]);
    expect(run.exitCode).toBe(12);
    expect(run.stderr).toMatch(/\$350\.00 .*\$351\.00 /);
    expect(run.stderr).toContain("PRICE_CHANGED");
  });
});

describe("items bought before", () => {
  const BOTH = `order place --item vendor-archive/${first} --item vendor-archive/${second}`;
  const orderOf = async (line: string): Promise<string> =>
    (await swath(`${line} --output id`, { home })).stdout.trim();

  it("ORDER-09 an item of an earlier order is reported before it is paid again", async () => {
    await swath(ONE, { home });
    const run = await swath(`${BOTH} --yes --max-cost 100000 --resend`, { home });
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain(
      `contains 1 of these 2 items (vendor-archive/${first}) and can be downloaded`,
    );
    expect(run.stderr).not.toContain(`(vendor-archive/${second})`);
  });

  it("P1 ORDER-18 order place of two items refuses the one that was bought, even beside a new item", async () => {
    const before = await orderOf(ONE);
    const run = await swath(`${BOTH} --yes --max-cost 900`, { home });
    expect([run.exitCode, paths(run)]).toEqual([12, []]);
    expect(run.stderr).toContain(`Order ${before} of `);
    expect(run.stderr).toContain(
      ` contains 1 of these 2 items (vendor-archive/${first}) and can be downloaded`,
    );
    expect(run.stderr).toContain(`swath order download ${before}`);
    expect((await swath(`order place --item vendor-archive/${second} --yes`, { home })).exitCode).toBe(0);
    const all = await swath(`${BOTH} --yes --json`, { home });
    expect(all.exitCode).toBe(12);
    expect(all.stderr).toContain(` contains 1 of these 2 items (vendor-archive/${second})`);
    expect((await swath(`${BOTH} --yes --resend`, { home })).exitCode).toBe(0);
  });

  it("ORDER-18 --items FILE with an item that is already ordered is also refused", async () => {
    await swath(ONE, { home });
    const file = join(home, "items.json");
    const items = [first, second].map((granuleId) => ({ collectionId: "vendor-archive", granuleId }));
    await writeFile(file, JSON.stringify(items));
    const run = await swath(["order", "place", "--items", file, "--yes", "--wait"], { home });
    expect([run.exitCode, paths(run)]).toEqual([12, []]);
    expect(run.stderr).toContain("code ALREADY_ORDERED, exit 12");
  });

  it.each([
    [true, "Order 2 items for $875.00?", [first, second]],
    [false, "Order 1 item for $525.00?", [second]],
  ])(
    "ORDER-18 on a terminal the question lists earlier purchases beside a new item; the answer %s",
    async (isAgain, price, ordered) => {
      const before = await orderOf(ONE);
      const asked: string[] = [];
      const ask = async ({ message }: { message: string }): Promise<boolean> => {
        asked.push(message);
        return asked.length > 1 || isAgain;
      };
      const run = await swath(`${BOTH} --json`, { home, ask, stdinTTY: true });
      expect(run.exitCode, run.stderr).toBe(0);
      expect(asked).toEqual([
        expect.stringMatching(
          `^vendor-archive/${first} was bought on .* \\(order ${before}, which can be downloaded until .*\\)\\. Buy it again, and pay again\\? \\(no: only the other item is ordered\\)$`,
        ),
        price,
      ]);
      const order = JSON.parse(run.stdout) as { items: { granuleId: string }[] };
      expect(order.items.map(({ granuleId }) => granuleId)).toEqual(ordered);
      expect(run.stderr.includes(`Skipped: vendor-archive/${first}`)).toBe(!isAgain);
    },
  );
});

describe("--max-cost for every request that may cost money", () => {
  const WINDOW = "--window-open +1d --window 7d --type spotlight";
  it.each([
    ["task create", `task create --point 14.99,37.75 ${WINDOW} --tier standard --pre-approve`],
    [
      "repeat create",
      "repeat create --point 14.99,37.75 --from +1d --interval 7 --count 3 --tier flexible --type spotlight --pre-approve",
    ],
    ["task retask", "task retask t-1 --no-check"],
    ["repeat retask", "repeat retask r-1 --count 2 --no-check"],
    ["api", "api POST /orders --data '{\"items\":[]}'"],
  ])("P5 %s: no price is shown before, so every limit refuses it", async (_title, line) => {
    const run = await swath(`${line} --yes --max-cost 1000000`, { home });
    expect(run.stderr).toContain("code COST_LIMIT_EXCEEDED, exit 12");
    expect(run).toMatchObject({ exitCode: 12, requests: [] });
  });

  it("P5 an approval counts against the budget with the shown price, and is reported", async () => {
    const created = await swath(
      `task create --point 14.99,37.75 ${WINDOW} --tier standard --wait --output id`,
      { home },
    );
    const id = created.stdout.trim();
    const cost = JSON.parse((await swath(`task cost ${id} --json`, { home })).stdout) as { total: string };
    await setBudget("1/month");
    const refused = await swath(`task approve ${id} --yes`, { home });
    expect(refused.stderr).toContain("code BUDGET_EXCEEDED");
    expect(refused.stderr).toContain("1.00 USD/month");
    expect(refused.requests.map(({ method }) => method)).not.toContain("PATCH");
    await setBudget("1000000/month");
    expect((await swath(`task approve ${id} --yes`, { home })).exitCode).toBe(0);
    const report = await swath("spend --by kind,contract --json", { home });
    const { rows } = JSON.parse(report.stdout) as { rows: Record<string, unknown>[] };
    expect(rows).toMatchObject([{ kind: "task", requests: 1, unpriced: 0, committed: { text: cost.total } }]);
    expect(rows[0]!["contract"]).not.toBe("");
  });
});

it("--max-cost without a currency is shown in the currency of the price", async () => {
  const granule = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.trim();
  const { stderr } = await swath(`order place --item vendor-archive/${granule} --yes --max-cost 1`);
  expect(stderr).toMatch(/\$[\d,.]+, above the limit of \$1:[^]*code COST_LIMIT_EXCEEDED/);
});
