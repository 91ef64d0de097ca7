/** Downloads that outlive the hour of their order, where ordering the same again costs nothing. */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HourlyService } from "./hourly-service.ts";
import type { Clock } from "../../src/time/clock.ts";
import { tempHome, type Run } from "./world.ts";

const sent = ({ requests }: { requests: readonly { method: string; path: string }[] }): string[] =>
  requests.map(({ method, path }) => `${method} ${path}`).filter((line) => line.includes(" /orders"));

const isWhole = async (home: string, item: string, dir = "out"): Promise<boolean> =>
  (await readFile(join(home, dir, item, `${item}.tif`))).equals(
    HourlyService.bytesOf(`/${item}/${item}.tif`),
  );

describe("ORDER-22 P1 an expired order is placed again where that costs nothing and was allowed", () => {
  it("order download --reorder-free: after a review, once, and the files are those of the new order", async () => {
    const service = new HourlyService();
    const { home, id } = await service.placed(["a", "b"]);
    service.passHours();
    const run = await service.run(`order download ${id} --reorder-free --out-dir out --json`, { home });
    expect([run.exitCode, run.stderr.match(/expired at .*/)?.[0]]).toEqual([
      0,
      "expired at 2026-03-10T12:47:00Z: ordered again for $0.00 (order o-2)",
    ]);
    expect(sent(run)).toEqual([
      `GET /orders/${id}/download`,
      "POST /orders/review",
      "POST /orders",
      "GET /orders/o-2/download",
    ]);
    expect(service.asked[1]).toEqual(service.asked[0]);
    expect(JSON.parse(run.stdout)).toMatchObject({ orderId: "o-2", downloaded: 2 });
    expect([await isWhole(home, "a"), await isWhole(home, "b")]).toEqual([true, true]);
    const history = await service.run("order history --columns orderId,state,price", { home });
    expect(history.stdout).toBe("o-2\tconfirmed\t$0.00\no-1\tconfirmed\t$1000.00\n");
    expect((await service.run("verify out --strict", { home })).exitCode).toBe(0);
  });

  it("without the flag nothing is ordered: exit 7, and the review says that it costs nothing", async () => {
    const service = new HourlyService();
    const { home, id } = await service.placed();
    service.passHours();
    for (const words of ["order download", "order wait", "order links"]) {
      const run = await service.run(`${words} ${id}`, { home });
      expect([run.exitCode, sent(run)]).toEqual([7, [`GET /orders/${id}/download`]]);
    }
    const review = await service.run("order review --item c/a", { home, stdoutTTY: true, stderrTTY: true });
    expect(review.stderr).toContain(
      `It costs nothing to order it again: swath order download ${id} --out-dir imagery --reorder-free`,
    );
    expect(service.orders).toHaveLength(1);
  });

  it("order wait --reorder-free: the id is that of the new order", async () => {
    const service = new HourlyService();
    const { home, id } = await service.placed();
    service.passHours();
    const run = await service.run(`order wait ${id} --reorder-free`, { home });
    expect(run).toMatchObject({ exitCode: 0, stdout: "o-2\t1\n" });
  });

  it("on a terminal a person is asked, after the price is known to be zero", async () => {
    const service = new HourlyService();
    const { home, id } = await service.placed();
    service.passHours();
    const questions: string[] = [];
    const answers = [false, true];
    const ask = async ({ message }: { message: string }): Promise<boolean> => {
      questions.push(message);
      return answers.shift()!;
    };
    const terminal = { home, stdinTTY: true, stderrTTY: true, ask };
    const no = await service.run(`order download ${id} --out-dir out`, terminal);
    expect([no.exitCode, service.orders.length]).toEqual([12, 1]);
    expect(questions[0]).toContain("Ordering the same again costs nothing. Order it again");
    const yes = await service.run(`order download ${id} --out-dir out`, terminal);
    expect([yes.exitCode, service.orders.length, await isWhole(home, "a")]).toEqual([0, 2, true]);
  });

  it.each([
    ["a price", { total: "$500.00", lineItems: [{ granuleId: "a", cost: "$500.00" }] }, "costs $500.00"],
    [
      "no price",
      { lineItems: [{ granuleId: "a", previouslyOrdered: true }] },
      "costs a price that is not shown",
    ],
    [
      "an unreadable price",
      { total: "on request", lineItems: [{ granuleId: "a" }] },
      "costs a price that cannot be read",
    ],
    [
      "a line with a price",
      { total: "$0.00", lineItems: [{ granuleId: "a", cost: "$5.00" }] },
      "costs $5.00",
    ],
    [
      "a line without a price",
      { total: "$0.00", lineItems: [{ granuleId: "a" }] },
      "costs a price that is not shown",
    ],
    [
      "a fee beside the total",
      { total: "$0.00", fee: "$3.00", lineItems: [{ granuleId: "a", cost: "$0.00" }] },
      "costs $3.00",
    ],
  ])("%s: nothing is ordered, exit 7 with the price and the command", async (_title, review, words) => {
    const service = new HourlyService();
    const { home, id } = await service.placed();
    service.passHours();
    service.answer = ({ key }) => (key === "POST /orders/review" ? { status: 200, body: review } : undefined);
    const run = await service.run(`order download ${id} --reorder-free`, { home });
    expect([run.exitCode, service.orders.length]).toEqual([7, 1]);
    expect(run.stderr).toContain(words);
    expect(run.stderr).toContain(
      "nothing was ordered\n  Order it again, and pay again: swath order place --item c/a\n",
    );
  });

  it("a budget and a denied review hold as for every order", async () => {
    const service = new HourlyService();
    const { home, id } = await service.placed();
    service.passHours();
    service.answer = ({ key }) =>
      key === "POST /orders/review"
        ? { status: 200, body: { authorized: false, denialReason: "no contract" } }
        : undefined;
    const run = await service.run(`order download ${id} --reorder-free`, { home });
    expect([run.exitCode, service.orders.length]).toEqual([8, 1]);
    expect(run.stderr).toContain(
      "and was not placed again: the service does not authorize this order: no contract",
    );
  });

  it("P1 after a lost response it is not placed a second time", async () => {
    const service = new HourlyService();
    const { home, id } = await service.placed();
    service.passHours();
    service.answer = ({ key }) => (key === "POST /orders" ? { status: 502, body: {} } : undefined);
    const words = `order download ${id} --reorder-free`;
    expect((await service.run(words, { home })).exitCode).toBe(13);
    const again = await service.run(words, { home });
    expect([again.exitCode, sent(again)]).toEqual([13, [`GET /orders/${id}/download`]]);
  });

  it("a later order of the same items is used without an order, and without a flag", async () => {
    const service = new HourlyService();
    const { home, id } = await service.placed();
    service.passHours();
    await service.run("order place --item c/a --yes --resend", { home });
    const run = await service.run(`order download ${id} --out-dir out`, { home });
    expect([run.exitCode, sent(run)]).toEqual([
      0,
      [`GET /orders/${id}/download`, "GET /orders/o-2/download"],
    ]);
    expect(run.stderr).toContain("order o-2 of the same items is used");
  });

  it("P1 two processes: one orders, and the other waits and uses that order", async () => {
    const service = new HourlyService();
    const { home, id } = await service.placed();
    service.passHours();
    const { clock } = service;
    const words = `order download ${id} --reorder-free --out-dir`;
    let second: Promise<Run> | undefined;
    service.onOrder = () =>
      new Promise((resolve) => {
        // The second process begins while the request of the first one is under way, which continues once the second one waits.
        const sleep: Clock["sleep"] = (ms, signal) => {
          resolve();
          return clock.sleep(ms, signal);
        };
        second = service.run(`${words} two`, { home, clock: { now: () => clock.now(), sleep } });
      });
    const first = await service.run(`${words} one`, { home });
    const other = await second!;
    expect([first.exitCode, other.exitCode, service.orders.length]).toEqual([0, 0, 2]);
    expect(sent(other)).toEqual([`GET /orders/${id}/download`, "GET /orders/o-2/download"]);
    expect([await isWhole(home, "a", "one"), await isWhole(home, "a", "two")]).toEqual([true, true]);
  });

  it("ORDER-21 an order from another machine: its items are those of the service's record", async () => {
    const service = new HourlyService();
    const { id } = await service.placed();
    service.isOrderShown = true;
    service.passHours();
    const home = await tempHome();
    const run = await service.run(`order download ${id} --reorder-free --out-dir out`, { home });
    expect([run.exitCode, service.orders.length, await isWhole(home, "a")]).toEqual([0, 2, true]);
  });
});

