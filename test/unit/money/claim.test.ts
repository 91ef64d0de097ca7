/** The claim of a purchase: judged and written under one lock, by many at once, by processes that sleep, and on folders that change. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { Journal, type JournalOptions } from "../../../src/money/journal.ts";
import type { IntentRecord } from "../../../src/money/record.ts";
import { need } from "../../need.ts";
import { newFolder } from "../../new-folder.ts";
import { skippingClock } from "../../skipping-clock.ts";
import { etnaOrder, NOON } from "./ledger-fixtures.ts";
import { RERUN } from "../../../src/hint.ts";

let dir: string;
beforeEach(async () => {
  dir = join(await newFolder(), "journal");
});

const PART = { ...etnaOrder, body: { items: [{ collectionId: "geo", granuleId: "etna-2031-04-30_GEO" }] } };

let words = 0;
/** The journal as one process sees it. Waits take no time. */
const journalOf = (pid: number, options: Partial<JournalOptions> = {}): Journal =>
  new Journal({
    dir,
    clock: skippingClock(NOON),
    uuid: () => `word-${(words += 1)}`,
    pid,
    profile: "default",
    isAlive: () => true,
    ...options,
  });

/** Claims an order, that of Etna, unless the journal has an open record. */
const claimIn = (
  journal: Journal,
  meanwhile: () => Promise<void> | void = () => {},
  order = etnaOrder,
): Promise<IntentRecord> =>
  journal.claim(order, async () => {
    const { open } = await journal.read();
    await meanwhile();
    if (open.length > 0) throw new AppError("local", "INTENT_OPEN", "another process is sending it");
  });

const codeOf = (claim: Promise<IntentRecord>): Promise<string> =>
  claim.then(
    ({ state }) => state,
    (error: unknown) => (error as { code: string }).code,
  );

const LOCK = ".lock";
const records = (): string[] => readdirSync(dir).filter((name) => name.endsWith(".json"));
const recordIn = (name: string): IntentRecord =>
  JSON.parse(readFileSync(join(dir, name), "utf8")) as IntentRecord;

describe("P1 P21 of twenty simultaneous claims of one purchase exactly one passes", () => {
  it("in one journal", async () => {
    const journal = journalOf(100);
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(claimIn(journal))));
    expect(codes.sort()).toEqual([...Array<string>(19).fill("INTENT_OPEN"), "sending"]);
    expect(records()).toHaveLength(1);
  });

  it("in twenty journals of one process", async () => {
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => codeOf(claimIn(journalOf(100 + at)))),
    );
    expect(codes.sort()).toEqual([...Array<string>(19).fill("INTENT_OPEN"), "sending"]);
    expect(records()).toHaveLength(1);
  });
});

describe("P1 P2 a claim", () => {
  it("is a record of a request that is being sent, and its outcome takes its place", async () => {
    const journal = journalOf(100);
    const claim = await claimIn(journal);
    const [name = ""] = records();
    expect(recordIn(name)).toEqual(JSON.parse(JSON.stringify(claim)));
    expect(claim).toMatchObject({ state: "sending", pid: 100, preparedAt: NOON, sendingAt: NOON });
    await journal.settle({ ...claim, state: "confirmed", resultId: "9d1f7a", closedAt: NOON });
    expect(recordIn(name)).toMatchObject({ state: "confirmed", resultId: "9d1f7a" });
    expect(readdirSync(dir).sort()).toEqual([".unlocked", name]);
  });

  it("that was withdrawn leaves no record, and another record under its name stays", async () => {
    const journal = journalOf(100);
    const claim = await claimIn(journal);
    await journal.withdraw(claim);
    await journal.withdraw(claim);
    expect(records()).toEqual([]);
    const other = await claimIn(journalOf(200));
    expect(other.id).toBe(claim.id);
    await journal.withdraw(claim);
    expect(records()).toHaveLength(1);
  });

  it("that is judged against writes nothing", async () => {
    const objection = new AppError("local", "ALREADY_ORDERED", "ordered before");
    const claim = journalOf(100).claim(etnaOrder, () => Promise.reject(objection));
    await expect(claim).rejects.toBe(objection);
    expect(readdirSync(dir)).toEqual([".unlocked"]);
  });

  it("after others at the same purchase gets the next number", async () => {
    const journal = journalOf(100);
    const agree = async (): Promise<void> => {};
    const first = await journal.claim(etnaOrder, agree);
    await journalOf(200).claim(etnaOrder, agree);
    const third = await journal.claim(etnaOrder, agree);
    expect([first.id.slice(-2), third.id.slice(-2)]).toEqual(["-1", "-3"]);
  });

  it("is judged again when a record appears under its number after the judgement", async () => {
    const journal = journalOf(100);
    let judgements = 0;
    const claim = journal.claim(etnaOrder, async () => {
      judgements += 1;
      const { open } = await journal.read();
      if (open.length > 0) throw new AppError("local", "INTENT_OPEN", "another process is sending it");
      const draft = readdirSync(dir).find((name) => name.endsWith(".tmp")) ?? "";
      const text = readFileSync(join(dir, draft), "utf8");
      const { id } = JSON.parse(text) as { id: string };
      writeFileSync(join(dir, `${id}.json`), text.replace('"pid": 100', '"pid": 7'));
    });
    expect([await codeOf(claim), judgements]).toEqual(["INTENT_OPEN", 2]);
    expect(records().map((name) => recordIn(name).pid)).toEqual([7]);
  });
});

