/** The items of a download are compared with those that were ordered. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HourlyService } from "./hourly-service.ts";
import { errorOf } from "./scripted-service.ts";

const link = (id: string): object => ({
  type: "Feature",
  id,
  collection: "c",
  assets: { VV: { href: `https://data.example/${id}/${id}.tif?Signature=o-1` } },
});

/** Downloads an order of the items a and b after the service answered as given. */
async function download(words: string, listed: readonly string[], made: object = {}) {
  const service = new HourlyService();
  service.answer = ({ key }) =>
    key === "GET /orders/o-1/download" ? { status: 200, body: listed.map(link) } : undefined;
  const { answer } = service;
  service.answer = (call) => {
    if (call.key !== "POST /orders" || Object.keys(made).length === 0) return answer(call);
    service.orders.push({ id: "o-1", atMs: service.clock.now(), granules: ["a", "b"] });
    return { status: 200, body: { orderId: "o-1", orderStatus: "completed", ...made } };
  };
  const { home, id } = await service.placed(["a", "b"]);
  const run = await service.run(`order download ${id} --out-dir out ${words}`, { home });
  return { run, names: async () => (await readdir(join(home, "out"))).toSorted(), home, service };
}

describe("DOWNLOAD-06 a download of fewer items than were ordered", () => {
  it.each([[{ items: [] }], [{ items: null }], [{}]])(
    "is not a complete order where the order result is %j",
    async (made) => {
      const { run, home, service } = await download("--json", ["a"], made);
      expect([run.exitCode, errorOf(run).code]).toEqual([11, "ORDER_IN_PROGRESS"]);
      expect(errorOf(run).message).toContain("1 of 2 items ready");
      const history = await service.run("order history --json", { home });
      expect(JSON.parse(history.stdout)).toMatchObject([{ orderId: "o-1", items: 2 }]);
    },
  );
});

describe("DOWNLOAD-06 an item that was not ordered in place of one that was", () => {
  it("is downloaded with the others, and the run fails and names both", async () => {
    const { run, names } = await download("--json", ["a", "other"]);
    expect(run.exitCode).toBe(10);
    expect(errorOf(run)).toMatchObject({
      code: "DOWNLOAD_PARTIAL",
      message: "order o-1 contains other in place of b, which you ordered",
    });
    expect(await names()).toEqual(expect.arrayContaining(["a", "other"]));
  });

  it("is no fault of a download of another item", async () => {
    const { run } = await download("--item a", ["a", "other"]);
    expect(run.exitCode, run.stderr).toBe(0);
  });
});
