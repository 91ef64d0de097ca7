/** Runs that buy several things under one limit: approvals, orders of tasks. Each outcome decides whether the next request is sent. */
import { beforeEach, describe, expect, it } from "vitest";
import { TransportError, type Send } from "../../src/contract/send.ts";
import { openBench } from "./bench.ts";
import { changingJson, to } from "./changed-body.ts";
import { errorOf } from "./scripted-service.ts";
import { tempHome, type Run } from "./world.ts";

const bench = await openBench({ archiveSize: 300 });
const { swath, send, clock } = bench;

let home: string;
let ids: string[];
beforeEach(async () => {
  home = await tempHome();
  clock.ms += 86_400_000;
  await swath("approvals reject --all --yes");
  ids = [];
  for (const place of ["-8.89,38.52", "14.43,40.82", "4.1,51.9"]) {
    const made = await swath(
      `task create --point ${place} --window-open +1d --window 7d --tier standard --type spotlight --wait --output id`,
    );
    ids.push(made.stdout.trim());
  }
});

const isPurchase = ({ method, url }: { method: string; url: string }): boolean =>
  method === "PATCH" || (method === "POST" && /\/orders(?:\/task\/[^/]+)?$/.test(url));
const purchasesOf = ({ requests }: Run): number =>
  requests.filter(({ method, path }) => isPurchase({ method, url: path })).length;

/** A service that receives purchases, and answers each with this status. */
const answering =
  (status: number): Send =>
  async (request) =>
    isPurchase(request)
      ? {
          status,
          headers: { "content-type": "application/json" },
          body: (async function* () {
            yield Buffer.from("{}");
          })(),
        }
      : send(request);
const losing: Send = async (request) => {
  if (!isPurchase(request)) return send(request);
  throw new TransportError("reset", "maybe", "the connection was closed");
};

describe.each([
  ["approvals approve --all", () => "approvals approve --all"],
  ["task approve", () => `task approve ${ids.join(" ")}`],
])("%s under --max-cost", (_name, command) => {
  const approve = (words: string, network: Send = send): Promise<Run> =>
    swath(`${command()} --yes --max-cost 100000 --retries 0 --json ${words}`, { home, send: network });

  it.each([500, 503, 408, 418, 409, 307])(
    "P3 P5 the first unknown outcome (%i) stops the run: the other requests are not sent",
    async (status) => {
      const run = await approve("", answering(status));
      expect([run.exitCode, purchasesOf(run)]).toEqual([13, 1]);
      const rest = errorOf(run).details?.slice(1);
      expect(rest).toHaveLength(2);
      for (const { message } of rest ?? [])
        expect(message).toContain(
          "the outcome of an earlier request of this run is unknown: this request was not sent",
        );
    },
  );

  it("P3 a lost connection stops the run", async () => {
    const run = await approve("", losing);
    expect([run.exitCode, purchasesOf(run)]).toEqual([13, 1]);
  });

  it("P5 a proven refusal does not: the others are approved", async () => {
    const run = await approve("", answering(422));
    expect([run.exitCode, purchasesOf(run)]).toEqual([10, 3]);
  });

  it("P5 a response with a higher price stops the run, which does not end with 0", async () => {
    const dearer = changingJson(send, to("/status"), (record: object) => ({
      ...record,
      order: { summary: { total: "$99,000.00" } },
    }));
    const run = await approve("", dearer);
    expect([run.exitCode, purchasesOf(run)]).toEqual([10, 1]);
    expect(run.stderr).toContain("is $99,000.00 in the response that accepts it, and was $1,250.00 before");
  });
});

describe("order task of several tasks under --max-cost", () => {
  const order = async (network: (send: Send) => Send): Promise<Run> => {
    await swath(`task approve ${ids.join(" ")} --yes`);
    clock.ms += 20 * 86_400_000;
    return swath(`order task ${ids.join(" ")} --yes --max-cost 100000 --retries 0 --json`, {
      home,
      send: network(send),
    });
  };

  it("P3 P5 the first unknown outcome stops the run", async () => {
    const run = await order(() => answering(500));
    expect([run.exitCode, purchasesOf(run)]).toEqual([13, 1]);
  });

  it("P5 a response with a higher price stops the run, which does not end with 0", async () => {
    const run = await order((service) =>
      changingJson(
        service,
        ({ url }) => url.includes("/orders/task/"),
        (reply: object) => ({ ...reply, summary: { total: "$99,000.00" } }),
      ),
    );
    expect([run.exitCode, purchasesOf(run)]).toEqual([10, 1]);
    expect(run.stderr).toContain("is $99,000.00 in the response that accepts it");
  });
});

describe("order place", () => {
  const place = async (words: string): Promise<Run> => {
    const { stdout } = await swath("catalog search --product-type GEO --limit 1 --output order-items");
    const [item] = JSON.parse(stdout) as [{ collectionId: string; granuleId: string }];
    const dearer = changingJson(send, to("/orders"), (reply: object) => ({
      ...reply,
      summary: { total: "$99,000.00" },
    }));
    return swath(`order place --item ${item.collectionId}/${item.granuleId} --yes --json ${words}`, {
      home,
      send: dearer,
    });
  };

  it.each([
    ["--max-cost 5000", "COST_LIMIT_EXCEEDED"],
    ["--max-cost 500000", "PRICE_CHANGED"],
    ["", "PRICE_CHANGED"],
  ])("P5 a response with a higher price than the review does not end with 0: %s", async (words, code) => {
    const run = await place(words);
    expect([run.exitCode, errorOf(run).code, purchasesOf(run)]).toEqual([12, code, 1]);
    // The order is placed, so its id is shown.
    expect((JSON.parse(run.stdout) as { orderId: string }).orderId).toMatch(/./);
  });
});
