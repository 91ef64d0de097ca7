/** Ordering everything that a task collected. */
import { beforeEach, describe, expect, it } from "vitest";
import { TransportError } from "../../src/contract/send.ts";
import { openBench } from "./bench.ts";
import { runScripted } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const { swath, control, clock } = await openBench({ archiveSize: 100 });

const created = await swath(
  "task create --point -9.14,38.69 --window-open +1h --window 7d --tier urgent --type spotlight --name tagus --product-type GEO,SLC --pre-approve --yes --output id",
);
const taskId = created.stdout.trim();
const early = await swath(`order task ${taskId} --yes`);
clock.ms += 9 * 86_400_000;

let home: string;
beforeEach(async () => {
  home = await tempHome();
  await control("DELETE", "/faults");
});

const named = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<uuid>")
    .replaceAll(/\b[0-9a-z]*-?[0-9a-f]{12,}-\d+\b/g, "<intent>");

describe("order task", () => {
  it.each([
    ["ORDER-16 ORDER-17 no body of its own", "--yes", undefined],
    ["ORDER-16 --data sets one", `--yes --data '{"note":"x"}'`, { note: "x" }],
  ])("%s", async (_title, words, body) => {
    const { requests, exitCode, stdout, stderr } = await swath(`order task ${taskId} ${words} --json`, {
      home,
    });
    expect(
      requests.map(({ method, path, body: sent }) => ({ method, path, body: sent })),
      stderr,
    ).toEqual([{ method: "POST", path: `/orders/task/${taskId}`, body }]);
    expect(exitCode).toBe(0);
    const order = JSON.parse(stdout) as { items: unknown[] };
    expect(order.items).toHaveLength(2);
    expect(named(stderr)).toBe("Order <uuid> placed (completed)\n");
  });

  it("OWN-01 on a terminal the list of tasks marks those that were ordered", async () => {
    const ends: string[] = [];
    const listed = () =>
      swath("order task", {
        home,
        stdinTTY: true,
        stderrTTY: true,
        ask: async ({ find }) => {
          ends.push(/(?:completed|ordered)$/.exec(find?.("")[0]?.name ?? "")?.[0] ?? "");
          throw new Error("no answer");
        },
      });
    await listed();
    await swath(`order task ${taskId} --yes`, { home });
    await listed();
    expect(ends).toEqual(["completed", "ordered"]);
  });

  it("the same command after a broken download resumes the existing order", async () => {
    const first = await swath(`order task ${taskId} --yes --output id`, { home });
    const again = await swath(`order task ${taskId} --yes --wait --output id`, { home });
    expect(again.requests.filter(({ method }) => method === "POST")).toEqual([]);
    expect([again.exitCode, again.stdout]).toEqual([0, first.stdout]);
    expect(again.stderr).toContain("nothing is bought again, waiting for it (--resend sends it again)");
    const twice = await swath(`order task ${taskId} --yes --wait --resend --output id`, { home });
    expect([twice.exitCode, twice.stdout === first.stdout]).toEqual([0, false]);
    const other = await swath(`order task ${taskId} --yes --wait --data '{"note":"y"}'`, { home });
    expect(other.requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it.each([
    ["just", 0],
    ["an hour ago", 3_600_000],
  ])(
    "P1 order task of an item that order place has bought %s offers the existing order",
    async (_when, ageMs) => {
      const shown = await swath(`task get ${taskId} --json`, { home });
      const { properties } = JSON.parse(shown.stdout) as { properties: { collectIds: string[] } };
      const found = await swath(`catalog search --collect-id ${properties.collectIds[0]} --json`, { home });
      const items = (JSON.parse(found.stdout) as { id: string; collection: string }[]).map(
        ({ id, collection }) => `--item ${collection}/${id}`,
      );
      const placed = await swath(`order place ${items.join(" ")} --yes --output id`, { home });
      clock.ms += ageMs;
      const second = await swath(`order task ${taskId} --yes`, { home });
      expect(second.exitCode).toBe(12);
      expect(second.requests.some(({ path }) => path.startsWith("/orders"))).toBe(false);
      expect(second.stderr).toContain("code ALREADY_ORDERED");
      expect(second.stderr).toContain(`swath order download ${placed.stdout.trim()}`);
      const asked: string[] = [];
      const ask = async ({ message }: { message: string }): Promise<boolean> => (asked.push(message), false);
      await swath(`order task ${taskId}`, { home, stdinTTY: true, stderrTTY: true, ask });
      expect(asked).toEqual([expect.stringMatching(/Order again, and pay again\?$/)]);
      const more = await swath(`order task ${taskId} ${taskId.replace(/.$/, "x")} --yes`, { home });
      expect([more.exitCode, more.stderr.includes("ALREADY_ORDERED")]).toEqual([12, true]);
      expect((await swath(`order task ${taskId} --yes --resend`, { home })).exitCode).toBe(0);
    },
  );

  it("ORDER-18 order task of an item in an order with an unknown outcome: that order is settled first", async () => {
    const shown = await swath(`task get ${taskId} --json`, { home });
    const { properties } = JSON.parse(shown.stdout) as { properties: { collectIds: string[] } };
    const found = await swath(`catalog search --collect-id ${properties.collectIds[0]} --output id`, {
      home,
    });
    const [item = ""] = found.stdout.split("\n");
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
    expect((await swath(`order place --item vendor-archive/${item} --yes`, { home })).exitCode).toBe(13);
    const run = await swath(`order task ${taskId} --yes`, { home });
    expect(run.exitCode).toBe(13);
    expect(run.requests.some(({ path }) => path.startsWith("/orders"))).toBe(false);
    expect(run.stderr).toMatch(/swath journal show \S+/);
  });

  const itemsOfTask = async (): Promise<string[]> => {
    const shown = await swath(`task get ${taskId} --json`, { home });
    const { properties } = JSON.parse(shown.stdout) as { properties: { collectIds: string[] } };
    const found = await swath(`catalog search --collect-id ${properties.collectIds[0]} --json`, { home });
    return (JSON.parse(found.stdout) as { id: string; collection: string }[]).map(
      ({ id, collection }) => `${collection}/${id}`,
    );
  };

  it.each([
    ["with its price read", "--max-cost 5000", []],
    ["without a price", "", [`GET /task/${taskId}`, "POST /catalog/search"]],
  ])("P3 a lost order of a task, %s, blocks order place of its item", async (_title, words, looked) => {
    const [item] = await itemsOfTask();
    await control("POST", "/faults", { route: "orderTask", when: "after", count: 1, reset: true });
    expect((await swath(`order task ${taskId} --yes ${words}`, { home })).exitCode).toBe(13);
    const run = await swath(`order place --item ${item} --yes`, { home });
    expect(run.exitCode).toBe(13);
    expect(run.stderr).toContain("code INTENT_OPEN, exit 13");
    expect(run.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(looked);
    const asked: string[] = [];
    const ask = async ({ message }: { message: string }): Promise<boolean> => (asked.push(message), false);
    const person = { home, stdinTTY: true, stderrTTY: true, ask };
    expect((await swath(`order place --item ${item}`, person)).exitCode).toBe(12);
    expect(asked).toEqual([expect.stringMatching(/Order again, and perhaps pay twice\?$/)]);
    expect((await swath(`order place --item ${item} --yes --resend`, { home })).exitCode).toBe(0);
  });

  it("P3 the contents of an earlier task order are looked up once, and kept in its record", async () => {
    await itemsOfTask();
    await control("POST", "/faults", { route: "orderTask", when: "after", count: 1, reset: true });
    expect((await swath(`order task ${taskId} --yes`, { home })).exitCode).toBe(13);
    const found = await swath("catalog search --product-type GEO --limit 1 --output id", { home });
    const place = `order place --item vendor-archive/${found.stdout.trim()} --yes`;
    const looked = ["GET /task/<uuid>", "POST /catalog/search"];
    const first = await swath(place, { home });
    expect([first.exitCode, sent(first)]).toEqual([0, [...looked, "POST /orders/review", "POST /orders"]]);
    const second = await swath(`${place} --resend`, { home });
    expect([second.exitCode, sent(second)]).toEqual([0, ["POST /orders/review", "POST /orders"]]);
    const third = await swath(place, { home });
    expect([third.exitCode, sent(third)]).toEqual([12, []]);
  });

  it("P3 a lost order of a task with unknown items may contain every item", async () => {
    const [item] = await itemsOfTask();
    await control("POST", "/faults", { route: "orderTask", when: "after", count: 1, reset: true });
    expect((await swath(`order task ${taskId} --yes`, { home })).exitCode).toBe(13);
    await control("POST", "/faults", { route: "getTask", when: "before", count: 9, status: 404 });
    const run = await swath(`order place --item ${item} --yes`, { home });
    expect(run.exitCode).toBe(13);
    expect(run.stderr).toContain(
      "may contain this item: its contents are not known here; it may have been accepted",
    );
    expect(run.requests.some(({ path }) => path.startsWith("/orders"))).toBe(false);
  });

  it("P1 P3 the same unreadable body is not sent twice by api", async () => {
    const script = {
      "POST /orders": [
        { status: 201, body: { orderId: "o-1", items: [{ collectionId: "c", granuleId: "g" }] } },
      ],
    };
    const words = ["api", "POST", "/orders", "--data", '{"order":[{"item":"g"}]}', "--yes"];
    expect((await runScripted(words, script, { home })).exitCode).toBe(0);
    const again = await runScripted(words, script, { home });
    expect([again.exitCode, again.requests.map(({ path }) => path)]).toEqual([12, []]);
  });

  it("ORDER-16 a page that does not list all items of a collect gives no price", async () => {
    const item = { id: "g", collection: "c", type: "Feature", properties: {} };
    const run = await runScripted("order task t-1 --yes --max-cost 100", {
      "GET /task/t-1": [{ body: { properties: { taskingrequestId: "t-1", collectIds: ["k-1"] } } }],
      "POST /catalog/search": [
        {
          body: {
            type: "FeatureCollection",
            features: [item],
            links: [{ rel: "next", href: "/catalog/search?page=2", method: "POST" }],
          },
        },
      ],
      "POST /orders/review": [
        {
          body: {
            authorized: true,
            summary: { total: "$5.00" },
            items: [{ collectionId: "c", granuleId: "g" }],
          },
        },
      ],
    });
    const isOrdered = run.requests.some(
      ({ method, path }) => method === "POST" && path === "/orders/task/t-1",
    );
    expect([run.exitCode, isOrdered]).toEqual([12, false]);
    expect(run.stderr).toContain("does not list all items of collect k-1");
  });

  it("ORDER-17 an id is one segment of the path", async () => {
    const { stdout, requests } = await swath("order task a/b --dry-run --json", { home });
    expect(requests).toEqual([]);
    expect(JSON.parse(stdout)).toMatchObject({
      method: "POST",
      path: "/v1/orders/task/a%2Fb",
      effect: "spend",
    });
  });

  it("ORDER-16 a task without collects: exit 7", async () => {
    expect(named(early.stderr)).toMatchInlineSnapshot(`
      "Error: <uuid> is submitted and has no collects to order (409 from POST /v1/orders/task/<uuid>)
        Wait for the collect: swath task wait <uuid>
        code TASK_HAS_NO_COLLECTS, exit 7
      "
    `);
    expect(early.exitCode).toBe(7);
  });

  const person = (answer: boolean, asked: string[]) => ({
    home,
    stdinTTY: true,
    stdoutTTY: true,
    ask: async ({ message }: { message: string }) => (asked.push(message), answer),
  });
  const sent = ({ requests }: { requests: { method: string; path: string }[] }): string[] =>
    requests.map(({ method, path }) => `${method} ${named(path)}`);

  it("ORDER-16 the price of the items of a task's collects is shown before the question", async () => {
    const asked: string[] = [];
    const no = await swath(`order task ${taskId}`, person(false, asked));
    expect(no.exitCode).toBe(12);
    expect(sent(no)).toEqual([
      "GET /task/<uuid>",
      "POST /catalog/search",
      "POST /orders/review",
      "POST /catalog/search",
    ]);
    expect(asked.map(named)).toEqual([
      "Order everything that task <uuid> collected, 2 items, for $1,275.00 (the operator knows whether the price of the task itself, $2,500.00, includes it)?",
    ]);
    expect(named(no.stderr)).toContain("Total: $1,275.00");
    const yes = await swath(`order task ${taskId}`, person(true, asked));
    expect([yes.exitCode, sent(yes).at(-1)]).toEqual([0, "POST /orders/task/<uuid>"]);
    const history = await swath("order history --json", { home });
    expect(JSON.parse(history.stdout)).toMatchObject([
      { price: "$1,275.00", commitment: { amount: 1275, currency: "USD" } },
    ]);
  });

  it.each(["", "--yes --max-cost 100000", "--yes with a budget"])(
    "ORDER-16 P5 a task that is not collected yet is reported before its price is asked for: %s",
    async (words) => {
      const flags = words.replace(" with a budget", "");
      if (flags !== words) await swath("config set budget 100000/month", { home });
      const later = await swath(
        "task create --point 10.5,45.4 --window-open +20d --window 7d --tier standard --type spotlight --output id",
      );
      const asked: string[] = [];
      const run = await swath(`order task ${later.stdout.trim()} ${flags}`, person(true, asked));
      expect([run.exitCode, asked, sent(run)]).toEqual([7, [], ["GET /task/<uuid>"]]);
      expect(named(run.stderr)).toContain("task <uuid> has no collects to order: its status is review");
      expect(run.stderr).toContain(`swath task wait ${later.stdout.trim()}`);
    },
  );

  it("ORDER-16 a task without collect ids: the question states that there is no price", async () => {
    const script = {
      "GET /task/t-1": [{ body: { properties: { taskingrequestId: "t-1", lastStatusCode: "completed" } } }],
    };
    const run = (words: string, asked: string[] = []) => runScripted(words, script, person(false, asked));
    const asked: string[] = [];
    const declined = await run("order task t-1", asked);
    expect([declined.exitCode, asked]).toEqual([
      12,
      ["The service gives no price in advance. Order anyway?"],
    ]);
    const limited = await run("order task t-1 --yes --max-cost 100000");
    expect([limited.exitCode, sent(limited)]).toEqual([12, ["GET /task/t-1", "GET /orders/task/t-1"]]);
    expect(limited.stderr).toMatch(
      /the service gives no price in advance, since it lists no items of task t-1 .* 100,000:[^]*code COST_LIMIT_EXCEEDED, exit 12/,
    );
  });

  it("not a terminal: exit 12, nothing sent", async () => {
    const run = await swath(`order task ${taskId}`, { home });
    expect(run).toMatchObject({ exitCode: 12, requests: [], stdout: "" });
    expect(run.stderr).toContain("code CONFIRMATION_REQUIRED, exit 12");
  });

  it("P5 --max-cost refuses a higher price, and allows a lower one", async () => {
    const dear = await swath(`order task ${taskId} --yes --max-cost '$1,274.99'`, { home });
    expect([dear.exitCode, sent(dear).at(-1)]).toEqual([12, "POST /orders/review"]);
    expect(dear.stderr).toMatch(/\$1,275\.00, .*\$1,274\.99:[^]*code COST_LIMIT_EXCEEDED/);
    const within = await swath(`order task ${taskId} --yes --max-cost USD1275`, { home });
    expect([within.exitCode, sent(within).at(-1)]).toEqual([0, "POST /orders/task/<uuid>"]);
  });

  it("P5 a budget compares an order by task by the price of its items", async () => {
    expect((await swath("config set budget 2000/month", { home })).exitCode).toBe(0);
    expect((await swath(`order task ${taskId} --yes`, { home })).exitCode).toBe(0);
    const second = await swath(`order task ${taskId} --yes --resend`, { home });
    expect(second.exitCode).toBe(12);
    expect(second.stderr).toMatch(/2,000\.00 USD\/month; \$1,275\.00 .*\$1,275\.00:[^]*code BUDGET_EXCEEDED/);
  });

  it("GEN-17 an unknown outcome is in the journal, and is not sent again", async () => {
    await control("POST", "/faults", { route: "orderTask", when: "after", count: 1, reset: true });
    const lost = await swath(`order task ${taskId} --yes`, { home });
    expect({ exitCode: lost.exitCode, sent: lost.requests.length }).toEqual({ exitCode: 13, sent: 1 });
    const again = await swath(`order task ${taskId} --yes`, { home });
    expect(again).toMatchObject({ exitCode: 13, requests: [] });
    expect(again.stderr).toContain("code INTENT_OPEN, exit 13");
  });

  it("ORDER-18 the same order at once asks again", async () => {
    await swath(`order task ${taskId} --yes`, { home });
    const again = await swath(`order task ${taskId} --yes`, { home });
    expect(again).toMatchObject({ exitCode: 12, requests: [] });
    expect((await swath(`order task ${taskId} --yes --resend`, { home })).exitCode).toBe(0);
  });

  it("ORDER-18 the same order later: items that can be downloaded are bought only with --resend", async () => {
    const first = (await swath(`order task ${taskId} --yes --output id`, { home })).stdout.trim();
    await clock.sleep(11 * 60_000);
    const api = ["api", "POST", `/orders/task/${taskId}`, "--yes"];
    for (const words of [`order task ${taskId} --yes`, `order task ${taskId} --yes --data '{}'`, api]) {
      const run = await swath(words, { home });
      expect(run).toMatchObject({ exitCode: 12, requests: [] });
      expect(run.stderr).toContain(`Order ${first} of`);
      expect(run.stderr).toContain(taskId);
      expect(run.stderr).toContain(`swath order download ${first}`);
      expect(run.stderr).toContain("code ALREADY_ORDERED, exit 12");
    }
    const asked: string[] = [];
    const person = (answer: boolean) => ({
      home,
      stdinTTY: true,
      ask: async ({ message }: { message: string }) => (asked.push(message), answer || asked.length === 1),
    });
    expect((await swath(`order task ${taskId}`, person(false))).exitCode).toBe(12);
    expect(asked[0]).toMatch(/Order again, and pay again\?$/);
    expect((await swath(`order task ${taskId}`, person(true))).exitCode).toBe(0);
    await clock.sleep(11 * 60_000);
    expect((await swath(`order task ${taskId} --yes --resend`, { home })).exitCode).toBe(0);
  });

  it("ORDER-18 a lost order of a task blocks the same task with another body", async () => {
    await control("POST", "/faults", { route: "orderTask", when: "after", count: 1, reset: true });
    expect((await swath(`order task ${taskId} --yes`, { home })).exitCode).toBe(13);
    for (const body of ["{}", '{"note":"y"}']) {
      const run = await swath(`order task ${taskId} --yes --data '${body}'`, { home });
      expect([run.exitCode, sent(run).some((line) => line.startsWith("POST /orders"))]).toEqual([13, false]);
      expect(run.stderr).toContain("code INTENT_OPEN");
    }
  });

  it("ORDER-18 a task with unknown items is refused beside an order with an unknown outcome", async () => {
    const lost = {
      "POST /orders": [
        () => {
          throw new TransportError("reset", "maybe", "connection reset");
        },
      ],
      "GET /task/t-1": [
        { body: { properties: { taskingrequestId: "t-1", taskingrequestName: "t", collectIds: ["c-1"] } } },
      ],
      "POST /catalog/search": [{ body: { type: "FeatureCollection", features: [] } }],
      "POST /orders/task/t-1": [{ body: { orderId: "o-1", items: [] } }],
    };
    expect((await runScripted("order place --item a/b --yes", lost, { home })).exitCode).toBe(13);
    const run = await runScripted("order task t-1 --yes", lost, { home });
    // The second search looks up the prefix of the first, which found nothing.
    expect([run.exitCode, sent(run)]).toEqual([
      13,
      ["GET /task/t-1", "POST /catalog/search", "POST /catalog/search", "GET /orders/task/t-1"],
    ]);
    expect(run.stderr).toContain("code INTENT_OPEN");
    expect(run.stderr).toContain("task t-1");
    expect(run.stderr).toMatch(/swath journal show \S+/);
    const raw = await runScripted(["api", "POST", "/orders/task/t-1", "--yes"], lost, { home });
    expect(raw.exitCode).toBe(13);
    const asked: string[] = [];
    const ask = async ({ message }: { message: string }): Promise<boolean> => (asked.push(message), true);
    const person = await runScripted("order task t-1", lost, { home, stdinTTY: true, ask });
    expect(asked[0]).toMatch(/Order again, and perhaps pay twice\?$/);
    expect([person.exitCode, sent(person).at(-1)]).toEqual([0, "POST /orders/task/t-1"]);
    const elsewhere = await runScripted("order task t-1 --yes", lost);
    expect(elsewhere.exitCode).toBe(0);
  });

  describe("--product-type", () => {
    it("ORDER-16 orders only these products, as one order of items, at their price", async () => {
      const geo = (await itemsOfTask()).find((id) => id.includes("_GEO_"));
      const asked: string[] = [];
      const run = await swath(`order task ${taskId} --product-type geo`, person(true, asked));
      expect([run.exitCode, sent(run)], run.stderr).toEqual([
        0,
        [
          "GET /task/<uuid>",
          "POST /catalog/search",
          "POST /orders/review",
          "POST /catalog/search",
          "POST /orders",
        ],
      ]);
      expect(run.requests.at(-1)?.body).toEqual({
        items: [{ collectionId: "vendor-archive", granuleId: geo?.split("/")[1] }],
      });
      expect(asked).toEqual([
        expect.stringMatching(
          /^Order 1 item for \$[\d.,]+ \(the operator knows .*, \$2,500\.00, includes it\)\?$/,
        ),
      ]);
    });

    it("P1 --skip-owned orders the products that no earlier order contains", async () => {
      expect((await swath(`order task ${taskId} --product-type GEO --yes`, { home })).exitCode).toBe(0);
      const line = `order task ${taskId} --product-type GEO,SLC --yes`;
      const refused = await swath(line, { home });
      expect(refused.stderr).toContain("code ALREADY_ORDERED");
      expect(refused.stderr).toContain("--skip-owned");
      const run = await swath(`${line} --skip-owned`, { home });
      expect(run.exitCode, run.stderr).toBe(0);
      const { items } = run.requests.at(-1)!.body as { items: { granuleId: string }[] };
      expect(items.map(({ granuleId }) => granuleId.includes("_SLC_"))).toEqual([true]);
    });

    it("P1 nothing is bought twice: the whole task after one product, and one product after the whole task", async () => {
      expect((await swath(`order task ${taskId} --product-type GEO --yes`, { home })).exitCode).toBe(0);
      const whole = await swath(`order task ${taskId} --yes`, { home });
      expect([whole.exitCode, sent(whole)]).toEqual([12, ["GET /task/<uuid>", "POST /catalog/search"]]);
      expect(whole.stderr).toContain("code ALREADY_ORDERED");
      const other = await tempHome();
      expect((await swath(`order task ${taskId} --yes`, { home: other })).exitCode).toBe(0);
      const one = await swath(`order task ${taskId} --product-type SLC --yes`, { home: other });
      expect([one.exitCode, sent(one).some((line) => line.startsWith("POST /orders"))]).toEqual([12, false]);
      expect(one.stderr).toContain("code ALREADY_ORDERED");
    });

    it("ORDER-16 a product that was not collected, a body, or no consent: nothing is ordered", async () => {
      const none = await swath(`order task ${taskId} --product-type GEO,CPHD --yes`, { home });
      expect([none.exitCode, sent(none)]).toEqual([8, ["GET /task/<uuid>", "POST /catalog/search"]]);
      expect(none.stderr).toContain("code ITEM_NOT_FOUND");
      expect(none.stderr).toContain("the catalog lists no CPHD");
      expect(none.stderr).toContain("there is GEO, SLC");
      const body = await swath(`order task ${taskId} --product-type GEO --data '{}' --yes`, { home });
      expect(body).toMatchObject({ exitCode: 2, requests: [] });
      expect(await swath(`order task ${taskId} --product-type GEO`, { home })).toMatchObject({
        exitCode: 12,
        requests: [],
      });
    });
  });

  it("P5 TASK_HAS_NO_COLLECTS with a budget too, before any price", async () => {
    expect((await swath("config set budget 5000/month", { home })).exitCode).toBe(0);
    const later = await swath(
      "task create --point 10.5,45.4 --window-open +20d --window 7d --tier standard --type spotlight --output id",
    );
    const run = await swath(`order task ${later.stdout.trim()} --yes`, { home });
    expect([run.exitCode, sent(run)]).toEqual([7, ["GET /task/<uuid>"]]);
    expect(run.stderr).toContain("code TASK_HAS_NO_COLLECTS");
  });

  it("ORDER-16 --download waits and fetches", async () => {
    const run = await swath(`order task ${taskId} --yes --download out --json`, { home });
    expect(run.exitCode, run.stderr).toBe(0);
    const { download } = JSON.parse(run.stdout) as { download: { files: unknown[] } };
    expect(download.files.length).toBeGreaterThan(0);
  });
});

it.each(["--yes", "--yes --max-cost 900"])(
  "P1 order task T1 T2 %s, both of one collect: nothing is ordered",
  async (words) => {
    const task = (id: string) => ({
      properties: { taskingrequestId: id, taskingrequestName: id, collectIds: ["c-1"] },
    });
    const item = { type: "Feature", id: "c-1-GEO", collection: "vendor-archive", properties: {} };
    const script = {
      "GET /task/t-1": [{ body: task("t-1") }],
      "GET /task/t-2": [{ body: task("t-2") }],
      "POST /tasks/search": [{ body: { results: [task("t-1"), task("t-2")] } }],
      "POST /catalog/search": [{ body: { type: "FeatureCollection", features: [item] } }],
      "POST /orders/review": [{ body: { total: "$100.00" } }],
      "POST /orders/task/t-1": [{ body: { orderId: "o-1", items: [] } }],
      "POST /orders/task/t-2": [{ body: { orderId: "o-2", items: [] } }],
    };
    const run = await runScripted(`order task t-1 t-2 ${words}`, script);
    expect(run.exitCode, run.stderr).toBe(12);
    expect(run.stderr).toContain("Task t-2 and task t-1 both contain c-1");
    expect(run.stderr).toContain("code ALREADY_ORDERED, exit 12");
    expect(run.requests.some(({ path }) => path.startsWith("/orders"))).toBe(false);
    const meant = await runScripted(`order task t-1 t-2 ${words} --resend`, script);
    expect(meant.exitCode, meant.stderr).toBe(0);
    const asked: string[] = [];
    const person = (answer: boolean) => ({
      stdinTTY: true,
      ask: async ({ message }: { message: string }) => (asked.push(message), answer),
    });
    const declined = await runScripted("order task t-1 t-2", script, person(false));
    expect([declined.exitCode, asked]).toEqual([
      12,
      ["Task t-2 and task t-1 both contain c-1. Order all these tasks, and pay for it more than once?"],
    ]);
    const skipping = await runScripted("order task t-1 t-2 --skip-owned", script, person(true));
    expect([skipping.exitCode, asked.length]).toEqual([12, 1]);
    expect(skipping.stderr).toContain("Order these tasks one after the other");
    const agreed = await runScripted("order task t-1 t-2", script, person(true));
    expect([agreed.exitCode, asked.length], agreed.stderr).toEqual([0, 3]);
  },
);

it.each(["--yes --max-cost 900", ""])(
  "P1 order task T1 T2 T3 --keep-going %s leaves out a task whose price cannot be read, and exits with 10",
  async (words) => {
    const ids = ["t-1", "t-2", "t-3"];
    const itemOf = (id: string) => ({ type: "Feature", id, collection: "vendor-archive", properties: {} });
    const script = {
      ...Object.fromEntries(
        ids.flatMap((id) => [
          [`GET /task/${id}`, [{ body: { properties: { taskingrequestId: id, collectIds: [`of-${id}`] } } }]],
          [`POST /orders/task/${id}`, [{ body: { orderId: `o-${id}`, items: [] } }]],
        ]),
      ),
      "POST /catalog/search": ids.map((id) => ({
        body: { type: "FeatureCollection", features: [itemOf(id)] },
      })),
      "POST /orders/review": [{ status: 422, body: { message: "no price" } }, { body: { total: "$100.00" } }],
    };
    const asked: string[] = [];
    const person = {
      stdinTTY: true,
      ask: async ({ message }: { message: string }) => (asked.push(message), true),
    };
    const all = await runScripted(`order task t-1 t-2 t-3 ${words}`, script, person);
    expect(paid(all)).toEqual([]);
    expect(all.exitCode).not.toBe(0);
    const run = await runScripted(`order task t-1 t-2 t-3 --keep-going ${words}`, script, person);
    expect([run.exitCode, paid(run)], run.stderr).toEqual([10, ["/orders/task/t-2", "/orders/task/t-3"]]);
    expect(run.stderr).toContain("Left out: t-1");
    expect(asked).toEqual(words === "" ? ["Order what was collected by 2 tasks for $200.00 in all?"] : []);
  },
);

const paid = ({ requests }: { requests: { path: string }[] }): string[] =>
  requests.map(({ path }) => path).filter((path) => path.startsWith("/orders/task/"));
