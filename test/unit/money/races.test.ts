/**
 * Real processes that want the same piece: at the same moment, and while one of them sleeps or ends before each of its calls that touch the
 * journal's files. `npm test` proves a sample of the rounds and steps, and `npm run test:all` all of them.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { need } from "../../need.ts";
import { newFolder } from "../../new-folder.ts";
import { PROVES_ALL } from "../../sampled.ts";
import type { IntentRecord } from "../../../src/money/record.ts";
import { APART, Buyer, isSent, outcomeOf } from "./racing-buyers.ts";
import type { Round } from "./racing-process.ts";

const ROUNDS = PROVES_ALL ? 1000 : 20;
/** Codes of those that do not pass: another one is at work, or has just ordered. */
const REFUSED = ["INTENT_OPEN", "ALREADY_ORDERED", "INTENT_CONFIRMED"];

let root: string;
beforeAll(async () => {
  root = await newFolder();
});

const recordsIn = (dir: string): IntentRecord[] =>
  readdirSync(dir)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(dir, name), "utf8")) as IntentRecord);

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

describe("P1 P2 of processes that race for one piece exactly one passes", () => {
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

/** A purchase has more steps. */
const MIN_STEPS = 20;
/** `npm test` proves one pair of steps, and one end, in so many. */
const [PAIRS, KILLS] = [31, 7];
const nth = (every: number): number => (PROVES_ALL ? 1 : every);

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
  const newRound = () => ({
    dir: join(root, `asleep-${(rounds += 1)}`, "journal"),
    item: "etna",
    isQuick: true,
  });

  /** At most one request was sent, by a process whose record was on disk; its outcome is there; and a later run obeys it. */
  async function expectOneAtMost(dir: string, runs: readonly string[][], where: string): Promise<void> {
    const sent = runs.filter(isSent);
    expect(sent.length, `${where}: ${JSON.stringify(runs)}`).toBeLessThanOrEqual(1);
    for (const line of sent.flat().filter((text) => text.startsWith("SENT")))
      expect(line, where).toBe("SENT sending");
    for (const run of runs)
      if (!isSent(run)) expect([...REFUSED, "JOURNAL_UNWRITABLE", "GONE"], where).toContain(outcomeOf(run));
    if (runs.some((run) => outcomeOf(run) === "PLACED"))
      expect(recordsIn(dir), where).toMatchObject([
        { state: "confirmed", resultId: expect.stringMatching(/^order-/) },
      ]);
    const isFree = recordsIn(dir).length === 0;
    expect(isFree, where).toBe(sent.length === 0);
    const later = await other.run({ dir, item: "etna", isQuick: true });
    expect(isSent(later), `${where}: ${JSON.stringify([runs, later])}`).toBe(isFree);
    rmSync(dir, { recursive: true });
  }

  it("sleeps before any step of its claim and settlement, and loses its lock", async () => {
    for (let at = 0; ; at += 1) {
      const round = newRound();
      one.begin({ ...round, at });
      const begun = await one.until("STOPPED", "END");
      if (outcomeOf(begun) === "PLACED") return expect(at).toBeGreaterThan(MIN_STEPS);
      const its = await other.run(round);
      const run = [...begun, ...(await one.wake())];
      await expectOneAtMost(round.dir, [run, its], begun.at(-1)!);
    }
  });

  it("sleeps before any step, and the other one too, and both continue", async () => {
    for (let at = 0; ; at += 1)
      for (let otherAt = at % nth(PAIRS); ; otherAt += nth(PAIRS)) {
        const round = newRound();
        one.begin({ ...round, at });
        const begun = await one.until("STOPPED", "END");
        if (outcomeOf(begun) === "PLACED") return expect(at).toBeGreaterThan(MIN_STEPS);
        other.begin({ ...round, at: otherAt });
        const its = await other.until("STOPPED", "END");
        const run = [...begun, ...(await one.wake())];
        const isDone = its.at(-1)!.startsWith("END");
        if (!isDone) its.push(...(await other.wake()));
        await expectOneAtMost(round.dir, [run, its], `${begun.at(-1)}, ${its[0]}`);
        if (isDone) break;
      }
  });

  it("ends before any step: the other one buys, or is refused for that reason", async () => {
    for (let at = 0; ; at += nth(KILLS)) {
      const round = newRound();
      await using killed = await Buyer.start();
      killed.begin({ ...round, at, isLast: true });
      const begun = await killed.until("GONE", "END");
      if (outcomeOf(begun) === "PLACED") return expect(at).toBeGreaterThan(MIN_STEPS);
      const left = existsSync(round.dir) ? recordsIn(round.dir) : [];
      const its = await other.run(round);
      const where = JSON.stringify([begun, left, its]);
      expect([begun, its].filter(isSent).length, where).toBeLessThanOrEqual(1);
      if (left.length === 0) expect(its, where).toEqual(["SENT sending", "END PLACED"]);
      else if (left[0]!.state === "confirmed")
        expect(["INTENT_CONFIRMED", "ALREADY_ORDERED"], where).toContain(outcomeOf(its));
      else expect(outcomeOf(its), where).toBe("INTENT_OPEN");
    }
  });
});