describe("P1 P2 a process that sleeps while it claims, until another process has taken its lock over", () => {
  /** Another process buys a part of it, and takes this one for dead. */
  const claimElsewhere = (meanwhile?: () => Promise<void>): Promise<IntentRecord> =>
    claimIn(journalOf(200, { isAlive: (pid) => pid === 200 }), meanwhile, PART);

  it("after the lock was taken: it withdraws, and the other one sends", async () => {
    let theirs: string | undefined;
    const ours = claimIn(journalOf(100), async () => {
      theirs = await codeOf(claimElsewhere());
    });
    expect([await codeOf(ours), theirs]).toEqual(["JOURNAL_UNWRITABLE", "sending"]);
    expect(records().map((name) => recordIn(name).pid)).toEqual([200]);
  });

  it("and while the other one still holds it: it withdraws, and the error names the holder", async () => {
    let theirs: Promise<IntentRecord> | undefined;
    const outcome: string[] = [];
    const ours = claimIn(journalOf(100), async () => {
      await new Promise<void>((holds) => {
        theirs = claimElsewhere(async () => {
          holds();
          outcome.push(await ours.then(String, (error: Error) => error.message));
        });
      });
    });
    await expect(ours).rejects.toMatchObject({ code: "INTENT_OPEN", next: RERUN });
    expect(await codeOf(theirs!)).toBe("sending");
    expect(outcome).toEqual([expect.stringContaining("process 200 is using the spend journal")]);
    expect(records().map((name) => recordIn(name).pid)).toEqual([200]);
  });
});

describe("P1 P2 a folder that is changed between the judgement and the end of a claim", () => {
  const FATES: Record<string, () => void> = {
    "is removed": () => rmSync(dir, { recursive: true }),
    "is replaced by an empty one": () => {
      renameSync(dir, `${dir}.old`);
      mkdirSync(dir);
    },
    "loses the lock": () => rmSync(join(dir, LOCK)),
    "gets another lock": () => writeFileSync(join(dir, LOCK), JSON.stringify({ pid: 7, token: "other" })),
    "gets a folder in place of the lock": () => {
      rmSync(join(dir, LOCK));
      mkdirSync(join(dir, LOCK));
    },
    "gets an empty lock": () => writeFileSync(join(dir, LOCK), ""),
  };
  it.each(Object.entries(FATES))("%s: nothing is sent", async (_title, happen) => {
    const code = await codeOf(claimIn(journalOf(100), happen));
    expect(["JOURNAL_UNWRITABLE", "INTENT_OPEN"]).toContain(code);
    if (existsSync(dir)) expect(records()).toEqual([]);
  });
});

