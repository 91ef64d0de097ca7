import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { IntentRecord, IntentState } from "../../../src/money/record.ts";
import { listIndexedKeys } from "../../../src/money/recorded-purchase.ts";
import { makeLinkToEndlessDevice, makePipe, IS_WINDOWS } from "../../this-system.ts";
import { methodsOf } from "./methods-of.ts";
import { openRecordFiles, type RecordFiles } from "../../../src/money/store/files.ts";
import type { LedgerWorld } from "../../../src/money/store/open-state.ts";
import { readAllRecords } from "../../../src/money/store/all-records.ts";
import { makeLine, toIndexRow } from "../../../src/money/store/index-lines.ts";
import type { RecordIndex } from "../../../src/money/store/record-index.ts";
import { openJournalLock } from "../../../src/money/store/lock.ts";
import { makeJournalReader, type JournalQuery, type JournalReading } from "../../../src/money/store/read.ts";
import { newFolder } from "../../new-folder.ts";
import { skippingClock } from "../../skipping-clock.ts";
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
const pathOf = (at: number): string => join(dir, `${idOf(at)}.json`);

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

function keepTime(id: string): void {
  if (existsSync(join(dir, `${id}.json`))) utimesSync(join(dir, `${id}.json`), 9, 9);
}

function put(record: IntentRecord): void {
  writeFileSync(join(dir, `${record.id}.json`), `${JSON.stringify(record, undefined, 2)}\n`);
  keepTime(record.id);
}

const putSettled = (version = 0): void => {
  for (let at = 0; at < SETTLED; at += 1) put(recordOf(at, at % 9 === 0 ? "refused" : "confirmed", version));
};

interface Process extends LedgerWorld {
  files: RecordFiles;
  read: (query?: JournalQuery) => Promise<JournalReading>;
  /** Changes records under the lock. */
  change: <T>(work: (files: RecordFiles) => Promise<T>) => Promise<T>;
}

let words = 0;
/** Opens the journal as a process of its own. */
function openProcess(pid = 100, clock = skippingClock(NOON + 1000)): Process {
  const files = openRecordFiles(dir, () => `word-${(words += 1)}`);
  const lock = openJournalLock(dir, { clock, pid, isAlive: () => true });
  const world = { files, lock, now: () => clock.now(), pid, profile: "default", isAlive: () => false };
  return {
    ...world,
    read: makeJournalReader(world),
    change: (work) => lock.hold(() => work(files)),
  };
}

/** The complete result of a reading, in a fixed order. */
async function resultOf(reading: Promise<JournalReading>): Promise<unknown> {
  const { open, closed, refused, damaged, unreadable } = await reading;
  const byId = (a: { id: string }, b: { id: string }): number => a.id.localeCompare(b.id);
  return {
    open: open.map(({ record, state, isOpen }) => [record.id, state, isOpen]),
    closed: closed.sort(byId),
    refused: refused.sort(byId),
    damaged: damaged.map(({ id }) => id),
    unreadable,
  };
}

const stamp = { writtenMs: 9000, size: 801 };

/** The same from the records alone. */
async function withoutIndex(): Promise<unknown> {
  const { files, now, isAlive } = openProcess();
  const { entries, unreadable } = await readAllRecords(files, { now, isAlive });
  const records = entries.map(({ record }) => record).sort((a, b) => a.id.localeCompare(b.id));
  const isClosed = (state: IntentState): boolean => state === "confirmed" || state === "refused";
  return {
    open: entries
      .filter(({ state }) => !isClosed(state))
      .map(({ record, state, isOpen }) => [record.id, state, isOpen]),
    closed: records
      .filter(({ state }) => state === "confirmed")
      .map((record) => toIndexRow(makeLine(record, stamp, listIndexedKeys(record))!)),
    refused: records
      .filter(({ state }) => state === "refused")
      .map(({ id, preparedAt }) => ({ id, preparedAt })),
    damaged: unreadable.map(({ file }) => file.slice(0, -5)),
    unreadable,
  };
}

