import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { IntentRecord } from "../../../src/money/record.ts";
import { openRecordFiles } from "../../../src/money/store/files.ts";
import { newFolder } from "../../new-folder.ts";
import { NOON, etnaOrder, journalIn, neverAnswered, orderIdOf, placed, guardIn } from "./ledger-fixtures.ts";
import type { OrderReply } from "./ledger-fixtures.ts";
import { journalNames } from "../../journal-names.ts";

let dir: string;
let words = 0;
const word = (): string => `w${(words += 1)}`;
beforeEach(async () => {
  dir = join(await newFolder(), "journal");
});

/** Leaves the record of a process in this state. */
async function leave(
  state: "prepared" | "sending",
  changes: Partial<IntentRecord> = {},
): Promise<IntentRecord> {
  const claimed = await journalIn(dir, { pid: 4242 }).claim(etnaOrder, async () => {});
  const record = { ...claimed, state, ...changes };
  await openRecordFiles(dir, word).replace(record);
  return record;
}

async function tryOrder(isAlive: boolean, nowMs = NOON, resend = false) {
  let sent = 0;
  const go = (): Promise<OrderReply> => {
    sent += 1;
    return Promise.resolve(placed);
  };
  const guard = guardIn(dir, { resend }, { isAlive: () => isAlive, nowMs });
  const failure = await guard(etnaOrder, go, orderIdOf).then(
    () => undefined,
    (error: unknown) => error as { code: string; message: string },
  );
  return { sent, code: failure?.code, message: failure?.message };
}

describe("leftovers of a dead process", () => {
  it("a prepared intent never blocks: nothing had been sent", async () => {
    await leave("prepared");
    expect(await tryOrder(false)).toMatchObject({ sent: 1, code: undefined });
  });

  it("a prepared intent with a process id that now belongs to another process does not block either", async () => {
    await leave("prepared");
    expect(await tryOrder(true, NOON + 30_000)).toMatchObject({ sent: 0, code: "INTENT_OPEN" });
    expect(await tryOrder(true, NOON + 60_000)).toMatchObject({ sent: 1, code: undefined });
  });

  it("a sending intent is an unknown outcome: it blocks, shows as unknown, and passes with --resend", async () => {
    const { id } = await leave("sending");
    const blocked = await tryOrder(false);
    expect(blocked).toMatchObject({ sent: 0, code: "INTENT_OPEN" });
    expect(blocked.message).toContain(id);
    const { entries } = await journalIn(dir, { isAlive: () => false }).list();
    expect(entries).toMatchObject([{ state: "unknown", isOpen: true, record: { state: "sending" } }]);
    expect(await tryOrder(false, NOON, true)).toMatchObject({ sent: 1, code: undefined });
  });

  it("a request in flight in a running process does not pass even with --resend", async () => {
    void guardIn(dir)(etnaOrder, neverAnswered, orderIdOf);
    await expect.poll(() => journalNames(dir).catch(() => [])).toHaveLength(1);
    await expect.poll(async () => (await journalIn(dir).list()).entries[0]?.state).toBe("sending");
    const blocked = await tryOrder(true, NOON, true);
    expect(blocked).toMatchObject({ sent: 0, code: "INTENT_OPEN" });
    expect(blocked.message).toContain("process 100");
  });

  it.each(["", "{", '{"version":2}', '{"version":1}', "[]"])(
    "a record that reads %j blocks until it is resolved",
    async (text) => {
      const { id } = await leave("sending");
      await writeFile(join(dir, `${id}.json`), text);
      expect(await tryOrder(false)).toMatchObject({ sent: 0, code: "INTENT_OPEN" });
      expect(await tryOrder(false, NOON, true)).toMatchObject({ sent: 1 });
    },
  );

  it.each([0, 0.5, -1])("P3 a refused record of the unknown format %j blocks as well", async (version) => {
    const { id, ...record } = await leave("sending");
    const text = JSON.stringify({ ...record, id, version, state: "refused" });
    await writeFile(join(dir, `${id}.json`), text);
    expect(await tryOrder(false)).toMatchObject({ sent: 0, code: "INTENT_OPEN" });
  });

  it("temporary files of a crash block nothing", async () => {
    await mkdir(dir, { mode: 0o700 });
    await writeFile(join(dir, ".0123456789abcdef-1.json.x.tmp"), '{"ver');
    expect(await tryOrder(false)).toMatchObject({ sent: 1 });
    expect((await journalIn(dir).list()).unreadable).toEqual([]);
  });
});

describe("simultaneous intents", () => {
  it("twenty guards with one intent send exactly one request", async () => {
    let sent = 0;
    let answer: (reply: OrderReply) => void = () => undefined;
    const answered = new Promise<OrderReply>((resolve) => {
      answer = resolve;
    });
    const go = (): Promise<OrderReply> => {
      sent += 1;
      return answered;
    };
    const guards = Array.from({ length: 20 }, () => guardIn(dir));
    let open = guards.length;
    const outcomes = guards.map((guard) =>
      guard(etnaOrder, go, orderIdOf).then(
        () => "placed",
        (error: unknown) => {
          open -= 1;
          if (open === 1) answer(placed);
          return (error as { code: string }).code;
        },
      ),
    );
    expect((await Promise.all(outcomes)).sort()).toEqual([
      ...Array<string>(19).fill("INTENT_OPEN"),
      "placed",
    ]);
    expect(sent).toBe(1);
  });
});
