/** What may be spent: the budget of a profile, prices that change, and items that were bought before. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath, clock, send, control } = await openBench();

const found = await swath("catalog search --product-type GEO --limit 2 --output id");
const [first = "", second = ""] = found.stdout.split("\n");
/** $350.00 and $525.00. */
const ONE = `order place --item vendor-archive/${first} --yes`;
const TWO = `order place --item vendor-archive/${second} --yes`;

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
  it("P5 lets through what fits, and refuses what does not, by its price", async () => {
    await setBudget("800/month");
    expect((await swath(ONE, { home })).exitCode).toBe(0);
    const run = await swath(TWO, { home });
    expect(paths(run)).toEqual(["/orders/review"]);
    expect(run.exitCode).toBe(12);
    expect(run.stderr).toContain("code BUDGET_EXCEEDED, exit 12");
    expect(run.stderr).toContain("$350.00 of it is spent or reserved, and this costs $525.00");
  });

  it("P5 the next month is a new one", async () => {
    await setBudget("800/month");
    await swath(ONE, { home });
    clock.ms += 31 * 86_400_000;
    expect((await swath(TWO, { home })).exitCode).toBe(0);
  });

  it("P5 an outcome that nobody knows counts as spent", async () => {
    await setBudget("800/month");
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
    expect((await swath(ONE, { home })).exitCode).toBe(13);
    expect((await swath(TWO, { home })).exitCode).toBe(12);
  });

  it("P3 P5 the same order again after a lost answer says that it is unresolved, not that the budget is spent", async () => {
    await setBudget("600/month");
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
    expect((await swath(ONE, { home })).exitCode).toBe(13);
    const again = await swath(ONE, { home });
    expect(again.exitCode).toBe(13);
    expect(again.stderr).toContain("code INTENT_OPEN, exit 13");
    expect(again.stderr).toContain("swath journal resolve");
  });

  it("P5 a refused order frees what it reserved", async () => {
    await setBudget("800/month");
    await control("POST", "/faults", { route: "placeOrder", count: 1, status: 422 });
    expect((await swath(ONE, { home })).exitCode).toBe(8);
    expect((await swath(TWO, { home })).exitCode).toBe(0);
  });

  it("P5 an earlier request without a price stops, and says how to write the price down", async () => {
    expect((await swath(ONE, { home })).exitCode).toBe(0);
    await setBudget("8000/month");
    const run = await swath(TWO, { home });
    expect(run.exitCode).toBe(12);
    expect(run.stderr).toContain("the price is unknown of 1 earlier request");
    const [, id = ""] = /swath journal resolve (\S+) --price/.exec(run.stderr) ?? [];
    expect((await swath(["journal", "resolve", id, "--price", "$350.00"], { home })).exitCode).toBe(0);
    expect((await swath(TWO, { home })).exitCode).toBe(0);
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

  it("P5 the hint for --pre-approve under a budget was a change of the budget, which cannot help: it is the command without it", async () => {
    await setBudget("1000000/month");
    const create =
      "task create --point 14.99,37.75 --window-open +1d --window 7d --tier standard --type spotlight --pre-approve --yes";
    const run = await swath(create, { home });
    const [next = ""] = /(?<=leave out the pre-approval: swath ).*/.exec(run.stderr) ?? [];
    expect(next).toBe(create.replace(" --pre-approve", ""));
    expect((await swath(next, { home })).exitCode).toBe(0);
    const limited = await swath(`${create} --max-cost 10`, { home });
    expect(limited.stderr).toContain("--type spotlight --yes --max-cost 10");
  });

  it("P5 a pre-approval that stands in the file was answered with a change of the budget: it is to be taken out there", async () => {
    await setBudget("1000000/month");
    await writeFile(
      join(home, "site.geojson"),
      JSON.stringify({
        type: "Feature",
        geometry: { type: "Point", coordinates: [14.99, 37.75] },
        properties: { preApproval: true },
      }),
    );
    const run = await swath(
      "task create --file site.geojson --window-open +1d --window 7d --tier standard --type spotlight --yes",
      { home },
    );
    expect(run).toMatchObject({ exitCode: 12, requests: [] });
    expect(run.stderr).toMatch(/To see the price before you approve it, leave out the pre-approval\n/);
    expect(run.stderr).not.toContain("config set budget");
  });

  it.each([
    ["patch /task/t-1/status", '{"status":"submitted"}', "task approve t-1"],
    ["patch /repeat-requests/r%201/status", '{"code":"submitted"}', "repeat approve 'r 1'"],
    ["post /orders", '{"items":[]}', "order place --item <collection>/<item>"],
    ["post /orders/task/t-1", "{}", "order task t-1"],
    ["post /task/t-1/retask", "{}", "task retask t-1"],
  ])(
    "P5 api %s under a budget was answered with a change of the budget: the command that reads the price is named",
    async (call, body, next) => {
      await setBudget("1000000/month");
      const run = await swath(["api", ...call.split(" "), "--data", body, "--yes"], { home });
      expect(run).toMatchObject({ exitCode: 12, requests: [] });
      expect(run.stderr).toContain(`This command reads the price first: swath ${next}\n`);
      const limited = await swath(["api", ...call.split(" "), "--data", body, "--yes", "--max-cost", "9"], {
        home,
      });
      expect(limited.stderr).toContain(`swath ${next} --max-cost 9\n`);
    },
  );

  it("P5 --no-check under a budget was answered with a change of the budget, which cannot help: leave it out", async () => {
    await setBudget("1000000/month");
    const run = await swath("task approve t-1 --no-check --yes", { home });
    expect(run).toMatchObject({ exitCode: 12, requests: [] });
    expect(run.stderr).toContain("Leave it out: swath task approve t-1\n");
    expect(run.stderr).not.toContain("config set budget");
  });

  it("P5 what costs nothing passes", async () => {
    await setBudget("1/day");
    const run = await swath(
      "task create --point 14.99,37.75 --window-open +1d --window 7d --tier standard --type spotlight",
      { home },
    );
    expect(run.exitCode).toBe(0);
  });

  it.each(["5000", "5000/year", "lots/month", "1.250/month"])("P17 %s is no budget", async (text) => {
    const run = await swath(`config set budget ${text}`, { home });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain("must be an amount and a period");
  });

  it("P5 one that cannot be read stops every run, rather than none", async () => {
    const config = join(home, ".config", "swath");
    await mkdir(config, { recursive: true });
    await writeFile(join(config, "config.json"), '{"profiles":{"default":{"budget":"plenty"}}}');
    expect(await swath(ONE, { home })).toMatchObject({ exitCode: 2, requests: [] });
  });

  it("P21 two at once never get past it together", async () => {
    await setBudget("800/month");
    const runs = await Promise.all([swath(ONE, { home }), swath(TWO, { home })]);
    const placed = runs.filter(({ exitCode }) => exitCode === 0);
    expect(placed.length).toBeLessThanOrEqual(1);
    for (const { exitCode } of runs) expect([0, 12]).toContain(exitCode);
  });
});