const indexFile = (): string => `${dir}.index`;
const bytesOfIndex = (): Buffer => (existsSync(indexFile()) ? readFileSync(indexFile()) : Buffer.alloc(0));
const linesOfIndex = (): number => {
  const lines = openRecordFiles(dir, String).index.load();
  return lines.count - lines.removedCount;
};
/** Files that a process reads, since its last reading. */
function filesRead({ files }: Process): string[] {
  const read: string[] = [];
  const original = methodsOf(files);
  files.readStamped = (id) => {
    read.push(id);
    return original.readStamped(id);
  };
  return read;
}

type Change = (files: RecordFiles) => Promise<unknown>;

const at = fc.nat({ max: SETTLED + 5 });
const version = fc.nat({ max: 9 });
const replacing = fc.tuple(at, fc.constantFrom(...STATES), version).map(
  ([at, state, version]): Change =>
    (files) =>
      files.replace(recordOf(at, state, version)).then(() => keepTime(idOf(at))),
);
const removing = at.map(
  (at): Change =>
    (files) =>
      files.remove(idOf(at)),
);
const settingAside = at.map((at): Change => async (files) => {
  if (existsSync(pathOf(at))) await files.setAside(`${idOf(at)}.json`);
});
const change = fc.oneof({ weight: 5, arbitrary: replacing }, removing, settingAside);

/** What may happen to the bytes of an index: it is deleted, cut, overwritten, or has a part twice or in another place. */
const damage = fc.oneof(
  fc.constant(() => Buffer.alloc(0)),
  fc.nat().map((place) => (bytes: Buffer) => bytes.subarray(0, place % bytes.length)),
  fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })).map(([place, bits]) => (bytes: Buffer) => {
    const changed = Buffer.from(bytes);
    changed[place % bytes.length]! ^= bits;
    return changed;
  }),
  fc
    .tuple(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 300 }))
    .map(([place, other]) => (bytes: Buffer) => {
      const start = place % bytes.length;
      return Buffer.concat([bytes.subarray(0, start), other, bytes.subarray(start + other.length)]);
    }),
  fc.tuple(fc.nat(), fc.nat(), fc.nat()).map(([from, to, into]) => (bytes: Buffer) => {
    // Lines begin at words.
    const [start, end, place] = [from, to, into].map((one) => (one % bytes.length) & ~3) as [
      number,
      number,
      number,
    ];
    return Buffer.concat([bytes.subarray(0, place), bytes.subarray(start, end), bytes.subarray(place)]);
  }),
);

/** Leaves the index as it is when a process is killed after it wrote the first `count` bytes of a removal, before the record changes. */
async function killInRemoval(at: number, count: number): Promise<void> {
  const before = bytesOfIndex();
  await openProcess(300).files.index.remove([`${idOf(at)}.json`]);
  const after = bytesOfIndex();
  if (after.length !== before.length) return;
  // The line is written before the header.
  const changed = [...before.keys()].filter((place) => before[place] !== after[place]);
  changed.sort((one, other) => Number(one < HEADER_BYTES) - Number(other < HEADER_BYTES));
  for (const place of changed.slice(0, count)) before[place] = after[place]!;
  writeFileSync(indexFile(), before);
}
const HEADER_BYTES = 64;

interface Turn {
  /** Which of two processes works. */
  which: number;
  steps: readonly ((process: Process) => Promise<unknown>)[];
  /** Changes by the other process after the folder was listed, and before lines are added. */
  meanwhile: readonly Change[];
}

