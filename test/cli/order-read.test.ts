/** `order get` and `order history --service`: orders as the service shows them, where it does. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { errorOf, runScripted } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

/** A recorded order result. */
const order = (orderId: string, more: object = {}): object => ({
  userId: "u-1",
  organizationId: "org-1",
  orderDate: "2026-03-01T00:59:49.856Z",
  expirationDate: "2026-03-01T01:59:49.856Z",
  orderId,
  orderStatus: "completed",
  contractId: null,
  items: [
    {
      granuleId: "VENDOR_C09_SM_GEO_VV_20231118130010_20231118130014",
      type: "stripmap",
      size: 100000000,
      collectionId: "vendor-archive",
      previouslyOrdered: false,
      collectionDate: "2026-02-27T02:06:41.304Z",
      itemStatus: "completed",
    },
  ],
  ...more,
});

const NO_PATH = { status: 403, body: { message: "Missing Authentication Token" } };

const placed = async (): Promise<string> => {
  const home = await tempHome();
  const body = order("o-1", { orderStatus: "in-progress" });
  await runScripted("order place --item c/g --yes", { "POST /orders": [{ body }] }, { home });
  return home;
};

describe("ORDER-21 order get", () => {
  it("shows the order of the service with its items", async () => {
    const run = await runScripted(
      "order get o-1",
      { "GET /orders/o-1": [{ body: order("o-1", { contractId: "C-7" }) }] },
      { stdoutTTY: true, columns: 120 },
    );
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toMatchInlineSnapshot(`
      "[1mOrder:[22m     o-1
      [1mStatus:[22m    completed
      [1mOrdered:[22m   2026-03-01T00:59:49Z
      [1mExpires:[22m   2026-03-01T01:59:49Z
      [1mContract:[22m  C-7

      [1mITEM[22m                                                [1mSTATUS[22m     [1mMODE[22m      [1mCOLLECTED[22m          [1mORDERED BEFORE[22m
      VENDOR_C09_SM_GEO_VV_20231118130010_20231118130014  completed  stripmap  2026-02-27T02:06Z  no
      "
    `);
    const json = await runScripted("order get o-1 --json", { GET: [{ body: order("o-1") }] });
    expect(JSON.parse(json.stdout)).toEqual(order("o-1"));
  });

  it.each([404, 405, 403, 501])(
    "where the service answers %s, shows what was recorded, with a note",
    async (status) => {
      const home = await placed();
      const answer = status === 403 ? NO_PATH : { status, body: { message: "no" } };
      const run = await runScripted("order get o-1", { GET: [answer] }, { home });
      expect(run.exitCode).toBe(0);
      expect(run.stdout).toContain("o-1\tin-progress\t2026-03-01T01:59:49.856Z\t1");
      expect(run.stderr).toContain(
        `The service does not show this order (${status} from GET /v1/orders/o-1)`,
      );
    },
  );

  it("an order that neither the service nor this machine knows is exit 6", async () => {
    const run = await runScripted("order get o-9", { GET: [{ status: 404, body: { message: "no" } }] });
    expect([run.exitCode, run.stdout]).toEqual([6, ""]);
  });

  it("another order in the response is refused", async () => {
    const run = await runScripted("order get o-1", { GET: [{ body: order("o-2") }] });
    expect(run.exitCode).toBe(8);
    expect(run.stderr).toContain("the response has order o-2 instead of o-1");
  });

  it("a network failure is not taken for a service that shows no orders", async () => {
    const home = await placed();
    const run = await runScripted("order get o-1", { GET: [{ status: 503, body: {} }] }, { home });
    expect([run.exitCode, run.stdout]).toEqual([9, ""]);
  });

  it("the sandbox shows an order to its owner only", async () => {
    const { swath, outsider } = await openBench({ archiveSize: 300 });
    const item = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.trim();
    const id = (await swath(`order place --item vendor-archive/${item} --yes --output id`)).stdout.trim();
    const own = await swath(`order get ${id}`);
    expect(own.stdout).toMatch(new RegExp(`^${id}\\tcompleted\\t`));
    const theirs = await swath(`order get ${id}`, { env: { SWATH_API_KEY: outsider.apiKey } });
    expect(theirs.exitCode).toBe(6);
    const list = await swath("order history --service --output id");
    expect(list).toMatchObject({ exitCode: 0, stdout: `${id}\n` });
    const others = await swath("order history --service --output id", {
      env: { SWATH_API_KEY: outsider.apiKey },
    });
    expect(others).toMatchObject({ exitCode: 0, stdout: "" });
  });
});

