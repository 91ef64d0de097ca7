/** Every command with an id accepts several, and `-` for ids on stdin, one per line. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath, clock } = await openBench();

const tasks: string[] = [];
for (const name of ["tagus", "sado"])
  tasks.push(
    (
      await swath(
        `task create --point -9.14,38.69 --window-open +1h --window 7d --tier urgent --type spotlight --name ${name} --pre-approve --yes --output id`,
      )
    ).stdout.trim(),
  );
clock.ms += 9 * 86_400_000;

const home = await tempHome();
const granules = (await swath("catalog search --product-type GEO --limit 2 --output id")).stdout
  .trim()
  .split("\n");
const orders: string[] = [];
for (const granule of granules)
  orders.push(
    (await swath(`order place --item vendor-archive/${granule} --yes --output id`, { home })).stdout.trim(),
  );
const [first, second] = orders as [string, string];
const stdin = `${first}\n${second}\n`;

describe("several orders", () => {
  it.each([
    ["as arguments", orders, undefined],
    ["on stdin", ["-"], stdin],
  ])("order wait accepts them %s", async (_title, ids, input) => {
    const run = await swath(["order", "wait", ...ids], { home, ...(input && { stdin: input }) });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stdout).toBe(`${first}\t1\n${second}\t1\n`);
    const json = await swath(["order", "wait", ...ids, "--json"], { home, ...(input && { stdin: input }) });
    expect(JSON.parse(json.stdout)).toEqual(orders.map((orderId) => ({ orderId, ready: true, items: 1 })));
  });

  it("order links prints the links of both", async () => {
    const run = await swath("order links - --output csv --columns item", { home, stdin });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(new Set(run.stdout.trim().split("\n").slice(1))).toEqual(new Set(granules));
  });

  it("order download - reads ids, and requests no order called -", async () => {
    const run = await swath("order download - --out-dir out --asset metadata --json", { home, stdin });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.requests.map(({ path }) => path)).not.toContain("/orders/-/download");
    const reports = JSON.parse(run.stdout) as { orderId: string; downloaded: number }[];
    expect(reports.map(({ orderId, downloaded }) => ({ orderId, downloaded }))).toEqual(
      orders.map((orderId) => ({ orderId, downloaded: 1 })),
    );
    expect((await readdir(join(home, "out"))).filter((name) => granules.includes(name)).sort()).toEqual(
      [...granules].sort(),
    );
  });

  it("a failed one does not stop the other, and is reported", async () => {
    const run = await swath(`order wait nosuch ${second}`, { home });
    expect(run.stdout).toBe(`${second}\t1\n`);
    expect(run.exitCode).not.toBe(0);
    expect(run.stderr).toContain("nosuch: no order has the id nosuch");
  });

  it.each(["--stdout", "--links x.json"])("order download %s is for one order", async (flag) => {
    const run = await swath(`order download ${first} ${second} ${flag}`, { home });
    expect(run.exitCode).toBe(2);
    expect(run.requests).toEqual([]);
    expect(run.stderr).toContain("is for one order, and 2 are given");
    expect(run.stderr).toContain(`swath order download ${first} ${flag}`);
  });
});

describe("item ids on stdin", () => {
  it.each([
    ["lines", `${granules.join("\n")}\n`],
    ["Windows lines after a byte order mark", `\ufeff${granules.join("\r\n")}\r\n`],
  ])("order review and order place read %s", async (_title, input) => {
    const own = await tempHome();
    const priced = await swath("order review - --json", { home: own, stdin: input });
    expect(priced.exitCode, priced.stderr).toBe(0);
    const { lines } = JSON.parse(priced.stdout) as { lines: { item: string }[] };
    expect(lines.map(({ item }) => item.split("/").at(-1))).toEqual(granules);
    const refused = await swath("order place -", { home: own, stdin: input });
    expect(refused).toMatchObject({ exitCode: 12, stdout: "" });
    expect(refused.requests.filter(({ path }) => path === "/orders")).toEqual([]);
    const placed = await swath("order place - --yes --json", { home: own, stdin: input });
    expect(placed.exitCode, placed.stderr).toBe(0);
    expect(JSON.parse(placed.stdout)).toMatchObject({
      items: granules.map((granuleId) => ({ granuleId })),
    });
  });

  it.each([
    ["nothing", "order place - --yes", "", "USAGE"],
    ["a JSON document", "order place - --yes", '{"items": []}', "USAGE"],
    ["ids that --items reads too", "order place - --items - --yes", granules.join("\n"), "INPUT_AMBIGUOUS"],
  ])("order place refuses %s", async (_title, args, input, code) => {
    const run = await swath(args, { home, stdin: input });
    expect(run).toMatchObject({ exitCode: 2, stdout: "" });
    expect(run.requests.filter(({ path }) => path !== "/catalog/search")).toEqual([]);
    expect(run.stderr).toContain(`code ${code}`);
  });
});

describe("several tasks", () => {
  it("order task orders the collects of each", async () => {
    const run = await swath("order task - --yes --output id", {
      home: await tempHome(),
      stdin: tasks.join("\n"),
    });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stdout.trim().split("\n")).toHaveLength(2);
    // Their collects are compared before anything is bought.
    expect(run.requests.map(({ path }) => path)).toEqual([
      ...tasks.map((id) => `/task/${id}`),
      ...tasks.map(() => "/catalog/search"),
      ...tasks.map((id) => `/orders/task/${id}`),
    ]);
  });

  it("P4 order task A B --max-cost orders nothing if the sum exceeds the limit, and reports the sum", async () => {
    const ordered = async (maxCost: string) => {
      const run = await swath(["order", "task", ...tasks, "--yes", "--max-cost", maxCost, "--json"], {
        home: await tempHome(),
      });
      return { ...run, placed: run.requests.filter(({ path }) => path.startsWith("/orders/task/")).length };
    };
    const all = await ordered("100000");
    expect([all.exitCode, all.placed]).toEqual([0, 2]);
    const review = await swath(["order", "task", tasks[0]!, "--yes", "--max-cost", "0.01"], { home });
    const price = Number(/Total: \$([\d,.]+\d)/.exec(review.stderr)?.[1]?.replaceAll(",", ""));
    expect(price).toBeGreaterThan(0);
    const short = await ordered(String(price * 1.5));
    expect([short.placed, short.exitCode]).toEqual([0, 12]);
    expect(short.stderr).toContain("nothing was ordered");
    expect(short.stderr).toContain("above the limit of");
  });

  it.each(["as arguments", "on stdin"])(
    "P1 if one of several tasks was ordered before, nothing is ordered, ids %s",
    async (how) => {
      const own = await tempHome();
      const [bought = "", fresh = ""] = tasks;
      await swath(["order", "task", bought, "--yes"], { home: own });
      const isStdin = how === "on stdin";
      const run = await swath(
        ["order", "task", ...(isStdin ? ["-"] : [bought, fresh]), "--yes", "--max-cost", "5000"],
        { home: own, ...(isStdin && { stdin: tasks.join("\n") }) },
      );
      expect(run.exitCode).toBe(12);
      expect(run.requests.some(({ path }) => path.startsWith("/orders/task/"))).toBe(false);
      expect(run.stderr).toContain("code ALREADY_ORDERED");
      expect(run.stderr).toContain(bought);
    },
  );

  it("search tasks --id - and catalog search --id - read ids", async () => {
    const found = await swath("search tasks --id - --output id", { stdin: tasks.join("\n") });
    expect(found.stdout.trim().split("\n").sort()).toEqual([...tasks].sort());
    const items = await swath("catalog search --id - --output id", { stdin: granules.join("\n") });
    expect(items.stdout.trim().split("\n").sort()).toEqual([...granules].sort());
  });

  it("an empty stdin is a usage error, and nothing is sent", async () => {
    for (const line of [
      "order wait -",
      "order task - --yes",
      "search tasks --id -",
      "catalog search --id -",
    ]) {
      const run = await swath(line, { stdin: "\n" });
      expect([line, run.exitCode, run.requests]).toEqual([line, 2, []]);
      expect(run.stderr).toContain("stdin has no");
    }
  });
});

it("journal show accepts several entries", async () => {
  const listed = await swath("journal list --output id", { home });
  const ids = listed.stdout.trim().split("\n");
  const run = await swath("journal show - --output id", { home, stdin: listed.stdout });
  expect(run.stdout.trim().split("\n")).toEqual(ids);
});

it("ERRORS-12 in a batch each failure has the next step that it has alone", async () => {
  const alone = await swath("order get nope --json", { home });
  const both = await swath("order get nope nope-2 --json", { home });
  const { error } = JSON.parse(alone.stderr) as { error: { code: string; hint: string } };
  expect(JSON.parse(both.stderr)).toMatchObject({
    error: { code: "BATCH_PARTIAL", details: [{ ...pick(error), value: "nope" }, pick(error)] },
  });
  expect(error.hint).toMatch(/^\S/);
});

const pick = ({ code, hint }: { code: string; hint: string }) => ({ code, hint });
