/** The contract of an order: `--contract`, and contracts in bodies, files and items. */
import { describe, expect, it } from "vitest";
import { errorOf, runScripted, task, type Script } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const ORDER = { orderId: "o-1", orderStatus: "completed", items: [{ collectionId: "c", granuleId: "g" }] };
const PRICED: Script = {
  "POST /orders/review": [
    { body: { total: "$5.00", items: [{ collectionId: "c", granuleId: "g", cost: "$5.00" }] } },
  ],
  "POST /orders": [{ body: ORDER }],
};
const ITEM = { collectionId: "c", granuleId: "g" };

const bodies = ({ requests }: { requests: readonly { method: string; path: string; body?: unknown }[] }) =>
  requests.map(({ method, path, body }) => [`${method} ${path}`, body]);

describe("ORDER-23 the contract of an order", () => {
  it("order review and order place send it at the root, in the price and in the order", async () => {
    const body = { items: [ITEM], contractId: "C-7" };
    const review = await runScripted("order review --item c/g --contract C-7", PRICED);
    expect(bodies(review)).toEqual([["POST /orders/review", body]]);
    const place = await runScripted("order place --item c/g --contract C-7 --yes --max-cost 9", PRICED);
    expect(bodies(place)).toEqual([
      ["POST /orders/review", body],
      ["POST /orders", body],
    ]);
  });

  it("the contract of the profile is for new tasks: it is not sent", async () => {
    const run = await runScripted("order place --item c/g --yes --max-cost 9", PRICED, {
      env: { SWATH_CONTRACT: "C-1" },
    });
    expect(bodies(run).at(-1)).toEqual(["POST /orders", { items: [ITEM] }]);
  });

  it.each([
    ["properties", { items: [ITEM], properties: { contractId: "C-7" } }],
    ["another spelling", { items: [ITEM], contract_id: "C-7" }],
    ["every item", { items: [{ ...ITEM, contractId: "C-7" }] }],
  ])("in %s of a body it moves to the root, with a note", async (_title, data) => {
    const run = await runScripted(["order", "review", "--data", JSON.stringify(data)], PRICED);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(bodies(run)).toEqual([["POST /orders/review", { items: [ITEM], contractId: "C-7" }]]);
    expect(run.stderr).toContain("contractId");
  });

  it("a file for --items may be a body with its contract", async () => {
    const run = await runScripted("order review --items -", PRICED, {
      stdin: JSON.stringify({ items: [ITEM], contractId: "C-7" }),
    });
    expect(bodies(run)).toEqual([["POST /orders/review", { items: [ITEM], contractId: "C-7" }]]);
  });

  const other = { collectionId: "c", granuleId: "h" };
  it.each([
    ["a flag and a body", ["--contract", "C-8"], { items: [ITEM], contractId: "C-7" }],
    ["a root and properties", [], { items: [ITEM], contractId: "C-7", properties: { contractId: "C-8" } }],
    ["a flag and an item", ["--contract", "C-8"], { items: [{ ...ITEM, contractId: "C-7" }] }],
    [
      "two items",
      [],
      {
        items: [
          { ...ITEM, contractId: "C-7" },
          { ...other, contractId: "C-8" },
        ],
      },
    ],
    ["one of two items", [], { items: [{ ...ITEM, contractId: "C-7" }, other] }],
  ])("%s: two contracts are PLACEMENT_CONFLICT, and nothing is sent", async (_title, flags, data) => {
    const run = await runScripted(
      ["order", "place", "--json", "--yes", ...flags, "--data", JSON.stringify(data)],
      PRICED,
    );
    expect([run.exitCode, run.requests.length]).toEqual([3, 0]);
    expect(errorOf(run).code).toBe("PLACEMENT_CONFLICT");
  });

  it("a file and a body with two contracts are refused", async () => {
    const run = await runScripted(["order", "review", "--items", "-", "--set", "contractId=C-8"], PRICED, {
      stdin: JSON.stringify({ items: [ITEM], contractId: "C-7" }),
    });
    expect([run.exitCode, run.requests.length]).toEqual([3, 0]);
  });

  it("P1 the same items under another contract are the same purchase", async () => {
    const home = await tempHome();
    await runScripted("order place --item c/g --contract C-7 --yes", PRICED, { home });
    const again = await runScripted("order place --item c/g --contract C-8 --yes", PRICED, { home });
    expect([again.exitCode, again.requests.length]).toEqual([12, 0]);
    const spent = await runScripted("spend --by contract --json", {}, { home });
    expect(spent.stdout).toContain('"C-7"');
  });

  it("order task sends it in the order, and prices its items under it", async () => {
    const script: Script = {
      ...PRICED,
      "GET /task/t-1": [{ body: task("t-1", "completed") }],
      "GET /orders/task/t-1": [{ body: { total: "$5.00", items: [{ ...ITEM, cost: "$5.00" }] } }],
      "POST /orders/task/t-1": [{ body: ORDER }],
    };
    const run = await runScripted("order task t-1 --contract C-7 --yes --max-cost 9", script);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(bodies(run).filter(([line]) => String(line).startsWith("POST"))).toEqual([
      ["POST /orders/review", { contractId: "C-7", items: [ITEM] }],
      ["POST /orders/task/t-1", { contractId: "C-7" }],
    ]);
    const refused = await runScripted(
      ["order", "task", "t-1", "--contract", "C-8", "--yes", "--data", '{"contractId":"C-7"}'],
      script,
    );
    expect([refused.exitCode, refused.requests.length]).toEqual([3, 0]);
  });
});

describe("ORDER-24 the contents of an order of a task, where the service shows them", () => {
  it("are priced where the catalog does not list them", async () => {
    const script: Script = {
      ...PRICED,
      "GET /task/t-1": [{ body: task("t-1", "completed") }],
      "GET /orders/task/t-1": [{ body: { total: "$5.00", items: [{ ...ITEM, cost: "$5.00" }] } }],
      "POST /orders/task/t-1": [{ body: ORDER }],
    };
    expect((await runScripted("order task t-1 --yes --max-cost 9", script)).exitCode).toBe(0);
    const over = await runScripted("order task t-1 --yes --max-cost 4", script);
    expect([
      over.exitCode,
      over.requests.some(({ path, method }) => `${method} ${path}` === "POST /orders/task/t-1"),
    ]).toEqual([12, false]);
  });

  it.each([
    [{ status: 404, body: { message: "no" } }],
    [{ status: 403, body: { message: "Missing Authentication Token" } }],
    [{ body: { total: "$5.00" } }],
    [{ body: { total: "$5.00", items: [ITEM, { productType: "VS", cost: "$1.00" }] } }],
  ])("a service that answers %j shows none: the price is not known, and a limit refuses", async (answer) => {
    const run = await runScripted("order task t-1 --yes --max-cost 9", {
      ...PRICED,
      "GET /task/t-1": [{ body: task("t-1", "completed") }],
      "GET /orders/task/t-1": [answer],
    });
    expect(run.exitCode).toBe(12);
    expect(run.requests.every(({ path }) => path !== "/orders/review")).toBe(true);
  });
});
