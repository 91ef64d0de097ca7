/**
 * P1 P2 P3 the process ends before every step from "intent written" to "id printed": the record on disk is true, and a rerun
 * obeys it. One procedure writes the records of all commands and sends their requests (src/money/buy.ts). So an order
 * is ended before every step, and each other command before one step in each state of the request and its record, together
 * before every step; `npm run test:all` ends each before every step.
 */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { goodReply, spendingService } from "./spending-service.ts";
import { runAll, type Case, type Seen } from "./matrix.ts";
import { PROVES_ALL } from "../sampled.ts";
import { isOf, SPENDERS, type Spender } from "./spenders.ts";

const PRELOAD = `--require ${JSON.stringify(resolve(import.meta.dirname, "end-at.cjs"))}`;
const STEPS_FILE = "steps.txt";

const ending = (spender: Spender, before: string, by: NodeJS.Signals, more: Partial<Case> = {}): Case => ({
  args: spender.args,
  serve: spendingService(spender, goodReply(spender), true).serve,
  env: { NODE_OPTIONS: PRELOAD, STEPS_FILE, END_BEFORE: before, END_BY: by },
  ...more,
});

const stepsOf = async ({ home }: Seen): Promise<string[]> =>
  (await readFile(join(home, STEPS_FILE), "utf8")).trimEnd().split("\n");

const LINKED = "sending: link draft as record";
const REPLIED = "reply: read its first bytes";
const CONFIRMED = "confirmed: rename draft as record";
const BODY = "request: send body";
const NOTE = "print to stderr";

/** The steps of an undisturbed run, as end-at.cjs calls them: the claim under the lock, the request, its outcome, the output. */
const STEPS = [
  "make the journal",
  "sending: open draft",
  "sending: write sending to draft",
  "sending: sync draft",
  "lock: open the lock",
  "lock: write the lock",
  "lock: remove the token of the last holder",
  LINKED,
  "lock: rename the lock",
  "sending: sync folder",
  "sending: remove draft",
  "request: connect",
  "request: send head",
  BODY,
  REPLIED,
  "confirmed: open draft",
  "confirmed: write confirmed to draft",
  "confirmed: sync draft",
  CONFIRMED,
  "confirmed: sync folder",
  NOTE,
  "print to stdout",
  "exit",
];

/** An order of a task has only a path; approvals and raw requests print only their result. */
const stepsFor = ({ title, makes }: Spender): string[] =>
  STEPS.filter((step) => {
    if (step === BODY) return title !== "order task";
    if (step === NOTE) return makes !== "approval" && !title.startsWith("api ");
    return true;
  });

const isAfter = (step: string, other: string): boolean => STEPS.indexOf(step) > STEPS.indexOf(other);

/** The state when the process ends before this step: requests at the service, and the record on disk. */
function truthBefore(step: string): { sent: number; state: string | undefined } {
  const written = [CONFIRMED, LINKED].find((published) => isAfter(step, published));
  return { sent: isAfter(REPLIED, step) ? 0 : 1, state: written?.split(":")[0] };
}

/** For `it.each`, which shortens a `$title` and not a `%s`. */
const titled = <R extends { title: string }>(rows: readonly R[]) =>
  rows.map((row) => [row.title, row] as const);

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

const ORDER = SPENDERS[0]!;
/** One step in each state, another one for the next spender. */
function oneOfEachState(steps: readonly string[], index: number): string[] {
  const states = Map.groupBy(steps, (step) => JSON.stringify(truthBefore(step)));
  return [...states.values()].map((alike) => alike[index % alike.length]!);
}

const killRows = SPENDERS.flatMap((spender, index) => {
  const steps = stepsFor(spender);
  const chosen = spender === ORDER || PROVES_ALL ? steps : oneOfEachState(steps, index);
  return chosen.map((step) => ({ title: `${spender.title} before "${step}"`, spender, step }));
});

