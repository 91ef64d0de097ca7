/** What a watch reports, over any catalog, any order of arrival, and kills between any two steps. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StacItem } from "../../../src/contract/read-items.ts";
import { findMemory, withMemory } from "../../../src/domain/watching/find-memory.ts";
import { nextLook, SiteDelta } from "../../../src/domain/watching/site-delta.ts";
import {
  NO_STATE,
  PURPOSES,
  readState,
  writeState,
  type Purpose,
  type SiteMemory,
  type WatchState,
} from "../../../src/domain/watching/watch-state.ts";
import "../../property-seed.ts";

const DAY = 86_400_000;
const START = Date.parse("2026-03-02T06:00:00Z");
const LOOK_BACK = 30 * DAY;

/** A scene enters the catalog some days after its acquisition: some after months. */
interface Entry {
  id: string;
  takenDay: number;
  enteredDay: number;
  /** The sites that it covers. */
  sites: readonly number[];
}

interface Run {
  /** Days since the run before. */
  after: number;
  /** `beforeRows` ends it before its rows are out, `beforeState` before its state is written. */
  kill?: "beforeRows" | "beforeState" | undefined;
  isFull: boolean;
  /** The site whose delivery fails; its items stay new. */
  failing?: number | undefined;
}

const SITES = [0, 1, 2];
const RUN = { key: "key", purpose: "report" } as const;

const entries = fc
  .array(
    fc.record({
      takenDay: fc.integer({ min: -200, max: 60 }),
      delay: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 150 })),
      sites: fc.subarray(SITES, { minLength: 1 }),
    }),
    { maxLength: 40 },
  )
  .map((all) =>
    all.map(({ takenDay, delay, sites }, at): Entry => ({
      id: `item-${at}`,
      takenDay,
      enteredDay: takenDay + delay,
      sites,
    })),
  );

const runOf = (kills: readonly Run["kill"][], failing: fc.Arbitrary<number | undefined>) =>
  fc.record({
    after: fc.integer({ min: 0, max: 12 }),
    kill: fc.constantFrom(...kills),
    isFull: fc.boolean(),
    failing,
  });

const itemOf = ({ id, takenDay }: Entry): StacItem => ({
  id,
  properties: { datetime: new Date(START + takenDay * DAY).toISOString() },
});

