import { existsSync, mkdirSync, readdirSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { Archive } from "../../../../src/sandbox/archive/archive.ts";
import type { ExportFile } from "../../../../src/sandbox/exports/export-file.ts";
import { DEFAULT_SETTINGS } from "../../../../src/sandbox/settings.ts";
import { ExportCache } from "../../../../src/sandbox/exports/export-cache.ts";
import type { Holdings } from "../../../../src/sandbox/holdings.ts";
import { OrdersTable } from "../../../../src/sandbox/orders/orders-table.ts";
import { openStore } from "../../../../src/sandbox/store/open-store.ts";
import { skippingClock } from "../../../skipping-clock.ts";
import { AS_OF, tempFolder } from "./jobs.ts";

const opened: ExportCache[] = [];
afterEach(() => {
  for (const cache of opened.splice(0)) cache.close();
});

async function openCache(dir: string): Promise<ExportCache> {
  const store = await openStore({ dir: ":memory:", nowMs: AS_OF });
  const archive = new Archive({ seed: "shelf", size: 800, endMs: AS_OF });
  const tasked: Pick<Holdings["tasked"], "list"> = { list: () => [] };
  const holdings = { archive, firstMs: AS_OF - 400 * 86_400_000, tasked };
  const cache = new ExportCache({
    dir,
    store,
    orders: new OrdersTable(store.database),
    holdings: async () => holdings as unknown as Holdings,
    realClock: skippingClock(AS_OF),
  });
  opened.push(cache);
  return cache;
}

const latestOf = async (cache: ExportCache, nowMs = AS_OF): Promise<ExportFile> =>
  (await cache.list(nowMs, DEFAULT_SETTINGS)).find(({ name }) => name.endsWith("latest.shp.zip"))!;

describe("the cache of export files", () => {
  test("of a store in memory is in a folder that is removed with it", async () => {
    const cache = await openCache(":memory:");
    const { path, length } = await cache.fetch(await latestOf(cache));
    expect(length).toBeGreaterThan(1000);
    cache.close();
    expect(existsSync(dirname(dirname(path)))).toBe(false);
  });

  test("makes a file once for simultaneous requests, and names it by its content", async () => {
    const cache = await openCache(tempFolder());
    const file = await latestOf(cache);
    const answers = await Promise.all([cache.fetch(file), cache.fetch(file), cache.fetch(file)]);
    expect(new Set(answers.map(({ path }) => path)).size).toBe(1);
    expect(readdirSync(dirname(answers[0].path))).toEqual([answers[0].revision]);
    const other = await cache.fetch(await latestOf(cache, AS_OF + 86_400_000));
    expect(other.revision).not.toBe(answers[0].revision);
  });

  test("removes files of a process killed an hour ago, and not those in progress elsewhere", async () => {
    const cache = await openCache(tempFolder());
    const file = await latestOf(cache);
    const { path } = await cache.fetch(file);
    const [dead, busy] = [join(dirname(path), ".making-dead"), join(dirname(path), ".making-busy")];
    for (const [folder, ageSeconds] of [
      [dead, 3601],
      [busy, 3599],
    ] as const) {
      mkdirSync(folder);
      utimesSync(folder, AS_OF / 1000 - ageSeconds, AS_OF / 1000 - ageSeconds);
    }
    await cache.fetch(await latestOf(cache, AS_OF + 86_400_000));
    expect([existsSync(dead), existsSync(busy), existsSync(path)]).toEqual([false, true, false]);
  });
});
