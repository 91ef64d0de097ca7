import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openSandbox } from "../../../../src/sandbox/sandbox.ts";
import { openDatabase } from "../../../../src/sandbox/store/database.ts";
import { STORE_VERSION } from "../../../../src/sandbox/store/open-store.ts";
import { newFolder } from "../../../new-folder.ts";
import { expectMode, needModes } from "../../../this-system.ts";
import { findGranules, ofType } from "./granules.ts";
import { skippingClock } from "../../../skipping-clock.ts";
import { openBench } from "./open.ts";
import { advice, swath } from "../../../../src/hint.ts";

const dirs: string[] = [];
afterEach(async () => {
  await Promise.all(dirs.splice(0).map((dir) => rm(dir, { recursive: true })));
});

async function makeDir(): Promise<string> {
  const dir = await newFolder();
  dirs.push(dir);
  return join(dir, "deep", "sandbox");
}

describe("the store", () => {
  it("keeps orders, clock, settings and signatures until it is opened again", async () => {
    const dir = await makeDir();
    const before = await openBench({ dir });
    const [granule] = await findGranules(before, ofType("GEO"));
    const { collectionId, granuleId } = granule!;
    const { json } = await before.ask("POST", "/orders", { body: { items: [{ collectionId, granuleId }] } });
    await before.ask("POST", "/_sandbox/clock", { body: { mode: "manual", advance: 60 } });
    await before.ask("POST", "/_sandbox/settings", { body: { assetUrlTtl: 120 } });
    const [item] = (await before.ask("GET", `/orders/${json.orderId}/download`)).json;
    before.sandbox.close();

    const after = await openBench({ dir });
    expect((await after.ask("GET", "/_sandbox/clock")).json).toMatchObject({
      mode: "manual",
      now: "2026-03-10T11:48:00.000Z",
    });
    expect((await after.ask("GET", "/_sandbox/settings")).json.assetUrlTtl).toBe(120);
    expect((await after.ask("GET", `/orders/${json.orderId}/download`)).json).toEqual([item]);
    const path = item.assets.thumbnail.href.replace(/^http:\/\/127\.0\.0\.1/, "");
    expect((await after.ask("GET", path, { as: "nobody" })).status).toBe(200);
    after.sandbox.close();
  });

  it("SBX-10 opened twice at once agrees on ids, clock and orders", async () => {
    const dir = await makeDir();
    const [one, two] = [await openBench({ dir }), await openBench({ dir })];
    const [granule] = await findGranules(one, ofType("GEO"));
    const { collectionId, granuleId } = granule!;
    const body = { items: [{ collectionId, granuleId }] };
    const placed = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? one : two).ask("POST", "/orders", { body })),
    );
    expect(new Set(placed.map(({ json }) => json.orderId)).size).toBe(20);
    expect(placed.filter(({ json }) => json.items[0].previouslyOrdered === false)).toHaveLength(1);
    await one.ask("POST", "/_sandbox/clock", { body: { mode: "manual", now: "2026-04-01T00:00:00Z" } });
    expect((await two.ask("GET", "/_sandbox/clock")).json.now).toBe("2026-04-01T00:00:00.000Z");
    one.sandbox.close();
    two.sandbox.close();
  });

  it("P12 is readable by its owner only, under any umask", async () => {
    needModes();
    const dir = await makeDir();
    const umask = process.umask(0);
    try {
      const { sandbox } = await openBench({ dir });
      for (const name of await readdir(dir)) expectMode(join(dir, name), 0o600);
      expectMode(dir, 0o700);
      sandbox.close();
    } finally {
      process.umask(umask);
    }
  });

  it("SBX-10 SANDBOX_STORE_NEWER refuses a store of a later program, and leaves it unchanged", async () => {
    const dir = await makeDir();
    (await openBench({ dir })).sandbox.close();
    const database = openDatabase(join(dir, "sandbox.db"));
    database.exec(`PRAGMA user_version=${STORE_VERSION + 1}`);
    database.close();
    for (let round = 0; round < 2; round += 1) {
      await expect(openSandbox({ dir, clock: skippingClock() })).rejects.toMatchObject({
        kind: "usage",
        code: "SANDBOX_STORE_NEWER",
        message: expect.stringContaining(`version ${STORE_VERSION + 1}`),
        next: advice`Start over: ${swath`sandbox reset --store`}`,
      });
    }
  });

  it("with another seed or archive size is refused, not ignored", async () => {
    const dir = await makeDir();
    (await openBench({ dir, seed: "fjord" })).sandbox.close();
    await expect(openSandbox({ dir, clock: skippingClock(), seed: "delta" })).rejects.toMatchObject({
      code: "CONFIG_INVALID",
    });
    await expect(openSandbox({ dir, clock: skippingClock(), archiveSize: 7 })).rejects.toMatchObject({
      code: "CONFIG_INVALID",
    });
    const same = await openSandbox({ dir, clock: skippingClock() });
    expect(same.users[0]?.apiKey).toMatch(/^sbx_member_/);
    same.close();
  });

  it("in a folder that cannot be created is an I/O error, not a crash", async () => {
    const file = join(await makeDir(), "..", "..");
    await expect(openSandbox({ dir: join(file, "x\0y"), clock: skippingClock() })).rejects.toMatchObject({
      kind: "io",
      code: "DISK_WRITE_FAILED",
    });
  });

  it("binds booleans and undefined, which not every Node can", () => {
    const database = openDatabase(":memory:");
    database.exec("CREATE TABLE t (a, b, c)");
    expect(database.run("INSERT INTO t VALUES (?, ?, ?)", true, undefined, false)).toBe(1);
    expect(database.all("SELECT * FROM t")[0]).toEqual({ a: 1, b: null, c: 0 });
    expect(database.all("SELECT * FROM t")).toEqual([{ a: 1, b: null, c: 0 }]);
    expect(() =>
      database.transaction(() => {
        database.run("DELETE FROM t");
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(database.all("SELECT * FROM t")).toHaveLength(1);
    database.close();
  });
});
