/** `order`, `verify` and `export` by calling `app/` alone: no command line, no terminal, no view. */
import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { searchItems } from "../../src/app/catalog/search-items.ts";
import { checkFolder } from "../../src/app/downloads/check-folder.ts";
import { downloadOrder } from "../../src/app/downloads/download-order.ts";
import { waitForOrder } from "../../src/app/downloads/order-readiness.ts";
import { readOrderLinks, planOrder } from "../../src/app/downloads/plan-download.ts";
import { queryFiles } from "../../src/app/exports/query-files.ts";
import { readQueryRequest } from "../../src/app/exports/query-request.ts";
import { syncExports } from "../../src/app/exports/sync-exports.ts";
import { readOrderHistory } from "../../src/app/ordering/order-history.ts";
import { completeItems } from "../../src/app/ordering/order-items.ts";
import { reviewOrder } from "../../src/app/ordering/order-price.ts";
import { placeOrder } from "../../src/app/ordering/place-order.ts";
import { DEFAULT_WAIT } from "../../src/time/poll.ts";
import type { StacItem } from "../../src/contract/read-items.ts";
import { toArchiveItems } from "../../src/domain/orders/order-items.ts";
import { parseMoney } from "../../src/domain/price/money.ts";
import { frontEnd, type Front } from "./app-context.ts";

async function geoItems({ context }: Front, count: number): Promise<StacItem[]> {
  const body = { query: { "sar:product_type": { eq: "GEO" } } };
  const items: StacItem[] = [];
  for await (const page of searchItems(context, { body, limit: count, isForOrder: true }))
    items.push(...page);
  return items;
}

async function orderBody(front: Front, count = 2) {
  const items = await geoItems(front, count);
  const { faults, ...completed } = await completeItems(front.context, toArchiveItems(items), {});
  expect(faults).toEqual([]);
  return { items: completed.items };
}

test("search, review, place, wait, download, verify and repair", async () => {
  const front = await frontEnd();
  const { context, folder } = front;
  const body = await orderBody(front);
  const review = await reviewOrder(context, body);
  expect(review).toMatchObject({ authorized: true, lines: [{}, {}] });

  const { orderId, items } = await placeOrder(context, body, { maxCost: parseMoney("1000000") });
  expect(items).toHaveLength(2);
  expect(await readOrderHistory(context)).toMatchObject([
    { entry: { orderId, state: "confirmed", items: 2 } },
  ]);

  expect(await waitForOrder(context, orderId, DEFAULT_WAIT)).toHaveLength(2);
  const links = await readOrderLinks(context, orderId, { asset: ["metadata"] });
  expect(links.map(({ assetKey }) => assetKey)).toEqual(["metadata", "metadata"]);

  const choice = { filters: { asset: ["metadata"] }, outDir: "imagery" };
  const plan = await planOrder(context, orderId, choice);
  expect(plan.files.map(({ status }) => status)).toEqual(["fetch", "fetch"]);
  const report = await downloadOrder(context, orderId, choice);
  expect(report).toMatchObject({ orderId, downloaded: 2, failed: 0 });

  const [first] = report.files;
  await truncate(join(folder, "imagery", first!.path), 1);
  const repaired = await checkFolder(context, "imagery", { isRepairing: true, isStrict: true });
  expect(repaired).toMatchObject({ ok: 1, repaired: 1, wrong: 0, foreign: 0 });
  const checked = await checkFolder(context, "imagery", { isRepairing: false, isStrict: true });
  expect(checked).toMatchObject({ ok: 2, wrong: 0 });
  expect(front.failures).toEqual([]);
});

test("an order is placed after its price is confirmed", async () => {
  const front = await frontEnd({ isAgreed: false });
  const placed = await placeOrder(front.context, await orderBody(front, 1), { downloadTo: "imagery" });
  expect(front.questions).toEqual([expect.stringMatching(/^Order 1 item for \$[\d,.]+\?$/)]);
  expect(placed.download).toMatchObject({ orderId: placed.orderId, failed: 0 });
});

test("a price above the limit stops the run before the question and the order", async () => {
  const front = await frontEnd({ isAgreed: false });
  const body = await orderBody(front, 1);
  const placing = placeOrder(front.context, body, { maxCost: parseMoney("1") });
  await expect(placing).rejects.toMatchObject({ code: "COST_LIMIT_EXCEEDED" });
  expect(front.questions).toEqual([]);
  expect(await readOrderHistory(front.context)).toEqual([]);
});

test("mirrors the exports and searches in the mirror", async () => {
  const front = await frontEnd();
  const { context } = front;
  const options = { types: ["latest"], format: "geoparquet" } as const;
  const first = await syncExports(context, "footprints", options);
  expect(first).toMatchObject({ changed: true, added: 1, failed: 0 });
  expect(await syncExports(context, "footprints", options)).toMatchObject({ changed: false, unchanged: 1 });

  const question = { files: ["footprints"], search: {}, productTypes: ["GEO"], limit: 3 };
  const found = (
    await Array.fromAsync(queryFiles(context, await readQueryRequest(context, question)))
  ).flat();
  expect(found.map(({ properties }) => properties?.["sar:product_type"])).toEqual(["GEO", "GEO", "GEO"]);
});