it("P1 P2 commands other than the order are ended before every step, and each in every state", () => {
  const others = killRows.filter(({ spender }) => spender !== ORDER);
  expect(new Set(others.map(({ step }) => step))).toEqual(new Set(STEPS));
  expect(others.length).toBeGreaterThanOrEqual(4 * (SPENDERS.length - 1));
});

describe("a complete run", () => {
  const rows = SPENDERS.map((spender) => ({ title: spender.title, spender }));
  const seenOf = runAll(rows, ({ spender }) => ending(spender, "never", "SIGKILL"));
  it.each(titled(rows))("%s has exactly the steps of the rows below", async (_title, row) => {
    const seen = await seenOf(row);
    expect(seen.code, seen.stderr).toBe(0);
    // On disk before the connection: written, synced, named under the lock, its folder synced.
    expect(await stepsOf(seen)).toEqual(stepsFor(row.spender));
  });
});

describe("P1 P2 kill -9", () => {
  const seenOf = runAll(killRows, ({ spender, step }) =>
    ending(spender, step, "SIGKILL", { again: spender.args, isLater: true }),
  );
  it.each(titled(killRows))("%s", async (_title, row) => {
    const { spender, step } = row;
    const seen = await seenOf(row);
    expect(seen.signal, seen.stderr).toBe("SIGKILL");
    expect((await stepsOf(seen)).at(-1)).toBe(step);
    const sent = seen.asked.filter(isOf(spender)).length;
    const again = seen.again!;
    const resent = again.asked.filter(isOf(spender)).length;
    const [record] = seen.journal;
    expect({ sent, state: record?.state }).toEqual(truthBefore(step));
    // Whatever the rerun finds, it pays once at most; it sends again only if a search or the status proves that nothing was
    // spent.
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
      expect(again.stderr).toMatch(/journal show [0-9a-f]{16}-1/);
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

describe("P1 P3 kill -9 during an approval", () => {
  const rows = SPENDERS.filter(({ foundBy }) => foundBy === "status");
  const seenOf = runAll(
    rows,
    (spender) => ending(spender, BODY, "SIGKILL", { again: spender.args }),
    () => "for pauses",
  );
  it.each(titled(rows))("%s: still in review is no proof within a minute", async (_title, spender) => {
    const { again, ...seen } = await seenOf(spender);
    expect(seen.signal, seen.stderr).toBe("SIGKILL");
    expect([again?.code, again?.asked.filter(isOf(spender))], again?.stderr).toEqual([13, []]);
    expect(again?.stderr).toContain("its approval may still arrive");
  });
});

/** For each signal the order gets every second step, and each other spender one in 24; together every step for one of the signals. */
const isChosen = (spender: Spender, nth: number, at: number, signal: number): boolean =>
  PROVES_ALL || (spender === ORDER ? (at + signal) % 2 : (at + nth + 12 * signal) % 24) === 0;

const signalRows = (Object.keys(SIGNALS) as (keyof typeof SIGNALS)[]).flatMap((by, index) =>
  SPENDERS.flatMap((spender, nth) =>
    stepsFor(spender)
      .filter((step) => isChosen(spender, nth, STEPS.indexOf(step), index))
      .map((step) => ({ title: `${by}: ${spender.title} before "${step}"`, spender, by, step })),
  ),
);

describe("P1 P3", () => {
  const seenOf = runAll(signalRows, ({ spender, step, by }) => ending(spender, step, by));
  it.each(titled(signalRows))("%s", async (_title, row) => {
    const seen = await seenOf(row);
    expect(await stepsOf(seen)).toContain(row.step);
    const sent = seen.asked.filter(isOf(row.spender)).length;
    expect(seen.signal).toBeNull();
    expect([0, SIGNALS[row.by]], seen.stderr).toContain(seen.code);
    expect(sent).toBeLessThanOrEqual(1);
    // A sent request is waited for, recorded and printed; an unsent one leaves nothing that blocks.
    expect(seen.journal.map(({ state }) => state)).toEqual(sent === 1 ? ["confirmed"] : []);
    if (sent === 1) expect(seen.stdout).toContain(seen.journal[0]?.resultId);
  });
});