describe("ORDER-21 order history --service", () => {
  it.each([
    ["a list", [order("o-2"), order("o-1")]],
    ["results", { results: [order("o-2"), order("o-1")], current_page: 1, total_pages: 1 }],
    ["orders", { orders: [order("o-2"), order("o-1")] }],
  ])("lists the orders of the service, from %s, with the prices that were recorded", async (_title, body) => {
    const home = await tempHome();
    const script = {
      "POST /orders/review": [{ body: { total: "$450.00" } }],
      "POST /orders": [{ body: order("o-1") }],
    };
    await runScripted("order place --item c/g --yes --max-cost 500", script, { home });
    const run = await runScripted(
      "order history --service --columns orderId,state,items,price",
      { "GET /orders": [{ body }] },
      { home },
    );
    expect(run).toMatchObject({ exitCode: 0, stdout: "o-2\tcompleted\t1\t\no-1\tcompleted\t1\t$450.00\n" });
    expect(run.requests).toHaveLength(1);
  });

  it("reads all pages, and --limit reads no more than it needs", async () => {
    const script = {
      "GET /orders": [{ body: { results: [order("o-1"), order("o-2")], currentPage: 1, totalPages: 2 } }],
      "GET /orders?page=2": [{ body: { results: [order("o-3")], currentPage: 2, totalPages: 2 } }],
    };
    expect((await runScripted("order history --service --output id", script)).stdout).toBe("o-1\no-2\no-3\n");
    const some = await runScripted("order history --service --output id --limit 2", script);
    expect([some.stdout, some.requests.length]).toEqual(["o-1\no-2\n", 1]);
  });

  it("a page that repeats, and an entry without an id, are exit 8 after the rows", async () => {
    const repeated = { GET: [{ body: { results: [order("o-1")], totalPages: 3 } }] };
    const run = await runScripted("order history --service --output id", repeated);
    expect([run.exitCode, run.stdout]).toEqual([8, "o-1\n"]);
    const partly = await runScripted("order history --service --output id", {
      GET: [{ body: [order("o-1"), { orderStatus: "completed" }] }],
    });
    expect([partly.exitCode, partly.stdout]).toEqual([8, "o-1\n"]);
    expect(partly.stderr).toContain("1 row of the list of orders has no order id");
  });

  it("a gateway's 403 for an unknown path is such an answer, and a 403 of the service is not", async () => {
    const gateway = await runScripted("order history --service --json", { GET: [NO_PATH] });
    expect(errorOf(gateway)).toMatchObject({
      exitCode: 6,
      message: "this service does not list orders (403 from GET /v1/orders)",
      hint: "See those placed from this machine: swath order history",
    });
    const denied = await runScripted("order history --service --json", {
      GET: [{ status: 403, body: { message: "no access" } }],
    });
    expect(errorOf(denied)).toMatchObject({ code: "NOT_AUTHORIZED", exitCode: 5 });
  });

  it.each([404, 405])(
    "a service that answers %s does not list orders: the step is the own list",
    async (status) => {
      const run = await runScripted("order history --service --json", {
        GET: [{ status, body: { message: "no" } }],
      });
      expect([run.exitCode, run.stdout]).toEqual([status === 404 ? 6 : 8, ""]);
      expect(errorOf(run)).toMatchObject({
        message: `this service does not list orders (${status} from GET /v1/orders)`,
        hint: "See those placed from this machine: swath order history",
      });
    },
  );
});
