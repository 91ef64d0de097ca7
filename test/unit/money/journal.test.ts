import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { listExpectedItems } from "../../../src/money/recorded-purchase.ts";
import type { RecordFiles } from "../../../src/money/store/files.ts";
import { readAllRecords } from "../../../src/money/store/all-records.ts";
import { newFolder } from "../../new-folder.ts";
import { NOON, etnaOrder, journalIn, orderIdOf, placed, guardIn } from "./ledger-fixtures.ts";

let dir: string;
beforeEach(async () => {
  dir = join(await newFolder(), "journal");
});

describe("list", () => {
  it("is empty without purchases, and creates no folder", async () => {
    expect(await journalIn(dir).list()).toEqual({ entries: [], unreadable: [] });
    await expect(readdir(dir)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("shows the newest first and reports files that are not records", async () => {
    for (const [minute, body] of [1, 3, 2].entries()) {
      await guardIn(dir, {}, { nowMs: NOON + body * 60_000 })(
        { ...etnaOrder, body: { minute } },
        () => Promise.resolve(placed),
        orderIdOf,
      );
    }
    await writeFile(join(dir, "notes.txt"), "mine");
    await writeFile(join(dir, "0123456789abcdef-1.json"), '{"version":7}');
    await writeFile(join(dir, "0123456789abcdef-2.json"), '{"version":1,"id":');
    await mkdir(join(dir, "0123456789abcdef-3.json"));
    const { entries, unreadable } = await journalIn(dir).list();
    expect(entries.map(({ record }) => (record.preparedAt - NOON) / 60_000)).toEqual([3, 2, 1]);
    expect(entries.every(({ state, isOpen }) => state === "confirmed" && !isOpen)).toBe(true);
    expect(unreadable).toEqual([
      { file: "0123456789abcdef-1.json", problem: "written by a newer version", mayBeRecord: true },
      { file: "0123456789abcdef-2.json", problem: "not JSON", mayBeRecord: true },
      { file: "0123456789abcdef-3.json", problem: "not a file", mayBeRecord: true },
      { file: "notes.txt", problem: "not a journal file", mayBeRecord: false },
    ]);
  });

  it("treats a resent intent as closed, whatever the outcome of the first attempt", async () => {
    await guardIn(dir)(etnaOrder, () => Promise.resolve({}), orderIdOf).catch(() => undefined);
    await guardIn(dir, { resend: true })(etnaOrder, () => Promise.resolve(placed), orderIdOf);
    const { entries } = await journalIn(dir).list();
    expect(entries.map(({ state, isOpen }) => [state, isOpen])).toEqual([
      ["confirmed", false],
      ["unknown", false],
    ]);
  });
});

it("P14 P21 a long journal is read in parts: Ctrl-C is heard meanwhile, and the lock of an export is renewed", async () => {
  await guardIn(dir)(etnaOrder, () => Promise.resolve(placed), orderIdOf);
  const record = (await journalIn(dir).list()).entries[0]!.record;
  const ids = Array.from({ length: 1200 }, (_, at) => `0123456789abcdef-${at + 1}`);
  const files = {
    listNames: async () => ids.map((id) => `${id}.json`),
    read: async (id: string) => ({ record: { ...record, id } }),
  } as unknown as RecordFiles;
  let turns = 0;
  const count = (): void => void ((turns += 1), (next = setImmediate(count)));
  let next = setImmediate(count);
  const { entries } = await readAllRecords(files, { now: () => NOON, isAlive: () => true });
  clearImmediate(next);
  expect([entries.length, turns]).toEqual([1200, 2]);
});

describe("get and attach", () => {
  const result = {
    orderId: "9d1f7a",
    orderStatus: "in-progress",
    orderDate: "2031-05-01T12:00:00Z",
    expirationDate: "2031-05-31T12:00:00Z",
    items: [
      { collectionId: "geo", granuleId: "etna-2031-04-30_GEO", previouslyOrdered: false, type: "spotlight" },
    ],
  };

  it("ORDER-13 DOWNLOAD-06 finds an order by its id, with its expected files", async () => {
    const journal = journalIn(dir);
    await guardIn(dir)(etnaOrder, () => Promise.resolve(result), orderIdOf);
    const entry = await journal.get("9d1f7a");
    expect(entry?.record.details).toEqual({
      orderStatus: "in-progress",
      orderDate: "2031-05-01T12:00:00Z",
      expirationDate: "2031-05-31T12:00:00Z",
      items: [{ collectionId: "geo", granuleId: "etna-2031-04-30_GEO" }],
    });
    expect(entry && listExpectedItems(entry.record)).toHaveLength(1);
    expect(await journal.get(entry?.record.id ?? "")).toEqual(entry);
    expect(await journal.get("nobody")).toBeUndefined();
  });

  it("DOWNLOAD-06 expects the requested items if the result has none", async () => {
    const journal = journalIn(dir);
    await guardIn(dir)(etnaOrder, () => Promise.resolve(placed), orderIdOf);
    const entry = await journal.get("9d1f7a");
    expect(entry && listExpectedItems(entry.record).map(({ granuleId }) => granuleId)).toEqual([
      "etna-2031-04-30_GEO",
      "etna-2031-04-30_SLC",
    ]);
  });
});