const step = fc.oneof(
  { weight: 6, arbitrary: change.map((work) => (process: Process) => process.change(work)) },
  // Without the lock, only an outcome is written.
  at.map((at) => async ({ files }: Process) => {
    const { record } = files.readStamped(idOf(at)) ?? {};
    if (record?.state === "sending")
      await files.replace(recordOf(at, "confirmed")).then(() => keepTime(idOf(at)));
  }),
  fc.tuple(at, fc.nat({ max: 12 })).map(
    ([at, count]) =>
      () =>
        killInRemoval(at, count),
  ),
  damage.map((change) => async () => {
    if (bytesOfIndex().length > 0) writeFileSync(indexFile(), change(bytesOfIndex()));
  }),
  fc.constant(async () => rmSync(indexFile(), { force: true })),
);
const turn: fc.Arbitrary<Turn> = fc.record({
  which: fc.nat({ max: 1 }),
  steps: fc.array(step, { maxLength: 4 }),
  meanwhile: fc.array(change, { maxLength: 3 }),
});

/** Reads, while another process changes records. */
async function readBeside(process: Process, other: Process, meanwhile: readonly Change[]): Promise<void> {
  const { files } = process;
  const original = methodsOf(files);
  files.visitNames = async (take) => {
    await original.visitNames(take);
    for (const work of meanwhile) await other.change(work);
  };
  await process.read();
  files.visitNames = (take) => original.visitNames(take);
}

