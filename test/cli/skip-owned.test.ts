/** An order of which a part was ordered before: the rest alone, in one step; and marks of what is owned before anything is paid. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Question } from "../../src/cli/world.ts";
import { openBench } from "./bench.ts";
import { tempHome, type Run } from "./world.ts";

const { swath, control } = await openBench();

const SEARCH = "catalog search --product-type GEO --limit 4 --output id";
const found = (await swath(SEARCH)).stdout.trim().split("\n");
const [first = "", second = "", third = ""] = found.map((id) => `vendor-archive/${id}`);

const items = (...names: string[]): string => names.map((name) => `--item ${name}`).join(" ");

let home: string;
let orderId: string;
beforeEach(async () => {
  home = await tempHome();
  orderId = (await swath(`order place ${items(first)} --yes --output id`, { home })).stdout.trim();
});

/** The items of each order that was sent. */
const ordered = ({ requests }: Run): string[][] =>
  requests
    .filter(({ path }) => path === "/orders")
    .map(({ body }) =>
      (body as { items: { collectionId: string; granuleId: string }[] }).items.map(
        ({ collectionId, granuleId }) => `${collectionId}/${granuleId}`,
      ),
    );

describe("P1 ORDER-18 --skip-owned orders what no earlier order contains", () => {
  it("the refusal of an order names it, with the number of the other items", async () => {
    const run = await swath(`order place ${items(first, second, third)} --yes`, { home });
    expect([run.exitCode, ordered(run)]).toEqual([12, []]);
    expect(run.stderr).toContain(
      `Add --skip-owned to order only the other 2 items; download the earlier order: swath order download ${orderId}\n`,
    );
  });

  it("the others are ordered, the owned ones are named, and their price is that of the others", async () => {
    const run = await swath(`order place ${items(first, second)} --yes --max-cost 600 --skip-owned`, {
      home,
    });
    expect([run.exitCode, ordered(run)], run.stderr).toEqual([0, [[second]]]);
    expect(run.stderr).toContain(`Skipped: ${first} was bought on `);
    expect(run.stderr).toContain(`(order ${orderId}, `);
  });

  it("all items owned: nothing is ordered, which is a success with an empty result", async () => {
    await swath(`order place ${items(second)} --yes`, { home });
    const line = `order place ${items(first, second)} --yes --skip-owned`;
    const run = await swath(line, { home });
    expect([run.exitCode, ordered(run), run.stdout]).toEqual([0, [], ""]);
    expect(run.stderr).toContain("Nothing new: all 2 items are owned");
    const json = await swath(`${line} --json`, { home });
    expect([json.exitCode, ordered(json), JSON.parse(json.stdout)]).toEqual([0, [], []]);
  });

  it("an item that may have been ordered is no success, if the others are owned", async () => {
    await control("POST", "/faults", { route: "placeOrder", count: 1, when: "after", reset: true });
    expect((await swath(`order place ${items(second)} --yes`, { home })).exitCode).toBe(13);
    for (const some of [items(second), items(first, second)]) {
      const run = await swath(`order place ${some} --yes --skip-owned`, { home });
      expect([run.exitCode, ordered(run), run.stdout]).toEqual([13, [], ""]);
    }
  });

  it("all items owned: --dry-run says that nothing would be ordered", async () => {
    const run = await swath(`order place ${items(first)} --skip-owned --dry-run`, { home });
    expect([run.exitCode, ordered(run)]).toEqual([0, []]);
    expect(run.stderr).toContain(`Nothing would be ordered: ${first} was bought on `);
  });

  it("an item that may have been ordered is skipped as well", async () => {
    await control("POST", "/faults", { route: "placeOrder", count: 1, when: "after", reset: true });
    expect((await swath(`order place ${items(second)} --yes`, { home })).exitCode).toBe(13);
    const run = await swath(`order place ${items(second, third)} --yes --skip-owned`, { home });
    expect([run.exitCode, ordered(run)], run.stderr).toEqual([0, [[third]]]);
    expect(run.stderr).toContain(`Skipped: ${second} `);
  });

  it("a product of two collects, of which one is owned, is generated for the other one", async () => {
    const search = await swath("catalog search --product-type GEO --limit 4 --json");
    const collects = (JSON.parse(search.stdout) as { properties: Record<string, string> }[]).map(
      ({ properties }) => properties["vendor:collect_id"],
    );
    const [, one, two] = collects;
    const placed = await swath(`order place --generate GEC=${one} --yes`, { home });
    expect(placed.exitCode, placed.stderr).toBe(0);
    const run = await swath(`order place --generate GEC=${one},${two} --yes --skip-owned --dry-run --json`, {
      home,
    });
    const { body } = JSON.parse(run.stdout) as { body: { items: unknown[] } };
    expect(body.items).toEqual([{ productType: "GEC", collectIds: [two] }]);
  });

  it("--dry-run shows the order of the others, and sends nothing", async () => {
    const run = await swath(`order place ${items(first, second)} --skip-owned --dry-run --json`, { home });
    expect(run.requests).toEqual([]);
    const { body } = JSON.parse(run.stdout) as { body: { items: { granuleId: string }[] } };
    expect(body.items.map(({ granuleId }) => `vendor-archive/${granuleId}`)).toEqual([second]);
  });

  it("with --resend it is a usage error", async () => {
    const both = await swath(`order place ${items(first)} --skip-owned --resend --yes`, { home });
    expect([both.exitCode, both.requests]).toEqual([2, []]);
    expect(both.stderr).toContain("code USAGE");
    expect(both.stderr).toContain("--skip-owned and --resend");
  });
});