describe("DOWNLOAD-09 ORDER-22 a download past the hour of its order", () => {
  it("continues its file by range, with the links of the order that was placed again", async () => {
    const service = new HourlyService();
    const { home, id } = await service.placed();
    service.breaks = [{ after: 20_000, change: () => service.passHours() }];
    const run = await service.run(`order download ${id} --reorder-free --out-dir out`, { home });
    expect([run.exitCode, await isWhole(home, "a")]).toEqual([0, true]);
    expect(service.fetched).toEqual(["o-1 0", "o-2 20000"]);
  });

  it("as often as an hour passes and bytes arrive, by `order place --download`, which agrees to it", async () => {
    const service = new HourlyService();
    const home = await tempHome();
    service.breaks = [10_000, 10_000, 10_000].map((after) => ({ after, change: () => service.passHours() }));
    const run = await service.run("order place --item c/a --yes --download out --json", { home });
    expect([run.exitCode, await isWhole(home, "a")]).toEqual([0, true]);
    expect(service.fetched).toEqual(["o-1 0", "o-2 10000", "o-3 20000", "o-4 30000"]);
    expect(JSON.parse(run.stdout)).toMatchObject({ orderId: "o-4", download: { orderId: "o-4" } });
  });

  it("P1 an order that brings no byte is not followed by another one", async () => {
    const service = new HourlyService();
    const { home, id } = await service.placed();
    service.breaks = [{ after: 20_000, change: () => service.passHours() }];
    // Each new order expires before its links are read.
    service.answer = ({ key }) => {
      if (key === "GET /orders/o-2/download") service.passHours();
      return undefined;
    };
    const run = await service.run(`order download ${id} --reorder-free --out-dir out`, { home });
    expect([run.exitCode, service.orders.length]).toEqual([7, 2]);
    expect(run.stderr).toContain("order o-2 expired");
  });

  it("P1 an order that was charged in spite of its review is not followed by another one", async () => {
    const service = new HourlyService();
    const { home, id } = await service.placed();
    service.breaks = [10_000, 10_000].map((after) => ({ after, change: () => service.passHours() }));
    service.answer = ({ key }) => {
      if (key !== "POST /orders") return undefined;
      service.orders.push({ id: "o-2", atMs: service.clock.now(), granules: ["a"] });
      return { status: 200, body: { orderId: "o-2", orderStatus: "completed", total: "$500.00", items: [] } };
    };
    const run = await service.run(`order download ${id} --reorder-free --out-dir out`, { home });
    expect([run.exitCode, service.fetched]).toEqual([7, ["o-1 0", "o-2 10000"]]);
    expect(sent(run).filter((line) => line === "POST /orders")).toHaveLength(1);
    expect(run.stderr).toContain("ordered again for $500.00 (order o-2)");
    expect(run.stderr).toContain(
      "is not placed again: the service accepted an earlier request of this run at $500.00, above its price of $0.00",
    );
  });

  it("without an agreement the file fails, and its part is kept for the next run", async () => {
    const service = new HourlyService();
    const { home, id } = await service.placed();
    service.breaks = [{ after: 20_000, change: () => service.passHours() }];
    const run = await service.run(`order download ${id} --out-dir out`, { home });
    expect([run.exitCode, service.orders.length]).toEqual([7, 1]);
    expect(run.stderr).toContain("order o-1 expired at");
    const next = await service.run(`order download ${id} --reorder-free --out-dir out`, { home });
    expect([next.exitCode, service.fetched.at(-1), await isWhole(home, "a")]).toEqual([0, "o-2 20000", true]);
  });

  it("`order place --download` again after the hour continues at no cost", async () => {
    const service = new HourlyService();
    const home = await tempHome();
    const words = "order place --item c/a --yes --download out";
    service.breaks = Array.from({ length: 9 }, () => ({ after: 0 }));
    service.breaks[0]!.after = 20_000;
    expect((await service.run(words, { home })).exitCode).not.toBe(0);
    service.breaks = [];
    service.passHours();
    const run = await service.run(words, { home });
    expect([run.exitCode, service.orders.length, service.fetched.at(-1)]).toEqual([0, 2, "o-2 20000"]);
    // Without --download, an order of these items is still a second purchase.
    service.passHours();
    const plain = await service.run("order place --item c/a --yes", { home });
    expect([plain.exitCode, service.orders.length]).toEqual([12, 2]);
  });

  it("verify --repair --reorder-free fetches a lost file", async () => {
    const service = new HourlyService();
    const { home, id } = await service.placed();
    await service.run(`order download ${id} --out-dir out`, { home });
    await rm(join(home, "out/a/a.tif"));
    service.passHours();
    expect((await service.run("verify out --repair", { home })).exitCode).toBe(10);
    const run = await service.run("verify out --repair --reorder-free", { home });
    expect([run.exitCode, service.orders.length, await isWhole(home, "a")]).toEqual([0, 2, true]);
  });
});