describe("the price that was seen", () => {
  it("P5 PRICE_CHANGED when it is another one after a question that took its time", async () => {
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
    expect(run.stderr).toContain("the price was $350.00 when you agreed, and is $351.00 now");
    expect(run.stderr).toContain("PRICE_CHANGED");
  });
});

describe("bought before", () => {
  const BOTH = `order place --item vendor-archive/${first} --item vendor-archive/${second}`;
  const orderOf = async (line: string): Promise<string> =>
    (await swath(`${line} --output id`, { home })).stdout.trim();

  it("ORDER-09 an item of an earlier order is named before it is paid again", async () => {
    await swath(ONE, { home });
    const run = await swath(`${BOTH} --yes --review --resend`, { home });
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain(`${first} was ordered before: order `);
    expect(run.stderr).not.toContain(`${second} was ordered before: order `);
  });

  it("P1 ORDER-18 order place 1:GEO 6:GEO --yes bought 1:GEO again since a new item stood beside it: it is refused, and the others have a command", async () => {
    const before = await orderOf(ONE);
    const run = await swath(`${BOTH} --yes --max-cost 900`, { home });
    expect([run.exitCode, paths(run)]).toEqual([12, []]);
    expect(run.stderr).toContain(`Order ${before} of `);
    expect(run.stderr).toContain(` holds 1 of these 2 items (vendor-archive/${first}) and can be downloaded`);
    expect(run.stderr).toContain(`Get it without paying again: swath order download ${before}`);
    expect(run.stderr).toContain(`add --resend: swath ${BOTH} --yes --max-cost 900 --resend`);
    const others = /order only the other item: swath ([^;]*)/.exec(run.stderr)?.[1] ?? "";
    expect(others).toBe(`order place --item vendor-archive/${second} --yes --max-cost 900`);
    expect((await swath(others, { home })).exitCode).toBe(0);
    const all = await swath(`${BOTH} --yes --json`, { home });
    expect(all.exitCode).toBe(12);
    expect(all.stderr).toContain(` holds 1 of these 2 items (vendor-archive/${second})`);
    expect(all.stderr).toContain("Get them without paying again");
    expect((await swath(`${BOTH} --yes --resend`, { home })).exitCode).toBe(0);
  });

  it("ORDER-18 --items FILE with an item that is ordered already is refused too", async () => {
    await swath(ONE, { home });
    const file = join(home, "items.json");
    const items = [first, second].map((granuleId) => ({ collectionId: "vendor-archive", granuleId }));
    await writeFile(file, JSON.stringify(items));
    const run = await swath(["order", "place", "--items", file, "--yes", "--wait"], { home });
    expect([run.exitCode, paths(run)]).toEqual([12, []]);
    expect(run.stderr).toContain(
      `order only the other item: swath order place --item vendor-archive/${second} --yes --wait;`,
    );
  });

  it.each([
    [true, "Order 2 items for $875.00?", [first, second]],
    [false, "Order 1 item for $525.00?", [second]],
  ])(
    "ORDER-18 on a terminal the question names what was ordered before beside a new item; the answer %s",
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
          `^vendor-archive/${first} was bought on .* \\(order ${before}\\) and can be downloaded until .*\\. Buy it again, and pay again\\? \\(no: only the other item is ordered\\)$`,
        ),
        price,
      ]);
      const order = JSON.parse(run.stdout) as { items: { granuleId: string }[] };
      expect(order.items.map(({ granuleId }) => granuleId)).toEqual(ordered);
      expect(
        run.stderr.includes(
          `Left out: vendor-archive/${first}; get it without paying again: swath order download ${before}`,
        ),
      ).toBe(!isAgain);
    },
  );
});