describe("ORDER-09 --resend says what is paid a second time", () => {
  it("with --yes in a note", async () => {
    const run = await swath(`order place ${items(first, second)} --yes --resend`, { home });
    expect([run.exitCode, ordered(run)]).toEqual([0, [[first, second]]]);
    expect(run.stderr).toMatch(
      new RegExp(
        `Order ${orderId} of \\S+ contains 1 of these 2 items \\(${first}\\) .*paid a second time\n`,
      ),
    );
  });

  it("on a terminal in the question, and no pays nothing", async () => {
    const asked: string[] = [];
    const ask = async ({ message }: Question): Promise<boolean> => (asked.push(message), false);
    const run = await swath(`order place ${items(first, second)} --resend`, { home, ask, stdinTTY: true });
    expect(ordered(run)).toEqual([]);
    expect(asked).toEqual([
      expect.stringMatching(new RegExp(`^Order 2 items for \\$\\S+, paying a second time for ${first}\\?$`)),
    ]);
  });
});

describe("OWN-01 what was ordered is marked before it is paid again", () => {
  it("by order review, in JSON and in words, and its next step leaves it out", async () => {
    const run = await swath(`order review ${items(first, second)} --json`, { home });
    const { lines } = JSON.parse(run.stdout) as { lines: { owned?: string }[] };
    expect(lines.map(({ owned }) => owned)).toEqual(["owned", undefined]);
    expect(run.stderr).toContain(`${first} was bought on `);
    const shown = await swath(`order review ${items(first, second)}`, {
      home,
      stdoutTTY: true,
      stderrTTY: true,
      columns: 200,
    });
    expect(shown.stdout.match(/ owned /g)).toHaveLength(1);
    expect(shown.stderr).toContain(`Buy: swath order place ${items(first, second)} --skip-owned`);
    expect((await swath(`order review ${items(second)}`, { home })).stderr).not.toContain("was bought");
  });

  it("by a saved quote, which has the others alone with --skip-owned", async () => {
    const whole = await swath(`order review ${items(first, second)} --save whole.json`, { home });
    expect(whole.stderr).toContain(`Warning: ${first} was bought on `);
    expect(whole.stderr).toContain("the quote is bought with --resend only");
    const part = await swath(`order review ${items(first, second)} --skip-owned --save part.json`, { home });
    expect(part.stderr).not.toContain("Warning");
    const { order } = JSON.parse(await readFile(join(home, "part.json"), "utf8")) as {
      order: { items: { granuleId: string }[] };
    };
    expect(order.items.map(({ granuleId }) => `vendor-archive/${granuleId}`)).toEqual([second]);
    expect((await swath("quote buy part.json --yes", { home })).exitCode).toBe(0);
  });
});
