import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { TransportError } from "../../../src/contract/send.ts";
import type { SpendIntent } from "../../../src/contract/spend.ts";
import { parseBudget } from "../../../src/domain/spending/budget.ts";
import type { Reconcile, Reconciled } from "../../../src/ledger/settle-intent.ts";
import { etnaOrder, journalIn, newDirectory, orderIdOf, placed, quietly } from "./ledger-fixtures.ts";
import type { OrderReply } from "./ledger-fixtures.ts";

let dir: string;
beforeEach(async () => {
  dir = join(await newDirectory(), "journal");
});

const lost = (): Promise<OrderReply> =>
  Promise.reject(new TransportError("reset", "maybe", "connection reset"));
const adopt = (found: unknown): OrderReply => found as OrderReply;

/** Answers every look alike, and remembers what was asked. */
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

describe("P4 looking for what an unknown outcome has made", () => {
  it("what a search found takes the place of the answer, and is confirmed on disk", async () => {
    const { looks, reconcile } = looking(found);
    const guard = journalIn(dir).guard(quietly({ reconcile }));
    expect(await guard(etnaOrder, lost, orderIdOf, adopt)).toEqual({ orderId: "t-1" });
    expect(looks).toEqual([{ when: "now", taken: [] }]);
    expect((await journalIn(dir).get("t-1"))?.record).toMatchObject({
      state: "confirmed",
      resolvedBy: "search",
    });
  });

  it("what is not found stays unknown and blocks; the next run looks again before it says so", async () => {
    const { looks, reconcile } = looking(absent, absent, found);
    const guard = journalIn(dir).guard(quietly({ reconcile }));
    await expect(guard(etnaOrder, lost, orderIdOf, adopt)).rejects.toMatchObject({
      code: "OUTCOME_UNKNOWN",
      message: expect.stringContaining("nothing there") as string,
    });
    const never = (): never => expect.fail("sent again");
    await expect(guard(etnaOrder, never, orderIdOf, adopt)).rejects.toMatchObject({ code: "INTENT_OPEN" });
    expect(await guard(etnaOrder, never, orderIdOf, adopt)).toEqual({ orderId: "t-1" });
    expect(looks.map(({ when }) => when)).toEqual(["now", "later", "later"]);
  });

  it("what a search shows not to exist may be sent again without a question", async () => {
    const { reconcile } = looking(absent, free);
    const guard = journalIn(dir).guard(quietly({ reconcile }));
    await expect(guard(etnaOrder, lost, orderIdOf, adopt)).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(await guard(etnaOrder, async () => placed, orderIdOf, adopt)).toBe(placed);
    expect(await states()).toEqual(["confirmed", "refused"]);
  });

  it("ids that the journal has under other intents are passed to the lookup", async () => {
    const other: SpendIntent = { ...etnaOrder, body: { items: [] } };
    await journalIn(dir).guard(quietly())(other, async () => placed, orderIdOf);
    const { looks, reconcile } = looking(absent);
    const guard = journalIn(dir).guard(quietly({ reconcile }));
    await guard(etnaOrder, lost, orderIdOf, adopt).catch(() => {});
    expect(looks).toEqual([{ when: "now", taken: ["9d1f7a"] }]);
  });

  it("--resend does not look, and what cannot be adopted is not looked for", async () => {
    const { looks, reconcile } = looking(absent);
    await journalIn(dir)
      .guard(quietly({ reconcile }))(etnaOrder, lost, orderIdOf)
      .catch(() => {});
    const again = journalIn(dir).guard(quietly({ reconcile, resend: true }));
    expect(await again(etnaOrder, async () => placed, orderIdOf, adopt)).toBe(placed);
    expect(looks).toEqual([]);
  });

  it("a person who gave up is not made to wait for a look", async () => {
    const { looks, reconcile } = looking(found);
    const stop = new AbortController();
    const guard = journalIn(dir).guard(quietly({ reconcile, abandoned: stop.signal }));
    const hanging = (): Promise<OrderReply> => {
      stop.abort();
      return new Promise(() => undefined);
    };
    await expect(guard(etnaOrder, hanging, orderIdOf, adopt)).rejects.toMatchObject({
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
    journalIn(dir, { profile }).guard(quietly({ budget }))(intent, async () => placed, orderIdOf);

  it("counts this profile's spends alone, and leaves no trace of what it refuses", async () => {
    await buy(priced("$900.00", { n: 1 }));
    await expect(buy(priced("$200.00", { n: 2 }))).rejects.toMatchObject({
      code: "BUDGET_EXCEEDED",
      exitCode: 12,
    });
    expect(await states()).toEqual(["confirmed"]);
    await buy(priced("$200.00", { n: 2 }), "second");
  });

  it("what costs nothing needs no price", async () => {
    await buy({ ...priced(undefined), effect: "write" });
    await buy(priced("$1000.00", { n: 2 }));
  });

  it("the price of one image is not the price of a series", async () => {
    const series = { ...priced("$1.00"), facts: { price: "$1.00", per: "image" } };
    await expect(buy(series)).rejects.toMatchObject({ code: "BUDGET_EXCEEDED" });
    const known = { ...series, facts: { ...series.facts, images: 2 } };
    await expect(buy(known)).resolves.toBeDefined();
  });

  it("a record that cannot be read may be a spend, so nothing more is spent", async () => {
    await buy(priced("$1.00", { n: 1 }));
    await writeFile(join(dir, "0123456789abcdef-1.json"), "");
    await expect(buy(priced("$1.00", { n: 2 }))).rejects.toMatchObject({ code: "INTENT_OPEN" });
    // Nor by a person who agrees to the risk: the budget cannot be held against what cannot be read.
    const guard = journalIn(dir).guard(quietly({ budget, confirmDamaged: async () => {} }));
    await expect(guard(priced("$1.00", { n: 2 }), async () => placed, orderIdOf)).rejects.toMatchObject({
      code: "BUDGET_EXCEEDED",
    });
  });
});