describe("P1 an outcome", () => {
  const outcomeOf = (claim: IntentRecord): IntentRecord => ({
    ...claim,
    state: "confirmed",
    resultId: "9d1f7a",
    closedAt: NOON,
  });

  it("is written while another process keeps the lock", async () => {
    const [ours, theirs] = [journalOf(100), journalOf(200)];
    const claim = await claimIn(ours);
    await theirs
      .claim(PART, async () => {
        await ours.settle(outcomeOf(claim));
        throw new AppError("local", "ABORTED", "enough");
      })
      .catch(() => {});
    expect(records().map(recordIn)).toMatchObject([{ state: "confirmed", resultId: "9d1f7a" }]);
  });

  it("is the last word, also if a process that held the lock meanwhile writes what it read before", async () => {
    const [ours, theirs] = [journalOf(100), journalOf(200)];
    const claim = await claimIn(ours);
    const [name = ""] = records();
    let settling: Promise<void> | undefined;
    await theirs
      .claim(PART, async () => {
        const before = readFileSync(join(dir, name), "utf8");
        settling = ours.settle(outcomeOf(claim));
        await expect.poll(() => recordIn(name).state).toBe("confirmed");
        writeFileSync(join(dir, name), before);
        throw new AppError("local", "ABORTED", "enough");
      })
      .catch(() => {});
    await settling;
    expect(recordIn(name)).toMatchObject({ state: "confirmed", resultId: "9d1f7a" });
  });

  it.for([
    ["for a moment is written when that ends, after one note", true],
    ["for good is reported as not written after a minute", false],
  ] as const)(
    "DESK-10 P25 on Windows, of a record that another program has open %s",
    async ([, ends], context) => {
      const clock = skippingClock(NOON);
      const journal = journalOf(100, { clock });
      const claim = await claimIn(journal);
      const [name = ""] = records();
      const path = join(dir, name);
      // A mount point cannot be replaced: EBUSY, as of a file that another program has open on Windows.
      need(spawnSync("mount", ["--bind", path, path]).status === 0, "mounting a file needs root", context);
      const end = (): void => void spawnSync("umount", [path]);
      onTestFinished(end);
      let notes = 0;
      const noteWait = (): void => {
        notes += 1;
        if (ends) end();
      };
      const settling = journal.settle(outcomeOf(claim), noteWait, true);
      if (ends) await settling;
      else await expect(settling).rejects.toMatchObject({ code: "JOURNAL_UNWRITABLE" });
      expect([notes, recordIn(name).state]).toEqual([1, ends ? "confirmed" : "sending"]);
      const waitedMs = clock.slept.reduce((one, other) => one + other, 0);
      expect(waitedMs >= 60_000).toBe(!ends);
    },
  );

  it("of a record that was removed with its folder is reported as not written", async () => {
    const journal = journalOf(100);
    const claim = await claimIn(journal);
    rmSync(dir, { recursive: true });
    await expect(journal.settle(outcomeOf(claim))).rejects.toMatchObject({ code: "JOURNAL_UNWRITABLE" });
  });
});

describe("P21 files that other programs make of the lock", () => {
  it("are no records: a listing, a purchase and an export ignore them", async () => {
    const journal = journalOf(100);
    const claim = await claimIn(journal);
    await journal.settle({ ...claim, state: "confirmed", resultId: "9d1f7a", closedAt: NOON });
    const names = [
      ".lock.sync-conflict-20310401",
      ".lock (1)",
      ".lock.removal",
      ".unlocked.bak",
      ".unlocked~",
    ];
    for (const name of names) writeFileSync(join(dir, name), "");
    expect(await journal.list()).toMatchObject({ entries: [{ state: "confirmed" }], unreadable: [] });
    expect(await journal.read()).toMatchObject({ damaged: [], unreadable: [] });
    let exported = "";
    await journal.moveTo(async (text) => void (exported = text));
    expect(exported.trim().split("\n")).toHaveLength(2);
  });
});

describe("P1 an export", () => {
  it("P14 is interrupted while another process keeps the lock, and reports the interruption", async () => {
    const interrupted = new AbortController();
    const reason = new Error("Ctrl-C");
    const ours = journalOf(100, { signal: interrupted.signal });
    await claimIn(journalOf(200), async () => {
      const exported = ours.moveTo(async () => {});
      interrupted.abort(reason);
      await expect(exported).rejects.toBe(reason);
    });
  });

  it("that has lost the lock saves nothing, and the journal keeps its id: a quote is bought here, or there", async () => {
    await claimIn(journalOf(200)).then((claim) => journalOf(200).withdraw(claim));
    let saved = 0;
    // The id is made after the records were read.
    const uuid = (): string => {
      rmSync(join(dir, LOCK), { force: true });
      return `word-${(words += 1)}`;
    };
    const journal = journalOf(100, { uuid });
    const exported = journal.moveTo(async () => void (saved += 1));
    await expect(exported).rejects.toMatchObject({ code: "JOURNAL_UNWRITABLE" });
    expect(saved).toBe(0);
    expect(await journal.findId()).toMatch(/^word-/);
  });
});
