import { existsSync, mkdirSync, readdirSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { createArchive } from "../../../../src/sandbox/archive/archive.ts";
import type { ExportFile } from "../../../../src/sandbox/exports/export-file.ts";
import { ExportShelf } from "../../../../src/sandbox/exports/export-shelf.ts";
import type { Holdings } from "../../../../src/sandbox/holdings/holdings.ts";
import { OrdersTable } from "../../../../src/sandbox/orders/orders-table.ts";
import { openStore } from "../../../../src/sandbox/store/open-store.ts";
import { stoppedClock } from "../service/open.ts";
import { AS_OF, tempFolder } from "./jobs.ts";

const shelves: ExportShelf[] = [];
afterEach(() => {
  for (const shelf of shelves.splice(0)) shelf.close();
});

async function openShelf(dir: string): Promise<ExportShelf> {
  const store = await openStore({ dir: ":memory:", nowMs: AS_OF });
  const archive = createArchive({ seed: "shelf", size: 800, endMs: AS_OF });
  const holdings: Pick<Holdings, "archive" | "firstMs" | "listTasked"> = {
    archive,
    firstMs: AS_OF - 400 * 86_400_000,
    listTasked: () => [],
  };
  const shelf = new ExportShelf({
    dir,
    store,
    orders: new OrdersTable(store.database),
    holdings: async () => holdings as Holdings,
    vendorPrefix: "../vendor",
    realClock: stoppedClock(AS_OF),
  });
  shelves.push(shelf);
  return shelf;
}

const latestOf = async (shelf: ExportShelf, nowMs = AS_OF): Promise<ExportFile> =>
  (await shelf.list(nowMs, true)).find(({ name }) => name.endsWith("latest.shp.zip"))!;

describe("the shelf of export files", () => {
  test("an operator's word never leads out of its folder", async () => {
    const dir = tempFolder();
    const shelf = await openShelf(dir);
    const { path } = await shelf.fetch(await latestOf(shelf));
    expect(dirname(dirname(path))).toBe(join(dir, "exports"));
  });

  test("of a store in memory lies in a folder that goes with it", async () => {
    const shelf = await openShelf(":memory:");
    const { path, length } = await shelf.fetch(await latestOf(shelf));
    expect(length).toBeGreaterThan(1000);
    shelf.close();
    expect(existsSync(dirname(dirname(path)))).toBe(false);
  });

  test("makes a file once for all who ask meanwhile, and names its content", async () => {
    const shelf = await openShelf(tempFolder());
    const file = await latestOf(shelf);
    const answers = await Promise.all([shelf.fetch(file), shelf.fetch(file), shelf.fetch(file)]);
    expect(new Set(answers.map(({ path }) => path)).size).toBe(1);
    expect(readdirSync(dirname(answers[0].path))).toEqual([answers[0].revision]);
    const other = await shelf.fetch(await latestOf(shelf, AS_OF + 86_400_000));
    expect(other.revision).not.toBe(answers[0].revision);
  });

  test("removes what a killed process left an hour ago, and not what another one is making", async () => {
    const shelf = await openShelf(tempFolder());
    const file = await latestOf(shelf);
    const { path } = await shelf.fetch(file);
    const [dead, busy] = [join(dirname(path), ".making-dead"), join(dirname(path), ".making-busy")];
    for (const [folder, ageSeconds] of [
      [dead, 3601],
      [busy, 3599],
    ] as const) {
      mkdirSync(folder);
      utimesSync(folder, AS_OF / 1000 - ageSeconds, AS_OF / 1000 - ageSeconds);
    }
    await shelf.fetch(await latestOf(shelf, AS_OF + 86_400_000));
    expect([existsSync(dead), existsSync(busy), existsSync(path)]).toEqual([false, true, false]);
  });
});
