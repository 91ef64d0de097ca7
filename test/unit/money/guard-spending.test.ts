import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { TransportError } from "../../../src/contract/send.ts";
import { AppError } from "../../../src/errors.ts";
import type { IntentRecord } from "../../../src/money/record.ts";
import { newFolder } from "../../new-folder.ts";
import { expectMode, needModes } from "../../this-system.ts";
import { NOON, etnaOrder, neverAnswered, orderIdOf, placed, guardIn } from "./ledger-fixtures.ts";
import type { OrderReply } from "./ledger-fixtures.ts";
import { journalNames } from "../../journal-names.ts";

let dir: string;
beforeEach(async () => {
  dir = join(await newFolder(), "journal");
});

/** The records on disk, newest attempt last, without leftovers. */
async function onDisk(): Promise<IntentRecord[]> {
  const names = await journalNames(dir);
  expect(names.filter((name) => !/^[0-9a-f]{16}-\d+\.json$/.test(name))).toEqual([]);
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(dir, name), "utf8")) as IntentRecord),
  );
}

/** Places the order and counts the sent requests. */
function spender(answer: () => Promise<OrderReply> = () => Promise.resolve(placed)) {
  const counter = { sent: 0 };
  const go = (): Promise<OrderReply> => {
    counter.sent += 1;
    return answer();
  };
  return { counter, go };
}

