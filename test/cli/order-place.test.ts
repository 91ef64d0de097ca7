/** Consent, price and the single request of an order. */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Question } from "../../src/cli/world.ts";
import { openBench } from "./bench.ts";
import { errorOf, runScripted, type Script, type Answer } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const { swath, control } = await openBench();

const found = await swath("catalog search --product-type GEO --limit 2 --output id");
const [first = "", second = ""] = found.stdout.split("\n");
const ONE = `order place --item vendor-archive/${first}`;
const TWO = `${ONE} --item vendor-archive/${second}`;

/** Gives the same answer to every question, and records the questions. */
function answering(answer: boolean) {
  const asked: Question[] = [];
  const ask = async (question: Question): Promise<boolean> => {
    asked.push(question);
    return answer;
  };
  return { asked, on: { ask, stdinTTY: true, stdoutTTY: true } };
}

/** Ids of orders differ from run to run. */
const named = (text: string): string => text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<uuid>");
const paths = (run: { requests: { path: string }[] }): string[] => run.requests.map(({ path }) => path);

describe("consent", () => {
  it("ORDER-18 without a terminal or --yes nothing is sent", async () => {
    const run = await swath(ONE);
    expect(run).toMatchObject({ exitCode: 12, requests: [], stdout: "" });
    expect(run.stderr).toMatchInlineSnapshot(`
      "Error: Placing an order costs money. This is not a terminal, so nothing was sent
        Add --yes to agree
        code CONFIRMATION_REQUIRED, exit 12
      "
    `);
  });

  it.each([
    ["CI", { env: { CI: "true" } }, ""],
    ["SWATH_NO_INPUT", { env: { SWATH_NO_INPUT: "1" } }, ""],
    ["--no-input", {}, " --no-input"],
    ["stderr in a file", { stderrTTY: false }, ""],
    ["stdin in a pipe", { stdinTTY: false }, ""],
  ])("ORDER-18 %s: no question, despite a terminal", async (_title, surroundings, words) => {
    const { asked, on } = answering(true);
    const run = await swath(ONE + words, { ...on, ...surroundings });
    expect(run).toMatchObject({ exitCode: 12, requests: [] });
    expect(run.stderr).toContain("--yes");
    expect(asked).toEqual([]);
  });

  it("ORDER-09 ORDER-18 a person sees each price, then the question, and No is the default", async () => {
    const { asked, on } = answering(false);
    const run = await swath(TWO, on);
    expect(asked).toEqual([{ kind: "confirm", message: "Order 2 items for $875.00?", default: false }]);
    expect(paths(run)).toEqual(["/orders/review", "/catalog/search"]);
    expect(run).toMatchObject({ exitCode: 12, stdout: "" });
    expect(run.stderr.replaceAll(first, "<first>").replaceAll(second, "<second>")).toMatchInlineSnapshot(`
      "2026-03-09T23:22Z  vendor-10  Southern Ocean, 280 km off Antarctica
        $350.00  GEO  <first>
      2026-03-09T21:23Z  vendor-08  Southern Ocean, 490 km off Antarctica
        $525.00  GEO  <second>
      Total: $875.00
      [31mError:[39m Cancelled. Nothing was sent.
      [2m  code ABORTED, exit 12[22m
      "
    `);
  });

  it("ORDER-10 ORDER-18 a yes places the order, once", async () => {
    const { on } = answering(true);
    const run = await swath(ONE, on);
    expect(paths(run)).toEqual(["/orders/review", "/catalog/search", "/orders"]);
    expect(run.requests[2]).toMatchObject({
      method: "POST",
      body: { items: [{ collectionId: "vendor-archive", granuleId: first }] },
    });
    expect(run.exitCode).toBe(0);
    expect(named(run.stdout).replaceAll(first, "<first>")).toMatchInlineSnapshot(`
      "[1mOrder:[22m    <uuid>
      [1mStatus:[22m   completed
      [1mOrdered:[22m  2026-03-10T11:47:00Z
      [1mExpires:[22m  2026-03-17T11:47:00Z

      [1mITEM[22m                                          [1mMODE[22m      [1mCOLLECTED[22m  +1
      <first>  stripmap  2026-03-09T23:22Z
      "
    `);
    expect(named(run.stderr).replaceAll(first, "<first>")).toMatchInlineSnapshot(`
      "2026-03-09T23:22Z  vendor-10  Southern Ocean, 280 km off Antarctica
        $350.00  GEO  <first>
      Total: $350.00
      Order <uuid> placed (completed)
      [2m-> [22mDownload it: swath order download <uuid> --out-dir imagery
      "
    `);
  });

  it("ORDER-09 --yes does not ask; the price is shown and in the journal", async () => {
    const { asked, on } = answering(false);
    const home = await tempHome();
    const run = await swath(`${ONE} --yes`, { ...on, home });
    expect({ asked, exitCode: run.exitCode, sent: paths(run) }).toEqual({
      asked: [],
      exitCode: 0,
      sent: ["/orders/review", "/orders"],
    });
    expect(run.stderr).toContain("Total: $350.00");
    const history = await swath("order history --json", { home });
    expect(JSON.parse(history.stdout)).toMatchObject([{ commitment: { amount: 350, currency: "USD" } }]);
  });

  it.each([
    ["is not offered", { status: 404 }, "(404 from POST /v1/orders/review)"],
    ["fails", { status: 503 }, "(503 from POST /v1/orders/review)"],
    ["gets no reply", { reset: true }, "connection"],
  ])("ORDER-09 --yes needs no review: if it %s, the order goes on", async (_title, fault, reason) => {
    await control("POST", "/faults", { route: "reviewOrder", count: 1, ...fault });
    const run = await swath(`${ONE} --yes`, { home: await tempHome() });
    expect([run.exitCode, paths(run)]).toEqual([0, ["/orders/review", "/orders"]]);
    expect(run.stderr).toContain("The price is not known: ");
    expect(run.stderr).toContain(reason);
    expect(run.stderr).not.toContain("nothing was ordered");
  });

  it("ORDER-09 --yes: a review of other items is not the price of this order", async () => {
    const run = await runScripted("order place --item c/g --yes", {
      "POST /orders/review": [
        { body: { summary: { total: "$5.00", items: [{ granuleId: "h", cost: "$5.00" }] } } },
      ],
      "POST /orders": [{ body: { orderId: "o-1", items: [{ collectionId: "c", granuleId: "g" }] } }],
    });
    expect([run.exitCode, paths(run)]).toEqual([0, ["/orders/review", "/orders"]]);
    expect(run.stderr).toContain("the price review has no price of g");
  });

  it("ORDER-09 --max-cost shows the price despite --yes", async () => {
    const run = await swath(`${ONE} --yes --max-cost 100000`);
    expect(paths(run)).toEqual(["/orders/review", "/orders"]);
    expect(run.stderr).toContain("Total: $350.00");
  });

  it("ORDER-18 --dry-run shows the body, sends nothing and does not ask", async () => {
    const { asked, on } = answering(false);
    const run = await swath(`${ONE} --dry-run`, { ...on, env: { SWATH_API_KEY: undefined } });
    expect(run).toMatchObject({ exitCode: 0, requests: [] });
    expect(asked).toEqual([]);
    expect(run.stdout.replaceAll(first, "<first>")).toMatchInlineSnapshot(`
      "[1mPOST[22m https://sar.example/v1/orders
      [2maccept:[22m application/json
      [2muser-agent:[22m swath/0.0.0-source
      [2mcontent-type:[22m application/json

      {
        "items": [
          {
            "collectionId": "vendor-archive",
            "granuleId": "<first>"
          }
        ]
      }
      "
    `);
  });
});

