/**
 * Real processes that want the same piece: at the same moment, and while one of them sleeps or ends before each of its calls that touch the
 * journal's files. `npm test` proves a sample of the rounds and steps, and `npm run test:all` all of them.
 */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { need } from "../../need.ts";
import { newFolder } from "../../new-folder.ts";
import { PROVES_ALL } from "../../sampled.ts";
import { IS_WINDOWS } from "../../../src/disk/system.ts";
import type { IntentRecord } from "../../../src/money/record.ts";
import { APART, Buyer, isSent, outcomeOf } from "./racing-buyers.ts";
import { etnaOrder, NOON } from "./ledger-fixtures.ts";
import type { Round } from "./racing-process.ts";

const ROUNDS = PROVES_ALL ? 1000 : 8;
/** Codes of those that do not pass: another one is at work, or has just ordered. */
const REFUSED = ["INTENT_OPEN", "ALREADY_ORDERED", "INTENT_CONFIRMED"];

let root: string;
beforeAll(async () => {
  root = await newFolder();
});

/** The records of an item. An empty file is one that a disk without hard links has left. */
const recordsIn = (dir: string, item = ""): Pick<IntentRecord, "state" | "resultId">[] =>
  readdirSync(dir)
    .filter((name) => name.endsWith(".json"))
    .map((name) => readFileSync(join(dir, name), "utf8"))
    .filter((text) => text === "" || text.includes(`"${item}`))
    .map((text) => (text === "" ? { state: "unknown" } : (JSON.parse(text) as IntentRecord)));

async function race(buyers: readonly Buyer[], roundOf: (round: number) => Round): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const given = roundOf(round);
    const runs = await Promise.all(buyers.map((buyer) => buyer.run(given)));
    const outcomes = runs.map(outcomeOf);
    expect(runs.filter(isSent).length, `round ${round}: ${outcomes.join(" ")}`).toBe(1);
    const others = outcomes.filter((outcome) => outcome !== "PLACED");
    expect(others.length, outcomes.join(" ")).toBe(buyers.length - 1);
    for (const outcome of others) expect(REFUSED).toContain(outcome);
  }
}

async function startAll(count: number, isApart = false) {
  const buyers = await Promise.all(Array.from({ length: count }, () => Buyer.start(isApart)));
  const end = async (): Promise<void> => {
    await Promise.all(buyers.map((buyer) => buyer[Symbol.asyncDispose]()));
  };
  return { buyers, [Symbol.asyncDispose]: end };
}

/** A thousand rounds of eight processes take minutes. */
const MAX_MS = 1_200_000;

describe("P1 P2 of processes that race for one piece exactly one passes", { timeout: MAX_MS }, () => {
  it.each([2, 8])("%s processes, a new journal in each round", async (count) => {
    await using started = await startAll(count);
    const dir = mkdtempSync(join(root, "new-"));
    await race(started.buyers, (round) => ({ dir: join(dir, `${round}`, "journal"), item: "etna" }));
  });

  it.each([2, 8])(
    "%s processes, one journal that they keep open, and a new piece in each round",
    async (count) => {
      await using started = await startAll(count);
      const dir = join(mkdtempSync(join(root, "kept-")), "journal");
      await race(started.buyers, (round) => ({ dir, item: `etna-${round}`, keepsJournal: true }));
      expect(recordsIn(dir).map(({ state }) => state)).toEqual(
        Array.from({ length: ROUNDS }, () => "confirmed"),
      );
    },
  );

  it("8 processes that cannot look each other up: each has its own process ids", async (context) => {
    const isPossible =
      process.platform === "linux" && spawnSync(APART[0], [...APART.slice(1), "true"]).status === 0;
    need(isPossible, "no new namespace of process ids can be made here", context);
    await using started = await startAll(8, true);
    const dir = mkdtempSync(join(root, "apart-"));
    await race(started.buyers, (round) => ({ dir: join(dir, `${round}`, "journal"), item: "etna" }));
  });
});

