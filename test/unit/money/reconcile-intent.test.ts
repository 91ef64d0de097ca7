import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { TransportError } from "../../../src/contract/send.ts";
import type { SpendIntent } from "../../../src/contract/spend.ts";
import { parseBudget } from "../../../src/domain/price/budget.ts";
import type { Reconcile, Reconciled } from "../../../src/money/outcome.ts";
import { newFolder } from "../../new-folder.ts";
import { etnaOrder, journalIn, NOON, orderIdOf, placed, guardIn } from "./ledger-fixtures.ts";
import type { OrderReply } from "./ledger-fixtures.ts";

let dir: string;
beforeEach(async () => {
  dir = join(await newFolder(), "journal");
});

const lost = (): Promise<OrderReply> =>
  Promise.reject(new TransportError("reset", "maybe", "connection reset"));
const adopt = (found: unknown): OrderReply => found as OrderReply;

/** Gives every lookup the same answer, and records the questions. */
function looking(...answers: (Reconciled | undefined)[]) {
  const looks: { when: string; taken: string[] }[] = [];
  const reconcile: Reconcile = async (_record, taken, when) => {
    looks.push({ when, taken: [...taken] });
    return answers[Math.min(looks.length, answers.length) - 1];
  };
  return { looks, reconcile };
}

const found: Reconciled = { outcome: "found", id: "t-1", found: { orderId: "t-1" } };
const absent: Reconciled = { outcome: "absent", because: "nothing there", isFree: false };
const free: Reconciled = { ...absent, isFree: true };
const states = async (): Promise<string[]> =>
  (await journalIn(dir).list()).entries.map(({ record }) => record.state);

const task: SpendIntent = { ...etnaOrder, kind: "createTask", path: "/task", body: { name: "etna" } };

describe("P4 looking up the result of an unknown outcome", () => {
  it("a found record replaces the answer, and is confirmed on disk", async () => {
    const { looks, reconcile } = looking(found);
    const guard = guardIn(dir, { reconcile });
    expect(await guard(task, lost, orderIdOf, adopt)).toEqual({ orderId: "t-1" });
    expect(looks).toEqual([{ when: "now", taken: [] }]);
    expect((await journalIn(dir).get("t-1"))?.record).toMatchObject({
      state: "confirmed",
      resolvedBy: "search",
    });
  });

  it("an outcome that is not found stays unknown and blocks; the next run looks it up again first", async () => {
    const { looks, reconcile } = looking(absent, absent, found);
    const guard = guardIn(dir, { reconcile });
    await expect(guard(task, lost, orderIdOf, adopt)).rejects.toMatchObject({
      code: "OUTCOME_UNKNOWN",
      message: expect.stringContaining("nothing there") as string,
    });
    const never = (): never => expect.fail("sent again");
    await expect(guard(task, never, orderIdOf, adopt)).rejects.toMatchObject({ code: "INTENT_OPEN" });
    const later = guardIn(dir, { reconcile }, { nowMs: NOON + 60_000 });
    expect(await later(task, never, orderIdOf, adopt)).toEqual({ orderId: "t-1" });
    expect(looks.map(({ when }) => when)).toEqual(["now", "soon", "later"]);
  });

  it("a request that was certainly not carried out may be sent again without a question", async () => {
    const { reconcile } = looking(absent, free);
    const guard = guardIn(dir, { reconcile });
    await expect(guard(task, lost, orderIdOf, adopt)).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(await guard(task, async () => placed, orderIdOf, adopt)).toBe(placed);
    expect(await states()).toEqual(["confirmed", "refused"]);
  });

  it("ids that the journal has under other intents are passed to the lookup", async () => {
    const other: SpendIntent = { ...etnaOrder, body: { items: [] } };
    await guardIn(dir)(other, async () => placed, orderIdOf);
    const { looks, reconcile } = looking(absent);
    const guard = guardIn(dir, { reconcile });
    await guard(task, lost, orderIdOf, adopt).catch(() => {});
    expect(looks).toEqual([{ when: "now", taken: ["9d1f7a"] }]);
  });

  it("--resend does not look up, nor does a request without a lookup", async () => {
    const { looks, reconcile } = looking(absent);
    await guardIn(dir)(task, lost, orderIdOf).catch(() => {});
    const again = guardIn(dir, { reconcile, resend: true });
    expect(await again(task, async () => placed, orderIdOf, adopt)).toBe(placed);
    expect(looks).toEqual([]);
  });

  it("an interrupt does not wait for a lookup", async () => {
    const { looks, reconcile } = looking(found);
    const stop = new AbortController();
    const guard = guardIn(dir, { reconcile, abandoned: stop.signal });
    const hanging = (): Promise<OrderReply> => {
      stop.abort();
      return new Promise(() => undefined);
    };
    await expect(guard(task, hanging, orderIdOf, adopt)).rejects.toMatchObject({
      code: "OUTCOME_UNKNOWN",
    });
    expect(looks).toEqual([]);
  });
});

describe("P5 a budget in the journal", () => {
  const priced = (price: string | undefined, body: unknown = {}): SpendIntent => ({
    ...etnaOrder,
    body,
    effect: "spend",
    ...(price !== undefined && { facts: { price } }),
  });
  const budget = parseBudget("1000/month")!;
  const buy = (intent: SpendIntent, profile = "default") =>
    guardIn(dir, { budget }, { profile })(intent, async () => placed, orderIdOf);

  it("counts the spends of every profile of the account, and leaves no trace of refused ones", async () => {
    await buy(priced("$900.00", { n: 1 }));
    await expect(buy(priced("$200.00", { n: 2 }))).rejects.toMatchObject({
      code: "BUDGET_EXCEEDED",
      exitCode: 12,
    });
    expect(await states()).toEqual(["confirmed"]);
    await expect(buy(priced("$200.00", { n: 2 }), "second")).rejects.toMatchObject({
      code: "BUDGET_EXCEEDED",
    });
  });

  it("needs no price for a free request", async () => {
    await buy({ ...priced(undefined), effect: "write" });
    await buy(priced("$1000.00", { n: 2 }));
  });

  it("does not accept the price of one image as the price of a series", async () => {
    const series = { ...priced("$1.00"), facts: { price: "$1.00", per: "image" } };
    await expect(buy(series)).rejects.toMatchObject({ code: "BUDGET_EXCEEDED" });
    const known = { ...series, facts: { ...series.facts, images: 2 } };
    await expect(buy(known)).resolves.toBeDefined();
  });

  it("refuses more spends beside an unreadable record, which may be one", async () => {
    await buy(priced("$1.00", { n: 1 }));
    await writeFile(join(dir, "0123456789abcdef-1.json"), "");
    await expect(buy(priced("$1.00", { n: 2 }))).rejects.toMatchObject({ code: "INTENT_OPEN" });
    // Nor by a person who agrees to the risk: the budget cannot be compared with an unreadable record.
    const guard = guardIn(dir, { budget, answer: async () => true });
    await expect(guard(priced("$1.00", { n: 2 }), async () => placed, orderIdOf)).rejects.toMatchObject({
      code: "BUDGET_EXCEEDED",
    });
  });
});