describe("scenes behind the ids of a price", () => {
  const feature = (id: string, collect: string, type: string, platform: string, minute: number): object => ({
    type: "Feature",
    id,
    collection: "a",
    geometry: { type: "Point", coordinates: [-9.14, 38.71] },
    properties: {
      datetime: `2026-03-0${minute}T09:45:10Z`,
      platform,
      "sar:product_type": type,
      "vendor:collect_id": collect,
    },
  });
  const costs = (...lines: [id: string, cost: string][]): Answer => ({
    body: { summary: { total: "$9.00" }, items: lines.map(([granuleId, cost]) => ({ granuleId, cost })) },
  });
  const catalog = (...features: object[]): Answer => ({ body: { type: "FeatureCollection", features } });
  const ONE = feature("A-GEO", "c1", "GEO", "SAT-1", 1);
  const ID = "VENDOR-01_20260301T094510_SM_GEO_HH_0123456789";
  const person = { stdinTTY: true, stdoutTTY: true, stderrTTY: true, columns: 80, ask: async () => false };
  const asking = (line: string, script: Script) => runScripted(`order place ${line}`, script, person);

  it("ORDER-18 the price question has one line per scene with time, satellite and place, ids last", async () => {
    const { stderr } = await asking("a/A-GEO a/B-SLC a/A-GEC a/gone", {
      "POST /orders/review": [costs(["A-GEO", "$3"], ["B-SLC", "$5.00"], ["A-GEC", "$1"], ["gone", "$1"])],
      "POST /catalog/search": [
        catalog(ONE, feature("A-GEC", "c1", "GEC", "SAT-1", 1), feature("B-SLC", "c2", "SLC", "SAT-2", 2)),
      ],
    });
    expect(stderr.split("\n").slice(0, 7)).toEqual([
      "     $1       gone",
      "2026-03-01T09:45Z  SAT-1  near Lisbon (PT)",
      "     $3  GEO  A-GEO",
      "     $1  GEC  A-GEC",
      "2026-03-02T09:45Z  SAT-2  near Lisbon (PT)",
      "  $5.00  SLC  B-SLC",
      "Total: $9.00",
    ]);
  });

  it("fits 80 columns, with earlier purchases, in order review as well", async () => {
    const item = { granuleId: ID, cost: "$350.00", previouslyOrdered: true };
    const script = {
      "POST /orders/review": [{ body: { summary: { total: "$350.00" }, items: [item] } }],
      "POST /catalog/search": [catalog(feature(ID, "c1", "GEO", "SAT-1", 1))],
    };
    const line = `  $350.00  GEO  ordered before  ${ID}`;
    expect(line.length).toBeLessThanOrEqual(80);
    expect((await asking(`a/${ID}`, script)).stderr).toContain(`Lisbon (PT)\n${line}\n`);
    const review = await runScripted(`order review a/${ID}`, script, person);
    expect(review.stdout).toContain(`2026-03-01T09:45Z  SAT-1  near Lisbon (PT)\n${line}\n`);
  });

  it("a generated product is below the scene of its collect", async () => {
    const { stderr } = await asking("--generate GEC=c1", {
      "POST /orders/review": [
        { body: { summary: { total: "$9" }, items: [{ collectId: "c1", cost: "$9" }] } },
      ],
      "POST /catalog/search": [catalog(ONE)],
    });
    expect(stderr).toContain("2026-03-01T09:45Z  SAT-1  near Lisbon (PT)\n  $9  GEC  c1\n");
  });

  it("a failed catalog request leaves the ids, and the question is asked", async () => {
    const asked: string[] = [];
    const run = await runScripted(
      "order place a/A-GEO --retries 0",
      {
        "POST /orders/review": [costs(["A-GEO", "$9.00"])],
        "POST /catalog/search": [{ status: 500, body: { error: "no" } }],
      },
      { ...person, ask: async ({ message }) => (asked.push(message), false) },
    );
    expect(run.stderr).toMatch(
      /the catalog could not be asked what the items are: [^$]*\n {2}\$9\.00 {2}A-GEO\n/,
    );
    expect(asked).toEqual(["Order 1 item for $9.00?"]);
  });

  it("control characters are shown and have no effect", async () => {
    const { stderr } = await asking("a/A-GEO", {
      "POST /orders/review": [costs(["A-GEO", "$9.00"])],
      "POST /catalog/search": [catalog(feature("A-GEO", "c1", "GEO\u001B[2J", "SAT\u202E-1", 1))],
    });
    expect(stderr).not.toMatch(/\u001B\[2J|\u202E/);
    expect(stderr).toContain("A-GEO\n");
  });

  it("--yes sends no catalog request", async () => {
    const { requests } = await swath(`order place --item vendor-archive/${first} --yes --max-cost 100000`);
    expect(requests.map(({ path }) => path)).toEqual(["/orders/review", "/orders"]);
  });
});

describe("price", () => {
  it.each([
    ["349.99", 12],
    ["$349.99", 12],
    ["EUR 1000", 12],
    ["350", 0],
    ["$350.00", 0],
    ["1,000.00", 0],
  ])("ORDER-09 --max-cost %s for an order of $350.00: exit %i", async (limit, exitCode) => {
    const run = await swath([...ONE.split(" "), "--yes", "--max-cost", limit]);
    expect({ exitCode: run.exitCode, sent: paths(run) }).toEqual({
      exitCode,
      sent: exitCode === 0 ? ["/orders/review", "/orders"] : ["/orders/review"],
    });
    if (exitCode !== 0) expect(run.stderr).toContain("code COST_LIMIT_EXCEEDED, exit 12");
  });

  it("ORDER-09 a limit that is not an amount is refused before any request", async () => {
    const run = await swath(`${ONE} --yes --max-cost cheap`);
    expect(run).toMatchObject({ exitCode: 2, requests: [] });
    expect(run.stderr).toMatchInlineSnapshot(`
      "Error: --max-cost "cheap": must be an amount such as 500, $500 or EUR 500.00
        code USAGE, exit 2
      "
    `);
  });

  it("ORDER-08 an unauthorized item is not ordered, even with consent", async () => {
    await control("POST", "/settings", { reviewStyle: "denied" });
    try {
      const run = await swath(`${ONE} --yes --max-cost 1000`);
      expect({ sent: paths(run), exitCode: run.exitCode }).toEqual({ sent: ["/orders/review"], exitCode: 8 });
      expect(run.stderr).toMatchInlineSnapshot(`
        "Error: the service does not authorize this order: the organization's budget is used up
          code ORDER_NOT_AUTHORIZED, exit 8
        "
      `);
    } finally {
      await control("POST", "/settings", { reviewStyle: null });
    }
  });

  it.each(["-5", "NaN", "1.250"])(
    "ORDER-08 a total of %s is not a price: reported, not ordered",
    async (total) => {
      const odd = {
        send: async () => ({
          status: 200,
          headers: { "content-type": "application/json" },
          body: [Buffer.from(JSON.stringify({ summary: { total } }))] as never,
        }),
      };
      const run = await swath(`${ONE} --yes --max-cost 1000000`, odd);
      expect({ sent: paths(run), exitCode: run.exitCode }).toEqual({
        sent: ["/orders/review"],
        exitCode: 12,
      });
      expect(run.stderr).toContain(`the price "${total}" cannot be read`);
      expect(run.stderr).not.toContain("fewer items");
    },
  );

  describe("a review with lines that exceed its total", () => {
    const ITEMS = "--item vendor-archive/a --item vendor-archive/b";
    const script = (total: string, ...costs: string[]): Script => ({
      "POST /orders/review": [
        { body: { summary: { total }, items: costs.map((cost, at) => ({ granuleId: "ab"[at], cost })) } },
      ],
      "POST /catalog/search": [{ body: { type: "FeatureCollection", features: [] } }],
      "POST /orders": [{ body: { orderId: "o-1", orderStatus: "in-progress" } }],
    });
    const LYING = script("$1.00", "$9,999.00", "$0.50");

    it("ORDER-09 is not bought if --max-cost only covers the total", async () => {
      const run = await runScripted(`order place ${ITEMS} --yes --max-cost 100 --json`, LYING);
      expect(errorOf(run)).toMatchObject({ code: "COST_LIMIT_EXCEEDED", exitCode: 12 });
      expect(errorOf(run).message).toContain("$9,999.50");
      expect(paths(run)).toEqual(["/orders/review"]);
    });

    it("ORDER-09 is not bought if a budget only covers the total, and the question shows the sum of the lines", async () => {
      const home = await tempHome();
      await swath("config set budget 100/month", { home });
      const poor = await runScripted(`order place ${ITEMS} --yes --json`, LYING, { home });
      expect([errorOf(poor).code, paths(poor)]).toEqual(["BUDGET_EXCEEDED", ["/orders/review"]]);
      const asked: string[] = [];
      const run = await runScripted(`order place ${ITEMS}`, LYING, {
        stdinTTY: true,
        ask: async ({ message }) => {
          asked.push(message);
          return false;
        },
      });
      expect(asked).toEqual(["Order 2 items for $9,999.50?"]);
      expect(run.stderr).toContain(
        "the total is $1.00, but limits and the budget are compared with a higher amount of the price, ",
      );
    });

    it("ORDER-09 a line in another currency than the total exceeds every limit", async () => {
      const mixed = script("$1.00", "EUR 9,999.00", "$0.50");
      const run = await runScripted(`order place ${ITEMS} --yes --max-cost 100000 --json`, mixed);
      expect([errorOf(run).code, paths(run)]).toEqual(["COST_LIMIT_EXCEEDED", ["/orders/review"]]);
    });

    it.each([
      [{ total: "$10.00", grandTotal: "$9,000.00" }, "$9,000.00"],
      [{ total: "$10.00", subtotal: "$9,000.00" }, "$9,000.00"],
      [{ grandTotal: "$10.00", data: { totalCost: 9000 } }, "9,000"],
      [{ total: "$10.00", totalCost: "1e6" }, "1e6"],
      [{ total: "$10.00", totalCost: "EUR 9.00" }, "EUR 9.00"],
      [{ total: "$10.00", items: [{ granuleId: "a", cost: "$1e6" }, { granuleId: "b" }] }, "$1e6"],
      [{ summary: { total: "$490.00", tax: "$300.00", totalWithTax: "$790.00" } }, "$790.00"],
      [{ total: "$10.00", betrag: 9000 }, "$9,000"],
      [
        { total: "$10.00", items: [{ granuleId: "a", cost: "on request" }, { granuleId: "b" }] },
        "on request",
      ],
    ])(
      "ORDER-09 P5 the largest amount of a review bounds, and an unreadable one exceeds every limit: %j",
      async (review, most) => {
        const run = await runScripted(`order place ${ITEMS} --yes --max-cost 500 --json`, {
          "POST /orders/review": [{ body: review }],
        });
        expect([errorOf(run).code, paths(run)]).toEqual(["COST_LIMIT_EXCEEDED", ["/orders/review"]]);
        expect(errorOf(run).message).toContain(most);
      },
    );

    it("P5 ORDER-09 a volume discount: the stated total is the price for limits, history and spend, without a warning", async () => {
      const review = JSON.parse(
        await readFile(new URL("../fixtures/recorded/order-review.json", import.meta.url), "utf8"),
      ) as { orderDetails: { lineItems: { granuleId: string }[] } };
      const item = `vendor-archive/${review.orderDetails.lineItems[0]?.granuleId}`;
      const service = {
        "POST /orders/review": [{ body: review }],
        "POST /orders": [{ body: { orderId: "o-1", orderStatus: "in-progress", ...review } }],
      };
      const at = { home: await tempHome() };
      const low = await runScripted(`order place --item ${item} --yes --max-cost 449.99 --json`, service, at);
      expect([errorOf(low).code, paths(low)]).toEqual(["COST_LIMIT_EXCEEDED", ["/orders/review"]]);
      expect(errorOf(low).message).toContain("$450.00");
      const run = await runScripted(`order place --item ${item} --yes --max-cost 480`, service, at);
      expect([run.exitCode, paths(run)], run.stderr).toEqual([0, ["/orders/review", "/orders"]]);
      expect(run.stderr).toContain("Total: $450.00, after a discount of $50.00\n");
      expect(run.stderr).not.toContain("Warning");
      const history = await runScripted("order history --json", service, at);
      expect(JSON.parse(history.stdout)).toMatchObject([{ price: "$450.00", commitment: { amount: 450 } }]);
      const spend = await runScripted("spend --json", service, at);
      expect(JSON.parse(spend.stdout)).toMatchObject({ total: [{ committed: { amount: 450 } }] });
      const shown = await runScripted(`order review --item ${item} --json`, service);
      expect(JSON.parse(shown.stdout)).toMatchObject({ commitment: { amount: 450 } });
      expect(shown.stderr).not.toContain("Warning");
    });

    it("ORDER-09 the warning has the name of the higher amount in the reply", async () => {
      const run = await runScripted(`order place ${ITEMS} --yes --max-cost 500`, {
        "POST /orders/review": [{ body: { total: "$10.00", fees: { betrag: 9000 } } }],
      });
      expect(run.stderr).toContain("a higher amount of the price, $9,000 (fees.betrag)");
      expect(paths(run)).toEqual(["/orders/review"]);
    });

    it("ORDER-08 order review reports it, and commits to the larger amount", async () => {
      const run = await runScripted(`order review ${ITEMS} --json`, LYING);
      expect(JSON.parse(run.stdout)).toMatchObject({ commitment: { amount: 9999.5, currency: "USD" } });
      expect(run.stderr).toContain(
        "the total is $1.00, but limits and the budget are compared with a higher amount of the price, ",
      );
    });

    it.each([
      ["$10.00", "$4.00", "$5.00"],
      ["$0.30", "$0.10", "$0.20"],
      ["9", "4.50", "free"],
    ])("ORDER-09 the paid amount is a total of %s with lines of %s and %s", async (total, ...costs) => {
      const run = await runScripted(
        `order place ${ITEMS} --yes --max-cost ${total}`,
        script(total, ...costs),
      );
      expect(paths(run)).toEqual(["/orders/review", "/orders"]);
      expect(run.stderr).not.toContain("the total is");
    });
  });

  it("ORDER-08 an unreadable price exceeds every limit", async () => {
    const blind = {
      send: async () => ({
        status: 200,
        headers: { "content-type": "application/json" },
        body: [Buffer.from("{}")] as never,
      }),
    };
    const run = await swath(`${ONE} --yes --max-cost 1000000`, blind);
    expect(paths(run)).toEqual(["/orders/review"]);
    expect(run.exitCode).toBe(12);
    expect(run.stderr).toMatchInlineSnapshot(`
      "Total: not shown by the service
      Error: the service shows no price, so it cannot be compared with the limit of 1,000,000: nothing was ordered
        Ask the service for the price
        code COST_LIMIT_EXCEEDED, exit 12
      "
    `);
  });
});

it.each([
  ["of another item", ["OTHER"], "has no price of g and has prices of OTHER, not asked for"],
  ["of one item of two", ["g"], "has no price of h"],
])("P5 a review %s is not a price of this order: nothing is ordered", async (_title, granules, message) => {
  const items = granules.map((granuleId) => ({ collectionId: "c", granuleId, cost: "$5.00" }));
  const asked = granules.includes("g") ? "--item c/g --item c/h" : "--item c/g";
  const run = await runScripted(`order place ${asked} --yes --max-cost 10`, {
    "POST /orders/review": [{ body: { authorized: true, summary: { total: "$5.00" }, items } }],
    "POST /orders": [{ body: { orderId: "o-1", items: [] } }],
  });
  expect([run.exitCode, paths(run)]).toEqual([8, ["/orders/review"]]);
  expect(run.stderr).toContain(message);
});

it.each(
  ["--yes --max-cost 10", "--yes"].flatMap((consent) =>
    [false, "false", "no", 0, [true], {}].map((authorized) => ({ consent, authorized })),
  ),
)(
  "ORDER-08 $consent: a review with authorized $authorized is not an authorization, and nothing is ordered",
  async ({ consent, authorized }) => {
    const run = await runScripted(`order place --item c/g ${consent}`, {
      "POST /orders/review": [{ body: { authorized, summary: { total: "$5.00" } } }],
      "POST /orders": [{ body: { orderId: "o-1", items: [] } }],
    });
    expect([run.exitCode, paths(run)]).toEqual([8, ["/orders/review"]]);
  },
);

it("GEN-17 an order with a blank id has an unknown outcome", async () => {
  const run = await runScripted("order place --item c/g --yes", {
    "POST /orders": [{ body: { orderId: "  ", items: [] } }],
  });
  expect(run.exitCode).toBe(13);
});

it.each(["", "--wait", "--download out"])(
  "P1 order place %s: a reply without an item that was asked for is not exit 0, and the order is printed",
  async (more) => {
    const href = "https://data.example/g.tif";
    const run = await runScripted(
      `order place --item c/g --item c/h --yes --json ${more}`,
      {
        "POST /orders": [
          {
            body: {
              orderId: "o-1",
              orderStatus: "completed",
              items: [{ collectionId: "c", granuleId: "g" }],
            },
          },
        ],
        "GET /orders/o-1/download": [
          { body: [{ id: "g", collection: "c", assets: { HH: { href, "file:size": 2 } } }] },
        ],
        GET: [{ body: {} }],
      },
      { home: await tempHome() },
    );
    expect(run.exitCode).not.toBe(0);
    expect(run.stdout).toContain("o-1");
    expect(run.stderr).toContain("order o-1 was accepted without h");
  },
);

it("ORDER-09 the error for a price request without a reply reports that nothing was ordered", async () => {
  await control("POST", "/faults", { route: "reviewOrder", count: 9, reset: true });
  const run = await swath(`${ONE} --yes --max-cost 5000`, { home: await tempHome() });
  await control("DELETE", "/faults");
  expect(run).toMatchObject({ exitCode: 9, stdout: "" });
  expect(run.requests.every(({ path }) => path === "/orders/review")).toBe(true);
  expect(run.stderr).toContain("the price was not read, and nothing was ordered");
});

it.each([[429], [500], [404], [403]])(
  "ORDER-09 the error for a price request answered with %s reports that nothing was ordered",
  async (status) => {
    await control("POST", "/faults", { route: "reviewOrder", count: 9, status });
    const run = await swath(`${ONE} --yes --max-cost 5000`, { home: await tempHome() });
    await control("DELETE", "/faults");
    expect(run.requests.every(({ path }) => path === "/orders/review")).toBe(true);
    expect(run.stderr).toContain("the price was not read, and nothing was ordered");
  },
);