interface Conditions extends Partial<Round> {
  /** Number of closed records in the journal. */
  older?: number;
}

/** Makes a journal of accepted orders of other items. */
function fill(dir: string, count: number): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  for (let number = 0; number < count; number += 1) {
    const stem = (number + 1).toString(16).padStart(16, "0");
    const { kind, origin, method, path } = etnaOrder;
    const body = { items: [{ collectionId: "geo", granuleId: `older-${number}` }] };
    const order = { fingerprint: stem, kind, origin, profile: "default", method, path, body };
    const outcome = {
      state: "confirmed",
      pid: 7,
      preparedAt: NOON,
      closedAt: NOON,
      resultId: `older-${number}`,
    };
    writeFileSync(
      join(dir, `${stem}-1.json`),
      JSON.stringify({ version: 1, id: `${stem}-1`, ...order, ...outcome }),
    );
  }
}

/** A purchase has more steps. */
const MIN_STEPS = 20;
/** `npm test` proves one pair of steps, and one end, in so many. */
const [PAIRS, KILLS] = [67, 13];
const nth = (every: number): number => (PROVES_ALL ? 1 : every);
/** In Wine a round lasts ten seconds if a removed lock keeps its name: one step in so many is proved there. */
const STEPS = IS_WINDOWS ? 9 : 1;

