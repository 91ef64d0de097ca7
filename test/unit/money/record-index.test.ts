import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { readHistory } from "../../../src/money/store/history.ts";
import { lineOf, rowOf } from "../../../src/money/store/index-line.ts";
import type { IntentRecord, IntentState } from "../../../src/money/record.ts";
import { indexedKeys } from "../../../src/money/recorded-purchase.ts";
import { journalReader } from "../../../src/money/store/read.ts";
import { openRecordFiles, type LedgerWorld, type RecordFiles } from "../../../src/money/store/files.ts";
import { newFolder } from "../../new-folder.ts";
import { NOON, journalIn } from "./ledger-fixtures.ts";

let dir: string;
beforeEach(async () => {
  dir = join(await newFolder(), "journal");
  await mkdir(dir);
});

const STATES = ["sending", "unknown", "confirmed", "refused"] as const satisfies IntentState[];

/** Enough records to justify an index. */
const SETTLED = 70;
const idOf = (at: number): string => `${(at >> 1).toString(16).padStart(16, "0")}-${(at % 2) + 1}`;

/** Records of every state have one length, and their files one time, so that only the index shows changes. */
function recordOf(at: number, state: IntentState, version = 0): IntentRecord {
  const record: IntentRecord = {
    version: 1,
    id: idOf(at),
    fingerprint: idOf(at).slice(0, 16),
    kind: "placeOrder",
    origin: "https://api.example.com",
    profile: "default",
    method: "POST",
    path: "/orders",
    body: { items: [{ collectionId: "geo", granuleId: `scene-${version}` }] },
    state,
    pid: 100,
    preparedAt: NOON + at,
    ...(state === "confirmed" && { resultId: `order-${at}-${version}` }),
    details: { orderStatus: version % 2 === 0 ? "accepted" : "rejected", price: "$5.00", contractId: "" },
  };
  const missing = 800 - JSON.stringify(record, undefined, 2).length;
  return { ...record, details: { ...record.details, orderDate: "x".repeat(missing) } };
}

const keepTime = (id: string): void => {
  if (statSync(join(dir, `${id}.json`), { throwIfNoEntry: false })) utimesSync(join(dir, `${id}.json`), 9, 9);
};

function put(record: IntentRecord): void {
  writeFileSync(join(dir, `${record.id}.json`), `${JSON.stringify(record, undefined, 2)}\n`);
  keepTime(record.id);
}

let words = 0;
/** Few lines stay unsorted, so that the others are sorted. */
const open = (newest = 16): RecordFiles => openRecordFiles(dir, () => `word-${(words += 1)}`, newest);
const worldOf = (files: RecordFiles): LedgerWorld => ({
  files,
  now: () => NOON + 1000,
  pid: 1,
  profile: "default",
  isAlive: () => false,
});
const stamp = { writtenMs: 9000, size: 801 };

/** The complete result of a reading, in a fixed order. */
async function withIndex(files: RecordFiles): Promise<unknown> {
  const { open, closed, refused, damaged, unreadable } = await journalReader(worldOf(files))();
  const byId = (a: { id: string }, b: { id: string }): number => a.id.localeCompare(b.id);
  return {
    open: open.map(({ record, state, isOpen }) => [record.id, state, isOpen]),
    closed: closed.sort(byId),
    refused: refused.sort(byId),
    damaged: damaged.map(({ id }) => id),
    unreadable,
  };
}

/** The same from the records alone. */
async function withoutIndex(): Promise<unknown> {
  const { entries, unreadable } = await readHistory(open(), {
    now: () => NOON + 1000,
    isAlive: () => false,
  });
  const records = entries.map(({ record }) => record).sort((a, b) => a.id.localeCompare(b.id));
  const isClosed = (state: IntentState): boolean => state === "confirmed" || state === "refused";
  return {
    open: entries
      .filter(({ state }) => !isClosed(state))
      .map(({ record, state, isOpen }) => [record.id, state, isOpen]),
    closed: records
      .filter(({ state }) => state === "confirmed")
      .map((record) => rowOf(lineOf(record, stamp, indexedKeys(record)) ?? "")),
    refused: records
      .filter(({ state }) => state === "refused")
      .map(({ id, preparedAt }) => ({ id, preparedAt })),
    damaged: unreadable.map(({ file }) => file.slice(0, -5)),
    unreadable,
  };
}

type Step = (writer: RecordFiles) => Promise<unknown>;

const at = fc.nat({ max: SETTLED + 5 });
const version = fc.nat({ max: 9 });
const indexFile = (): string => `${dir}.index`;
const sizeOfIndex = (): number => statSync(indexFile(), { throwIfNoEntry: false })?.size ?? 0;

