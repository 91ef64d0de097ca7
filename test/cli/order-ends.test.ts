/** How a service says that an order is not ready, has expired or was rejected, in the forms of deployments. */
import { describe, expect, it } from "vitest";
import { runScripted, type Script } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const ORDER = {
  orderId: "o-1",
  orderDate: "2026-03-01T00:00:00Z",
  expirationDate: "2026-03-01T01:00:00Z",
  items: [{ collectionId: "c", granuleId: "g", previouslyOrdered: false }],
};
const READY = [{ id: "g", collection: "c", assets: { VV: { href: "https://data.example/g.tif" } } }];

const GATEWAY = { status: 403, body: { message: "Missing Authentication Token" } };

/** An order that was placed from this home, then one command about it. */
async function run(words: string, script: Script, { isKnown = true } = {}) {
  const home = await tempHome();
  if (isKnown)
    await runScripted(
      "order place --item c/g --yes",
      {
        "POST /orders": [{ body: { ...ORDER, orderStatus: "in-progress" } }],
      },
      { home },
    );
  const done = await runScripted(words, script, { home });
  const journal = await runScripted("order history --json", {}, { home });
  return { ...done, journal: journal.stdout };
}

const sent = ({ requests }: { requests: readonly { method: string; path: string }[] }): string[] =>
  requests.map(({ method, path }) => `${method} ${path}`);

describe("DOWNLOAD-05 an order that has expired", () => {
  it.each(["order download", "order links", "order wait"])(
    "%s: 400 `order expired` is exit 7 with the time, and leads to the review of its items",
    async (words) => {
      const done = await run(`${words} o-1`, {
        "GET /orders/o-1/download": [{ status: 400, body: { error: "order expired" } }],
      });
      expect([done.exitCode, done.requests.length]).toEqual([7, 1]);
      expect(done.stderr).toContain(
        "order o-1 expired at 2026-03-01T01:00:00Z\n  See what it costs to order it again: swath order review --item c/g\n",
      );
      expect(done.journal).toContain('"orderStatus": "expired"');
    },
  );

  it("ORDER-21 by the service's record: its status, or its date", async () => {
    for (const shown of [{ orderStatus: "EXPIRED" }, { orderStatus: "completed" }]) {
      const done = await run(
        "order wait o-1",
        {
          "GET /orders/o-1/download": [{ status: 405, body: {} }],
          "GET /orders/o-1": [{ body: { ...ORDER, ...shown } }],
        },
        { isKnown: false },
      );
      expect([done.exitCode, sent(done)]).toEqual([7, ["GET /orders/o-1/download", "GET /orders/o-1"]]);
      expect(done.stderr).toContain("order o-1 expired at 2026-03-01T01:00:00Z");
    }
  });

  it("an expired key or token is no expired order", async () => {
    const done = await run("order wait o-1", {
      GET: [{ status: 403, body: { message: "the token of this order request has expired" } }],
    });
    expect(done.exitCode).toBe(5);
  });
});

describe("DOWNLOAD-06 an order that was rejected", () => {
  it.each([
    [
      "405 with words",
      { "GET /orders/o-1/download": [{ status: 405, body: { message: "Order was rejected" } }] },
    ],
    [
      "405, and the service's record",
      {
        "GET /orders/o-1/download": [{ status: 405, body: { message: "Method Not Allowed" } }],
        "GET /orders/o-1": [{ body: { ...ORDER, orderStatus: "rejected" } }],
      },
    ],
  ] as [string, Script][])(
    "%s ends the wait, exit 8, and its items may be ordered again",
    async (_title, script) => {
      const done = await run("order wait o-1", script);
      expect(done.exitCode).toBe(8);
      expect(done.stderr).toContain("code ORDER_NOT_AUTHORIZED");
      expect(done.stderr).toContain("o-1");
      expect(done.journal).toContain('"orderStatus": "rejected"');
    },
  );

  it("405 where the order cannot be read is waited for, as the record is asked for once", async () => {
    const done = await run("order wait o-1", {
      "GET /orders/o-1/download": [{ status: 405, body: {} }, { status: 405, body: {} }, { body: READY }],
      "GET /orders/o-1": [GATEWAY],
    });
    expect(done.exitCode).toBe(0);
    expect(sent(done).filter((line) => line === "GET /orders/o-1")).toHaveLength(1);
  });

  it("ORDER-14 order place: the id of a rejected order is printed, exit 8", async () => {
    const done = await runScripted("order place --item c/g --yes --wait --output id", {
      "POST /orders": [{ body: { ...ORDER, orderStatus: "Rejected" } }],
    });
    expect([done.exitCode, done.stdout]).toEqual([8, "o-1\n"]);
    expect(done.stderr).toContain("code ORDER_NOT_AUTHORIZED");
    expect(done.stderr).toContain("o-1");
  });
});

describe("DOWNLOAD-06 an order that is not ready", () => {
  it.each(["Order not complete", "order is not yet complete", "Order incomplete", "order in-progress"])(
    "400 `%s` is waited for",
    async (message) => {
      const done = await run("order wait o-1", {
        "GET /orders/o-1/download": [{ status: 400, body: { error: message } }, { body: READY }],
      });
      expect(done).toMatchObject({ exitCode: 0, stdout: "o-1\t1\n" });
    },
  );

  it("400 in other words: the service's record decides, and without one it ends the wait", async () => {
    const refused = { status: 400, body: { message: "try later" } };
    const waited = await run("order wait o-1", {
      "GET /orders/o-1/download": [refused, { body: READY }],
      "GET /orders/o-1": [{ body: { ...ORDER, orderStatus: "in-progress", expirationDate: null } }],
    });
    expect(waited.exitCode).toBe(0);
    const ended = await run("order wait o-1", {
      "GET /orders/o-1/download": [refused],
      "GET /orders/o-1": [GATEWAY],
    });
    expect(ended.exitCode).toBe(8);
  });
});