describe("the life of an intent", () => {
  it("P1 the organization of an order is recorded, however its response spells it", async () => {
    const reply = { order: { order_id: "9d1f7a", organization_id: "org-a" } };
    await guardIn(dir)(
      etnaOrder,
      async () => reply,
      ({ order }) => order.order_id,
    );
    const [record] = await onDisk();
    expect(record?.details?.organizationId).toBe("org-a");
  });

  it("ORDER-13 is durable as sending before the request leaves, and as confirmed with the id after it", async () => {
    let during: IntentRecord[] = [];
    const go = async (): Promise<OrderReply> => {
      during = await onDisk();
      return placed;
    };
    const intent = { ...etnaOrder, facts: { price: "$1,250.00" } };
    const reply = await guardIn(dir)(intent, go, orderIdOf);
    expect(reply).toBe(placed);
    expect(during).toMatchObject([{ state: "sending", pid: 100, preparedAt: NOON, sendingAt: NOON }]);
    const [confirmed] = await onDisk();
    expect(confirmed).toEqual({
      ...during[0],
      state: "confirmed",
      resultId: "9d1f7a",
      closedAt: NOON,
      details: { price: "$1,250.00", orderStatus: "completed" },
    });
    expect(confirmed?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(confirmed?.id).toBe(`${confirmed?.fingerprint.slice(0, 16)}-1`);
  });

  it("is readable by its owner only", async () => {
    needModes();
    await guardIn(dir)(etnaOrder, spender().go, orderIdOf);
    const [name = ""] = await journalNames(dir);
    expectMode(dir, 0o700);
    expectMode(join(dir, name), 0o600);
  });

  it("returns a refusal unchanged, and allows the same intent again at once", async () => {
    const refusal = new AppError("service", "ITEM_NOT_FOUND", "no such granule", { status: 422 });
    const refused = spender(() => Promise.reject(refusal));
    const guard = guardIn(dir);
    await expect(guard(etnaOrder, refused.go, orderIdOf)).rejects.toBe(refusal);
    expect(await onDisk()).toMatchObject([
      { state: "refused", status: 422, reason: "the service answered 422" },
    ]);
    await guard(etnaOrder, spender().go, orderIdOf);
    expect((await onDisk()).map(({ state }) => state)).toEqual(["refused", "confirmed"]);
  });

  it("reports an unknown outcome with what to check and what to type, and blocks the same intent", async () => {
    const reset = new AppError("network", "NETWORK", "reset", {
      cause: new TransportError("reset", "maybe", "reset"),
    });
    const guard = guardIn(dir);
    const error = await guard(etnaOrder, () => Promise.reject(reset), orderIdOf).catch(
      (e: unknown) => e as AppError,
    );
    const [record] = await onDisk();
    expect(record).toMatchObject({ state: "unknown", reason: "no response (reset)", closedAt: NOON });
    expect(error).toMatchObject({
      code: "OUTCOME_UNKNOWN",
      exitCode: 13,
      cause: reset,
      data: { intentId: record?.id },
    });
    const again = spender();
    const blocked = await guard(etnaOrder, again.go, orderIdOf).catch((e: unknown) => e as AppError);
    expect(blocked).toMatchObject({ code: "INTENT_OPEN", exitCode: 13 });
    expect((blocked as AppError).message).toContain("2031-05-01T12:00:00Z");
    expect(again.counter.sent).toBe(0);
  });

  it("treats an answer without an id as an unknown outcome", async () => {
    const guard = guardIn(dir);
    await expect(guard(etnaOrder, () => Promise.resolve({}), orderIdOf)).rejects.toMatchObject({
      code: "OUTCOME_UNKNOWN",
    });
    expect(await onDisk()).toMatchObject([{ state: "unknown", reason: "the response has no id" }]);
  });

  it("sends an unresolved intent again only with --resend, and then keeps both records", async () => {
    await guardIn(dir)(etnaOrder, () => Promise.resolve({}), orderIdOf).catch(() => undefined);
    const { counter, go } = spender();
    await guardIn(dir, { resend: true })(etnaOrder, go, orderIdOf);
    expect(counter.sent).toBe(1);
    expect((await onDisk()).map(({ state }) => state)).toEqual(["unknown", "confirmed"]);
  });

  it("blocks the same order of another profile, and not another body or another origin", async () => {
    const lost = (): Promise<OrderReply> => Promise.reject(new Error("lost"));
    await guardIn(dir)(etnaOrder, lost, orderIdOf).catch(() => undefined);
    const { counter, go } = spender();
    await guardIn(dir)({ ...etnaOrder, body: { items: [] } }, go, orderIdOf);
    await guardIn(dir)({ ...etnaOrder, origin: "http://127.0.0.1:8080" }, go, orderIdOf);
    await expect(guardIn(dir, {}, { profile: "staging" })(etnaOrder, go, orderIdOf)).rejects.toMatchObject({
      code: "INTENT_OPEN",
    });
    expect(counter.sent).toBe(2);
  });
});

describe("GEN-17 P1 the same approval", () => {
  const approval = {
    ...etnaOrder,
    kind: "setTaskStatus",
    path: "/task/t-1/status",
    effect: "spend",
  } as const;
  const approve = async (nowMs: number, answer?: boolean) => {
    const asked: string[] = [];
    const { counter, go } = spender();
    const ask = async (question: string): Promise<boolean> => (asked.push(question), answer === true);
    const outcome = await guardIn(dir, answer === undefined ? {} : { answer: ask }, { nowMs })(
      approval,
      go,
      orderIdOf,
    ).catch((error: unknown) => error);
    return { asked: asked.length, sent: counter.sent, outcome };
  };

  it("is sent again after a yes only; --yes is refused", async () => {
    expect(await approve(NOON)).toMatchObject({ sent: 1 });
    expect(await approve(NOON + 600_000, false)).toMatchObject({
      asked: 1,
      sent: 0,
      outcome: { code: "ABORTED", exitCode: 12 },
    });
    expect(await approve(NOON + 600_000)).toMatchObject({ sent: 0, outcome: { code: "INTENT_CONFIRMED" } });
    expect(await approve(NOON + 600_000, true)).toMatchObject({ asked: 1, sent: 1 });
  });

  it("is refused however long ago it was confirmed, also by a clock that was set back", async () => {
    await approve(NOON);
    for (const laterMs of [601_000, 400 * 86_400_000, -400 * 86_400_000])
      expect(await approve(NOON + laterMs)).toMatchObject({
        sent: 0,
        outcome: { code: "INTENT_CONFIRMED" },
      });
  });
});

describe("a disk that cannot be written", () => {
  it("sends nothing if the journal cannot be written", async () => {
    const file = join(await newFolder(), "file");
    await writeFile(file, "");
    const { counter, go } = spender();
    const guard = guardIn(join(file, "journal"));
    await expect(guard(etnaOrder, go, orderIdOf)).rejects.toMatchObject({
      code: "JOURNAL_UNWRITABLE",
      exitCode: 14,
    });
    expect(counter.sent).toBe(0);
  });

  it("returns the order even if its outcome cannot be saved, together with the record", async () => {
    const warnings: string[] = [];
    const go = async (): Promise<OrderReply> => {
      await rm(dir, { recursive: true });
      return placed;
    };
    expect(await guardIn(dir, { warnings })(etnaOrder, go, orderIdOf)).toBe(placed);
    expect(warnings.join()).toMatch(/keep this line: .*"state":"confirmed".*"resultId":"9d1f7a"/);
  });
});

describe("an interrupted command", () => {
  it("abandons the wait as unknown, and blocks the same intent from then on", async () => {
    const interrupt = new AbortController();
    const guard = guardIn(dir, { abandoned: interrupt.signal });
    const go = (): Promise<OrderReply> => {
      queueMicrotask(() => interrupt.abort());
      return neverAnswered();
    };
    await expect(guard(etnaOrder, go, orderIdOf)).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(await onDisk()).toMatchObject([
      { state: "unknown", reason: "interrupted while waiting for the response" },
    ]);
    const guardAgain = guardIn(dir);
    await expect(guardAgain(etnaOrder, spender().go, orderIdOf)).rejects.toMatchObject({
      code: "INTENT_OPEN",
    });
  });

  it("sends nothing and leaves nothing if it was interrupted before", async () => {
    const { counter, go } = spender();
    const guard = guardIn(dir, { abandoned: AbortSignal.abort() });
    await expect(guard(etnaOrder, go, orderIdOf)).rejects.toMatchObject({ name: "AbortError" });
    expect(counter.sent).toBe(0);
  });
});

describe("never written to disk", () => {
  it("keys, and signatures of links", async () => {
    const body = { assets: { GEO: { href: "https://cdn.example.com/etna.tif?sig=planted-signature" } } };
    const failure = new AppError("service", "SERVICE_ERROR", "planted-signature", {
      status: 500,
      serviceCode: "planted-signature",
    });
    await guardIn(dir)({ ...etnaOrder, body }, () => Promise.reject(failure), orderIdOf).catch(
      () => undefined,
    );
    const [name = ""] = await journalNames(dir);
    const text = await readFile(join(dir, name), "utf8");
    expect(text).toContain("https://cdn.example.com/etna.tif");
    expect(text).not.toContain("planted-signature");
  });
});