describe("--max-cost wherever money may be spent", () => {
  const WINDOW = "--window-open +1d --window 7d --type spotlight";
  it.each([
    ["task create", `task create --point 14.99,37.75 ${WINDOW} --tier standard --pre-approve`],
    [
      "repeat create",
      "repeat create --point 14.99,37.75 --start +1d --interval 7 --count 3 --tier flexible --type spotlight --pre-approve",
    ],
    ["task retask", "task retask t-1 --no-check"],
    ["repeat retask", "repeat retask r-1 --count 2 --no-check"],
    ["api", "api POST /orders --data '{\"items\":[]}'"],
  ])("P5 %s: no price is shown before, so every limit refuses it", async (_title, line) => {
    const run = await swath(`${line} --yes --max-cost 1000000`, { home });
    expect(run.stderr).toContain("code COST_LIMIT_EXCEEDED, exit 12");
    expect(run).toMatchObject({ exitCode: 12, requests: [] });
  });

  it("P5 approving counts against the budget with the price that was shown, and is reported", async () => {
    const created = await swath(
      `task create --point 14.99,37.75 ${WINDOW} --tier standard --wait --output id`,
      { home },
    );
    const id = created.stdout.trim();
    const cost = JSON.parse((await swath(`task cost ${id} --json`, { home })).stdout) as { total: string };
    await setBudget("1/month");
    const refused = await swath(`task approve ${id} --yes`, { home });
    expect(refused.stderr).toContain("the budget of profile default is 1.00 USD/month");
    expect(refused.requests.map(({ method }) => method)).not.toContain("PATCH");
    await setBudget("1000000/month");
    expect((await swath(`task approve ${id} --yes`, { home })).exitCode).toBe(0);
    const report = await swath("spend report --json", { home });
    const [row] = JSON.parse(report.stdout) as Record<string, unknown>[];
    expect(row).toMatchObject({ kind: "approval", requests: 1, unpriced: 0 });
    expect(row!["total"]).toEqual([cost.total]);
    expect(row!["contract"]).not.toBe("");
  });
});

it("--max-cost without a currency is shown in the currency of the price", async () => {
  const granule = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.trim();
  const { stderr } = await swath(`order place --item vendor-archive/${granule} --yes --max-cost 1`);
  expect(stderr).toMatch(/the price is \$[\d,.]+, and --max-cost is \$1: nothing was ordered/);
});