/** The state left by a process that is killed before it records the end of its change. */
async function killedAfter(work: () => Promise<unknown>): Promise<void> {
  await work();
  if (sizeOfIndex() === 0) return;
  const text = readFileSync(indexFile(), "latin1");
  const last = text.lastIndexOf("# ");
  if (text.indexOf("\n=", last) > 0) truncateSync(indexFile(), last);
}

const replacing = fc.tuple(at, fc.constantFrom(...STATES), version).map(
  ([at, state, version]): Step =>
    (writer) =>
      writer.replace(recordOf(at, state, version)).then(() => keepTime(idOf(at))),
);
const removing = at.map(
  (at): Step =>
    (writer) =>
      writer.remove(idOf(at)),
);
const settingAside = at.map((at): Step => async (writer) => {
  if (statSync(join(dir, `${idOf(at)}.json`), { throwIfNoEntry: false }))
    await writer.setAside(`${idOf(at)}.json`);
});
const change = fc.oneof({ weight: 5, arbitrary: replacing }, removing, settingAside);
const killed = change.map(
  (step): Step =>
    (writer) =>
      killedAfter(() => step(writer)),
);
/** A crash of the machine loses bytes that were not durable: those of the last addition, unless it announced a change. */
const tearing = fc.nat({ max: 300 }).map((bytes): Step => async () => {
  if (sizeOfIndex() === 0) return;
  const text = readFileSync(indexFile(), "latin1");
  const last = text.lastIndexOf("# ");
  if (last > 0 && !text.includes("\n-", last)) truncateSync(indexFile(), Math.max(last, text.length - bytes));
});
const deleting = fc.constant<Step>(async () => rmSync(indexFile(), { force: true }));
const flipping = fc.nat().map((place): Step => async () => {
  if (sizeOfIndex() === 0) return;
  const bytes = readFileSync(indexFile());
  const at = place % bytes.length;
  bytes[at] = (bytes[at] ?? 0) ^ 4;
  writeFileSync(indexFile(), bytes);
});

const pairs = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(arbitrary, { maxLength: 3 });
/** A reading with changes by another process after it listed the folder, and before it adds its lines. */
const reading = fc.record({ listed: pairs(change), read: pairs(fc.oneof(change, killed)) });
const turn = fc.record({
  steps: pairs(
    fc.oneof({ weight: 6, arbitrary: change }, { weight: 2, arbitrary: killed }, tearing, deleting, flipping),
  ),
  reading,
  isReaderNew: fc.boolean(),
});