describe("P1 P2 P3 another process buys the same piece while a process", () => {
  let one: Buyer;
  let other: Buyer;
  beforeAll(async () => {
    [one, other] = await Promise.all([Buyer.start(), Buyer.start()]);
  });
  afterAll(async () => {
    await Promise.all([one[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
  });
  let rounds = 0;
  const newRound = ({ older, ...more }: Conditions = {}): Round => {
    rounds += 1;
    const dir = more.keepsJournal === true ? `kept-${Math.floor(rounds / 50)}` : `asleep-${rounds}`;
    const round = { dir: join(root, dir, "journal"), item: `etna-${rounds}`, isQuick: true, ...more };
    if (older !== undefined) fill(round.dir, older);
    return round;
  };

  /** Begins a round, and returns its events up to the stop; undefined if the purchase had no such step. */
  async function stop(buyer: Buyer, round: Round): Promise<string[] | undefined> {
    buyer.begin(round);
    const begun = await buyer.until("STOPPED", "END");
    if (begun.at(-1)!.startsWith("STOPPED")) return begun;
    expect(outcomeOf(begun)).toBe("PLACED");
    expect(round.at).toBeGreaterThan(MIN_STEPS);
    return undefined;
  }

  /** At most one request was sent, by a process whose record was on disk; its outcome is there; and a later run obeys it. */
  async function expectOneAtMost(round: Round, runs: readonly string[][], where: string): Promise<void> {
    const { dir, item } = round;
    const sent = runs.filter(isSent);
    expect(sent.length, `${where}: ${JSON.stringify(runs)}`).toBeLessThanOrEqual(1);
    for (const line of sent.flat().filter((text) => text.startsWith("SENT")))
      expect(line, where).toBe("SENT sending");
    for (const run of runs)
      if (!isSent(run)) expect([...REFUSED, "JOURNAL_UNWRITABLE"], where).toContain(outcomeOf(run));
    if (sent.length > 0)
      expect(recordsIn(dir, item), where).toMatchObject([
        { state: "confirmed", resultId: expect.stringMatching(/^order-/) },
      ]);
    const isFree = recordsIn(dir, item).length === 0;
    expect(isFree, where).toBe(sent.length === 0);
    const later = await other.run({ ...round, at: undefined });
    expect(isSent(later), `${where}: ${JSON.stringify([runs, later])}`).toBe(isFree);
    if (round.keepsJournal !== true) rmSync(dir, { recursive: true });
  }

  // As Windows reports it for exFAT.
  const NO_LINKS = { fails: { verb: "link", code: "EISDIR", times: 1000 } } as const;
  /** More records than are read without an index. */
  const LONG = { older: 70, skipsReads: true };
  const DISKS: [string, Conditions][] = [
    ["", {}],
    [", on a disk without hard links", NO_LINKS],
    [", in a journal that gets its index", LONG],
    [", and both have read the journal before", { keepsJournal: true }],
  ];

  it.each(DISKS)(
    "sleeps before any step of its claim and settlement, and loses its lock%s",
    async (_title, more) => {
      for (let at = 0; ; at += STEPS) {
        const round = newRound(more);
        if (more.keepsJournal === true)
          for (const [index, buyer] of [one, other].entries())
            await buyer.run({ ...round, item: `${index}-${round.item}` });
        const begun = await stop(one, { ...round, at });
        if (begun === undefined) return;
        const its = await other.run(round);
        const run = [...begun, ...(await one.wake())];
        await expectOneAtMost(round, [run, its], begun.at(-1)!);
      }
    },
  );

  it.each(DISKS)(
    "sleeps before any step, and the other one too, and both continue%s",
    async (_title, more) => {
      for (let at = 0; ; at += STEPS)
        for (let otherAt = at % nth(PAIRS); ; otherAt += nth(PAIRS)) {
          const round = newRound(more);
          const begun = await stop(one, { ...round, at });
          if (begun === undefined) return;
          other.begin({ ...round, at: otherAt });
          const its = await other.until("STOPPED", "END");
          const run = [...begun, ...(await one.wake())];
          const isDone = its.at(-1)!.startsWith("END");
          if (!isDone) its.push(...(await other.wake()));
          await expectOneAtMost(round, [run, its], `${begun.at(-1)}, ${its[0]}`);
          if (isDone) break;
        }
    },
  );

  it.each(DISKS.slice(0, 3))(
    "ends before any step: the other one buys, or is refused for that reason%s",
    async (_title, more) => {
      for (let at = 0; ; at += nth(KILLS)) {
        const round = newRound(more);
        await using killed = await Buyer.start();
        const begun = await stop(killed, { ...round, at, isLast: true });
        if (begun === undefined) return;
        await killed.until("GONE");
        const left = existsSync(round.dir) ? recordsIn(round.dir, round.item) : [];
        const its = await other.run(round);
        const where = JSON.stringify([begun, left, its]);
        expect([begun, its].filter(isSent).length, where).toBeLessThanOrEqual(1);
        if (left.length === 0) expect(its, where).toEqual(["SENT sending", "END PLACED"]);
        else if (left[0]!.state === "confirmed")
          expect(["INTENT_CONFIRMED", "ALREADY_ORDERED"], where).toContain(outcomeOf(its));
        else expect(outcomeOf(its), where).toBe("INTENT_OPEN");
      }
    },
  );

  it("opens the file of its outcome for a moment: the outcome is written", async () => {
    for (const code of ["EPERM", "EACCES", "EBUSY"]) {
      const round = newRound({ fails: { verb: "rename", code, times: 3 } });
      expect(await one.run(round)).toEqual(["SENT sending", "END PLACED"]);
      expect(recordsIn(round.dir)).toMatchObject([{ state: "confirmed" }]);
    }
  });

  it("P2 P3 races it: the name of a record is durable before the request leaves, and its outcome before the id is printed", async () => {
    const lines = await one.run(newRound({ isTraced: true }));
    const events = lines.map((line) => line.replace(/\S+(?=\.(?:tmp|json)$)/, "<name>"));
    const draft = ["STEP open <name>.tmp", "STEP write <name>.tmp", "STEP sync <name>.tmp"];
    const at = events.indexOf("SENT sending");
    expect(events.slice(0, at)).toEqual(expect.arrayContaining([...draft, "STEP link <name>.tmp"]));
    expect(events.lastIndexOf("STEP sync journal", at)).toBeGreaterThan(
      events.indexOf("STEP link <name>.tmp"),
    );
    expect(events.slice(at + 1)).toEqual([
      ...draft,
      "STEP rename <name>.tmp",
      "STEP sync journal",
      "END PLACED",
    ]);
  });
});