describe("P1 the index of a journal", () => {
  it("changes no reading, after any changes, kills and damage, with and without the lock", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 8 }), async (turns) => {
        for (const path of [dir, indexFile()]) rmSync(path, { recursive: true, force: true });
        mkdirSync(dir);
        putSettled();
        const processes = [openProcess(100), openProcess(200)] as const;
        for (const { which, steps, meanwhile } of turns) {
          const [process, other] = [processes[which]!, processes[1 - which]!];
          for (const work of steps) await work(process);
          expect(await resultOf(process.read())).toEqual(await withoutIndex());
          expect(await process.change(() => resultOf(process.read()))).toEqual(await withoutIndex());
          await readBeside(process, other, meanwhile);
        }
        for (const process of [...processes, openProcess(400)])
          expect(await resultOf(process.read())).toEqual(await withoutIndex());
      }),
      // In Wine each change takes some 100 ms.
      { numRuns: IS_WINDOWS ? 8 : 40 },
    );
  });

  it.each<[string, (path: string) => void]>([
    ["a damaged index", (path) => writeFileSync(path, "damaged")],
    ["zeros", (path) => writeFileSync(path, Buffer.alloc(4096))],
    ["an index of another format", (path) => writeFileSync(path, "swath journal index before 1\n".repeat(9))],
    ["a header alone, half written", (path) => writeFileSync(path, "swath jour")],
    ["a pipe", makePipe],
    ["a link", makeLinkToEndlessDevice],
    ["a huge file", (path) => (writeFileSync(path, ""), truncateSync(path, 5 * 1024 ** 3))],
  ])(
    "is made again in the place of %s: a second run reads only records without a line",
    async (_title, place) => {
      place(indexFile());
      putSettled();
      put(recordOf(SETTLED + 1, "unknown"));
      await openProcess().read();
      const process = openProcess();
      const read = filesRead(process);
      expect(await resultOf(process.read())).toEqual(await withoutIndex());
      expect(read).toEqual([idOf(SETTLED + 1)]);
    },
  );

  it("is left out if a folder is in its place", async () => {
    mkdirSync(indexFile());
    putSettled();
    const process = openProcess();
    await process.read();
    await process.change((files) => files.replace(recordOf(3, "confirmed", 3)));
    expect((await openProcess().read()).closed).toHaveLength(SETTLED - 8);
  });

  it("is not written for a short journal", async () => {
    for (let at = 0; at < 20; at += 1) put(recordOf(at, "confirmed"));
    expect((await journalIn(dir).read()).closed).toHaveLength(20);
    expect(await readdir(join(dir, ".."))).toEqual(["journal"]);
  });

  it("is written by the holder of the lock alone", async () => {
    putSettled();
    const holder = openProcess(200);
    await holder.change(async () => {
      expect((await openProcess(100).read()).closed).toHaveLength(SETTLED - 8);
      expect(existsSync(indexFile())).toBe(false);
      await holder.read();
    });
    expect(linesOfIndex()).toBe(SETTLED);
  });

  it("gets no line by an outcome that is written without the lock, and a changed record has none until it was read again", async () => {
    putSettled();
    put(recordOf(SETTLED, "sending"));
    const process = openProcess();
    await process.read();
    const before = bytesOfIndex();
    await process.files.replace(recordOf(SETTLED, "confirmed"));
    expect(bytesOfIndex()).toEqual(before);
    await process.change((files) => files.replace(recordOf(3, "confirmed", 3)));
    expect(linesOfIndex()).toBe(SETTLED - 1);
  });

  it("notices a newer record that was edited or restored by hand, and removes its line", async () => {
    putSettled();
    await openProcess().read();
    writeFileSync(pathOf(3), "{");
    const { damaged, closed } = await openProcess().read();
    expect(damaged.map(({ id }) => id)).toEqual([idOf(3)]);
    expect(closed).toHaveLength(SETTLED - 9);
    expect(linesOfIndex()).toBe(SETTLED - 1);
  });

  it("notices a line that a process added after it had lost the lock in its sleep", async () => {
    putSettled();
    const [sleeper, other] = [openProcess(100), openProcess(200)];
    const { index } = sleeper.files;
    const original = methodsOf(index);
    let lines: Parameters<RecordIndex["add"]>[0] = [];
    index.add = (read) => void (lines = read);
    await sleeper.read();
    expect(lines).toHaveLength(SETTLED);
    await other.change((files) => files.replace(recordOf(3, "confirmed", 3)));
    original.add(lines);
    expect(linesOfIndex()).toBe(SETTLED);
    expect(await resultOf(openProcess(300).read())).toEqual(await withoutIndex());
  });

  it("OWN-04 is not compared with the files for a hint, and is compared before the same run decides", async () => {
    putSettled();
    await openProcess().read();
    const { read } = openProcess();
    writeFileSync(pathOf(3), "{");
    expect((await read({ isHint: true })).closed).toHaveLength(SETTLED - 8);
    for (const { damaged, closed } of await Promise.all([read(), read({ newest: 100 })]))
      expect([damaged.map(({ id }) => id), closed.length]).toEqual([[idOf(3)], SETTLED - 9]);
    expect((await read({ isHint: true })).closed).toHaveLength(SETTLED - 8);
  });

  it("is begun again when most of its lines were removed", async () => {
    putSettled();
    const process = openProcess();
    const files = Array.from({ length: SETTLED }, (_, at) => `${idOf(at)}.json`);
    const sizes: number[] = [];
    for (let round = 0; round < 18; round += 1) {
      await process.read();
      sizes.push(bytesOfIndex().length);
      await process.files.index.remove(files);
    }
    const largest = Math.max(...sizes);
    expect(sizes.slice(sizes.indexOf(largest) + 1)[0]).toBeLessThan(largest / 10);
    expect(await resultOf(openProcess().read())).toEqual(await withoutIndex());
  });

  it("is not used for another journal", async () => {
    putSettled();
    await openProcess().read();
    const index = bytesOfIndex();
    dir = join(await newFolder(), "journal");
    await mkdir(dir);
    putSettled(4);
    writeFileSync(indexFile(), index);
    expect(await resultOf(openProcess().read())).toEqual(await withoutIndex());
  });
});