describe("the index of a journal", () => {
  it("reads the same as without an index, after any writers, readers and crashes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 6 }), async (turns) => {
        rmSync(dir, { recursive: true });
        mkdirSync(dir);
        rmSync(indexFile(), { force: true });
        for (let at = 0; at < SETTLED; at += 1) put(recordOf(at, at % 9 === 0 ? "refused" : "confirmed"));
        const writer = open();
        let reader = open();
        for (const { steps, reading, isReaderNew } of turns) {
          for (const step of steps) await step(writer);
          if (isReaderNew) reader = open();
          expect(await withIndex(reader)).toEqual(await withoutIndex());
          const { index } = reader;
          await journalReader(
            worldOf({
              ...reader,
              names: async () => {
                const names = await reader.names();
                for (const step of reading.listed) await step(writer);
                return names;
              },
              index: {
                ...index,
                add: async (lines, basis) => {
                  for (const step of reading.read) await step(writer);
                  await index.add(lines, basis);
                },
              },
            }),
          )();
        }
        expect(await withIndex(reader)).toEqual(await withoutIndex());
        expect(await withIndex(open())).toEqual(await withoutIndex());
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  it("is used: a second run reads only unknown records, also after a damaged index", async () => {
    writeFileSync(indexFile(), "damaged");
    for (let at = 0; at < SETTLED; at += 1) put(recordOf(at, "confirmed"));
    put(recordOf(SETTLED + 1, "unknown"));
    await journalReader(worldOf(open()))();
    const read: string[] = [];
    const files = open();
    const counted: RecordFiles = { ...files, readStamped: (id) => (read.push(id), files.readStamped(id)) };
    const { closed } = await journalReader(worldOf(counted))();
    expect(read).toEqual([idOf(SETTLED + 1)]);
    expect(closed).toHaveLength(SETTLED);
  });

  it("is not written for a short journal", async () => {
    for (let at = 0; at < 20; at += 1) put(recordOf(at, "confirmed"));
    expect((await journalIn(dir).read()).closed).toHaveLength(20);
    expect(await readdir(join(dir, ".."))).toEqual(["journal"]);
  });

  it("notices a newer record that was edited or restored by hand", async () => {
    for (let at = 0; at < SETTLED; at += 1) put(recordOf(at, "confirmed"));
    await journalIn(dir).read();
    writeFileSync(join(dir, `${idOf(3)}.json`), "{");
    const { damaged, closed } = await journalIn(dir).read();
    expect(damaged.map(({ id }) => id)).toEqual([idOf(3)]);
    expect(closed).toHaveLength(SETTLED - 1);
  });

  it("OWN-04 is not compared with the files for a hint, and is compared before the same run decides", async () => {
    for (let at = 0; at < SETTLED; at += 1) put(recordOf(at, "confirmed"));
    await journalIn(dir).read();
    const journal = journalIn(dir);
    writeFileSync(join(dir, `${idOf(3)}.json`), "{");
    expect((await journal.read({ isHint: true })).closed).toHaveLength(SETTLED);
    for (const { damaged, closed } of await Promise.all([journal.read(), journal.read({ newest: 100 })]))
      expect([damaged.map(({ id }) => id), closed.length]).toEqual([[idOf(3)], SETTLED - 1]);
    expect((await journal.read({ isHint: true })).closed).toHaveLength(SETTLED);
  });

  it("is rewritten when most of its lines are dead, and forgets no change in progress", async () => {
    for (let at = 0; at < SETTLED; at += 1) put(recordOf(at, "confirmed"));
    const files = open();
    await journalReader(worldOf(files))();
    await killedAfter(() => files.replace(recordOf(5, "confirmed", 1)));
    for (let round = 0; round < 600; round += 1) await files.index.change(idOf(6), async () => undefined);
    const before = sizeOfIndex();
    await journalReader(worldOf(files))();
    expect(sizeOfIndex()).toBeLessThan(before / 2);
    keepTime(idOf(5));
    await withIndex(open());
    expect(readFileSync(indexFile(), "latin1")).toContain(`\n-${idOf(5)}\n`);
    expect(await withIndex(open())).toEqual(await withoutIndex());
  });

  it("is not used for another journal", async () => {
    for (let at = 0; at < SETTLED; at += 1) put(recordOf(at, "confirmed"));
    await journalReader(worldOf(open()))();
    const index = readFileSync(indexFile());
    const other = join(await newFolder(), "journal");
    await mkdir(other);
    dir = other;
    for (let at = 0; at < SETTLED; at += 1) put(recordOf(at, "confirmed", 4));
    writeFileSync(indexFile(), index);
    expect(await withIndex(open())).toEqual(await withoutIndex());
  });
});

describe("reading the index", () => {
  it("selects rows by piece, by time and by the id of the service", async () => {
    for (let at = 0; at < 12; at += 1) put(recordOf(at, "confirmed", at % 10));
    put({ ...recordOf(20, "confirmed"), body: undefined, kind: "orderTask", path: "/orders/task/7" });
    put({ ...recordOf(22, "confirmed"), body: undefined, kind: "updateTask", path: "/task/7/status" });
    const ids = async (query: object): Promise<string[]> =>
      (await journalIn(dir).read(query)).closed.map(({ id }) => id).sort();
    expect(await ids({ pieces: new Set(["geo/scene-3"]) })).toEqual([idOf(3), idOf(20)]);
    expect(await ids({ pieces: new Set(), since: NOON + 11 })).toEqual([11, 20, 22].map(idOf));
    const { named } = await journalIn(dir).read();
    expect(named("order-7-7").map(({ id }) => id)).toEqual([idOf(7)]);
  });

  it("P1 calls during a reading share the next one, which finds every record written before the calls", async () => {
    const files = open();
    let listings = 0;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: listed, resolve: setListed } = Promise.withResolvers<void>();
    const names = async (): Promise<string[]> => {
      listings += 1;
      const found = await files.names();
      setListed();
      await released;
      return found;
    };
    const read = journalReader(worldOf({ ...files, names }));
    const first = read();
    await listed;
    put(recordOf(2, "unknown"));
    const later = [read(), read({ newest: 0 }), read({ except: idOf(2) })];
    release();
    expect((await first).open).toEqual([]);
    const seen = (await Promise.all(later)).map(({ open: found }) => found.map(({ record }) => record.id));
    expect(seen).toEqual([[idOf(2)], [idOf(2)], []]);
    expect(listings).toBe(2);
  });

  it("gives rows equal to their records, in any letters", () => {
    const record: IntentRecord = {
      ...recordOf(1, "confirmed"),
      profile: "Süd\tost 100%",
      resultId: "\ud800\n😀",
      closedAt: 1.5,
      skewMs: -250,
      details: {
        price: "",
        per: "image",
        images: 3,
        contractId: "c",
        expirationDate: "2031-05-31T12:00:00Z",
      },
    };
    expect(rowOf(lineOf(record, stamp, ["a", "b"]) ?? "")).toMatchObject({
      profile: record.profile,
      resultId: record.resultId,
      closedAt: 1.5,
      skewMs: -250,
      writtenMs: 9000,
      details: record.details,
    });
  });
});