/** The pages of a search: in any order, some items on two pages. */
function pagesOf(found: readonly Entry[], seed: number): StacItem[][] {
  const shuffled = found
    .map((entry, at) => ({ entry, rank: (at * 7919 + seed * 104_729) % 9973 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => itemOf(entry));
  const size = 1 + (seed % 4);
  return Array.from({ length: Math.ceil(shuffled.length / size) }, (_, page) =>
    shuffled.slice(Math.max(0, page * size - (seed % 2)), (page + 1) * size),
  );
}

interface Played {
  /** Reports of each item of each site: `site item`. */
  reports: Map<string, number>;
  state: WatchState;
  firstDay: number | undefined;
  nowDay: number;
}

function play(catalog: readonly Entry[], runs: readonly Run[]): Played {
  const reports = new Map<string, number>();
  let state: WatchState = NO_STATE;
  let nowDay = 0;
  let firstDay: number | undefined;
  for (const [seed, { after, kill, isFull, failing }] of runs.entries()) {
    nowDay += after;
    const nowMs = START + nowDay * DAY;
    const sites = new Map<string, readonly SiteMemory[]>();
    const rows: string[] = [];
    for (const site of SITES) {
      const name = `site ${site}`;
      const known = state.sites.get(name) ?? [];
      const previous = findMemory(known, RUN);
      const look = nextLook(previous.memory, { nowMs, lookBackMs: LOOK_BACK, isFull });
      const found = catalog.filter(
        (entry) =>
          entry.sites.includes(site) &&
          entry.enteredDay <= nowDay &&
          START + entry.takenDay * DAY >= (look.fromMs ?? -Infinity),
      );
      const delta = new SiteDelta(previous, look, { atMs: nowMs });
      const fresh = pagesOf(found, seed + site).flatMap((page) => delta.take(page));
      rows.push(...fresh.map(({ id }) => `${site} ${id}`));
      const undelivered = new Set(site === failing ? fresh.map(({ id }) => id) : []);
      const next = delta.next(RUN, { atMs: nowMs, isComplete: true, undelivered });
      if (next !== undefined) sites.set(name, withMemory(known, next));
    }
    if (kill === "beforeRows") continue;
    for (const row of rows) reports.set(row, (reports.get(row) ?? 0) + 1);
    if (kill === "beforeState") continue;
    // A state passes through its file.
    const reading = readState(writeState({ origin: "https://sar.example", ordering: [], sites }));
    if (!("state" in reading)) throw new Error(reading.problem);
    state = reading.state;
    firstDay ??= nowDay;
  }
  return { reports, state, firstDay, nowDay };
}

/** Items that entered after the first complete run, each over each of its sites. */
const expected = (catalog: readonly Entry[], { firstDay = Infinity, nowDay }: Played): string[] =>
  catalog
    .filter(({ enteredDay }) => enteredDay > firstDay && enteredDay <= nowDay)
    .flatMap(({ id, sites }) => sites.map((site) => `${site} ${id}`))
    .toSorted();

/** The last run is undisturbed, and a full one. */
const LAST: Run = { after: 1, isFull: true };

describe("the delta of a watch", () => {
  it("WATCH-02 reports each scene of each site exactly once where nothing is killed, also one that enters late", () => {
    fc.assert(
      fc.property(
        entries,
        fc.array(runOf([undefined], fc.constant(undefined)), { minLength: 1, maxLength: 12 }),
        (catalog, runs) => {
          const played = play(catalog, [...runs, LAST]);
          expect([...played.reports.keys()].toSorted()).toEqual(expected(catalog, played));
          expect([...played.reports.values()].every((count) => count === 1)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("WATCH-05 reports each scene of each site at least once, wherever runs are killed and deliveries fail", () => {
    fc.assert(
      fc.property(
        entries,
        fc.array(runOf([undefined, "beforeRows", "beforeState"], fc.option(fc.nat(2), { nil: undefined })), {
          minLength: 1,
          maxLength: 12,
        }),
        (catalog, runs) => {
          const played = play(catalog, [...runs, LAST]);
          const reported = [...played.reports.keys()].toSorted();
          expect(reported).toEqual(expect.arrayContaining(expected(catalog, played)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("WATCH-05 an item whose delivery failed is new until it is delivered, with the time of its first report", () => {
    const catalog: Entry[] = [{ id: "item", takenDay: 2, enteredDay: 2, sites: [0] }];
    const failed = Array.from({ length: 6 }, (): Run => ({ after: 12, isFull: false, failing: 0 }));
    const { reports, state } = play(catalog, [{ after: 0, isFull: false }, ...failed]);
    expect(reports.get("0 item")).toBe(6);
    expect(state.sites.get("site 0")?.[0]?.waiting).toEqual([
      { id: "item", firstSeen: "2026-03-14T06:00:00Z", time: "2026-03-04T06:00:00Z" },
    ]);
    const { reports: after, state: end } = play(catalog, [
      { after: 0, isFull: false },
      ...failed,
      LAST,
      LAST,
    ]);
    expect(after.get("0 item")).toBe(7);
    expect(end.sites.get("site 0")).toMatchObject([{ seen: ["item"], waiting: [] }]);
  });

  it("WATCH-02 a recent look has a lower bound, and a full one follows once a week", () => {
    const { state } = play([], [{ after: 0, isFull: false }]);
    const previous = state.sites.get("site 0")?.[0];
    const looks = [1, 6, 7, 8].map((day) =>
      nextLook(previous, { nowMs: START + day * DAY, lookBackMs: LOOK_BACK, isFull: false }),
    );
    expect(looks).toEqual([
      { kind: "recent", fromMs: START - 29 * DAY },
      { kind: "recent", fromMs: START - 24 * DAY },
      { kind: "full" },
      { kind: "full" },
    ]);
  });

  it("WATCH-04 an incomplete first look leaves no state, and an incomplete later one keeps what waits", () => {
    const first = new SiteDelta({}, { kind: "full" }, { atMs: START });
    const result = { atMs: START, isComplete: false, undelivered: new Set<string>() };
    expect(first.next(RUN, result)).toBeUndefined();
    const previous: SiteMemory = {
      ...RUN,
      lookedAt: "2026-03-01T06:00:00Z",
      look: "full",
      fullAt: "2026-03-01T06:00:00Z",
      seen: ["a"],
      waiting: [{ id: "b", firstSeen: "2026-03-01T06:00:00Z" }],
    };
    const later = new SiteDelta({ memory: previous }, { kind: "full" }, { atMs: START });
    expect(later.take([{ id: "c" }, { id: "a" }, {}]).map(({ id }) => id)).toEqual(["c"]);
    expect(later.next(RUN, result)).toMatchObject({
      lookedAt: previous.lookedAt,
      fullAt: previous.fullAt,
      seen: ["a", "c"],
      waiting: previous.waiting,
    });
  });
});

/** Runs with other filters and other purposes on one state. `kind` selects the items that the filters keep. */
interface Reader {
  key: "all" | "even" | "odd";
  purpose: Purpose;
}
const readers: fc.Arbitrary<Reader> = fc.record({
  key: fc.constantFrom("all" as const, "even" as const, "odd" as const),
  purpose: fc.constantFrom(...PURPOSES),
});
const numberOf = (id: string): number => Number(id.slice(5));
const keeps = ({ key }: Reader, id: string): boolean =>
  key === "all" || (numberOf(id) % 2 === 0) === (key === "even");

describe("the memories of a site", () => {
  const play = (catalog: readonly Entry[], runs: readonly { after: number; reader: Reader }[]) => {
    let memories: readonly SiteMemory[] = [];
    let nowDay = 0;
    return runs.map(({ after, reader }, seed) => {
      nowDay += after;
      const nowMs = START + nowDay * DAY;
      const found = findMemory(memories, reader);
      const look = nextLook(found.memory, { nowMs, lookBackMs: LOOK_BACK, isFull: true });
      const delta = new SiteDelta(found, look, { atMs: nowMs });
      const listed = catalog.filter(({ id, enteredDay }) => enteredDay <= nowDay && keeps(reader, id));
      const rows = pagesOf(listed, seed).flatMap((page) => delta.take(page).map(({ id }) => id));
      const next = delta.next(reader, { atMs: nowMs, isComplete: true, undelivered: new Set() })!;
      const text = writeState({ ordering: [], sites: new Map([["site", withMemory(memories, next)]]) });
      const reading = readState(text);
      if (!("state" in reading)) throw new Error(reading.problem);
      memories = reading.state.sites.get("site") ?? [];
      return {
        name: `${reader.key} ${reader.purpose}`,
        reader,
        nowDay,
        rows,
        isNew: found.memory === undefined,
      };
    });
  };
  const runs = fc.array(fc.record({ after: fc.integer({ min: 0, max: 12 }), reader: readers }), {
    minLength: 2,
    maxLength: 16,
  });

  it("WATCH-10 no run takes the news of another: each gets every scene that entered since its own last run, once", () => {
    fc.assert(
      fc.property(entries, runs, (catalog, all) => {
        const last = new Map<string, number>();
        for (const { name, reader, nowDay, rows } of play(catalog, all)) {
          const sinceDay = last.get(name);
          last.set(name, nowDay);
          if (sinceDay === undefined) continue;
          const entered = catalog.filter(
            ({ id, enteredDay }) => enteredDay > sinceDay && enteredDay <= nowDay && keeps(reader, id),
          );
          expect(rows.toSorted()).toEqual(entered.map(({ id }) => id).toSorted());
        }
      }),
      { numRuns: 500 },
    );
  });

  it("WATCH-10 a run with other filters reports what was collected since the last run, and no item that was reported before that", () => {
    fc.assert(
      fc.property(entries, runs, (catalog, all) => {
        const played = play(catalog, all);
        for (const [at, { reader, nowDay, rows, isNew }] of played.entries()) {
          const before = played.slice(0, at);
          if (!isNew || before.length === 0) continue;
          const lastDay = Math.max(...before.map((run) => run.nowDay));
          const collected = catalog.filter(
            ({ id, takenDay, enteredDay }) => takenDay > lastDay && enteredDay <= nowDay && keeps(reader, id),
          );
          expect(rows).toEqual(expect.arrayContaining(collected.map(({ id }) => id)));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("WATCH-10 a new purpose continues from the strongest memory of the same filters, with what waits there", () => {
    const memory = (purpose: Purpose, seen: string[], waiting: string[]): SiteMemory => ({
      key: "key",
      purpose,
      lookedAt: "2026-03-01T06:00:00Z",
      look: "full",
      fullAt: "2026-03-01T06:00:00Z",
      seen,
      waiting: waiting.map((id) => ({ id, firstSeen: "2026-03-01T06:00:00Z" })),
    });
    const report = memory("report", ["a", "b", "c"], []);
    const exec = memory("exec", ["a"], ["b"]);
    expect(findMemory([report, exec], { key: "key", purpose: "order" }).memory).toEqual({
      ...exec,
      purpose: "order",
    });
    const begun = findMemory([report, memory("order", ["A "], ["a", "d"])], {
      key: "other",
      purpose: "order",
    }).beginning;
    expect(begun?.waiting.map(({ id }) => id)).toEqual(["d"]);
    const delta = new SiteDelta({ beginning: begun! }, { kind: "full" }, { atMs: START });
    const items = ["a", "D", "old"].map((id) => ({ id, properties: { datetime: "2026-01-01T00:00:00Z" } }));
    // An item without a readable time may have been collected since.
    expect(delta.take([...items, { id: "timeless" }]).map(({ id }) => id)).toEqual(["D", "timeless"]);
  });

  it("WATCH-10 a script with other filters in each run does not grow the state without end, nor drop the job that orders", () => {
    const at = (minute: number): string => `2026-03-01T06:${String(minute).padStart(2, "0")}:00Z`;
    let memories: readonly SiteMemory[] = [];
    for (let run = 0; run < 50; run += 1)
      memories = withMemory(memories, {
        key: `key ${run}`,
        purpose: run === 0 ? "order" : "report",
        lookedAt: at(run),
        look: "full",
        fullAt: at(run),
        seen: [],
        waiting: [],
      });
    expect(memories).toHaveLength(16);
    expect([memories[0]?.key, memories.at(-1)?.key]).toEqual(["key 0", "key 49"]);
  });
});

describe("the state of a watch", () => {
  it.each([
    ["", "is damaged, or not the state of a watch"],
    ["[]", "is damaged, or not the state of a watch"],
    ['{"type":"FeatureCollection","features":[]}', "is damaged, or not the state of a watch"],
    ['{"version":2,"sites":{}}', "was written by a newer version of swath (format 2)"],
    ['{"version":0,"ordering":[],"sites":[]}', "is damaged"],
    ['{"version":1}', "is damaged"],
    ['{"version":1,"sites":[{"name":"a"}]}', "is damaged"],
    ['{"version":1,"sites":[]}', "is damaged"],
    ['{"version":1,"ordering":[{"items":[1]}],"sites":[]}', "is damaged"],
    [
      `{"version":1,"ordering":[],"sites":[{"name":"a","key":"k","lookedAt":"2026-03-01T06:00:00Z","look":"full","fullAt":"2026-03-01T06:00:00Z","seen":[],"waiting":[]}]}`,
      "is damaged",
    ],
  ])("WATCH-03 %j is refused", (text, problem) => {
    expect(readState(text)).toEqual({ problem });
  });
});
