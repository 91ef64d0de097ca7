/** The merge of two journals, over random journals that share some attempts. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { SentAttempts } from "../../../src/money/store/open-state.ts";
import type { IntentRecord } from "../../../src/money/record.ts";
import { isSubset, mergeRecords } from "../../../src/money/store/move.ts";
import { computeFingerprint } from "../../../src/money/recorded-purchase.ts";

/** One of four attempts at one of two intents; the same id in two journals may be another attempt (`machine`). */
const attempt = fc.record({
  intent: fc.integer({ min: 1, max: 2 }),
  number: fc.integer({ min: 1, max: 4 }),
  machine: fc.integer({ min: 1, max: 2 }),
  state: fc.constantFrom("confirmed" as const, "unknown" as const, "refused" as const),
});

const recordOf = ({
  intent,
  number,
  machine,
  state,
}: typeof attempt extends fc.Arbitrary<infer A> ? A : never) =>
  ({
    id: `${String(intent).repeat(16)}-${number}`,
    fingerprint: String(intent).repeat(64),
    preparedAt: 1000 * number,
    pid: machine,
    state,
    ...(state === "confirmed" && { resultId: `${intent}-${number}-${machine}` }),
  }) as IntentRecord;

/** A journal has one record of an id. */
const journal = fc
  .uniqueArray(attempt, { selector: ({ intent, number }) => `${intent}-${number}`, maxLength: 8 })
  .map((attempts) => attempts.map(recordOf));

const keyOf = ({ fingerprint, preparedAt, pid }: IntentRecord): string =>
  `${fingerprint} ${preparedAt} ${pid}`;

const merged = (ours: readonly IntentRecord[], theirs: readonly IntentRecord[]): IntentRecord[] => {
  const { added, replaced } = mergeRecords(
    ours,
    theirs,
    ours.map(({ id }) => id),
  );
  const newOf = new Map(replaced.map((record) => [record.id, record]));
  return [...ours.map((record) => newOf.get(record.id) ?? record), ...added];
};

const openIds = (records: readonly IntentRecord[]): string[] => {
  const sent = new SentAttempts();
  for (const record of records) if (record.state !== "refused") sent.add(record);
  return records
    .filter((record) => record.state === "unknown" && !sent.hasLater(record.id, record))
    .map(({ id }) => id);
};

it("REACH-11a P1 keeps every attempt that may have cost money, and opens nothing of ours; a second merge changes nothing", () => {
  fc.assert(
    fc.property(journal, journal, (ours, theirs) => {
      const after = merged(ours, theirs);
      expect(new Set(after.map(({ id }) => id)).size).toBe(after.length);
      const stateOf = new Map(after.map((record) => [keyOf(record), record]));
      for (const record of theirs) {
        const kept = stateOf.get(keyOf(record));
        if (record.state !== "refused") expect(["confirmed", "unknown"]).toContain(kept?.state);
      }
      for (const record of ours)
        if (record.state !== "refused") expect(stateOf.get(keyOf(record))).toEqual(record);
      // An attempt of both settles earlier ones; so do later attempts of theirs where it continues ours.
      const isShared = (one: IntentRecord): boolean =>
        theirs.some((other) => other.id === one.id && keyOf(other) === keyOf(one));
      const open = openIds(after.slice(0, ours.length)).filter((id) =>
        ours.some((record) => record.id.startsWith(id.slice(0, 16)) && !isShared(record)),
      );
      expect(openIds(after)).toEqual(expect.arrayContaining(open));
      expect(merged(after, theirs)).toEqual(after);
      expect(isSubset(theirs, after)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

it("P1 a later attempt settles an earlier one only if it is the same intent of the same account, whatever its name", () => {
  const earlier: IntentRecord = {
    ...recordOf({ intent: 1, number: 1, machine: 1, state: "unknown" }),
    kind: "placeOrder",
    origin: "https://api.example.com",
    profile: "default",
    path: "/orders",
    body: { items: [{ collectionId: "c", granuleId: "a" }] },
  };
  const later: IntentRecord = { ...earlier, id: `${"1".repeat(16)}-2`, state: "confirmed", resultId: "o-2" };
  const isSettledBy = (record: IntentRecord): boolean => {
    const sent = new SentAttempts();
    sent.add(record);
    return sent.hasLater(earlier.id, earlier);
  };
  expect(isSettledBy(later)).toBe(true);
  expect(isSettledBy({ ...later, profile: "second" })).toBe(true);
  fc.assert(
    fc.property(
      fc.constantFrom<Partial<IntentRecord>>(
        { fingerprint: "2".repeat(64) },
        { fingerprint: `${"1".repeat(16)}${"2".repeat(48)}` },
        { origin: "https://other.example.com" },
        { path: "/orders/task/t-1", kind: "orderTask" },
        { body: { items: [{ collectionId: "c", granuleId: "b" }] } },
        { profile: "second", details: { organizationId: "other" } },
        { id: `${"2".repeat(16)}-2` },
        { id: `${"1".repeat(16)}-1` },
      ),
      (change) => {
        expect(isSettledBy({ ...later, ...change })).toBe(false);
      },
    ),
  );
});

it("P1 a later attempt settles an unreadable one only if it is the intent that its name says", () => {
  const intent = {
    kind: "placeOrder",
    origin: "https://api.example.com",
    path: "/orders",
    body: { items: [{ collectionId: "c", granuleId: "a" }] },
  } as const;
  const fingerprint = computeFingerprint(intent);
  const stem = fingerprint.slice(0, 16);
  const isSettledBy = (change: Partial<IntentRecord>): boolean => {
    const sent = new SentAttempts();
    sent.add({ ...intent, id: `${stem}-2`, fingerprint, profile: "default", ...change } as IntentRecord);
    return sent.hasLater(`${stem}-1`);
  };
  expect(isSettledBy({})).toBe(true);
  expect(isSettledBy({ body: { items: [] } })).toBe(false);
  expect(isSettledBy({ fingerprint: "2".repeat(64) })).toBe(false);
});
