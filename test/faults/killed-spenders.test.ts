/** P1 P2 P3 the process ends at every step between "intent written" and "id printed": the truth is on disk, and a rerun acts on it. */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { goodReply, spendingService } from "./spending-service.ts";
import { runAll, runCase, type Case } from "./matrix.ts";
import { isOf, SPENDERS, type Spender } from "./spenders.ts";

const PRELOAD = `--require ${resolve(import.meta.dirname, "end-at.cjs")}`;

const ending = (spender: Spender, at: number, by: NodeJS.Signals, more: Partial<Case> = {}): Case => ({
  args: spender.args,
  serve: spendingService(spender, goodReply(spender), true).serve,
  env: { NODE_OPTIONS: PRELOAD, STEPS_FILE: "steps.txt", END_AT: String(at), END_BY: by },
  ...more,
});

/** Steps of a whole run: the journal's three writes, the connection, and what is printed. */
const FEWEST = 20;
const MOST = 30;
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

const steps = Array.from({ length: MOST }, (_, index) => index + 1);
const ORDER = SPENDERS[0]!;
/** The order meets every step; of the others, every step meets one in four, and each of them meets steps of every sort. */
const killRows = SPENDERS.flatMap((spender, index) =>
  steps
    .filter((at) => spender === ORDER || (at + index) % 4 === 0)
    .map((at) => ({ title: `${spender.title} at step ${at}`, spender, at })),
);

describe("a run to the end", () => {
  it("has the steps that the rows below count", async () => {
    const { code, stderr, home } = await runCase(ending(ORDER, 0, "SIGKILL"));
    expect(code, stderr).toBe(0);
    const names = (await readFile(join(home, "steps.txt"), "utf8")).trimEnd().split("\n");
    expect(names.length).toBeGreaterThanOrEqual(FEWEST);
    expect(names.length).toBeLessThan(MOST);
    const words = names.map((name) => name.split(" ")[1]);
    // On disk before a connection is opened: made, synced, named, its folder synced; and again as `sending`.
    const connected = words.indexOf("connect");
    expect(words.slice(0, connected).filter((word) => word === "sync").length).toBe(4);
    expect(words.slice(0, connected)).toEqual(expect.arrayContaining(["link", "rename"]));
    expect(words.slice(connected)).toEqual(expect.arrayContaining(["write", "sync", "rename"]));
  });
});

describe("P1 P2 kill -9", () => {
  const seenOf = runAll(killRows, ({ spender, at }) =>
    ending(spender, at, "SIGKILL", { again: spender.args }),
  );
  it.each(killRows)("$title", async ({ spender, ...row }) => {
    const seen = await seenOf({ spender, ...row });
    const sent = seen.asked.filter(isOf(spender)).length;
    const again = seen.again!;
    const resent = again.asked.filter(isOf(spender)).length;
    const [record] = seen.journal;
    expect(seen.signal === "SIGKILL" || seen.code === 0, seen.stderr).toBe(true);
    expect(sent).toBeLessThanOrEqual(1);
    if (sent > 0) expect(record?.state).toMatch(/^(?:sending|confirmed)$/);
    if (record === undefined || record.state === "prepared") expect(sent).toBe(0);
    // Whatever the rerun finds, it pays once at most; and only what a search or the status proves to be free may go again.
    if (!spender.isFree || record?.state === "sending")
      expect(sent + resent, again.stderr).toBeLessThanOrEqual(1);
    const after = again.journal.at(-1)?.state;
    if (record?.state !== "sending") {
      const isRepeat = record?.state === "confirmed" && !spender.isFree;
      expect(again.code === 0, again.stderr).toBe(!isRepeat);
      expect(after).toBe("confirmed");
    } else if (spender.foundBy === "nothing") {
      expect(again.code, again.stderr).toBe(13);
      expect(again.stderr).toContain("INTENT_OPEN");
      expect(again.stderr).toMatch(/journal resolve [0-9a-f]{16}-1 --order-id/);
    } else if (sent > 0 || spender.foundBy === "status") {
      expect(again.code, again.stderr).toBe(0);
      expect(after).toBe("confirmed");
      expect(again.stdout).toContain(again.journal.at(-1)?.resultId);
    } else {
      expect(again.code, again.stderr).toBe(13);
      expect(again.stderr).toContain("a search does not find it");
    }
  });
});

const signalRows = (Object.keys(SIGNALS) as (keyof typeof SIGNALS)[]).flatMap((by, index) =>
  SPENDERS.flatMap((spender, nth) =>
    steps
      .filter((at) => (at + nth + index) % (spender === ORDER ? 2 : 6) === 0)
      .map((at) => ({ title: `${by}: ${spender.title} at step ${at}`, spender, by, at })),
  ),
);

describe("P1 P3", () => {
  const seenOf = runAll(signalRows, ({ spender, at, by }) => ending(spender, at, by));
  it.each(signalRows)("$title", async (row) => {
    const seen = await seenOf(row);
    const sent = seen.asked.filter(isOf(row.spender)).length;
    expect(seen.signal).toBeNull();
    expect([0, SIGNALS[row.by]], seen.stderr).toContain(seen.code);
    expect(sent).toBeLessThanOrEqual(1);
    // What was sent is waited for, written down and printed; what was not leaves nothing that blocks.
    expect(seen.journal.map(({ state }) => state)).toEqual(sent === 1 ? ["confirmed"] : []);
    if (sent === 1) expect(seen.stdout).toContain(seen.journal[0]?.resultId);
  });
});
