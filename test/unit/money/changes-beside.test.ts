/** Records that another process or a person changes beside a purchase: a judgement has them as they are now, and no statement is lost. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { JournalReading } from "../../../src/money/journal.ts";
import type { IntentRecord } from "../../../src/money/record.ts";
import { journalNames } from "../../journal-names.ts";
import { newFolder } from "../../new-folder.ts";
import { etnaOrder, journalIn, NOON } from "./ledger-fixtures.ts";

let dir: string;
beforeEach(async () => {
  dir = join(await newFolder(), "journal");
});

const priced = (price: string) => ({ ...etnaOrder, facts: { price } });
const other = { ...etnaOrder, body: { items: [{ collectionId: "geo", granuleId: "stromboli_GEO" }] } };
const accepted = (record: IntentRecord, price: string): IntentRecord => ({
  ...record,
  state: "confirmed",
  resultId: "9d1f7a",
  closedAt: NOON,
  details: { ...record.details, price },
});
const onDisk = async (id: string): Promise<IntentRecord> =>
  JSON.parse(await readFile(join(dir, `${id}.json`), "utf8")) as IntentRecord;

describe("P5 P21 another process settles its order", () => {
  it("at a higher price after our look: the judgement under the lock counts that price", async () => {
    const [ours, theirs] = [journalIn(dir, { pid: 100 }), journalIn(dir, { pid: 200 })];
    const sending = await theirs.claim(priced("$100.00"), async () => {});
    expect((await ours.read({ since: 0 })).open).toHaveLength(1);
    await theirs.settle(accepted(sending, "$900.00"));
    let judged: JournalReading | undefined;
    await ours.claim(other, async () => {
      judged = await ours.read({ since: 0 });
    });
    expect(judged?.open).toEqual([]);
    expect(judged?.closed.map(({ details }) => details.price)).toEqual(["$900.00"]);
  });

  it("as unknown, and a person resolves it before that process has written again: the resolution stays", async () => {
    const [ours, theirs] = [journalIn(dir, { pid: 100 }), journalIn(dir, { pid: 200 })];
    const sending = await theirs.claim(priced("$100.00"), async () => {});
    let settled: Promise<void> | undefined;
    await ours.claim(other, async () => {
      settled = theirs.settle({
        ...sending,
        state: "unknown",
        reason: "no response (reset)",
        closedAt: NOON,
      });
      await expect.poll(async () => (await onDisk(sending.id)).state).toBe("unknown");
      const resolved = { ...accepted(sending, "$100.00"), resolvedBy: "hand", resolvedAt: NOON };
      await writeFile(join(dir, `${sending.id}.json`), JSON.stringify(resolved));
    });
    await settled;
    expect(await onDisk(sending.id)).toMatchObject({ state: "confirmed", resolvedBy: "hand" });
  });
});

describe("P1 a person finds the order of a damaged record", () => {
  const found = { orderId: "o-9", origin: etnaOrder.origin };

  async function damagedIn(name: string) {
    const journal = journalIn(dir);
    const { id } = await journal.claim(etnaOrder, async () => {});
    await writeFile(join(dir, name.replace("ID", id)), '{"fingerprint":');
    if (name !== "ID.json") await journal.withdraw(await onDisk(id));
    const [damaged] = (await journalIn(dir).read()).damaged;
    return damaged!;
  }

  it.each(["ID.json", "ID (1).json"])(
    "%s: its record is there before the damaged file is gone, and the bytes are kept",
    async (name) => {
      const damaged = await damagedIn(name);
      const keptAs = await journalIn(dir).endDamaged(damaged, found);
      expect(await readFile(keptAs, "utf8")).toBe('{"fingerprint":');
      const { closed, damaged: left } = await journalIn(dir).read();
      expect([closed.map(({ resultId }) => resultId), left]).toEqual([["o-9"], []]);
    },
  );

  it.each(["ID.json", "ID (1).json"])("%s: twice, and the second one changes nothing", async (name) => {
    const damaged = await damagedIn(name);
    await journalIn(dir).endDamaged(damaged, found);
    const names = await journalNames(dir);
    await expect(journalIn(dir).endDamaged(damaged, found)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await journalNames(dir)).toEqual(names);
  });
});