describe("P1 a reading under the lock", () => {
  /** Counts listings of the folder. */
  function listingsOf({ files }: Process): () => number {
    const original = methodsOf(files);
    let count = 0;
    files.visitNames = (take) => {
      count += 1;
      return original.visitNames(take);
    };
    return () => count;
  }
  const clock = skippingClock(NOON + 1000);
  const under = (process: Process): Promise<unknown> => process.change(() => resultOf(process.read()));

  it("needs no listing if no other process has held the lock since the last reading, also one without the lock", async () => {
    putSettled();
    const [ours, theirs] = [openProcess(100, clock), openProcess(200, clock)];
    const listings = listingsOf(ours);
    await theirs.change(async () => {});
    await ours.read();
    for (let count = 0; count < 3; count += 1) await under(ours);
    expect(listings()).toBe(1);
    await theirs.change((files) => files.create(recordOf(SETTLED, "sending")));
    expect(await under(ours)).toEqual(await withoutIndex());
    expect(listings()).toBe(2);
  });

  it.each<[string, Change]>([
    ["made", (files) => files.create(recordOf(SETTLED, "sending"))],
    ["replaced", (files) => files.replace(recordOf(1, "confirmed", 5))],
    ["removed", (files) => files.remove(idOf(1))],
    ["set aside", (files) => files.setAside(`${idOf(2)}.json`)],
    ["drafted and published", async (files) => (await files.draft(recordOf(SETTLED, "sending"))).publish()],
  ])("finds what its own process has %s since then", async (_title, work) => {
    putSettled();
    const process = openProcess();
    const listings = listingsOf(process);
    await under(process);
    await process.change(work);
    expect(await under(process)).toEqual(await withoutIndex());
    expect(listings()).toBe(1);
  });

  it("does not change any more: it has no record that its own process makes later", async () => {
    putSettled();
    const process = openProcess();
    await process.change(async (files) => {
      const { listNamed, refused } = await process.read();
      await files.replace(recordOf(0, "confirmed", 2));
      await files.replace(recordOf(1, "confirmed", 3));
      expect([listNamed("order-0-2"), listNamed("order-1-3"), listNamed("order-1-0").length]).toEqual([
        [],
        [],
        1,
      ]);
      expect(refused.map(({ id }) => id)).toContain(idOf(0));
    });
  });

  it("finds a record that its own process made during the last listing", async () => {
    putSettled();
    const process = openProcess();
    await under(process);
    await readBeside(process, process, [(files) => files.create(recordOf(SETTLED, "sending"))]);
    expect(await under(process)).toEqual(await withoutIndex());
  });

  it("lists the folder after five seconds: another program may have changed it without the lock", async () => {
    putSettled();
    const process = openProcess(100, clock);
    await under(process);
    put(recordOf(SETTLED, "sending"));
    clock.ms += 5000;
    expect(await under(process)).toEqual(await withoutIndex());
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
    const { listNamed } = await journalIn(dir).read();
    expect(listNamed(" ORDER-7-7").map(({ id }) => id)).toEqual([idOf(7)]);
  });

  it("P1 calls during a reading share the next one, which finds every record written before the calls", async () => {
    const { files, read } = openProcess();
    const original = methodsOf(files);
    let listings = 0;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: listed, resolve: setListed } = Promise.withResolvers<void>();
    files.visitNames = async (take) => {
      listings += 1;
      await original.visitNames(take);
      setListed();
      await released;
    };
    const first = read();
    await listed;
    put(recordOf(2, "unknown"));
    const later = [read(), read({ newest: 0 })];
    release();
    expect((await first).open).toEqual([]);
    const seen = (await Promise.all(later)).map(({ open: found }) => found.map(({ record }) => record.id));
    expect(seen).toEqual([[idOf(2)], [idOf(2)]]);
    expect(listings).toBe(2);
  });

  it("gives rows equal to their records, in any letters", () => {
    const record: IntentRecord = {
      ...recordOf(1, "confirmed"),
      id: "fedcba9876543210-999999999",
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
    expect(toIndexRow(makeLine(record, stamp, ["a", "b"])!)).toMatchObject({
      id: record.id,
      profile: record.profile,
      resultId: record.resultId,
      closedAt: 1.5,
      skewMs: -250,
      details: record.details,
    });
  });
});
